#!/usr/bin/python3
"""Edits a pipeline in a folder with a name of all kinds of characters, which is removed while the
pipeline is open: what is not saved stays, and can be saved where the folder is there again.

usage: test-gone.py IMAGINET_STUDIO TOP SCREENSHOTS

SPDX-License-Identifier: MIT
"""
import os
import shutil
import sys

import walk as walks

NAME = 'a "b"\n\'💡\' %s & <c>'
LONG = 'n' * 255


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def go_in(walk, top, folder):
    path = os.path.join(folder, 'pipeline.imunit')
    os.makedirs(folder)
    shutil.copy(os.path.join(top, 'data', 'examples', 'audio-window.imunit'), path)
    before = read(path)
    walk.start(path)
    walk.insert('clip', 'Clip')
    walk.check('saved', lambda: 'Core.Math.Clip' in walk.saved(path))
    walk.insert('mean abs', 'Mean Absolute Value')
    shutil.rmtree(folder)
    walk.check('gone', lambda: walk.shows('The file was removed or renamed.'))
    walk.keys('ctrl+s')
    walk.check('not-saved', lambda: walk.find('Overwrite', 'button') and not os.path.exists(folder))
    walk.insert('squ', 'Square')
    os.makedirs(folder)
    walk.click('Overwrite', 'button')
    walk.check('all-is-saved', lambda: os.path.exists(path) and all(
        name in read(path) for name in ('Clip', 'Square', 'Hann')))
    walk.keys(*['ctrl+z'] * 3)
    walk.check('undone', lambda: walk.saved(path) == before)
    walk.stop()


def main(program, top, screenshots):
    def go(walk, folder):
        go_in(walk, top, os.path.join(folder, NAME, LONG))
    return walks.run('gone', go, program, screenshots)


sys.exit(main(*sys.argv[1:]))
