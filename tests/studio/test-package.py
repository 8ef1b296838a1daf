#!/usr/bin/python3
"""Looks at the package of a file: its notes, what is wrong, what is used, what git says; and opens
a unit of it.

usage: test-package.py IMAGINET_STUDIO SCREENSHOTS

SPDX-License-Identifier: MIT
"""
import os
import re
import subprocess
import sys

import walk as walks

UNIT = '''<Imaginet>
  <Function unit="Own.{name}">
    <Parameters>
      <InputSocket name="input" pipe="data" />
      <OutputSocket name="output" pipe="data" type="input.type" shape="input.shape" />
    </Parameters>
    <Implementations>
      <Implementation language="C" fragment="code.h:copy" call="copy(input, output)" />
    </Implementations>
  </Function>
</Imaginet>
'''
STACK = '''<Imaginet>
  <Composite unit="Own.Both">
    <Parameters>
      <InputSocket name="input" pipe="data" />
      <OutputSocket name="output" pipe="data" type="input.type" shape="input.shape" />
    </Parameters>
    <Stacked>
      <Unit id="Own.First">
        <Argument param="gain">2</Argument>
      </Unit>
      <Unit id="Own.Nowhere" />
    </Stacked>
  </Composite>
</Imaginet>
'''
CODE = '''#pragma IMAGINET_FRAGMENT_BEGIN "copy"
static void copy (const float *input, float *output) { output[0] = input[0]; }
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "spare"
static void spare (void) {}
#pragma IMAGINET_FRAGMENT_END
'''
FILES = {
    'package.ini': '[package]\nname=own-units\nversion=1.2\nlicence=MIT\nauthor=A. Maker\n',
    'First/First.imunit': UNIT.format(name='First').replace(
        '      <OutputS', '      <DoubleOption name="gain" default="1" text="Gain" />\n      <OutputS'),
    'First/code.h': CODE,
    'Both/Both.imunit': STACK, 'note.xyz': 'x',
}
TITLE = 'Package'


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def git(folder, *arguments):
    subprocess.run(['git', '-c', 'user.name=M', '-c', 'user.email=m@example.org', *arguments],
                   cwd=folder, check=True, capture_output=True)


def rename(walk, package):
    """All uses are shown before anything changes, and why nothing can; then all files change."""
    form = 'Rename Own.First'
    files = [os.path.join(package, name) for name in ('First/First.imunit', 'Both/Both.imunit')]
    new_files = [os.path.join(package, 'Copy', 'Copy.imunit'), files[1]]
    walk.click('Rename…', 'button', TITLE, where=lambda item: item.box[1] > walk.find(
        'First · used by Own.Both', 'label').box[1] - 30)
    walk.check('rename-asks', lambda: walk.shows('It is called so already', title=form))
    walk.fill('Own.Both', 'New Identifier', inside=form)
    walk.check('rename-taken', lambda: walk.shows('there is a unit “Own.Both” already', title=form))
    walk.fill('Own.Copy', 'New Identifier', inside=form)
    walk.check('rename-shows', lambda: walk.shows(
        'Changes 2 lines, renames 2 files', 'First/code.h', '→ Copy/code.h', 'First/First.imunit:2', '− <Unit id="Own.First">\n+ <Unit id="Own.Copy">',
        title=form))
    walk.report('nothing-yet', all('Own.Copy' not in read(path) for path in files))
    walk.click('Rename', 'button', form)
    walk.wait_until_closed(form)
    walk.check('renamed', lambda: walk.shows('Own.Copy', 'Both · uses Own.Copy, Own.Nowhere', title=TITLE))
    walk.report('files-renamed', all('Own.Copy' in read(path) and 'Own.First' not in read(path)
                                     for path in new_files) and not os.path.exists(files[0]))


