#!/usr/bin/python3
"""Edits a pipeline as text and reads a unit, with real pointer and key events.

usage: test-code.py IMAGINET_STUDIO TOP SCREENSHOTS

What came of it is seen in the files that are saved; pictures of each step go to SCREENSHOTS.

SPDX-License-Identifier: MIT
"""
import os
import re
import shutil
import sys

import walk as walks

TEXT = 'Text of the file'
SEARCH = 'Search in This Text'


class Steps:
    """A walk that looks at the saved file and edits its text."""

    def __init__(self, walk, path, text=TEXT):
        self.walk, self.path, self.text = walk, path, text

    def saved(self):
        return self.walk.saved(self.path)

    def argument(self, name):
        """The text of the first argument of that name in the saved file."""
        found = re.search(f'param="{name}">([^<]*)<', self.saved())
        return found and found.group(1)

    def check(self, name, condition):
        self.walk.check(name, condition, self.saved)

    def tells_problem(self):
        """Whether there is a button that goes back to the last text without problems."""
        return self.walk.find('Revert', 'button') is not None

    def replace(self, old, new):
        """Finds a text by the search and types over it."""
        walk = self.walk
        walk.keys('ctrl+Home', 'ctrl+f')
        walk.wait_for(SEARCH, 'search box', where=lambda field: field.has('focused'))
        walk.enter(old)
        walk.wait_until(lambda: walk.selection_of(self.text, 'text box') == old)
        walk.keys('Escape')
        walk.wait_for(self.text, 'text box', where=lambda text: text.has('focused'))
        walk.type(new)


def edit_text(steps, walk, original):
    walk.keys('alt+4')
    walk.click(TEXT, 'text box')
    steps.replace('"stride">stride', '"stride">80')
    steps.check('typed', lambda: steps.argument('stride') == '80')
    walk.fill('90', 'Stride')
    walk.keys('Return')
    steps.check('inspector', lambda: steps.argument('stride') == '90')
    walk.click(TEXT, 'text box')
    steps.replace('"stride">90', '"stride">70')
    steps.check('follows', lambda: steps.argument('stride') == '70')
    walk.keys('alt+1')
    walk.show_problems()
    walk.click(re.compile('.*this output is declared.*', re.S), 'label', 'Problems')
    walk.wait_for(TEXT, 'text box', where=lambda text: text.has('focused'))
    walk.type('loud_')
    steps.check('problem', lambda: '<OutputSocket name="loud_output"' in steps.saved())
    walk.keys('ctrl+z')
    steps.check('problem-undone', lambda: 'loud_' not in steps.saved())

    last = steps.saved()
    steps.replace('Hann"', 'Hann')
    steps.check('broken', lambda: steps.tells_problem() and steps.saved() == last)
    walk.keys('alt+F4')
    walk.check('asks', lambda: len(walk.titles()) == 2)
    walk.keys('Escape')
    walk.wait_until(lambda: len(walk.titles()) == 1)
    steps.check('stays-open', lambda: walk.studio.poll() is None and steps.tells_problem())
    walk.wait_for(TEXT, 'text box', where=lambda text: text.has('focused'))
    walk.type('" enabled="false"')
    steps.check('repaired', lambda: not steps.tells_problem() and
                'Hann" enabled="false"' in steps.saved())
    walk.keys(*['ctrl+z'] * 12)
    steps.check('undone', lambda: steps.saved() == original)


def read_unit(steps, walk):
    walk.fill('Level & more', 'Name', 'text box')
    steps.check('name', lambda: '<DisplayName>Level &amp; more</DisplayName>' in steps.saved())
    walk.keys('ctrl+z')
    walk.fill('float32[4,60,7]', 'Value of input to try', 'text box')
    walk.check('output', lambda: walk.find('float32[4,60]', 'label'))


def watch_code(walk, folder, unit):
    """Code files that come while the window is open are read; what was edited stays."""
    walk.fill('Level', 'Name', 'text box')
    walk.check('code-is-missing', lambda: walk.shows('• rms.imunit') and not walk.shows('rms.h:18'))
    for name in os.listdir(unit):
        if not name.endswith('.imunit'):
            shutil.copy(os.path.join(unit, name), folder)
    walk.show_problems()
    # The header needs another one, which is not there.
    walk.check('code-came', lambda: walk.shows('../Variance/variance.h', 'rms.h:18'))
    walk.report('edit-stays', walk.shows('• rms.imunit'))


def copy_unit(folder, units, name, *others):
    """Copies a package, and those whose code it uses, as they lie beside each other."""
    for each in (name, *others):
        shutil.copytree(os.path.join(units, each), os.path.join(folder, each))
    return os.path.join(folder, name, name + '.imunit')


