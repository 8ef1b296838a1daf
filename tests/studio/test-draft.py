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

import walk as walks

OUTSIDE = '<!-- another program -->\n'
HISTORY = 'History (Ctrl+H)'


class Steps:
    """A walk that looks at the file and at the drafts."""

    def __init__(self, walk, path):
        self.walk, self.path = walk, path
        self.drafts = os.path.join(walk.session.environment['XDG_DATA_HOME'], 'imaginet-studio',
                                   'drafts')

    def check(self, name, condition):
        self.walk.check(name, condition, lambda: f'{self.list()} {self.text()[-400:]!r}')

    def answer(self, button):
        """Clicks at a button of the message until it is answered. GTK 4.8 may lose a click at
        what has come to be under a pointer that rests."""
        def is_answered():
            item = self.walk.find(button, 'button')
            if item is not None:
                self.walk.press(self.walk.place(item))
            return item is None
        self.walk.wait_for(button, 'button')
        self.check(f'answered-{button.lower().replace(" ", "-")}', is_answered)

    def list(self):
        return sorted(glob.glob(os.path.join(self.drafts, '*.draft')))

    def text(self):
        with open(self.path, encoding='utf-8') as file:
            return file.read()

    def read_drafts(self):
        texts = []
        for draft in self.list():
            try:
                with open(draft, encoding='utf-8') as file:
                    texts.append(file.read())
            except FileNotFoundError:  # it has been removed since
                pass
        return texts

    def in_draft(self, text):
        return any(text in draft for draft in self.read_drafts())

    def insert(self, text, name):
        """Inserts a unit, and waits until a draft keeps it."""
        before = self.read_drafts()
        self.walk.insert(text, name)
        self.walk.wait_until(lambda: self.read_drafts() != before)

    def go_to_step(self, *arrows):
        """Goes to a step in the list of them, from the current one."""
        self.walk.keys('ctrl+h')
        self.walk.wait_for(HISTORY, 'button', where=lambda button: button.has('expanded'))
        self.walk.settle()
        self.walk.keys(*arrows, 'Return')
        self.walk.settle()
        self.walk.keys('Escape')
        self.walk.wait_until(lambda: not self.walk.find(
            HISTORY, 'button', where=lambda button: button.has('expanded')))

    def change_outside(self):
        with open(self.path, 'a', encoding='utf-8') as file:
            file.write(OUTSIDE)


def save_drafts_soon(walk):
    """Chooses the shortest time to wait for the next change."""
    settings = os.path.join(walk.session.environment['XDG_CONFIG_HOME'], 'glib-2.0', 'settings')
    os.makedirs(settings)
    with open(os.path.join(settings, 'keyfile'), 'w', encoding='utf-8') as file:
        file.write('[org/imaginet/Studio]\nautosave-delay=uint32 1\n')
    walk.session.environment['GSETTINGS_BACKEND'] = 'keyfile'


def test_crash(steps, walk):
    """What was not saved is there again, as one step on top of the file."""
    original = steps.text()
    walk.start(steps.path)
    steps.insert('clip', 'Clip')
    steps.check('draft-is-written', lambda: steps.in_draft('Clip'))
    steps.check('file-is-not', lambda: steps.text() == original)
    live = steps.list()
    first = walk.studio
    second = walk.launch(DBUS_SESSION_BUS_ADDRESS='disabled:', GTK_A11Y='none')
    walk.check('another-process', lambda: len(walk.session.windows()) == 2)
    steps.check('live-draft-is-not-taken', lambda: steps.list() == live)
    second.kill()
    walk.studio = first
    walk.stop('no-messages-first')
    walk.start()
    steps.check('draft-is-taken-over', lambda: len(steps.list()) == 1 and steps.list() != live)
    walk.stop('no-messages-taken-over')
    steps.check('offer-is-no-answer', lambda: steps.in_draft('Clip'))
    walk.start()
    steps.answer('Restore')
    steps.check('restored-draft-stays', lambda: steps.in_draft('Clip'))
    walk.rest()
    walk.keys('ctrl+z')
    steps.check('undo-removes-draft', lambda: steps.list() == [])
    steps.go_to_step('Down')
    steps.check('history-writes-draft', lambda: steps.in_draft('Clip'))
    walk.keys('ctrl+s')
    steps.check('save-removes-draft', lambda: steps.list() == [] and 'Clip' in steps.text())


def test_change_outside(steps, walk):
    """The user decides between two texts, and can come back to the other one."""
    steps.insert('mean abs', 'Mean Absolute Value')
    steps.change_outside()
    steps.answer('Keep Mine')
    steps.check('keep-leaves-file', lambda: OUTSIDE in steps.text())
    walk.keys('ctrl+s')
    steps.check('keep-then-save', lambda: OUTSIDE not in steps.text() and 'Abs' in steps.text())
    steps.insert('clip', 'Clip')
    steps.check('changed-again', lambda: len(steps.list()) == 1)
    steps.change_outside()
    walk.keys('ctrl+s')
    steps.check('save-refuses', lambda: OUTSIDE in steps.text() and len(steps.list()) == 1 and
                walk.find('Overwrite', 'button'))
    steps.answer('Overwrite')
    steps.check('overwrite', lambda: OUTSIDE not in steps.text() and steps.list() == [])


def test_reload(steps, walk):
    """A document without changes follows its file; undo goes back."""
    saved = steps.text()
    steps.change_outside()
    steps.check('silent-reload',
                lambda: walk.shows('Reloaded: another program changed the file'))
    walk.keys('ctrl+z')
    steps.check('undo-of-reload-is-a-change', lambda: len(steps.list()) == 1)
    walk.keys('ctrl+s')
    steps.check('undo-of-reload', lambda: steps.text() == saved)
    steps.insert('clip', 'Clip')
    steps.change_outside()
    steps.answer('Reload')
    steps.check('reload-is-no-change', lambda: steps.list() == [])
    walk.keys('ctrl+z', 'ctrl+s')
    steps.check('undo-of-asked-reload',
                lambda: OUTSIDE not in steps.text() and len(steps.text()) > len(saved))


