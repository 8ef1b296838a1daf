#!/usr/bin/python3
"""Does a user's job in the window with real pointer and key events.

usage: test-walk.py IMAGINET_STUDIO TOP SCREENSHOTS

The application runs on an X server of its own with a window manager. What came of it is seen
in the file that it saves; pictures of each step go to SCREENSHOTS.

SPDX-License-Identifier: MIT
"""
import os
import re
import shutil
import sys
import tempfile
import time

from session import TOOLS, Session


FIX = (386, 726)  # the first button in the list of problems


class Walk:
    def __init__(self, session, path, screenshots):
        self.session, self.path, self.screenshots = session, path, screenshots
        self.count = self.failed = 0

    def layers(self):
        """The layers of the saved file, each with its arguments."""
        self.session.keys('ctrl+s')
        time.sleep(0.3)
        with open(self.path, encoding='utf-8') as file:
            text = file.read()
        return [(unit.rsplit('.', 1)[-1], dict(re.findall(r'param="(\w+)">([^<]*)<', body or '')))
                for unit, body in re.findall(r'<Unit id="([^"]+)"\s*(?:/>|>(.*?)</Unit>)', text, re.S)]

    def check(self, name, condition):
        """Saves until the condition holds for the layers."""
        good = self.session.wait(lambda: condition(self.layers()))
        self.count += 1
        self.failed += not good
        picture = os.path.join(self.screenshots, f'{self.count}-{name}.png')
        self.session.run('import', '-window', 'root', picture)
        print(f'{"ok" if good else "not ok"} {self.count} {name}', flush=True)
        if not good:
            print(f'# {self.layers()}')


    def check_file(self, name, expected):
        """The file has these bytes again."""
        def holds(layers):
            with open(self.path, 'rb') as file:
                return file.read() == expected
        self.check(name, holds)


def names(layers):
    return [name for name, _ in layers]


def walk(session, path, screenshots):
    steps = Walk(session, path, screenshots)
    original = steps.layers()
    with open(path, 'rb') as file:
        original_bytes = file.read()
    steps.check('open', lambda layers: names(layers) == ['SlidingWindow', 'Hann', 'Rms'])
    session.drag((80, 236), (610, 365))
    steps.check('drag', lambda layers: names(layers) == ['SlidingWindow', 'DcBlocker',
                                                         'Hann', 'Rms'])
    session.keys('ctrl+z')
    steps.check('undo', lambda layers: names(layers) == ['SlidingWindow', 'Hann', 'Rms'])
    session.click(610, 277)
    time.sleep(0.6)
    session.click(1100, 374)
    session.keys('ctrl+a')
    session.type('80')
    session.keys('Return')
    steps.check('option', lambda layers: layers[0][1]['stride'] == '80')
    session.click(610, 437)
    time.sleep(0.6)
    session.click(1048, 190)
    session.keys('ctrl+a')
    session.type('9')
    session.keys('Return')
    steps.check('broken', lambda layers: layers[1][1]['axis'] == '9')
    session.click(*FIX)
    steps.check('fixed', lambda layers: layers[1][1]['axis'] != '9')
    for _ in range(6):
        session.keys('ctrl+z')
    steps.check('undo-all', lambda layers: layers == original)
    steps.check_file('same-bytes', original_bytes)
    session.keys('ctrl+t')
    session.type('magnitude of three')
    time.sleep(0.3)
    session.keys('ctrl+a', 'BackSpace')
    session.type('clip')
    time.sleep(0.5)
    session.keys('Return')
    steps.check('search', lambda layers: names(layers) == ['SlidingWindow', 'Hann', 'Clip', 'Rms'])
    return steps


def leave(session):
    """Leaves the form, the progress or the report of an export."""
    time.sleep(1.0)
    session.keys('Escape')
    time.sleep(0.5)
    return len(session.windows()) == 1


def export(steps):
    """Exports with what the window proposes, and looks for the bundle beside the file."""
    bundle = os.path.join(os.path.dirname(steps.path), 'audiowindow-firmware')
    steps.session.keys('ctrl+shift+e')
    time.sleep(1.5)
    steps.session.keys('Return')
    steps.check('export', lambda _: os.path.exists(os.path.join(bundle, 'Makefile')))
    steps.session.wait(lambda: leave(steps.session))


def remove_first(session):
    """Makes a change that is not saved."""
    session.click(610, 277)
    session.keys('Delete')
    time.sleep(0.5)


def close(session, studio, path):
    """Closes the window with a change; cancels, then saves when it asks."""
    session.keys('alt+F4')
    time.sleep(0.5)
    session.keys('Escape')
    time.sleep(0.5)
    if studio.poll() is not None:
        return False
    session.keys('alt+F4')
    time.sleep(0.5)
    session.keys('Return')
    if not session.wait(lambda: studio.poll() is not None):
        return False
    with open(path, encoding='utf-8') as file:
        return studio.returncode == 0 and 'SlidingWindow' not in file.read()


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
            found = session.wait(lambda: session.run('xdotool', 'search', '--onlyvisible', '--name',
                                                     'Imaginet Studio').strip())
            time.sleep(1.0)
            steps = walk(session, path, screenshots)
            export(steps)
            remove_first(session)
            closed = close(session, studio, path)
            studio.kill()
            messages = studio.stderr.read()
        finally:
            session.close()
    good = found and 'CRITICAL' not in messages and 'WARNING' not in messages
    print(f'{"ok" if closed else "not ok"} {steps.count + 1} close')
    print(f'{"ok" if good else "not ok"} {steps.count + 2} no-messages')
    if not good:
        print(f'# {messages}')
    print(f'1..{steps.count + 2}')
    return 0 if good and closed and not steps.failed else 1


sys.exit(main(*sys.argv[1:]))
