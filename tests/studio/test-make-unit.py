#!/usr/bin/python3
"""Makes units of what is selected, in a graph and in a stack, and takes that back.

usage: test-make-unit.py IMAGINET_STUDIO TOP SCREENSHOTS

SPDX-License-Identifier: MIT
"""
import os
import shutil
import sys

import walk as walks

FORM = 'Make Unit'


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def open_form(walk):
    walk.keys('ctrl+u')
    walk.wait_for('Make', 'button', FORM)


def make_in_graph(walk, folder):
    """A node becomes another unit with one of its options; what cannot be is said."""
    path, made = [os.path.join(folder, name) for name in ('pipeline.imunit', 'Above.imunit')]
    before = read(path)
    walk.press(walk.place(walk.find('Low-Pass Filter', 'label', 'Pipeline')))
    open_form(walk)
    walk.fill('Examples.HighBandLevel', 'Identifier, Such as Own.MovingAverage', inside=FORM)
    walk.check('id-is-taken', lambda: walk.shows('there is a unit of this id already', title=FORM))
    walk.fill('Own.Above', 'Identifier, Such as Own.MovingAverage', inside=FORM)
    walk.fill(os.path.join(folder, 'none'), 'In the Folder', inside=FORM)
    walk.check('no-such-folder', lambda: walk.shows('There is no folder', title=FORM))
    walk.fill(folder, 'In the Folder', inside=FORM)
    walk.check('can-be-made', lambda: walk.shows('Makes “', title=FORM))
    walk.click('Order', 'checkbox', FORM)
    walk.check('order-is-chosen', lambda: walk.find(
        'Order', 'checkbox', FORM, where=lambda item: item.has('checked')))
    walk.click('Make', 'button', FORM)
    walk.wait_until_closed(FORM)
    walk.check('graph-is-made', lambda: walk.shows('Saved “Above.imunit”', 'Above', 'No Problems'))
    walk.report('option-of-unit', 'param="order"' in read(made) and 'DefaultValue>2<' in read(made))
    walk.check('graph-is-replaced', lambda: '<Int32Argument param="order">2<' in walk.saved(path) and
               'unit="Own.Above"' in walk.saved(path))
    walk.keys('ctrl+z')
    walk.check('graph-is-undone', lambda: walk.saved(path) == before)


def make_in_stack(walk, folder):
    path = os.path.join(folder, 'stack', 'stack.imunit')
    before = read(path)
    walk.click('Hann Window', 'label')
    open_form(walk)
    walk.fill('Own.Fade', 'Identifier, Such as Own.MovingAverage', inside=FORM)
    walk.click('Make', 'button', FORM)
    walk.wait_until_closed(FORM)
    walk.check('stack-is-made', lambda: walk.shows('Saved “Fade.imunit”', 'Fade', 'No Problems'))
    walk.check('stack-is-replaced', lambda: '<Unit id="Own.Fade"' in walk.saved(path))
    walk.keys('ctrl+z')
    walk.check('stack-is-undone', lambda: walk.saved(path) == before)


def main(program, top, screenshots):
    def go(walk, folder):
        examples = os.path.join(top, 'data', 'examples')
        os.mkdir(os.path.join(folder, 'stack'))
        shutil.copy(os.path.join(examples, 'high-band-level.imunit'),
                    os.path.join(folder, 'pipeline.imunit'))
        shutil.copy(os.path.join(examples, 'audio-window.imunit'),
                    os.path.join(folder, 'stack', 'stack.imunit'))
        walk.start(os.path.join(folder, 'pipeline.imunit'))
        make_in_graph(walk, folder)
        walk.stop('graph-no-messages')
        walk.start(os.path.join(folder, 'stack', 'stack.imunit'))
        make_in_stack(walk, folder)
        walk.stop('stack-no-messages')
    return walks.run('make-unit', go, program, screenshots)


sys.exit(main(*sys.argv[1:]))
