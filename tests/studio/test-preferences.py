#!/usr/bin/python3
"""Changes every preference with pointer and keys, and reads it in the settings file.

usage: test-preferences.py IMAGINET_STUDIO SCREENSHOTS

SPDX-License-Identifier: MIT
"""
import os
import shutil
import sys
import tempfile
import time

from session import TOOLS, Session

SNAP = (625, 302)
DELAY = (775, 361)
ADD = (868, 436)
REMOVE = (852, 496)


class Test:
    def __init__(self, session, screenshots):
        self.session, self.screenshots = session, screenshots
        self.path = os.path.join(session.environment['XDG_CONFIG_HOME'], 'glib-2.0', 'settings',
                                 'keyfile')
        self.count = self.failed = 0

    def settings(self):
        if not os.path.exists(self.path):
            return []
        with open(self.path, encoding='utf-8') as file:
            return file.read().splitlines()

    def check(self, name, expected):
        """Looks until the settings have the line that is expected."""
        good = self.session.wait(lambda: expected in self.settings())
        self.count += 1
        self.failed += not good
        self.session.run('import', '-window', 'root',
                         os.path.join(self.screenshots, f'preferences-{name}.png'))
        print(f'{"ok" if good else "not ok"} {self.count} {name}', flush=True)
        if not good:
            print(f'# expected {expected}, found {self.settings()}')


def change_all(test, folder):
    session = test.session
    session.click(*SNAP)
    test.check('snap', 'snap-to-grid=false')
    session.click(*DELAY)
    session.keys('ctrl+a')
    session.type('7')
    session.keys('Tab')
    test.check('delay', 'autosave-delay=7')
    session.click(*ADD)
    time.sleep(1.0)
    session.type(folder)
    session.keys('Return')
    test.check('add-folder', f"unit-folders=['{folder}']")
    time.sleep(0.5)
    session.click(*REMOVE)
    test.check('remove-folder', 'unit-folders=[]')


def main(program, screenshots):
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        print(f'1..0 # SKIP not installed: {", ".join(missing)}')
        return 0
    os.makedirs(screenshots, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        units = os.path.join(folder, 'units')
        os.mkdir(units)
        session = Session(folder)
        session.environment['GSETTINGS_BACKEND'] = 'keyfile'
        try:
            studio = session.start([os.path.abspath(program)], session.environment)
            session.wait(lambda: '0x' in session.run('xprop', '-root', '_NET_CLIENT_LIST'))
            time.sleep(1.0)
            session.keys('ctrl+comma')
            time.sleep(1.0)
            test = Test(session, screenshots)
            change_all(test, units)
            studio.kill()
            messages = studio.stderr.read()
        finally:
            session.close()
    good = 'CRITICAL' not in messages and 'WARNING' not in messages
    print(f'{"ok" if good else "not ok"} {test.count + 1} no-messages')
    if not good:
        print('\n'.join('# ' + line for line in messages.splitlines()))
    print(f'1..{test.count + 1}')
    return 0 if good and not test.failed else 1


sys.exit(main(*sys.argv[1:]))
