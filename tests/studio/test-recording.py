#!/usr/bin/python3
"""Looks at recordings: of the tracks of a graph, and of sessions in windows of their own.

usage: test-recording.py IMAGINET_STUDIO TOP SCREENSHOTS

SPDX-License-Identifier: MIT
"""
import math
import os
import re
import sys

import walk as walks

LABELS = '0,8.2,still\n8,12,walking\n18,3,turn left\n21,4,a rather long name of something\n30,6,still\n'
HINT = 'Point at the picture'


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return path


def session(*tracks):
    """The text of a session; a track is its name, its type and its file."""
    return '<ImagimobStudio version="0.9"><Timeline><Tracks>' + ''.join(
        f'<Track name="{name}" type="{kind}"><PayloadFile>{file}</PayloadFile></Track>'
        for name, kind, file in tracks) + '</Tracks></Timeline></ImagimobStudio>'


def record(folder):
    """Forty seconds of six channels, of which two are missing."""
    rows = ''.join(
        f'{i / 50:.2f},' + ','.join(f'{math.sin(i / (7 + 3 * k)) * (0.2 + i % 500 / 500):.4f}'
                                    for k in range(6)) + '\n'
        for i in range(2000) if not 600 < i < 700)
    write(folder, 'live.data', 'time,acc_x,acc_y,acc_z,gyro_x,gyro_y,gyro_z\n' + rows)
    write(folder, 'live.label', 'Time(Seconds),Length(Seconds),Label(string)\n' + LABELS)
    return write(folder, 'live.imsession', session(
        ('data', 'datacsv', 'live.data'), ('label', 'labelcsv', 'live.label')))


def times(walk):
    """The times in what is read at a place of a picture."""
    return [float(text.split()[0]) for text in walk.texts() if re.match(r'\d+\.\d+ s · ', text)]


def look_at(walk, node):
    """Selects a node of the graph by what it is called."""
    walk.click(node)
    walk.wait_for(node, 'label', 'StudioInspector')
    walk.rest()


def tracks(walk, top, folder):
    record(folder)
    with open(os.path.join(top, 'tests', 'cli', 'fixtures', 'projects', 'live.imunit'), encoding='utf-8') as file:
        text = file.read()
    # The labels go where the canvas shows them without scrolling.
    path = write(folder, 'live.imunit', text.replace('x="1200" y="600"', 'x="300" y="560"'))
    walk.start(path, IMAGINET_DATA_PATH=top)
    look_at(walk, 'Sensor Data')
    picture = walk.wait_for('live', 'image', 'StudioInspector')
    walk.check('of-data', lambda: walk.shows('live.imsession', HINT), walk.texts)
    walk.session.pointer(*walk.place(picture, 0.5, 0.6))
    walk.check('readout', lambda: any(re.match(r'[12]\d\.\d+ s · acc_x .* · gyro_z .* · walking', text)
                                      for text in walk.texts()), walk.texts)
    walk.press(walk.place(picture, 0.2, 0.6))
    walk.wait_until(lambda: times(walk) and times(walk)[0] < 5)
    before = times(walk)[0]
    walk.keys('Right', 'Right')
    walk.check('by-key', lambda: 0.75 < times(walk)[0] - before < 0.85, lambda: times(walk))
    look_at(walk, 'Labels')
    walk.check('of-labels', lambda: walk.shows('still: 2 labels, 14.2 s\nturn left: 1 label, 3 s'), walk.texts)
    walk.open('live.imsession', 'Show Recording in a Window', 'button')
    walk.check('in-a-window', lambda: walk.find('live', 'image', 'live.imsession') is not None,
               walk.titles)
    walk.rest()
    walk.report('window', True)
    walk.keys('Escape')
    walk.wait_until_closed('live.imsession')
    walk.click(re.compile('Contextual Window.*'))
    walk.check('of-a-unit', lambda: not walk.shows('live.imsession') and walk.shows('Contextual Window'))
    os.remove(os.path.join(folder, 'live.label'))
    look_at(walk, 'Labels')
    walk.check('not-read', lambda: walk.shows("live.label': No such file or directory"), walk.texts)
    os.remove(os.path.join(folder, 'live.imsession'))
    os.remove(os.path.join(folder, 'live.data'))
    look_at(walk, 'Sensor Data')
    walk.check('none', lambda: walk.shows('No Recording', 'put a session or a recording beside'), walk.texts)
    walk.stop('no-messages-of-tracks')


def open_session(walk, folder):
    walk.start(record(folder))
    walk.check('session', lambda: walk.find('live', 'image', 'live.imsession') is not None, walk.titles)
    walk.stop('no-messages-of-session')


def steps(walk, top, folder):
    tracks(walk, top, folder)
    open_session(walk, folder)


if __name__ == '__main__':
    sys.exit(walks.run('recording', lambda walk, folder: steps(walk, sys.argv[2], folder),
                       sys.argv[1], sys.argv[3]))
