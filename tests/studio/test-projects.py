#!/usr/bin/python3
"""Opens a project and a graph of another program in the window, and edits and saves the project.

usage: test-projects.py IMAGINET_STUDIO IMAGINET TOP SCREENSHOTS

SPDX-License-Identifier: MIT
"""
import difflib
import os
import re
import shutil
import subprocess
import sys

import walk as walks

FORM, TAKE_OUT = 'Export Firmware Bundle', 'Take Out as Package'
PIPELINES = 'Pipeline of the File'


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


def project(walk, imaginet, top, folder):
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
    take_out(walk, imaginet, path, folder, 'project.imunit', [])
    model(walk, imaginet, path, folder)
    walk.stop('no-messages-of-project')


def take_out(walk, imaginet, path, folder, name, arguments):
    """Saves the pipeline that is shown as a file of its own, as `imaginet extract` does."""
    walk.keys('F10')
    walk.choose('Take Out as Package…')
    walk.wait_for('Save As…', 'button', TAKE_OUT)
    walk.check('form-of-' + name, lambda: walk.shows('All of the pipeline', title=TAKE_OUT))
    save_as(walk, imaginet, path, os.path.join(folder, name), arguments)


def save_as(walk, imaginet, path, out, arguments):
    expected = run(imaginet, walk, 'extract', path, *arguments).stdout
    walk.keys('ctrl+Return')
    walk.wait_for('Name:', 'label')
    walk.enter(out)
    walk.keys('Return')
    walk.wait_until_closed(TAKE_OUT)
    walk.check('taken-out-' + os.path.basename(out), lambda: read(out) == expected and expected,
               lambda: read(out))
    walk.check('said-' + os.path.basename(out),
               lambda: walk.shows(f'Saved “{os.path.basename(out)}”'))


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def run(imaginet, walk, *arguments):
    return subprocess.run([imaginet, *arguments], capture_output=True, text=True, check=True,
                          env={**os.environ, 'IMAGINET_DATA_PATH': walk.top})


def model(walk, imaginet, path, folder):
    """The preprocessor of a model is chosen in the list of pipelines, and edited."""
    text = read(path)
    walk.pick('Model conv1d-medium-0', PIPELINES)
    walk.check('model', lambda: walk.find('Hann Window, layer 2') is not None)
    walk.check('no-problems-of-model', lambda: walk.shows('No Problems'))
    take_out(walk, imaginet, path, folder, 'model.imunit', ['--unit', 'engine.conv1d-medium-0'])
    walk.click('Hann Window, layer 2')
    walk.rest()
    walk.keys('Delete')
    walk.check('only-the-layer-of-the-model',
               lambda: ['Core.Window.Hann' in line for line in changed_lines(text, walk.saved(path))].count(True) == 1,
               lambda: changed_lines(text, walk.saved(path)))
    walk.check('still-the-model', lambda: walk.find('Hann Window, layer 2') is None and
               walk.find(re.compile('Sliding Window, layer 1')) is not None)


def graph(walk, imaginet, top, folder):
    path, _ = open_copy(walk, top, folder, 'live.imunit')
    for name in ('Motion Sensor', 'Second Axis', 'a model', 'Labels'):
        walk.check('node-' + name.replace(' ', '-'), lambda: walk.find(name) is not None)
    walk.check('no-problems-of-graph', lambda: walk.shows('No Problems'))
    section(walk, imaginet, path, folder)
    walk.stop('no-messages-of-graph')


def device(walk, imaginet, top, folder):
    """The type of what a device gives is asked for, and kept in our namespace."""
    path, text = open_copy(walk, top, folder, 'board.imunit')
    walk.check('heading', lambda: walk.find('board', 'label') is not None)
    walk.check('one-problem', lambda: walk.shows('1 problem'))
    walk.keys('ctrl+shift+m')
    walk.check('the-problem', lambda: walk.shows('Board_second') and
               any('has no type and shape' in shown for shown in walk.texts()))
    walk.keys('ctrl+shift+m')
    checked = subprocess.run([imaginet, 'check', path], capture_output=True, text=True,
                             env={**os.environ, 'IMAGINET_DATA_PATH': top}).stdout
    walk.check('same-count-in-terminal', lambda: '1 error, 0 warnings' in checked, checked)
    walk.fill('int16[2]@100', 'Board · second', 'text box', down=0.7)
    walk.keys('Return')
    walk.check('no-problems-of-device', lambda: walk.shows('No Problems'))
    # A pipe, and the output that it leads to; the pipe between them has no room for it.
    walk.check('pipe-of-each-port', lambda: sum(
        shown == 'int16[2]@100' for shown in walk.texts()) == 2, walk.texts)
    walk.check('kept', lambda: [line[2:].strip() for line in changed_lines(text, walk.saved(path))
                                if line[0] == '+'] ==
               ['im:type.first="Float32" im:shape.first="[3]" im:type.second="Int16" '
                'im:shape.second="[2]" im:rate.second="100" />'],
               lambda: changed_lines(text, walk.saved(path)))
    walk.stop('no-messages-of-device')


def section(walk, imaginet, path, folder):
    """From the menu of a node, by keyboard, to the firmware of what is behind it."""
    out, expected = os.path.join(folder, 'here-to-there'), os.path.join(folder, 'expected')
    walk.click(re.compile('Contextual Window.*'))
    walk.rest()
    walk.keys('shift+F10')
    walk.choose('Export from Here to There…')
    walk.wait_for('Export', 'button', FORM)
    walk.rest()
    walk.check('end-of-section', lambda: walk.shows(
        'The start of the pipeline', 'Contextual Window (node_5.output)',
        'Only what is computed from the start of the pipeline to Contextual Window (node_5.output)',
        title=FORM))
    walk.click('Folder', 'text box', FORM, across=0.3, down=0.7)
    walk.settle()
    walk.enter(out)
    walk.settle()
    walk.keys('ctrl+Return')
    walk.check('section-exported', lambda: 'Bundle Exported' in walk.titles(), walk.texts)
    run(imaginet, walk, 'export', path, '--to', 'node_5.output', '-o', expected)
    walk.check('same-sources', lambda: sources(out) == sources(expected) and sources(out),
               lambda: [name for name in {*sources(out), *sources(expected)}
                        if sources(out).get(name) != sources(expected).get(name)])
    walk.rest()
    walk.keys('Escape')
    walk.wait_until(lambda: len(walk.titles()) == 1)
    walk.keys('shift+F10')
    walk.choose('Take Out as Package…')
    walk.wait_for('Save As…', 'button', TAKE_OUT)
    walk.rest()
    save_as(walk, imaginet, path, os.path.join(folder, 'part.imunit'), ['--to', 'node_5.output'])


def sources(folder):
    """What is computed, by its name below the folder; the demo is that of the targets."""
    return {os.path.relpath(os.path.join(place, name), folder): read(os.path.join(place, name))
            for place, _, names in os.walk(folder) for name in names
            if name.endswith(('.c', '.h', '.imunit')) and os.path.basename(place) != 'demo'}


def steps(walk, imaginet, top, folder):
    walk.top = top
    project(walk, imaginet, top, folder)
    graph(walk, imaginet, top, folder)
    device(walk, imaginet, top, folder)


if __name__ == '__main__':
    sys.exit(walks.run('projects', lambda walk, folder: steps(walk, sys.argv[2], sys.argv[3], folder),
                       sys.argv[1], sys.argv[4], tools=('cc',)))
