#!/usr/bin/python3
"""Marks a value of a track, and sees what it is made of, back to the recording.

usage: test-origin.py IMAGINET_STUDIO TOP SCREENSHOTS

SPDX-License-Identifier: MIT
"""
import math
import os
import re
import struct
import sys
import wave

import walk as walks

RATE = 16000
UNIT = '''<?xml version="1.0" encoding="utf-8"?>
<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Composite unit="Test.Loudness">
    <DisplayName>Loudness</DisplayName>
    <DisplayPath>/Test</DisplayPath>
    <Parameters>
      <InputSocket name="input" pipe="data" text="Microphone" im:type="float32" im:shape="[1]" im:rate="16000" />
      <OutputSocket name="output" pipe="data" text="Loudness" type="input.type" shape="System.Shape(1)" rate="input.rate / 320" />
    </Parameters>
    <Stacked>
      <Unit id="Core.Filter.DcBlocker">
        <Argument param="input">input</Argument>
      </Unit>
      <Unit id="Core.Queues.SlidingWindow">
        <Argument param="window_shape">System.Shape(512, 1)</Argument>
        <Argument param="stride">160</Argument>
      </Unit>
      <Unit id="Core.Math.Rms">
        <Argument param="axis">1</Argument>
      </Unit>
      <Unit id="Core.Queues.SlidingWindow">
        <Argument param="window_shape">System.Shape(4, 1)</Argument>
        <Argument param="stride">2</Argument>
      </Unit>
      <Unit id="Core.Math.Mean">
        <Argument param="axis">1</Argument>
        <Argument param="output">output</Argument>
      </Unit>
    </Stacked>
  </Composite>
</Imaginet>
'''
MEAN = 'Mean · Output'


def record(path):
    """A second of a tone."""
    with wave.open(path, 'wb') as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(b''.join(
            struct.pack('<h', round(16384 * math.sin(2 * math.pi * 440 * i / RATE)))
            for i in range(RATE)))


def marked(walk):
    """The value that is marked, and the times between which what it is made of lies; or None."""
    for text in walk.texts():
        found = re.match(MEAN + r', value (\d+): made of ([\d.]+) to ([\d.]+) s', text)
        if found:
            return int(found[1]), float(found[2]), float(found[3])
    return None


def made_of(walk):
    """What the tracks say of the values that the marked one is made of, from the first to the last."""
    return [tuple(int(number) for number in re.findall(r'\d+', line)[:2])
            for text in walk.texts(None) for line in text.split('\n') if line.startswith('↳')]


def expected(value):
    """By the definition of both windows: of what is kept, of RMS, of windows, of samples."""
    first = 2 * value
    return {(value,), (first, first + 3), (160 * first, 160 * (first + 3) + 511)}


def steps(walk, folder):
    path = os.path.join(folder, 'loudness.imunit')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(UNIT)
    record(os.path.join(folder, 'loudness.wav'))
    walk.start(path)
    walk.wait(lambda: any('max ' in text for text in walk.texts()))
    walk.keys('ctrl+9')
    walk.click('Mean')
    walk.keys('ctrl+shift+t')
    lane = walk.wait_for(MEAN, 'image', 'StudioTracks')
    walk.press(walk.place(lane, 0.5, 0.15))
    walk.check('a-click-marks', lambda: marked(walk) is not None, walk.texts)
    value, from_s, to_s = marked(walk)
    walk.report('its-time', math.isclose(from_s, 320 * value / RATE) and
                math.isclose(to_s - from_s, (512 + 3 * 160) / RATE), (value, from_s, to_s))
    walk.check('what-is-kept', lambda: walk.shows('of what DC Blocker kept of earlier values'))
    walk.keys('Return')
    walk.check('all-it-is-made-of', lambda: walk.shows(
        'Microphone', 'DC Blocker · Output', 'Sliding Window · Output', 'RMS · Output'))
    walk.check('values', lambda: set(made_of(walk)) == expected(value), lambda: made_of(walk))

    walk.keys('Escape')
    walk.check('escape', lambda: marked(walk) is None and not made_of(walk))
    walk.press(walk.place(walk.wait_for('loudness.wav', 'image', 'StudioTracks'), 0.5, 0.5))
    walk.check('nothing-of-the-recording', lambda: not made_of(walk))
    walk.stop()


if __name__ == '__main__':
    sys.exit(walks.run('origin', steps, sys.argv[1], sys.argv[3]))
