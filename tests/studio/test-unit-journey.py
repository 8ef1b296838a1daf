#!/usr/bin/python3
"""Changes a unit of others and makes two of one's own, up to firmware that is verified, without
another editor.

usage: test-unit-journey.py IMAGINET_STUDIO TOP SHARED SCREENSHOTS

The unit of others is one of SHARED, which is skipped where that is absent. What has changed is
what `git diff` says; pictures of each step go to SCREENSHOTS.

SPDX-License-Identifier: MIT
"""
import os
import re
import shutil
import subprocess
import sys

import walk as walks

REAL = os.path.join('real-units', 'Imaginet.Units.Math', 'ElementWise', 'SoftClip',
                    'SoftClip.imunit')
# What the unit calls does not come with it.
HEADER = '''#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "softclip_tanh_f32"
static inline void softclip_tanh_f32(const float* input, int count, float* output)
{
\tfor (int i = 0; i < count; i++)
\t\toutput[i] = tanhf(input[i]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "softclip_cubic_f32"
static inline void softclip_cubic_f32(const float* input, int count, float* output)
{
\tfor (int i = 0; i < count; i++) {
\t\tfloat x = fminf(fmaxf(input[i], -1.0f), 1.0f);
\t\toutput[i] = 1.5f * x - 0.5f * x * x * x;
\t}
}
#pragma IMAGINET_FRAGMENT_END
'''
HEADER_TEXT, TWIN_TEXT = 'Text of softclip.h', 'Text of smooth.py'
SEARCH = 'Search in This Text'
NEW_UNIT, EXPORT = 'New Unit', 'Export Firmware Bundle'


def git(folder, *arguments):
    return subprocess.run(['git', '-c', 'user.name=a', '-c', 'user.email=a@example.org', '-C',
                           folder, *arguments], capture_output=True, text=True, check=True).stdout


def changed_lines(folder):
    """The lines that are in one of both texts only, by their first letter."""
    return [line[0] + line[1:].strip() for line in git(folder, 'diff', '-U0').splitlines()
            if line[:1] in '+-' and line[:3] not in ('+++', '---')]


def type_over(walk, field, text):
    """In the field that what was added has given the focus."""
    walk.wait(lambda: walk.find(field, 'text box', where=lambda item: item.has('focused')))
    walk.keys('ctrl+a')
    walk.type(text)
    walk.keys('Return')


def replace(walk, text, old, new):
    """Finds a part of a text by the search and types over it."""
    walk.click(text, 'text box')
    walk.keys('ctrl+Home', 'ctrl+f')
    walk.wait_for(SEARCH, 'search box', where=lambda field: field.has('focused'))
    walk.enter(old)
    walk.wait_until(lambda: walk.selection_of(text, 'text box') == old)
    walk.keys('Escape')
    walk.wait_for(text, 'text box', where=lambda item: item.has('focused'))
    walk.type(new)


def change(walk, folder):
    """A unit of others gets an option, a contract, and a branch in its C."""
    path = os.path.join(folder, 'SoftClip.imunit')
    walk.start(path)
    walk.scroll_page('Add Option')
    walk.click('Add Option', 'button')
    walk.choose('Number')
    type_over(walk, 'Name', 'drive')
    walk.check('option', lambda: walk.shows('drive (Option)'))
    walk.scroll_to('Default', walks.FIELD, 'drive (Option)')
    walk.fill('1', 'Default', inside='drive (Option)')
    walk.keys('Return')
    walk.scroll_page('Add Contract')
    walk.click('Add Contract', 'button')
    type_over(walk, 'Condition', 'drive > 0')
    walk.check('contract', lambda: walk.shows('No Problems'))
    walk.keys('alt+4')
    walk.click('softclip.h', 'tab')
    replace(walk, HEADER_TEXT, 'tanhf(input[i])', 'tanhf(drive > 1 ? drive * input[i] : input[i])')
    walk.show_problems()
    walk.check('error', lambda: walk.shows('undeclared', 'softclip.h'))
    replace(walk, HEADER_TEXT, 'int count, float* output', 'int count, float drive, float* output')
    walk.check('call-does-not-fit', lambda: walk.shows('arguments') and not walk.shows('undeclared'))
    walk.click(re.compile('Call softclip_tanh_f32 ?.*'), 'button', 'Problems')
    walk.check('mended', lambda: walk.shows('No Problems'))
    walk.hide_problems()
    walk.keys('alt+5')
    walk.scroll_page('Run')
    walk.click('Run', 'button')
    walk.check('tried', lambda: walk.shows('a frame on this machine, gcc'))
    walk.save()
    walk.check('diff', lambda: len(changed_lines(folder)) == 8, lambda: git(folder, 'diff'))
    walk.stop('change-no-messages')


