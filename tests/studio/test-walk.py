#!/usr/bin/python3
"""Does a user's job in the window with real pointer and key events.

usage: test-walk.py IMAGINET_STUDIO TOP SCREENSHOTS

What came of it is seen in the file that is saved; pictures of each step go to SCREENSHOTS.

SPDX-License-Identifier: MIT
"""
import os
import re
import shutil
import sys

import walk as walks

WINDOW, HANN, RMS = 'Sliding Window, layer 1', 'Hann Window, layer 2', 'RMS, layer 3'
UNIT = re.compile(r'<Unit id="([^"]+)"\s*(?:/>|>(.*?)</Unit>)', re.S)


class Steps:
    """A walk that looks at the layers of the file."""

    def __init__(self, walk, path):
        self.walk, self.path = walk, path

    def layers(self):
        """The layers of the saved file, each with its arguments."""
        return [(unit.rsplit('.', 1)[-1], dict(re.findall(r'param="(\w+)">([^<]*)<', body or '')))
                for unit, body in UNIT.findall(self.walk.saved(self.path))]

    def check(self, name, condition):
        self.walk.check(name, lambda: condition(self.layers()), self.layers)

    def check_names(self, name, *names):
        self.check(name, lambda layers: [layer for layer, _ in layers] == list(names))


def edit(steps, walk):
    original = steps.layers()
    with open(steps.path, 'rb') as file:
        original_bytes = file.read()
    steps.check_names('open', 'SlidingWindow', 'Hann', 'Rms')
    unit = walk.wait_for('DC Blocker', 'label', 'Units')
    walk.drag(walk.place(unit), walk.between(walk.wait_for(WINDOW), walk.wait_for(HANN)))
    steps.check_names('drag', 'SlidingWindow', 'DcBlocker', 'Hann', 'Rms')
    walk.keys('ctrl+z')
    steps.check_names('undo', 'SlidingWindow', 'Hann', 'Rms')
    walk.click('Sliding Window', 'label', WINDOW)
    walk.fill('80', 'Stride', 'text box')
    walk.keys('Return')
    steps.check('option', lambda layers: layers[0][1]['stride'] == '80')
    walk.click('Hann Window', 'label', HANN)
    walk.fill('9', 'Axis', 'spin button', across=0.2)
    walk.keys('Return')
    steps.check('broken', lambda layers: layers[1][1]['axis'] == '9')
    walk.click('Sliding Window', 'label', WINDOW)
    walk.wait_for('Stride', 'spin button')
    walk.keys('F8')
    walk.check('next-problem', lambda: walk.find('Axis', 'spin button'))
    walk.show_problems()
    walk.click('Set Axis to 1', 'button')
    steps.check('fixed', lambda layers: layers[1][1]['axis'] != '9')
    walk.keys(*['ctrl+z'] * 6)
    steps.check('undo-all', lambda layers: layers == original)

    def is_original():
        with open(steps.path, 'rb') as file:
            return file.read() == original_bytes
    walk.check('same-bytes', is_original)


def search(steps, walk):
    """What was typed first is replaced before it is found."""
    walk.open_palette()
    walk.type('magnitude of three')
    walk.keys('ctrl+a', 'BackSpace')
    walk.find_unit('clip', 'Clip')
    walk.keys('Return')
    steps.check_names('search', 'SlidingWindow', 'Hann', 'Clip', 'Rms')


def export(steps, walk):
    """Exports with what the window proposes, and looks for the bundle beside the file."""
    bundle = os.path.join(os.path.dirname(steps.path), 'audiowindow-firmware')
    walk.keys('ctrl+shift+e')
    walk.wait_for('Export', 'button', 'Export Firmware Bundle')
    walk.keys('Return')
    walk.check('export', lambda: os.path.exists(os.path.join(bundle, 'Makefile')))
    walk.wait_until(lambda: 'Bundle Exported' in walk.titles())
    walk.keys('Escape')
    walk.wait_until(lambda: len(walk.titles()) == 1)


def close(steps, walk):
    """Closes the window with a change; cancels, then saves when it asks."""
    walk.click('Sliding Window', 'label', WINDOW)
    walk.wait_for('Core.Queues.SlidingWindow', 'label', 'StudioInspector')
    walk.keys('Delete')
    walk.wait_until(lambda: walk.titles()[:1] == ['• level.imunit — Imaginet Studio'])
    walk.keys('alt+F4')
    walk.wait_for('Save', 'button', 'Save Changes?')
    walk.keys('Escape')
    walk.wait_until(lambda: len(walk.titles()) == 1)
    walk.check('stays-open', lambda: walk.studio.poll() is None)
    walk.keys('alt+F4')
    walk.wait_for('Save', 'button', 'Save Changes?')
    walk.keys('Return')

    def is_saved():
        with open(steps.path, encoding='utf-8') as file:
            return walk.studio.poll() == 0 and 'SlidingWindow' not in file.read()
    walk.check('close', is_saved)


def main(program, top, screenshots):
    def go(walk, folder):
        path = os.path.join(folder, 'level.imunit')
        shutil.copy(os.path.join(top, 'data', 'examples', 'audio-window.imunit'), path)
        walk.start(path)
        steps = Steps(walk, path)
        for part in edit, search, export, close:
            part(steps, walk)
        walk.check_messages()
    return walks.run('walk', go, program, screenshots, tools=('make', 'cc'))


sys.exit(main(*sys.argv[1:]))