def move(walk, package):
    """Another folder for a unit: what goes there and what follows is shown before; then all of it is there."""
    form = 'Move Own.Copy'
    walk.click('Move…', 'button', TITLE, where=lambda item: abs(item.box[1] - walk.find(
        'Copy · used by Own.Both', 'label').box[1]) < 40)
    walk.check('move-asks', lambda: walk.shows('It is in this folder', title=form))
    walk.fill('../elsewhere', 'New Folder', inside=form)
    walk.check('move-refused', lambda: walk.shows('is in none of the folders with units', title=form))
    walk.fill('Own parts/C', 'New Folder', inside=form)
    walk.check('move-shows', lambda: walk.shows('moves 2 files', 'Copy/code.h', '→ Own parts/C/code.h', title=form))
    walk.report('nothing-moved-yet', os.path.exists(os.path.join(package, 'Copy', 'code.h')))
    walk.click('Move', 'button', form)
    walk.wait_until_closed(form)
    walk.check('moved', lambda: walk.shows('Own parts/C/code.h', 'Copy · used by Own.Both', title=TITLE))
    walk.report('files-moved', sorted(os.listdir(os.path.join(package, 'Own parts', 'C'))) == ['Copy.imunit', 'code.h'] and
                not os.path.exists(os.path.join(package, 'Copy')))


def rename_parameter(walk, package):
    """The name of a parameter changes in the files of all who use it, which are shown before."""
    form = 'Rename gain'
    unit, user = (os.path.join(package, name) for name in ('Own parts/C/Copy.imunit', 'Both/Both.imunit'))
    walk.fill('Own title', 'Name', 'text box')
    walk.keys('Return')
    choose_of(walk, 'gain', 'Rename in All Files…')
    walk.check('parameter-needs-save', lambda: walk.shows('Save the unit first'))
    walk.save()
    choose_of(walk, 'gain', 'Rename in All Files…')
    walk.fill('level', 'New Name', inside=form)
    walk.check('parameter-shows', lambda: walk.shows(
        'Both/Both.imunit:', '− <Argument param="gain">2</Argument>\n+ <Argument param="level">2</Argument>',
        title=form))
    walk.report('parameter-not-yet', 'level' not in read(user) + read(unit))
    walk.click('Rename', 'button', form)
    walk.wait_until_closed(form)
    walk.check('parameter-renamed', lambda: 'param="level">2<' in read(user) and 'name="level"' in read(unit) and
               'gain' not in read(user) + read(unit))
    walk.check('parameter-read', lambda: walk.shows('level (Gain)'))


def choose_of(walk, parameter, entry):
    """Chooses an entry of the menu of a parameter on the page of the unit."""
    row = walk.wait_for(re.compile(parameter + '( .*)?$'), 'label', 'Options')
    walk.click('Move or Remove', 'button', where=lambda item: abs(item.box[1] - row.box[1]) < 40)
    walk.choose(entry)


def main(program, screenshots):
    def go(walk, folder):
        package = os.path.join(folder, 'own-units')
        for name, text in FILES.items():
            path = os.path.join(package, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
        git(package, 'init', '-q')
        git(package, 'add', '-A')
        git(package, 'commit', '-qm', 'first')
        with open(os.path.join(package, 'First', 'code.h'), 'a', encoding='utf-8') as file:
            file.write('\n')
        walk.start(os.path.join(package, 'First', 'First.imunit'))
        walk.keys('F10')
        walk.choose('Package…')
        walk.check('notes', lambda: walk.shows('own-units', '1.2 · MIT · A. Maker'))
        walk.check('units', lambda: walk.shows('Own.Both', 'Both · uses Own.First, Own.Nowhere',
                                               'First · used by Own.Both'))
        walk.check('findings', lambda: walk.shows('uses units that are in no folder: Own.Nowhere',
                                                  'First/code.h:5: spare'))
        walk.check('files', lambda: walk.shows('note.xyz', 'no unit needs it', 'changed'))
        rename(walk, package)
        move(walk, package)
        walk.keys('Escape')
        walk.wait_until_closed(TITLE)
        walk.check('tab-follows', lambda: any(title.startswith('Copy.imunit') for title in walk.titles()) and
                   not walk.shows('The file was removed or renamed.'), walk.titles)
        rename_parameter(walk, package)
        walk.keys('F10')
        walk.choose('Package…')
        walk.click('Own.Both', 'label')
        walk.wait_until_closed(TITLE)
        walk.check('opens', lambda: any(title.startswith('Both') for title in walk.titles()), walk.titles)
        walk.stop()
    return walks.run('package', go, program, screenshots)


sys.exit(main(*sys.argv[1:]))
