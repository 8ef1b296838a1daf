#!/usr/bin/python3
"""Edits one file in two studios that know nothing of each other, as on two machines that share a
folder: who saves second is told and asked, and what either has typed can be had again.

usage: test-two.py IMAGINET_STUDIO TOP SCREENSHOTS

SPDX-License-Identifier: MIT
"""
import glob
import os
import re
import shutil
import sys

import walk as walks
from reader import Reader
from session import Session

DATA = 'XDG_DATA_HOME'


class Second(walks.Walk):
    """The user at the other display, whose steps are reported with those of the first one."""

    def __init__(self, first, session, name):
        self.first = first
        super().__init__(session, Reader(session), first.program, name, first.pictures, first.goes_on)
        self.failed = first.failed

    @property
    def count(self):
        return self.first.count

    @count.setter
    def count(self, count):
        self.first.count = count


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def drafts_of(walk):
    return sorted(glob.glob(os.path.join(walk.session.environment[DATA], 'imaginet-studio', 'drafts',
                                         '*.draft')))


def draft_texts(walk):
    texts = []
    for path in drafts_of(walk):
        try:
            texts.append(read(path))
        except FileNotFoundError:  # it has been removed since
            pass
    return texts


def answer(walk, button):
    """Clicks at a button of the message until it is answered."""
    def is_answered():
        item = walk.find(button, 'button')
        if item is not None:
            walk.press(walk.place(item))
        return item is None
    walk.wait_for(button, 'button')
    walk.wait_until(is_answered)


def save_drafts_soon(walk):
    settings = os.path.join(walk.session.environment['XDG_CONFIG_HOME'], 'glib-2.0', 'settings')
    os.makedirs(settings)
    with open(os.path.join(settings, 'keyfile'), 'w', encoding='utf-8') as file:
        file.write('[org/imaginet/Studio]\nautosave-delay=uint32 1\n')
    walk.session.environment['GSETTINGS_BACKEND'] = 'keyfile'


def has_drafts(walk, *names):
    """Whether there is one draft for each unit, which no other draft has."""
    texts = draft_texts(walk)
    return len(texts) == len(names) and all(sum(name in text for text in texts) == 1 for name in names)


def test_both_edit(first, second, path):
    """Each has a draft of its own; the second one who saves is asked."""
    for walk in first, second:
        walk.start(path)
    first.insert('clip', 'Clip')
    second.insert('mean abs', 'Mean Absolute Value')
    first.check('a-draft-each', lambda: has_drafts(first, 'Core.Math.Clip', 'Core.Math.MeanAbs'))
    first.keys('ctrl+s')
    first.check('first-saves', lambda: 'Core.Math.Clip' in read(path) and has_drafts(first, 'Core.Math.MeanAbs'))
    second.check('second-is-told', lambda: second.find('Reload', 'button') and second.find('Keep Mine', 'button'))
    second.keys('ctrl+s')
    second.check('second-does-not-overwrite', lambda: second.find('Overwrite', 'button') and
                 'Core.Math.Clip' in read(path))


def test_compare(second):
    """Before the second one chooses, what differs is listed, by meaning."""
    second.click('Compare…', 'button')
    second.check('what-differs', lambda: second.find(re.compile('(?s)[+-]  layer .*')) and
                 second.shows('-  layer Clip', '+  layer MeanAbs'))
    second.keys('Escape')
    second.wait_until(lambda: not second.find('What Differs'))


def test_reload(first, second, path):
    """What the second one had is a step back, and what the first one had as well."""
    answer(second, 'Reload')
    second.check('reloaded', lambda: second.find('Clip', 'label') and drafts_of(second) == [])
    second.keys('ctrl+z')
    second.check('own-text-again', lambda: has_drafts(second, 'Core.Math.MeanAbs'))
    second.keys('ctrl+s')
    second.check('second-saves', lambda: 'Core.Math.MeanAbs' in read(path) and 'Core.Math.Clip' not in read(path))
    first.check('first-follows', lambda: first.shows('Reloaded: another program changed the file'))
    first.keys('ctrl+z', 'ctrl+s')
    first.check('text-of-the-first-again', lambda: 'Core.Math.Clip' in read(path))
    second.check('second-follows', lambda: second.shows('Reloaded: another program changed the file'))


def test_crash(first, second, path):
    """Both die with changes: both drafts are there, and who comes first has them."""
    first.insert('squ', 'Square')
    second.insert('mean abs', 'Mean Absolute Value')
    first.check('drafts-of-both', lambda: has_drafts(first, 'Core.Math.Square', 'Core.Math.MeanAbs'))
    before = read(path)
    for walk in first, second:
        walk.stop()
    first.start()
    first.check('offers-them', lambda: first.find('Restore', 'button'))
    first.report('file-is-as-it-was', read(path) == before)
    first.check('keeps-both', lambda: has_drafts(first, 'Core.Math.Square', 'Core.Math.MeanAbs'))
    answer(first, 'Restore')
    first.check('two-tabs', lambda: len([text for text in first.texts() if text == '• level.imunit']) >= 2)
    first.check('restored-drafts-stay', lambda: has_drafts(first, 'Core.Math.Square', 'Core.Math.MeanAbs'))
    first.keys('ctrl+s')
    first.check('one-is-saved', lambda: len(drafts_of(first)) == 1 and read(path) != before)
    first.keys('ctrl+Prior')
    first.check('the-other-tab-is-asked', lambda: first.find('Keep Mine', 'button') and
                first.find('Compare…', 'button'))
    first.stop('no-messages-restored')


def main(program, top, screenshots):
    def go(first, folder):
        own = os.path.join(folder, 'second')
        path = os.path.join(folder, 'level.imunit')
        os.mkdir(own)
        session = Session(own)
        try:
            session.environment[DATA] = first.session.environment[DATA]
            second = Second(first, session, 'two-second')
            for walk in first, second:
                save_drafts_soon(walk)
            shutil.copy(os.path.join(top, 'data', 'examples', 'audio-window.imunit'), path)
            test_both_edit(first, second, path)
            test_compare(second)
            test_reload(first, second, path)
            test_crash(first, second, path)
        finally:
            session.close()
    return walks.run('two', go, program, screenshots)


sys.exit(main(*sys.argv[1:]))
