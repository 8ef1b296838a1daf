#!/usr/bin/python3
"""Finds and inserts units in every way there is, from an empty window on.

usage: test-library.py IMAGINET_STUDIO SCREENSHOTS

A new pipeline is made, and units come to it from the palette, from the search and from the
tree of the library; then the file is opened again from the list of recent files and taken
out of that list. What came of it is read from the files; pictures go to SCREENSHOTS.

SPDX-License-Identifier: MIT
"""
import os
import re
import shutil
import sys
import tempfile
import time

from session import TOOLS, Session

NEW_PIPELINE = (558, 296)
THIRD_IN_TREE = (80, 236)
CANVAS = (610, 400)
EMPTY = (400, 600)
FIRST_PIPE = (611, 176)
SECOND_FOUND = (400, 276)
FIRST_RECENT = (630, 393)
REMOVE_RECENT = (909, 393)


class Steps:
    def __init__(self, session, path, screenshots):
        self.session, self.path, self.screenshots = session, path, screenshots
        self.recent = os.path.join(session.environment['XDG_DATA_HOME'], 'recently-used.xbel')
        self.count = self.failed = 0

    def text(self, path=None):
        if not os.path.exists(path or self.path):
            return ''
        with open(path or self.path, encoding='utf-8') as file:
            return file.read()

    def layers(self):
        """The layers of the file after it was saved."""
        self.session.keys('ctrl+s')
        time.sleep(0.3)
        return re.findall(r'<Unit id="[^"]*?(\w+)"', self.text())

    def picture(self, name):
        self.session.run('import', '-window', 'root',
                         os.path.join(self.screenshots, f'library-{name}.png'))

    def check(self, name, found, expected):
        """Looks until what is found is what is expected."""
        good = self.session.wait(lambda: found() == expected)
        self.count += 1
        self.failed += not good
        self.picture(name)
        print(f'{"ok" if good else "not ok"} {self.count} {name}', flush=True)
        if not good:
            print(f'# expected {expected}, found {found()}')

    def palette(self, text, *keys):
        """Opens the palette, types and presses keys."""
        self.session.keys('ctrl+t')
        time.sleep(0.8)
        if text:
            self.session.type(text)
            time.sleep(0.4)
        self.session.keys(*keys)
        time.sleep(0.4)


def make(steps):
    """A new stack, saved where the dialog says."""
    session = steps.session
    session.click(*NEW_PIPELINE)
    time.sleep(0.8)
    steps.picture('new-menu')
    session.keys('Return')
    time.sleep(1.2)
    session.keys('ctrl+a')
    session.type(steps.path)
    steps.picture('new-dialog')
    session.keys('Return')
    steps.check('new-pipeline', lambda: '<DisplayName>First Steps</DisplayName>' in steps.text(),
                True)
    time.sleep(1.0)


def use_palette(steps):
    steps.palette('absolute value of the smallest', 'Return')
    steps.check('words-of-documentation', steps.layers, ['Abs'])
    steps.palette('slwin')
    steps.picture('palette')
    steps.session.keys('Escape')
    steps.check('escape-changes-nothing', steps.layers, ['Abs'])
    steps.palette('', 'Return')
    steps.check('recent-comes-first', steps.layers, ['Abs', 'Abs'])
    steps.palette('window', 'Down', 'Down', 'Down', 'Up', 'Return')
    steps.check('arrows', steps.layers, ['Abs', 'Abs', 'Hamming'])
    steps.palette('window')
    steps.session.pointer(400, 300)
    time.sleep(0.2)
    steps.session.click(*SECOND_FOUND)
    steps.check('click', steps.layers, ['Abs', 'Abs', 'Hamming', 'Blackman'])
    steps.session.keys('ctrl+z')
    steps.palette('zzqx', 'Return', 'Escape')
    steps.check('nothing-found', steps.layers, ['Abs', 'Abs', 'Hamming'])
    steps.session.keys('ctrl+z', 'ctrl+z')
    steps.check('undo', steps.layers, ['Abs'])


def use_canvas(steps):
    """The palette for a place on the canvas, which is forgotten if nothing is chosen."""
    session = steps.session
    session.click(*FIRST_PIPE)
    session.run('xdotool', 'click', '1')
    time.sleep(0.8)
    steps.picture('double-click')
    session.type('clip')
    time.sleep(0.4)
    session.keys('Return')
    steps.check('double-click', steps.layers, ['Clip', 'Abs'])
    session.keys('ctrl+z')
    session.click(*FIRST_PIPE)
    session.run('xdotool', 'click', '1')
    time.sleep(0.8)
    session.keys('Escape')
    time.sleep(0.4)
    session.click(*EMPTY)
    session.keys('slash')
    time.sleep(0.8)
    session.type('clip')
    time.sleep(0.4)
    session.keys('Return')
    steps.check('slash', steps.layers, ['Abs', 'Clip'])
    session.keys('ctrl+z')


def use_library(steps):
    session = steps.session
    session.drag(THIRD_IN_TREE, CANVAS)
    steps.check('drag-from-tree', steps.layers, ['Abs', 'DcBlocker'])
    session.keys('ctrl+f')
    session.type('clip')
    session.keys('Return')  # at once: the search waits for a pause, Enter does not
    steps.check('enter-in-search', steps.layers, ['Abs', 'DcBlocker', 'Clip'])
    session.keys('ctrl+f', 'ctrl+a')
    session.type('clip')
    time.sleep(0.5)
    session.keys('Down', 'shift+F10')
    time.sleep(0.5)
    steps.picture('menu')
    session.keys('Return')
    steps.check('menu-inserts', steps.layers, ['Abs', 'DcBlocker', 'Clip', 'Clip'])


def use_recent(steps):
    session = steps.session
    session.keys('ctrl+n')
    time.sleep(1.5)
    steps.picture('welcome')
    session.click(*FIRST_RECENT)
    time.sleep(1.0)
    steps.palette('rms', 'Return')
    steps.check('recent-opens', lambda: 'Rms' in steps.layers(), True)
    session.keys('ctrl+n')
    time.sleep(1.5)
    name = os.path.basename(steps.path)
    steps.check('recent-is-listed', lambda: name in steps.text(steps.recent), True)
    session.click(*REMOVE_RECENT)
    steps.check('recent-is-removed', lambda: name in steps.text(steps.recent), False)


def main(program, screenshots):
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        print(f'1..0 # SKIP not installed: {", ".join(missing)}')
        return 0
    os.makedirs(screenshots, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        session = Session(folder)
        try:
            studio = session.start([os.path.abspath(program)], session.environment)
            session.wait(lambda: '0x' in session.run('xprop', '-root', '_NET_CLIENT_LIST'))
            time.sleep(1.5)
            steps = Steps(session, os.path.join(folder, 'first-steps.imunit'), screenshots)
            for part in make, use_palette, use_canvas, use_library, use_recent:
                part(steps)
            studio.kill()
            messages = studio.stderr.read()
        finally:
            session.close()
    good = 'CRITICAL' not in messages and 'WARNING' not in messages
    print(f'{"ok" if good else "not ok"} {steps.count + 1} no-messages')
    if not good:
        print('# ' + messages.replace('\n', '\n# '))
    print(f'1..{steps.count + 1}')
    return 0 if good and not steps.failed else 1


sys.exit(main(*sys.argv[1:]))