def test_removed(steps, walk):
    """A file that is gone is written again when the user wants it."""
    os.remove(steps.path)
    steps.answer('Keep Mine')
    walk.keys('ctrl+s')
    walk.check('removed-file-is-saved', lambda: os.path.exists(steps.path))
    steps.insert('clip', 'Clip')
    steps.check('draft-of-changes', lambda: len(steps.list()) == 1)
    os.remove(steps.path)
    walk.stop('no-messages-outside')
    walk.start()
    steps.answer('Restore')
    walk.rest()
    walk.keys('ctrl+s')
    walk.check('draft-without-file', lambda: os.path.exists(steps.path) and steps.list() == [],
               steps.list)
    walk.stop('no-messages-without-file')


def test_damaged(steps, walk):
    """A damaged draft is told of, kept, and in nobody's way."""
    for number, content in enumerate((b'', b'\0' * 100, b'imaginet-draft 1\nbytes 5\n\nabc')):
        name = f'00000000-0000-0000-0000-{number:012}-0.draft'
        with open(os.path.join(steps.drafts, name), 'wb') as file:
            file.write(content)
    walk.start()
    steps.check('damaged-drafts-are-kept', lambda: steps.list() == [] and len(glob.glob(
        os.path.join(steps.drafts, '*.damaged'))) == 3)
    walk.stop('no-messages-damaged')


def test_unread(steps, walk):
    """A text that cannot be read is in the draft, and in the view again after a crash."""
    walk.start(steps.path)
    walk.keys('alt+4')
    walk.click('Text of the file', 'text box')
    walk.keys('ctrl+Home')
    walk.type('<unread')
    steps.check('unread-is-in-draft', lambda: steps.in_draft('<unread'))
    walk.stop('no-messages-unread')
    walk.start()
    steps.answer('Restore')
    steps.check('unread-is-in-view', lambda: walk.find('Revert', 'button'))
    steps.check('unread-stays-in-draft', lambda: steps.in_draft('<unread'))
    steps.check('unread-is-not-in-file', lambda: '<unread' not in steps.text())
    walk.stop('no-messages-read-again')


def test_untitled(steps, walk, folder):
    """What has no file is in the draft, which no window of another file offers; it has none
    behind a crash either, until it is saved somewhere."""
    saved = os.path.join(folder, 'named.imunit')
    for draft in steps.list():
        os.remove(draft)
    walk.start()
    walk.click('New Pipeline', 'button')
    walk.wait_for('Stack of Layers', 'menu item', where=lambda item: item.has('focused'))
    walk.keys('Return')
    walk.wait_until(lambda: walk.find('Untitled', 'label'))
    walk.rest()
    steps.insert('clip', 'Clip')
    steps.check('untitled-is-in-draft', lambda: steps.in_draft('Pipelines.Untitled'))
    walk.stop('no-messages-untitled')
    walk.start(steps.path)
    walk.check('not-offered-for-another-file', lambda: not walk.find('Restore', 'button'))
    walk.stop('no-messages-another-file')
    walk.start()
    steps.answer('Restore')
    walk.check('restored-without-name', lambda: walk.find('• Untitled', 'label'))
    walk.rest()
    walk.keys('ctrl+s')
    walk.wait_for('Name:', 'label')
    walk.enter(saved)
    walk.keys('Return')
    steps.check('saved-with-name', lambda: os.path.exists(saved) and steps.list() == [] and
                walk.find('named.imunit', 'label'))
    walk.stop('no-messages-named')


def test_code(steps, walk):
    """Code that was typed is there again as well, and is saved with its unit."""
    code, text = steps.path.replace('Rms.imunit', 'rms.h'), 'Text of rms.h'

    def read():
        with open(code, encoding='utf-8') as file:
            return file.read()

    original = read()
    walk.start(steps.path)
    walk.click('Code', 'tab')
    walk.click('rms.h', 'tab')
    walk.click(text, 'text box')
    walk.keys('ctrl+Home')
    walk.type('// typed')
    walk.keys('Return')
    steps.check('code-in-draft', lambda: steps.in_draft('// typed'))
    walk.studio.kill()
    walk.studio.wait()
    walk.report('code-is-not-saved', read() == original)
    walk.start(steps.path)
    steps.answer('Restore')
    walk.keys('ctrl+s')
    steps.check('code-restored', lambda: read() == '// typed\n' + original and steps.list() == [])
    walk.keys('ctrl+z', 'ctrl+s')
    steps.check('code-undone', lambda: read() == original)
    walk.stop('no-messages-code')


def main(program, top, screenshots):
    example = os.path.join(top, 'data', 'examples', 'audio-window.imunit')

    def go(walk, folder):
        save_drafts_soon(walk)
        steps = Steps(walk, os.path.join(folder, 'level.imunit'))
        shutil.copy(example, steps.path)
        for part in test_crash, test_change_outside, test_reload, test_removed, test_damaged:
            part(steps, walk)
        shutil.copy(example, steps.path)
        test_unread(steps, walk)
        test_untitled(steps, walk, folder)
        for name in ('Rms', 'Variance'):
            shutil.copytree(os.path.join(top, 'units', 'Core', 'Math', name),
                            os.path.join(folder, name))
        test_code(Steps(walk, os.path.join(folder, 'Rms', 'Rms.imunit')), walk)
    return walks.run('draft', go, program, screenshots)


sys.exit(main(*sys.argv[1:]))
