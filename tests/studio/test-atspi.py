#!/usr/bin/python3
"""Reads the studio as a screen reader does, over AT-SPI.

usage: test-atspi.py IMAGINET_STUDIO TOP SCREENSHOTS

SPDX-License-Identifier: MIT
"""
import os
import sys

import walk as walks

NODES = ('Sliding Window, layer 1', 'Hann Window, layer 2', 'RMS, layer 3')
CELLS = ('1', 'Sliding Window', 'Core.Queues.SlidingWindow', 'float32[1]@16000',
         'float32[400,1]@100 · samples at 16000 Hz', 'Hann Window', 'RMS',
         'float32[1]@100')
CARD = ('1, Sliding Window, input float32[1]@16000, '
        'output float32[400,1]@100 · samples at 16000 Hz')
CONTROLS = ('button', 'text box', 'search box', 'checkbox', 'combo box', 'radio', 'slider',
            'spin button', 'switch')
CLASSES = ('Gtk', 'Adw', 'Studio')


def is_part_of_combo(item):
    return item.parent is not None and (item.parent.role == 'combo box' or
                                        is_part_of_combo(item.parent))


def check_controls(walk, name):
    """A control without a name has that of its class, or none."""
    bad = [item for window in walk.windows() for item in window.walk()
           if item.role in CONTROLS and not is_part_of_combo(item)
           and (item.name == '' or item.name.startswith(CLASSES))]
    walk.report(name, not bad, bad)


def go(walk, example):
    walk.start(example)
    walk.check('window', lambda: walk.shows('Imaginet Studio'))
    walk.check('canvas', lambda: walk.shows('Audio Level', *NODES))
    check_controls(walk, 'controls-have-names')
    walk.keys('alt+2')
    walk.check('stack', lambda: walk.shows('Stack of Layers', CARD))
    walk.keys('alt+3')
    walk.check('outline', lambda: walk.shows('Layers of the Pipeline', *CELLS))
    check_controls(walk, 'controls-of-all-views-have-names')
    walk.check('action', lambda: walk.reader.act(walk.windows()[0], 'win.show-help-overlay'))
    walk.stop()


def main(program, top, screenshots):
    example = os.path.join(top, 'data', 'examples', 'audio-window.imunit')
    return walks.run('atspi', lambda walk, _: go(walk, example), program, screenshots)


sys.exit(main(*sys.argv[1:]))
