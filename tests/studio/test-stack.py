#!/usr/bin/python3
"""Reorders layers in the stack and the outline with real pointer and key events.

usage: test-stack.py IMAGINET_STUDIO TOP SCREENSHOTS

What came of each step is seen in the file that is saved; pictures go to SCREENSHOTS.

SPDX-License-Identifier: MIT
"""
import os
import re
import shutil
import sys
import tempfile
import time

from session import TOOLS, Session

ORDER = ['SlidingWindow', 'Hann', 'Rms']


class Steps:
    def __init__(self, session, path, screenshots):
        self.session, self.path, self.screenshots = session, path, screenshots
        self.count = self.failed = 0

    def layers(self):
        """The names of the layers of the saved file, with a dash if they are disabled."""
        self.session.keys('ctrl+s')
        time.sleep(0.3)
        with open(self.path, encoding='utf-8') as file:
            text = file.read()
        return [('-' if 'enabled="false"' in attributes else '') + unit.rsplit('.', 1)[-1]
                for unit, attributes in re.findall(r'<Unit id="([^"]+)"([^>]*)>', text)]

    def report(self, name, good, found):
        self.count += 1
        self.failed += not good
        self.session.run('import', '-window', 'root',
                         os.path.join(self.screenshots, f'stack-{self.count}-{name}.png'))
        print(f'{"ok" if good else "not ok"} {self.count} {name}', flush=True)
        if not good:
            print(f'# {found}')

    def check(self, name, expected):
        good = self.session.wait(lambda: self.layers() == expected)
        self.report(name, good, self.layers())


def hold(session, start, end):
    """Drags without dropping."""
    session.pointer(*start)
    time.sleep(0.2)
    session.run('xdotool', 'mousedown', '1')
    for i in range(1, 16):
        session.pointer(*(round(a + (b - a) * i / 15) for a, b in zip(start, end)))
        time.sleep(0.03)
    time.sleep(0.4)


def drop(session):
    session.run('xdotool', 'mouseup', '1')
    time.sleep(0.3)


def in_stack(steps, session):
    session.keys('alt+2')
    time.sleep(0.5)
    hold(session, (364, 246), (390, 350))
    steps.check('hover-changes-nothing', ORDER)
    session.pointer(390, 352)
    drop(session)
    steps.check('drag-down', ['SlidingWindow', 'Rms', 'Hann'])
    session.keys('alt+Up')
    steps.check('alt-up', ORDER)
    session.keys('alt+Up', 'alt+Up')
    steps.check('alt-up-at-the-top', ['Hann', 'SlidingWindow', 'Rms'])
    session.keys('ctrl+z', 'ctrl+z', 'ctrl+z')
    steps.check('undo', ORDER)
    hold(session, (80, 236), (500, 300))
    drop(session)
    steps.check('drop-unit', ['SlidingWindow', 'Hann', 'DcBlocker', 'Rms'])
    hold(session, (364, 246), (384, 246))
    drop(session)
    steps.check('drop-where-it-was', ['SlidingWindow', 'Hann', 'DcBlocker', 'Rms'])


def close_messages(steps, session):
    """Each save says so; Escape closes what it says while it still comes in."""
    layers = steps.layers()
    for i in range(16):
        session.keys('alt+Down' if i % 2 == 0 else 'alt+Up', 'ctrl+s')
        time.sleep(0.05 * (i % 4))
        session.keys('Escape')
        time.sleep(0.1 + 0.1 * (i % 3))
    steps.check('close-messages', layers)


def in_outline(steps, session):
    session.keys('alt+3')
    time.sleep(0.5)
    session.click(400, 212)
    session.keys('Delete')
    steps.check('delete', ORDER)
    session.click(400, 180)
    session.keys('ctrl+e')
    steps.check('bypass', ['SlidingWindow', '-Hann', 'Rms'])
    session.keys('ctrl+e')
    session.keys('ctrl+d')
    steps.check('duplicate', ['SlidingWindow', 'Hann', 'Hann', 'Rms'])
    session.click(400, 146)
    session.keys('shift+Down', 'shift+F10')
    time.sleep(0.5)
    steps.check('menu', ['SlidingWindow', 'Hann', 'Hann', 'Rms'])
    session.keys('Escape')
    time.sleep(0.3)
    session.keys('ctrl+Delete')
    steps.check('remove-two', ['Hann', 'Rms'])
    session.keys('ctrl+z')
    steps.check('undo-remove', ['SlidingWindow', 'Hann', 'Hann', 'Rms'])


def main(program, top, screenshots):
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        print(f'1..0 # SKIP not installed: {", ".join(missing)}')
        return 0
    os.makedirs(screenshots, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'level.imunit')
        shutil.copy(os.path.join(top, 'data', 'examples', 'audio-window.imunit'), path)
        session = Session(folder)
        try:
            studio = session.start([os.path.abspath(program), path], session.environment)
            session.wait(lambda: session.run('xdotool', 'search', '--onlyvisible', '--name',
                                             'Imaginet Studio').strip())
            time.sleep(1.0)
            steps = Steps(session, path, screenshots)
            in_stack(steps, session)
            close_messages(steps, session)
            in_outline(steps, session)
            studio.kill()
            messages = studio.stderr.read()
        finally:
            session.close()
    steps.report('no-messages', 'CRITICAL' not in messages and 'WARNING' not in messages, messages)
    print(f'1..{steps.count}')
    return 1 if steps.failed else 0


sys.exit(main(*sys.argv[1:]))
