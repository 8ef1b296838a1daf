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

import walk as walks

ORDER = ['SlidingWindow', 'Hann', 'Rms']
STACK, OUTLINE = 'Stack of Layers', 'Layers of the Pipeline'
HANDLE = 'Drag to Reorder, or Press Alt+Up and Alt+Down'
N_MESSAGES = 16


class Steps:
    """A walk that looks at the names of layers, with a dash if they are disabled."""

    def __init__(self, walk, path):
        self.walk, self.path = walk, path

    def layers(self):
        return [('-' if 'enabled="false"' in attributes else '') + unit.rsplit('.', 1)[-1]
                for unit, attributes in re.findall(r'<Unit id="([^"]+)"([^>]*)>',
                                                   self.walk.saved(self.path))]

    def check(self, name, expected):
        self.walk.check(name, lambda: self.layers() == expected, self.layers)

    def card(self, name):
        """The card of a layer, which has come to rest."""
        label = self.walk.wait_for(name, 'label', STACK)
        while label.role != 'list item':
            label = label.parent
        return label

    def handle(self, name):
        return self.walk.place(next(item for item in self.card(name).walk()
                                    if item.is_called(HANDLE)))


def look_at_ends(walk):
    """The menu of the only output has nothing that cannot be done to it."""
    walk.click('Level', 'label', 'Pipeline')
    walk.keys('shift+F10')
    walk.wait_for('Take Out as Package…', 'menu item')
    for name in 'Group', 'Ungroup', 'Bypass', 'Remove and Reconnect':
        walk.report(f'output-without-{name.lower().replace(" ", "-")}',
                    not walk.find(name, 'menu item'))
    remove = walk.find('Remove', 'menu item')
    walk.report('output-stays', not (remove and remove.has('sensitive')))
    walk.keys('Escape')
    walk.wait_until(lambda: not walk.find('Take Out as Package…', 'menu item'))


def go_to_stack(steps, walk):
    """The keys go on from the layer that is selected, which is not the first one."""
    walk.click('RMS', 'label', 'Pipeline')
    walk.wait_for('Core.Math.Rms', 'label', 'StudioInspector')
    walk.keys('alt+2')
    walk.check('focus-is-selected', lambda: steps.card('RMS').has('focused'))
    walk.keys('alt+Up')
    steps.check('move-selected', ['SlidingWindow', 'Rms', 'Hann'])
    walk.keys('ctrl+z')
    steps.check('undo-move-selected', ORDER)


def in_stack(steps, walk):
    walk.hold(steps.handle('Hann Window'), walk.place(steps.card('RMS'), 0.1, 0.65))
    steps.check('hover-changes-nothing', ORDER)
    walk.drop()
    steps.check('drag-down', ['SlidingWindow', 'Rms', 'Hann'])
    walk.keys('alt+Up')
    steps.check('alt-up', ORDER)
    walk.keys('alt+Up', 'alt+Up')
    steps.check('alt-up-at-the-top', ['Hann', 'SlidingWindow', 'Rms'])
    walk.keys('ctrl+z', 'ctrl+z', 'ctrl+z')
    steps.check('undo', ORDER)
    walk.drag(walk.place(walk.wait_for('DC Blocker', 'label', 'Units')),
              walk.place(steps.card('RMS'), 0.3, 0.2))
    steps.check('drop-unit', ['SlidingWindow', 'Hann', 'DcBlocker', 'Rms'])
    walk.drag(steps.handle('Hann Window'), walk.place(steps.card('Hann Window'), 0.1))
    walk.settle()
    steps.check('drop-where-it-was', ['SlidingWindow', 'Hann', 'DcBlocker', 'Rms'])


def close_messages(steps, walk):
    """Each save says so; Escape closes what it says while it still comes in."""
    layers = steps.layers()
    moved = [layers[0], layers[2], layers[1], layers[3]]
    walk.click('Hann Window', 'label', STACK)
    for i in range(N_MESSAGES):
        walk.keys('alt+Down' if i % 2 == 0 else 'alt+Up')
        if not walk.wait(lambda at=i: steps.layers() == (layers if at % 2 else moved)):
            raise walks.Lost(f'the layers are not moved the {i + 1}th time: {steps.layers()}')
        walk.settle(i % 4)
        walk.keys('Escape')
        walk.settle(i % 3)
    steps.check('close-messages', layers)


def select(walk, name, unit):
    """Clicks on a layer until the inspector shows it: rows that have just come may lose a click."""
    def is_selected():
        walk.click(name, 'label', OUTLINE)
        return walk.wait(lambda: walk.find(unit, 'label', 'StudioInspector'), walks.FILL_S)
    walk.wait_until(is_selected)


def in_outline(steps, walk):
    walk.keys('alt+3')
    select(walk, 'DC Blocker', 'Core.Filter.DcBlocker')
    walk.keys('Delete')
    steps.check('delete', ORDER)
    select(walk, 'Hann Window', 'Core.Window.Hann')
    walk.keys('ctrl+e')
    steps.check('bypass', ['SlidingWindow', '-Hann', 'Rms'])
    walk.keys('ctrl+e', 'ctrl+d')
    steps.check('duplicate', ['SlidingWindow', 'Hann', 'Hann', 'Rms'])
    select(walk, 'Sliding Window', 'Core.Queues.SlidingWindow')
    walk.keys('shift+Down', 'shift+F10')
    walk.check('menu', lambda: walk.find('Duplicate', 'menu item'))
    walk.keys('Escape')
    walk.check('menu-is-closed', lambda: not walk.find('Duplicate', 'menu item'))
    walk.keys('ctrl+Delete')
    steps.check('remove-two', ['Hann', 'Rms'])
    walk.keys('ctrl+z')
    steps.check('undo-remove', ['SlidingWindow', 'Hann', 'Hann', 'Rms'])


def main(program, top, screenshots):
    def go(walk, folder):
        path = os.path.join(folder, 'level.imunit')
        shutil.copy(os.path.join(top, 'data', 'examples', 'audio-window.imunit'), path)
        walk.session.set_animations(True)  # what comes in is closed on its way
        walk.start(path)
        steps = Steps(walk, path)
        look_at_ends(walk)
        for part in go_to_stack, in_stack, close_messages, in_outline:
            part(steps, walk)
        walk.stop()
    return walks.run('stack', go, program, screenshots)


sys.exit(main(*sys.argv[1:]))
