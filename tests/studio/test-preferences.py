#!/usr/bin/python3
"""Changes every preference with pointer and keys, and reads it in the settings file; and finds
units of other packages: beside the file, in a folder that its problem asks for, and in files
that come while the window is open.

usage: test-preferences.py IMAGINET_STUDIO SCREENSHOTS

SPDX-License-Identifier: MIT
"""
import os
import re
import shutil
import sys

import walk as walks


class Steps:
    """A walk that looks at the settings file."""

    def __init__(self, walk):
        self.walk = walk
        self.path = os.path.join(walk.session.environment['XDG_CONFIG_HOME'], 'glib-2.0',
                                 'settings', 'keyfile')

    def settings(self):
        if not os.path.exists(self.path):
            return []
        with open(self.path, encoding='utf-8') as file:
            return file.read().splitlines()

    def check(self, name, expected):
        """Looks until the settings have the line that is expected."""
        self.walk.check(name, lambda: expected in self.settings(), self.settings)


def change_all(walk, units):
    steps = Steps(walk)
    walk.start()
    walk.keys('ctrl+comma')
    walk.click('Snap to Grid', 'switch')
    steps.check('snap', 'snap-to-grid=false')
    walk.fill('7', 'Seconds Until a Draft Is Saved Save Drafts After', 'spin button', across=0.2)
    walk.keys('Tab')
    steps.check('delay', 'autosave-delay=7')
    walk.click('Style', 'label')
    walk.wait_for('Dark', 'label')
    walk.keys('End', 'Return')
    steps.check('style', "style='dark'")
    walk.click('Values of Pipes', 'label')
    walk.wait_for('On Hover', 'label')
    walk.keys('Home', 'Return')
    steps.check('pipe-values', "pipe-values='never'")
    walk.click(re.compile('C Compiler.*'), 'label')
    walk.type('cc -O1')
    steps.check('compiler', "compiler='cc -O1'")
    walk.click('Add a Folder with Units', 'button')
    walk.wait_until(lambda: len(walk.titles()) == 3)  # the one that asks for a folder
    walk.rest()
    walk.type(units)
    walk.keys('Return')
    steps.check('add-folder', f"unit-folders=['{units}']")
    walk.click('Remove the Folder “units”', 'button')
    steps.check('remove-folder', 'unit-folders=[]')
    walk.scroll_to('Trusted Folders', 'label', 'Preferences', 0.05)
    walk.click('Relative Tolerance of Float32', 'label')
    walk.keys('ctrl+a')
    walk.type('1e-3')
    steps.check('tolerance', 'tolerance-relative=0.001')
    walk.type('x')
    walk.check('bad-tolerance', lambda: walk.find(
        'Relative Tolerance of Float32', 'label') and
        'tolerance-relative=0.001' in steps.settings())
    walk.click('Reset', 'button')
    walk.check('reset', lambda: not any('tolerance' in line for line in steps.settings()),
               steps.settings)
    walk.stop()


UNIT = '''<Imaginet>
  <Function unit="Test.{0}"><DisplayName>{0}</DisplayName>
    <Parameters>
      <InputSocket name="input" shape="[4]" />
      <OutputSocket name="output" shape="input.shape" type="input.type" />
    </Parameters>
  </Function>
</Imaginet>
'''
STACK = '''<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Composite unit="Test.Pair"><DisplayName>Pair</DisplayName>
    <Parameters>
      <InputSocket name="input" im:type="Float32" im:shape="[4]" im:rate="50" />
      <OutputSocket name="output" type="input.type" shape="input.shape" rate="input.rate" />
    </Parameters>
    <Stacked>
      <Unit id="Test.Low" />
      <Unit id="Test.High"><Argument param="output">output</Argument></Unit>
    </Stacked>
  </Composite>
</Imaginet>
'''


def write(folder, name, text):
    os.makedirs(os.path.join(folder, name))
    path = os.path.join(folder, name, name.lower() + '.imunit')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return path


def find_packages(walk, folder):
    def misses(name):
        return walk.find(re.compile(f'the unit “Test.{name}” is in none.*'), 'label')
    packages = os.path.join(folder, 'packages')
    elsewhere = os.path.join(folder, 'elsewhere')
    write(packages, 'Low', UNIT.format('Low'))
    write(elsewhere, 'High', UNIT.format('High'))
    walk.start(write(packages, 'Pair', STACK))
    walk.show_problems()
    walk.check('package-beside', lambda: misses('High') and not misses('Low'))
    walk.click('Add a Folder of Units…', 'button')
    walk.wait_until(lambda: len(walk.titles()) == 2)
    walk.rest()
    walk.type(elsewhere)
    walk.keys('Return')
    walk.check('folder-from-problem', lambda: not misses('High'))
    shutil.rmtree(os.path.join(packages, 'Low'))
    walk.check('package-goes', lambda: misses('Low'))
    write(packages, 'Low', UNIT.format('Low'))
    walk.check('package-comes', lambda: not misses('Low'))
    walk.stop('no-messages-packages')


def main(program, screenshots):
    def go(walk, folder):
        units = os.path.join(folder, 'units')
        os.mkdir(units)
        walk.session.environment['GSETTINGS_BACKEND'] = 'keyfile'
        change_all(walk, units)
        find_packages(walk, folder)
    return walks.run('preferences', go, program, screenshots)


sys.exit(main(*sys.argv[1:]))
