#!/usr/bin/python3
"""Loses nothing: kills the studio with changes, and changes files under it.

usage: test-draft.py IMAGINET_STUDIO TOP SCREENSHOTS

Everything is done with real pointer and key events; what came of it is seen in the file and in
the folder of drafts.

SPDX-License-Identifier: MIT
"""
import glob
import os
import shutil
import sys
import tempfile
import time

from reader import Reader
from session import TOOLS, Session

FIRST_BUTTON = (88, 98)
SECOND_BUTTON = (188, 98)
OUTSIDE = '<!-- another program -->\n'


class Test:
    def __init__(self, session, reader, program, path, screenshots):
        self.session, self.reader, self.program, self.path = session, reader, program, path
        self.screenshots = screenshots
        self.drafts = os.path.join(session.environment['XDG_DATA_HOME'], 'imaginet-studio',
                                   'drafts')
        self.count = self.failed = 0
        self.messages = ''

    def check(self, name, condition):
        """Looks until the condition holds."""
        good = self.session.wait(condition)
        self.count += 1
        self.failed += not good
        self.session.run('import', '-window', 'root',
                         os.path.join(self.screenshots, f'draft-{self.count}-{name}.png'))
        print(f'{"ok" if good else "not ok"} {self.count} {name}', flush=True)
        if not good:
            print(f'# drafts {self.list()}, file {self.text()[-400:]!r}')

    def start(self, *arguments, **variables):
        """Starts the studio and waits for its window."""
        before = self.windows()
        program = self.session.start([self.program, *arguments],
                                     {**self.session.environment, **variables})
        self.session.wait(lambda: self.windows() > before)
        time.sleep(1.0)
        return program

    def answer(self, button, place):
        """Clicks at a button of the message until it is answered: the message slides in."""
        self.session.wait(lambda: button in self.reader.texts())
        for _ in range(5):
            time.sleep(0.5)
            if button not in self.reader.texts():
                return
            self.session.click(*place)

    def windows(self):
        return len(self.session.run('xdotool', 'search', '--onlyvisible', '--name',
                                    'Imaginet Studio').split())

    def kill(self, program):
        """Ends it as a crash does."""
        program.kill()
        self.messages += program.stderr.read()
        self.session.wait(lambda: self.windows() == 0)

    def list(self):
        return sorted(glob.glob(os.path.join(self.drafts, '*.draft')))

    def text(self):
        with open(self.path, encoding='utf-8') as file:
            return file.read()

    def read_drafts(self):
        return [open(draft, encoding='utf-8').read() for draft in self.list()]

    def in_draft(self, text):
        return any(text in draft for draft in self.read_drafts())

    def insert(self, unit):
        """Inserts a unit that the library finds by a word, and waits until a draft keeps it."""
        before = self.read_drafts()
        self.session.keys('ctrl+t')
        self.session.keys('ctrl+a', 'BackSpace')
        self.session.type(unit)
        time.sleep(0.6)
        self.session.keys('Return')
        self.session.wait(lambda: self.read_drafts() != before)

    def go_to_step(self, *arrows):
        """Goes to a step in the list of them, from the current one."""
        self.session.keys('ctrl+h')
        time.sleep(0.7)
        self.session.keys(*arrows, 'Return')
        time.sleep(0.5)
        self.session.keys('Escape')
        time.sleep(0.3)

    def change_outside(self):
        with open(self.path, 'a', encoding='utf-8') as file:
            file.write(OUTSIDE)


def test_crash(test):
    """What was not saved is there again, as one step on top of the file."""
    session = test.session
    original = test.text()
    program = test.start(test.path)
    test.insert('clip')
    test.check('draft-is-written', lambda: test.in_draft('Clip'))
    test.check('file-is-not', lambda: test.text() == original)
    live = test.list()
    other = test.start(DBUS_SESSION_BUS_ADDRESS='disabled:', GTK_A11Y='none')  # another process
    test.check('live-draft-is-not-taken', lambda: test.list() == live)
    test.kill(other)
    test.kill(program)
    program = test.start()
    test.check('draft-is-taken-over', lambda: len(test.list()) == 1 and test.list() != live)
    test.kill(program)
    test.check('offer-is-no-answer', lambda: test.in_draft('Clip'))
    program = test.start()
    test.answer('Restore', FIRST_BUTTON)
    time.sleep(1.0)
    test.check('restored-draft-stays', lambda: test.in_draft('Clip'))
    session.keys('ctrl+z')
    test.check('undo-removes-draft', lambda: test.list() == [])
    test.go_to_step('Down')
    test.check('history-writes-draft', lambda: test.in_draft('Clip'))
    session.keys('ctrl+s')
    test.check('save-removes-draft', lambda: test.list() == [] and 'Clip' in test.text())
    return program


