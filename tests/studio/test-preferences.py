#!/usr/bin/python3
"""Changes every preference with pointer and keys, and reads it in the settings file.

usage: test-preferences.py IMAGINET_STUDIO SCREENSHOTS

SPDX-License-Identifier: MIT
"""
import os
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
    walk.click('Add a Folder with Units', 'button')
    walk.wait_until(lambda: len(walk.titles()) == 3)  # the one that asks for a folder
    walk.rest()
    walk.type(units)
    walk.keys('Return')
    steps.check('add-folder', f"unit-folders=['{units}']")
    walk.click('Remove the Folder “units”', 'button')
    steps.check('remove-folder', 'unit-folders=[]')
    walk.stop()


def main(program, screenshots):
    def go(walk, folder):
        units = os.path.join(folder, 'units')
        os.mkdir(units)
        walk.session.environment['GSETTINGS_BACKEND'] = 'keyfile'
        change_all(walk, units)
    return walks.run('preferences', go, program, screenshots)


sys.exit(main(*sys.argv[1:]))
