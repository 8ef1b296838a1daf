#!/usr/bin/python3
"""Opens a project and a graph of another program in the window, and edits and saves the project.

usage: test-projects.py IMAGINET_STUDIO TOP SCREENSHOTS

SPDX-License-Identifier: MIT
"""
import difflib
import os
import shutil
import sys

import walk as walks


def changed_lines(before, after):
    return [line for line in difflib.ndiff(before.splitlines(), after.splitlines())
            if line[0] in '+-']


def is_without_layer(before, after):
    changes = changed_lines(before, after)
    return (len(changes) == 7 and all(line[0] == '-' for line in changes) and
            'Core.Spectral.Dct' in ''.join(changes))


def open_copy(walk, top, folder, name):
    """Starts the studio with a copy of a file; returns its path and its text."""
    path = os.path.join(folder, name)
    shutil.copy(os.path.join(top, 'tests', 'cli', 'fixtures', 'projects', name), path)
    walk.start(path, IMAGINET_DATA_PATH=top)
    with open(path, encoding='utf-8') as file:
        return path, file.read()


def project(walk, top, folder):
    path, text = open_copy(walk, top, folder, 'engine.improj')
    walk.check('no-problems', lambda: walk.shows('No Problems'))
    walk.click('DCT, layer 2')
    walk.rest()
    walk.keys('Delete')
    walk.check('only-the-layer', lambda: is_without_layer(text, walk.saved(path)),
               lambda: changed_lines(text, walk.saved(path)))
    walk.check('removed', lambda: walk.find('DCT, layer 2') is None)
    walk.keys('ctrl+z')
    walk.check('undone', lambda: walk.saved(path) == text)
    walk.stop('no-messages-of-project')


def graph(walk, top, folder):
    open_copy(walk, top, folder, 'live.imunit')
    for name in ('Motion Sensor', 'Second Axis', 'a model', 'Labels'):
        walk.check('node-' + name.replace(' ', '-'), lambda: walk.find(name) is not None)
    walk.check('no-problems-of-graph', lambda: walk.shows('No Problems'))
    walk.stop('no-messages-of-graph')


def steps(walk, top, folder):
    project(walk, top, folder)
    graph(walk, top, folder)


if __name__ == '__main__':
    sys.exit(walks.run('projects', lambda walk, folder: steps(walk, sys.argv[2], folder), sys.argv[1], sys.argv[3]))
