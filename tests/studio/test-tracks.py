#!/usr/bin/python3
"""Looks at a recording over time: tracks below the canvas.

usage: test-tracks.py IMAGINET_STUDIO TOP SCREENSHOTS

SPDX-License-Identifier: MIT
"""
import math
import os
import re
import shutil
import struct
import sys
import wave

import walk as walks

RATE_HZ, LENGTH_S = 16000, 20
LABELS = '2,3,yes\n8,4,no\n15,1,yes\n'


def sample(i):
    """A tone that gets louder, and is clipped in the end."""
    value = 1.2 * i / RATE_HZ / LENGTH_S * math.sin(i * 0.05) * (0.6 + 0.4 * math.sin(i / 4000))
    return round(max(-32768, min(32767, 32768 * value)))


def record(folder, top):
    """A pipeline with its recording and labels beside it; returns the pipeline."""
    path = os.path.join(folder, 'heard.imunit')
    shutil.copy(os.path.join(top, 'data', 'examples', 'audio-window.imunit'), path)
    with wave.open(os.path.join(folder, 'heard.wav'), 'wb') as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE_HZ)
        file.writeframes(b''.join(struct.pack('<h', sample(i)) for i in range(RATE_HZ * LENGTH_S)))
    with open(os.path.join(folder, 'heard.label'), 'w', encoding='utf-8') as file:
        file.write('Time(Seconds),Length(Seconds),Label(string)\n' + LABELS)
    return path


def cursor(walk):
    """The time of the readout, or None."""
    for text in walk.texts():
        found = re.fullmatch(r'([\d.e-]+) s', text)
        if found:
            return float(found[1])
    return None


def scroll(walk, place, clicks, *held):
    walk.session.pointer(*place)
    walk.settle()
    for key in held:
        walk.session.run('xdotool', 'keydown', key)
    walk.session.run('xdotool', 'click', '--repeat', str(clicks), '--delay', '30', '4')
    for key in held:
        walk.session.run('xdotool', 'keyup', key)
    walk.settle()


def choose(walk, entry):
    """Chooses how the track is drawn."""
    walk.click('Track Menu', 'button')
    walk.choose(entry)
    walk.wait_until(lambda: walk.find(entry, re.compile('(radio )?menu item')) is None)


def export(walk, folder):
    """Exports the numbers that are selected."""
    path = os.path.join(folder, 'part.csv')
    choose(walk, 'Export Selected Numbers…')
    walk.wait_for('Name:', 'label')
    walk.enter(path)
    walk.keys('Return')

    def rows():
        if not os.path.exists(path):
            return []
        with open(path, encoding='utf-8') as file:
            return file.read().splitlines()
    walk.check('exported', lambda: 80000 < len(rows()) < 160000, lambda: rows()[:3])
    line = rows()[1000].split(',')
    walk.report('numbers', rows()[0] == 'time,channel1' and
                float(line[1]) * 32768 == sample(round(float(line[0]) * RATE_HZ)), line)
    walk.wait_until_closed('Export Numbers')


def draw_all_kinds(walk):
    for entry in ('Spectrogram', 'Heat Map', 'Histogram', 'Table', 'Matrix at the Cursor', 'Waveform'):
        choose(walk, entry)
        walk.check('as-' + entry.split()[0].lower(),
                   lambda: walk.find('heard.wav', 'image', 'StudioTracks') is not None)


def look(walk, folder, top):
    walk.start(record(folder, top))
    walk.keys('ctrl+F9')
    lane = walk.wait_for('heard.wav', 'image', 'StudioTracks')
    walk.check('recording', lambda: walk.shows('q15[]', '16000 Hz', 'Ctrl and the wheel zoom'), walk.texts)
    walk.session.pointer(*walk.place(lane, 0.5, 0.5))
    walk.check('cursor', lambda: 8 < (cursor(walk) or 0) < 12, lambda: cursor(walk))
    scroll(walk, walk.place(lane, 0.5, 0.5), 25, 'ctrl')
    walk.check('zoomed', lambda: cursor(walk) is not None)
    before = cursor(walk)
    walk.press(walk.place(lane, 0.5, 0.5))
    walk.keys('Right', 'Right')
    walk.check('by-key', lambda: abs(cursor(walk) - before - 2 / RATE_HZ) < 0.2 / RATE_HZ,
               lambda: (before, cursor(walk)))
    walk.keys('0')
    draw_all_kinds(walk)
    lane = walk.wait_for('heard.wav', 'image', 'StudioTracks')
    walk.hold(walk.place(lane, 0.6, 0.5), walk.place(lane, 0.9, 0.5))
    walk.drop()
    walk.check('selection', lambda: walk.shows('Saturated', 'Deviation', 'RMS'), walk.texts)
    export(walk, folder)
    walk.click('heard.wav', 'image', 'StudioTracks', across=0.5, down=0.9)
    walk.check('nothing-selected', lambda: not walk.shows('Deviation'))
    with wave.open(os.path.join(folder, 'heard.wav'), 'wb') as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(RATE_HZ)
        file.writeframes(bytes(8 * RATE_HZ))
    walk.check('read-again', lambda: walk.shows('q15[2]'), walk.texts)
    os.remove(os.path.join(folder, 'heard.wav'))
    walk.check('gone', lambda: walk.shows('“heard.wav” is gone; what was read of it stays',
                                          'no longer current'), walk.texts)
    walk.keys('ctrl+F9')
    walk.check('hidden', lambda: walk.find('heard.wav', 'image', 'StudioTracks') is None)
    walk.stop()


def find_none(walk, folder, top):
    path = os.path.join(folder, 'unheard.imunit')
    shutil.copy(os.path.join(top, 'data', 'examples', 'audio-window.imunit'), path)
    walk.start(path)
    walk.keys('ctrl+F9')
    walk.check('none', lambda: walk.shows('has the name of this file'), walk.texts)
    walk.stop('no-messages-of-none')


def steps(walk, folder, top):
    look(walk, folder, top)
    find_none(walk, folder, top)


if __name__ == '__main__':
    sys.exit(walks.run('tracks', lambda walk, folder: steps(walk, folder, sys.argv[2]),
                       sys.argv[1], sys.argv[3]))
