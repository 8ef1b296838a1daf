#!/usr/bin/python3
"""Works with several files in the tabs of one window, and in windows that tabs are moved to.

usage: test-tabs.py IMAGINET_STUDIO TOP SCREENSHOTS

SPDX-License-Identifier: MIT
"""
import os
import shutil
import sys

import walk as walks


class Steps:
    def __init__(self, walk, paths):
        self.walk, self.paths = walk, paths

    def text(self, number):
        with open(self.paths[number], encoding='utf-8') as file:
            return file.read()

    def title(self, name, mark=''):
        """Whether one window has the title of a file."""
        return f'{mark}{name}.imunit — Imaginet Studio' in self.walk.titles()

    def tab(self, title):
        """The tab of a file that is not seen: the title of the window says the other one."""
        return self.walk.find(title)

    def open(self, number, title):
        self.walk.session.start([self.walk.program, self.paths[number]],
                                self.walk.session.environment).wait()
        self.walk.check(f'opens-{title}', lambda: self.title(title))
        self.walk.rest()


def switch(steps, walk):
    """Each tab has its own document, history and selection."""
    walk.start(steps.paths[0])
    walk.check('first-has-no-tab-bar', lambda: steps.title('one') and not steps.tab('two.imunit'))
    steps.open(1, 'two')
    walk.check('second-has-tab', lambda: steps.tab('one.imunit') and steps.title('two'))
    walk.insert('clip', 'Clip')
    walk.check('second-is-changed', lambda: steps.title('two', '• ') and steps.tab('one.imunit'))
    walk.keys('ctrl+Prior')
    walk.check('previous', lambda: steps.title('one'))
    walk.check('first-has-no-history', lambda: not walk.find(
        'Undo', 'button', where=lambda item: item.has('sensitive')))
    walk.keys('ctrl+s', 'ctrl+z')
    walk.keys('ctrl+Tab')
    walk.check('next', lambda: steps.title('two', '• '))
    walk.keys('ctrl+z')
    walk.check('undone-in-second', lambda: steps.title('two'))
    walk.keys('ctrl+shift+z')
    steps.open(0, 'one')
    walk.check('open-is-shown', lambda: steps.title('one') and len(walk.titles()) == 1)


def close(steps, walk):
    walk.keys('ctrl+Next')
    walk.check('changed-again', lambda: steps.title('two', '• '))
    walk.keys('ctrl+w')
    walk.wait_for('Save Changes?')
    walk.keys('Escape')
    walk.check('stays', lambda: steps.title('two', '• ') and steps.tab('one.imunit'))
    walk.keys('ctrl+w')
    walk.wait_for('Save Changes?')
    walk.keys('alt+s')
    walk.check('saved-and-closed', lambda: 'Clip' in steps.text(1) and steps.title('one') and
               not steps.tab('two.imunit'))


def menu(steps, walk):
    """A tab becomes a window; what lies in a window is one question when it closes."""
    steps.open(1, 'two')
    walk.session.run('xdotool', 'mousemove', *map(str, walk.place(walk.wait_for('one.imunit'))),
                     'click', '3')
    walk.choose('Move to New Window')
    walk.check('another-window', lambda: steps.title('one') and steps.title('two'))
    walk.rest()
    walk.keys('ctrl+w')
    walk.check('last-tab-closes-window', lambda: len(walk.titles()) == 1 and steps.title('two'))


def close_window(steps, walk):
    walk.session.activate()
    walk.insert('clip', 'Clip')
    steps.open(0, 'one')
    walk.insert('clip', 'Clip')
    walk.check('both-are-changed', lambda: steps.title('one', '• '))
    before = steps.text(1)
    walk.keys('ctrl+shift+w')
    walk.check('asks-once', lambda: walk.shows('• one.imunit', '• two.imunit'))
    walk.keys('alt+s')
    walk.check('saves-all', lambda: 'Clip' in steps.text(0) and steps.text(1) != before and
               walk.studio.poll() == 0)
    walk.check_messages('no-messages')


def main(program, top, screenshots):
    def go(walk, folder):
        example = os.path.join(top, 'data', 'examples', 'audio-window.imunit')
        paths = [os.path.join(folder, name) for name in ('one.imunit', 'two.imunit')]
        for path in paths:
            shutil.copy(example, path)
        steps = Steps(walk, paths)
        for part in switch, close, menu, close_window:
            part(steps, walk)
    return walks.run('tabs', go, program, screenshots)


sys.exit(main(*sys.argv[1:]))