def edit_code(walk, path):
    """Code is edited as the unit is: one history, saved together, only these lines."""
    code = path.replace('Rms.imunit', 'rms.h')
    steps = Steps(walk, code, 'Text of rms.h')

    def read(name):
        with open(name, encoding='utf-8', newline='') as file:
            return file.read()

    def has(part):
        page = walk.find(steps.text, 'text box')
        return page is not None and part in walk.reader.text(page)

    original, unit = read(code), read(path)
    walk.fill('Level', 'Name', 'text box')
    walk.keys('alt+4')
    walk.click('rms.h', 'tab')
    walk.click(steps.text, 'text box')
    steps.replace('j = 0', 'j = 1')
    walk.check('code-typed', lambda: walk.shows('• Rms.imunit') and read(code) == original)
    steps.check('code-saved', lambda: steps.saved() == original.replace('j = 0', 'j = 1'))
    walk.report('unit-saved', '<DisplayName>Level</DisplayName>' in read(path))
    walk.keys('ctrl+z')
    steps.check('code-undone', lambda: steps.saved() == original)
    walk.keys('ctrl+z')
    steps.check('name-undone', lambda: steps.saved() == original and read(path) == unit)
    walk.keys('ctrl+shift+z', 'ctrl+shift+z')
    steps.check('redone', lambda: steps.saved() != original and read(path) != unit)
    with open(code, 'w', encoding='utf-8', newline='') as file:
        file.write('// from outside\n' + original)
    walk.check('from-outside', lambda: has('// from outside') and has('j = 0'))
    steps.replace('j = 0', 'j = 2')
    walk.wait_until(lambda: walk.shows('• Rms.imunit'))
    with open(code, 'w', encoding='utf-8', newline='') as file:
        file.write('// twice from outside\n' + original)
    walk.wait_for('Keep Mine', 'button')
    walk.report('conflict', has('j = 2'))
    walk.click('Reload', 'button')
    walk.check('reloaded', lambda: has('// twice') and has('j = 0'))
    walk.keys('ctrl+z')
    walk.check('mine-again', lambda: has('// from outside') and has('j = 2'))


def find_mistakes(walk, path):
    """Compilers look at what is typed, and say where it is wrong."""
    header = Steps(walk, path, 'Text of rms.h')
    script = Steps(walk, path, 'Text of rms.py')
    walk.show_problems()
    walk.keys('alt+4')
    walk.click('rms.h', 'tab')
    walk.click(header.text, 'text box')
    header.replace('j = 0', 'j = zero')
    walk.check('c-error', lambda: walk.shows('undeclared', 'rms.h:23'))
    walk.keys('ctrl+Home')
    walk.click(re.compile('.*undeclared.*', re.S), 'label', 'Problems')
    walk.wait_for(header.text, 'text box', where=lambda text: text.has('focused'))
    walk.type('0')
    walk.keys(*['Delete'] * 4)
    walk.check('c-mended', lambda: not walk.shows('undeclared'))
    header.replace('int d0, int', 'int')
    walk.check('call-does-not-fit', lambda: walk.shows('the call has 5 arguments'))
    walk.click(re.compile('Declare rms_f32 .*'), 'button', 'Problems')
    walk.check('declared', lambda: not walk.shows('the call has 5 arguments'))
    walk.click('rms.py', 'tab')
    walk.click(script.text, 'text box')
    script.replace('squares =', 'squares = =')
    walk.check('python-error', lambda: walk.shows('rms.py:9', 'invalid syntax'))
    walk.keys('ctrl+z')
    walk.check('python-mended', lambda: not walk.shows('invalid syntax'))
    walk.click('rms.h', 'tab')
    walk.click(header.text, 'text box')
    walk.keys('ctrl+Home')
    walk.type('sqr')
    walk.check('completion', lambda: walk.shows('The square root.'))
    walk.keys('Return')
    walk.check('completed', lambda: walk.reader.text(
        walk.find(header.text, 'text box')).startswith('sqrtf'))


def find_mistake_elsewhere(walk, path):
    """What only another implementation compiles is looked at, too."""
    header = Steps(walk, path, 'Text of norm.h')
    walk.show_problems()
    walk.keys('alt+4')
    walk.click('norm.h', 'tab')
    walk.click(header.text, 'text box')
    header.replace('] = max;', '] = maxi;')
    walk.check('other-error', lambda: walk.shows('undeclared', 'where norm_max_f32 is chosen'))
    walk.keys('ctrl+z')
    walk.check('other-mended', lambda: not walk.shows('undeclared'))


def main(program, top, screenshots):
    def go(walk, folder):
        pipeline = os.path.join(top, 'data', 'examples', 'audio-window.imunit')
        units = os.path.join(top, 'units', 'Core', 'Math')
        path = os.path.join(folder, 'level.imunit')
        shutil.copy(pipeline, path)
        walk.start(path)
        with open(pipeline, encoding='utf-8') as file:
            edit_text(Steps(walk, path), walk, file.read())
        walk.stop('no-messages-text')
        path = os.path.join(folder, 'rms.imunit')
        shutil.copy(os.path.join(top, 'units', 'Core', 'Math', 'Rms', 'Rms.imunit'), path)
        walk.start(path)
        read_unit(Steps(walk, path), walk)
        watch_code(walk, folder, os.path.join(top, 'units', 'Core', 'Math', 'Rms'))
        walk.stop('no-messages-unit')
        path = copy_unit(folder, units, 'Rms', 'Variance')
        walk.start(path)
        edit_code(walk, path)
        walk.stop('no-messages-code')
        path = copy_unit(os.path.join(folder, 'mistakes'), units, 'Rms', 'Variance')
        walk.start(path)
        find_mistakes(walk, path)
        walk.stop('no-messages-mistakes')
        path = copy_unit(os.path.join(folder, 'elsewhere'), units, 'Norm', 'MeanAbs', 'Variance',
                         'Sum')
        walk.start(path)
        find_mistake_elsewhere(walk, path)
        walk.stop('no-messages-elsewhere')
    return walks.run('code', go, program, screenshots)


sys.exit(main(*sys.argv[1:]))
