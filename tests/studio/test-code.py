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
import tempfile
import time

from session import TOOLS, Session

TEXT = (560, 300)         # in the view of the code
PROBLEM = (560, 665)      # in the list of problems
BAR = (300, 160)          # where a problem of the text is told
STRIDE = (1045, 335)      # the field of the inspector
NAME = (400, 166)         # the name of a unit
INPUT = (728, 571)        # the type of its input
OUTPUT = '130x40+710+702'  # what comes of it

# GTK 4.8 lays a text out while it draws it, and then has no place for the scrollbars yet; they
# are drawn in the next frame.
DRAWN_EARLY = 'Trying to snapshot GtkGizmo'


class Test:
    def __init__(self, session, screenshots):
        self.session, self.screenshots = session, screenshots
        self.path = None
        self.studio = None
        self.count = self.failed = 0
        self.messages = ''

    def open(self, program, source, path):
        shutil.copy(source, path)
        self.path = path
        self.studio = self.session.start([os.path.abspath(program), path],
                                         self.session.environment)
        self.session.wait(lambda: '0x' in self.session.run('xprop', '-root', '_NET_CLIENT_LIST'))
        time.sleep(1.5)

    def close(self):
        self.studio.kill()
        self.messages += ''.join(line for line in self.studio.stderr if DRAWN_EARLY not in line)
        self.session.wait(
            lambda: '0x' not in self.session.run('xprop', '-root', '_NET_CLIENT_LIST'))

    def saved(self):
        self.session.keys('ctrl+s')
        time.sleep(0.3)
        with open(self.path, encoding='utf-8') as file:
            return file.read()

    def argument(self, name):
        """The text of the first argument of that name in the saved file."""
        found = re.search(f'param="{name}">([^<]*)<', self.saved())
        return found and found.group(1)

    def colour(self, place):
        text = self.session.run('import', '-window', 'root', '-crop', '1x1+%d+%d' % place,
                                '-depth', '8', 'txt:-')
        red, green, blue = re.search(r'\((\d+),(\d+),(\d+)', text).groups()
        return int(red), int(green), int(blue)

    def tells_problem(self):
        red, green, blue = self.colour(BAR)
        return red > green + 30 and red > blue + 30

    def picture(self, area):
        return self.session.run('import', '-window', 'root', '-crop', area, '-depth', '8', 'txt:-')

    def replace(self, old, new):
        """Finds a text by the search and types over it."""
        self.session.keys('ctrl+Home', 'ctrl+f')
        time.sleep(0.4)
        self.session.keys('ctrl+a')
        self.session.type(old)
        time.sleep(0.6)
        self.session.keys('Escape')
        time.sleep(0.3)
        self.session.type(new)
        time.sleep(0.4)

    def check(self, name, condition):
        self.count += 1
        good = self.session.wait(condition)
        self.failed += not good
        self.session.run('import', '-window', 'root',
                         os.path.join(self.screenshots, f'code-{self.count}-{name}.png'))
        print(f'{"ok" if good else "not ok"} {self.count} {name}', flush=True)


def edit_text(test, original):
    session = test.session
    session.keys('alt+4')
    time.sleep(0.4)
    session.click(*TEXT)
    test.replace('"stride">stride', '"stride">80')
    test.check('typed', lambda: test.argument('stride') == '80')
    session.click(*STRIDE)
    session.keys('ctrl+a')
    session.type('90')
    session.keys('Return')
    test.check('inspector', lambda: test.argument('stride') == '90')
    session.click(*TEXT)
    test.replace('"stride">90', '"stride">70')
    test.check('follows', lambda: test.argument('stride') == '70')
    session.keys('alt+1')
    time.sleep(0.4)
    session.click(*PROBLEM)
    time.sleep(0.5)
    session.type('loud_')
    test.check('problem', lambda: '<OutputSocket name="loud_output"' in test.saved())
    session.keys('ctrl+z')

    last = test.saved()
    test.replace('Hann"', 'Hann')
    test.check('broken', lambda: test.tells_problem() and test.saved() == last)
    session.keys('alt+F4')
    time.sleep(0.7)
    session.keys('Escape')
    time.sleep(0.7)
    test.check('asks', lambda: test.studio.poll() is None and test.tells_problem())
    session.type('" enabled="false"')
    test.check('repaired', lambda: not test.tells_problem() and
               'Hann" enabled="false"' in test.saved())
    for _ in range(12):
        session.keys('ctrl+z')
        time.sleep(0.3)
    test.check('undone', lambda: test.saved() == original)


def read_unit(test):
    session = test.session
    session.click(*NAME)
    session.keys('ctrl+a')
    session.type('Level & more')
    test.check('name', lambda: '<DisplayName>Level &amp; more</DisplayName>' in test.saved())
    session.keys('ctrl+z')
    before = test.picture(OUTPUT)
    session.click(*INPUT)
    session.keys('ctrl+a')
    session.type('float32[4,60,7]')
    test.check('output', lambda: test.picture(OUTPUT) != before)


def main(program, top, screenshots):
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        print(f'1..0 # SKIP not installed: {", ".join(missing)}')
        return 0
    os.makedirs(screenshots, exist_ok=True)
    pipeline = os.path.join(top, 'data', 'examples', 'audio-window.imunit')
    unit = os.path.join(top, 'units', 'Core', 'Math', 'Rms', 'Rms.imunit')
    with tempfile.TemporaryDirectory() as folder:
        session = Session(folder)
        test = Test(session, screenshots)
        try:
            test.open(program, pipeline, os.path.join(folder, 'level.imunit'))
            with open(pipeline, encoding='utf-8') as file:
                edit_text(test, file.read())
            test.close()
            test.open(program, unit, os.path.join(folder, 'rms.imunit'))
            read_unit(test)
            test.close()
        finally:
            session.close()
    good = 'CRITICAL' not in test.messages and 'WARNING' not in test.messages
    print(f'{"ok" if good else "not ok"} {test.count + 1} no-messages')
    if not good:
        print('\n'.join('# ' + line for line in test.messages.splitlines()))
    print(f'1..{test.count + 1}')
    return 0 if good and not test.failed else 1


sys.exit(main(*sys.argv[1:]))