def open_form(walk):
    """Opens the form, and the list of what a unit begins with."""
    walk.keys('F10')
    walk.choose(NEW_UNIT + '…')
    walk.wait_for('Begin With', 'label', NEW_UNIT)
    walk.keys('shift+Tab', 'space')


def create(walk, unit_id, folder):
    walk.fill(unit_id, 'Identifier, Such as Own.MovingAverage', inside=NEW_UNIT)
    walk.fill(folder, 'In the Folder', inside=NEW_UNIT)
    walk.click('Create', 'button', NEW_UNIT)
    walk.wait_until_closed(NEW_UNIT)


def make_filter(walk, folder):
    """A filter to begin with."""
    open_form(walk)
    walk.wait_for('Filter', 'label', NEW_UNIT)
    walk.keys(*['Down'] * 3, 'Return')
    walk.check('filter', lambda: walk.shows('Remembers what came before', title=NEW_UNIT))
    create(walk, 'Own.Envelope', folder)
    walk.check('filter-is-open', lambda: walk.shows('envelope.py:init_py', 'No Problems'))


def wrap_function(walk, top, folder):
    """A function of C that was there."""
    for name in 'filters.c', 'helper.h':
        shutil.copy(os.path.join(top, 'tests', 'cli', 'fixtures', 'wrap', name), folder)
    open_form(walk)
    walk.wait_for('Function of C or Python', 'label', NEW_UNIT)
    walk.keys('End', 'Return')
    walk.fill(os.path.join(folder, 'filters.c'), 'File of C or Python', inside=NEW_UNIT)
    walk.check('function', lambda: walk.shows('void smooth (const float *x', title=NEW_UNIT))
    create(walk, 'Own.Smooth', folder)
    walk.check('function-is-open', lambda: walk.shows('No Problems') and
               any('Smooth' in title for title in walk.titles()))
    walk.keys('alt+4')
    walk.click('smooth.py', 'tab')
    replace(walk, TWIN_TEXT, 'raise NotImplementedError("the Python twin of smooth is to be written")',
            'last = x.flat[0]')
    for line in 'for i, value in enumerate(x.flat):', '    last += a * (value - last)':
        walk.keys('Return')
        walk.type(line)
    walk.keys('Return')
    walk.type('y.flat[i] = last')
    walk.wait_until(lambda: any(title.startswith('•') for title in walk.titles()))
    walk.save()
    walk.check('twin', lambda: walk.shows('No Problems') and
               not any(title.startswith('•') for title in walk.titles()))


def build(walk, folder):
    """A pipeline of both, and its firmware."""
    path, bundle = os.path.join(folder, 'level.imunit'), os.path.join(folder, 'bundle')
    walk.click('level.imunit', 'label')
    walk.click('Sliding Window, layer 1')
    for text, name in ('envelope', 'Envelope'), ('smooth', 'Smooth'):
        walk.insert(text, name)
        walk.check(f'{text}-is-a-layer', lambda: f'Own.{name}' in walk.saved(path))
    walk.check('no-problems', lambda: walk.shows('No Problems'))
    walk.keys('ctrl+shift+e')
    walk.wait_for('Export', 'button', EXPORT)
    walk.rest()
    walk.fill(bundle, 'Folder', 'text box', EXPORT, down=0.7)
    walk.keys('ctrl+Return')
    walk.check('exported', lambda: 'Bundle Exported' in walk.titles(), walk.texts)
    verified = subprocess.run(['make', '-C', bundle, 'verify'], capture_output=True, text=True,
                              timeout=300)
    walk.report('verified', verified.returncode == 0 and 'equal to those of' in verified.stdout,
                verified.stdout + verified.stderr)


def main(program, top, shared, screenshots):
    def go(walk, folder):
        real = os.path.join(shared, REAL)
        if not os.path.exists(real):
            walk.skip('unit-of-others', f'there is no {REAL}')
        else:
            package = os.path.join(folder, 'SoftClip')
            os.mkdir(package)
            shutil.copy(real, package)
            with open(os.path.join(package, 'softclip.h'), 'w', encoding='utf-8') as file:
                file.write(HEADER)
            git(package, 'init', '-q')
            git(package, 'add', '.')
            git(package, 'commit', '-qm', 'as it came')
            change(walk, package)
        path = os.path.join(folder, 'level.imunit')
        shutil.copy(os.path.join(top, 'data', 'examples', 'audio-window.imunit'), path)
        walk.start(path)
        make_filter(walk, folder)
        wrap_function(walk, top, folder)
        build(walk, folder)
        walk.stop('make-no-messages')
    return walks.run('unit-journey', go, program, screenshots, tools=('git', 'cc'))


sys.exit(main(*sys.argv[1:]))