def test_change_outside(test):
    """The user decides between two texts, and can come back to the other one."""
    session = test.session
    test.insert('mean abs')
    test.change_outside()
    test.answer('Keep Mine', SECOND_BUTTON)
    test.check('keep-leaves-file', lambda: OUTSIDE in test.text())
    session.keys('ctrl+s')
    test.check('keep-then-save', lambda: OUTSIDE not in test.text() and 'Abs' in test.text())
    test.insert('clip')
    test.check('changed-again', lambda: len(test.list()) == 1)
    test.change_outside()
    session.keys('ctrl+s')
    test.check('save-refuses', lambda: OUTSIDE in test.text() and len(test.list()) == 1 and
               'Overwrite' in test.reader.texts())
    test.answer('Overwrite', FIRST_BUTTON)
    test.check('overwrite', lambda: OUTSIDE not in test.text() and test.list() == [])


def test_reload(test):
    """A document without changes follows its file; undo goes back."""
    session = test.session
    saved = test.text()
    test.change_outside()
    test.check('silent-reload',
               lambda: 'Reloaded: another program changed the file' in test.reader.texts())
    session.keys('ctrl+z')
    test.check('undo-of-reload-is-a-change', lambda: len(test.list()) == 1)
    session.keys('ctrl+s')
    test.check('undo-of-reload', lambda: test.text() == saved)
    test.insert('clip')
    test.change_outside()
    test.answer('Reload', FIRST_BUTTON)
    test.check('reload-is-no-change', lambda: test.list() == [])
    session.keys('ctrl+z', 'ctrl+s')
    test.check('undo-of-asked-reload',
               lambda: OUTSIDE not in test.text() and len(test.text()) > len(saved))


def test_removed(test, program):
    """A file that is gone is written again when the user wants it."""
    os.remove(test.path)
    test.answer('Keep Mine', FIRST_BUTTON)
    test.session.keys('ctrl+s')
    test.check('removed-file-is-saved', lambda: os.path.exists(test.path))
    test.insert('clip')
    test.check('draft-of-changes', lambda: len(test.list()) == 1)
    os.remove(test.path)
    test.kill(program)
    program = test.start()
    test.answer('Restore', FIRST_BUTTON)
    time.sleep(1.0)
    test.session.keys('ctrl+s')
    test.check('draft-without-file', lambda: os.path.exists(test.path) and test.list() == [])
    test.kill(program)


def test_damaged(test):
    """A damaged draft is told of, kept, and in nobody's way."""
    for number, content in enumerate((b'', b'\0' * 100, b'imaginet-draft 1\nbytes 5\n\nabc')):
        name = f'00000000-0000-0000-0000-{number:012}-0.draft'
        with open(os.path.join(test.drafts, name), 'wb') as file:
            file.write(content)
    program = test.start()
    test.check('damaged-drafts-are-kept', lambda: test.list() == [] and len(glob.glob(
        os.path.join(test.drafts, '*.damaged'))) == 3)
    test.kill(program)


def test_unread(test):
    """A text that cannot be read is in the draft, and in the view again after a crash."""
    session = test.session
    program = test.start(test.path)
    session.keys('alt+4')
    time.sleep(1.0)
    session.click(600, 400)
    session.keys('ctrl+Home')
    session.type('<unread')
    test.check('unread-is-in-draft', lambda: test.in_draft('<unread'))
    test.kill(program)
    program = test.start()
    test.answer('Restore', FIRST_BUTTON)
    test.check('unread-is-in-view', lambda: 'Revert' in test.reader.texts())
    test.check('unread-stays-in-draft', lambda: test.in_draft('<unread'))
    test.check('unread-is-not-in-file', lambda: '<unread' not in test.text())
    test.kill(program)


def main(program, top, screenshots):
    missing = [tool for tool in TOOLS if shutil.which(tool) is None] + Reader.missing()
    if missing:
        print(f'1..0 # SKIP not installed: {", ".join(missing)}')
        return 0
    os.makedirs(screenshots, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'level.imunit')
        shutil.copy(os.path.join(top, 'data', 'examples', 'audio-window.imunit'), path)
        session = Session(folder)
        try:
            test = Test(session, Reader(session), os.path.abspath(program), path, screenshots)
            running = test_crash(test)
            test_change_outside(test)
            test_reload(test)
            test_removed(test, running)
            test_damaged(test)
            shutil.copy(os.path.join(top, 'data', 'examples', 'audio-window.imunit'), path)
            test_unread(test)
            test.check('no-messages', lambda: 'CRITICAL' not in test.messages and
                       'WARNING' not in test.messages)
        finally:
            session.close()
    if test.messages:
        print('#', test.messages.replace('\n', '\n# '))
    print(f'1..{test.count}')
    return 1 if test.failed else 0


sys.exit(main(*sys.argv[1:]))
