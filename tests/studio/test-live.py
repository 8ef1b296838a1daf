#!/usr/bin/python3
"""Sees what pipes carry with a recording while a pipeline is edited.

usage: test-live.py IMAGINET_STUDIO TOP SCREENSHOTS

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
  <Composite unit="Test.Levels">
    <DisplayName>Levels</DisplayName>
    <DisplayPath>/Test</DisplayPath>
    <Parameters>
      <InputSocket name="input" pipe="data" text="Microphone" im:type="float32" im:shape="[1]" im:rate="16000" />
      <OutputSocket name="output" pipe="data" text="Level" type="input.type" shape="input.shape" />
    </Parameters>
    <Stacked>
      <Unit id="Core.Math.AddConstant">
        <Argument param="input">input</Argument>
        <Argument param="constant">0.25</Argument>
      </Unit>
      <Unit id="Test.Twice">
        <Argument param="output">output</Argument>
      </Unit>
    </Stacked>
  </Composite>
  <Function unit="Test.Twice">
    <DisplayName>Twice</DisplayName>
    <DisplayPath>/Test</DisplayPath>
    <Parameters>
      <InputSocket name="input" pipe="data" />
      <OutputSocket name="output" pipe="data" type="input.type" shape="input.shape" />
      <Hidden name="n" value="input.shape.flat" />
    </Parameters>
    <Implementations>
      <Implementation language="C" fragment="twice.h:twice" call="twice(input, n, output)" />
    </Implementations>
  </Function>
</Imaginet>
'''
C = '''#pragma IMAGINET_FRAGMENT_BEGIN "twice"
static void
twice (const float *input, int n, float *output)
{{
  for (int i = 0; i < n; i++)
    output[i{place}] = 2 * input[i];
}}
#pragma IMAGINET_FRAGMENT_END
'''


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return path


def record(path, rate=RATE):
    """A second of a tone of half the largest amplitude."""
    with wave.open(path, 'wb') as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(b''.join(
            struct.pack('<h', round(16384 * math.sin(2 * math.pi * 440 * i / rate)))
            for i in range(rate)))


def carries(walk, *texts):
    """Whether all pipes say what they carry, each to a reader of the screen."""
    return lambda: all(any(name.endswith(text) for name in walk.texts()) for text in texts)


def resize(walk, width):
    """Asks for a width of the window, and returns that which it has then."""
    window = walk.session.run('xdotool', 'search', '--onlyvisible', '--name',
                              'Imaginet Studio$').split()[0]
    walk.session.run('xdotool', 'windowsize', window, str(width), '800')
    walk.settle()
    size = walk.session.run('xdotool', 'getwindowgeometry', window)
    return int(re.search('Geometry: ([0-9]+)x', size)[1])


def steps(walk, folder):
    write(folder, 'twice.h', C.format(place=''))
    path = write(folder, 'levels.imunit', UNIT)
    record(os.path.join(folder, 'levels.wav'))
    walk.start(path)
    walk.check('the-recording-of-its-name', carries(walk, 'max 0.5', 'max 0.75', 'max 1.5'))

    walk.click('Add Constant', inside=None)
    walk.keys('ctrl+shift+t')
    walk.check('over-time', lambda: walk.shows('Tracks', 'levels.wav', 'Add Constant · Output'))
    walk.check('narrow', lambda: resize(walk, 400) <= 460)
    resize(walk, 1280)
    walk.keys('ctrl+F9')
    walk.fill('0.5', 'Constant')
    walk.check('an-edit', carries(walk, 'max 0.5', 'max 1', 'max 2'))

    write(folder, 'twice.h', C.format(place=' + 20'))
    walk.wait(lambda: not walk.shows('No Problems'))
    walk.show_problems()
    walk.check('code-that-does-harm', lambda: walk.shows('Twice: twice writes where it may not'))
    walk.check('what-was-carried-stays', carries(walk, 'max 0.5', 'max 1', 'max 2'))
    walk.hide_problems()
    write(folder, 'twice.h', C.format(place=''))
    walk.check('code-is-good-again', lambda: walk.shows('No Problems'))

    walk.click('Main Menu')
    walk.choose('Detach Recording')
    walk.check('detached', lambda: not any('max ' in text for text in walk.texts()))
    with open(os.path.join(folder, 'levels.recordings'), encoding='utf-8') as file:
        walk.report('detached-is-kept', 'file=\n' in file.read())
    walk.check('no-file-is-changed', lambda: open(path, encoding='utf-8').read() == UNIT)
    walk.stop()

    record(os.path.join(folder, 'fast.wav'), 3 * RATE)
    walk.start(write(folder, 'fast.imunit', UNIT))
    walk.wait(lambda: walk.windows() and not walk.shows('No Problems'))
    walk.show_problems()
    walk.check('another-rate-is-said', lambda: walk.shows('48000'))
    walk.stop('no-messages-rate')
    look_at_some(walk, folder)


def set_pipe_values(walk, value):
    """What the settings say of the values of pipes."""
    walk.session.environment['GSETTINGS_BACKEND'] = 'keyfile'
    path = os.path.join(walk.session.environment['XDG_CONFIG_HOME'], 'glib-2.0', 'settings', 'keyfile')
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(f"[org/imaginet/Studio]\npipe-values='{value}'\n")


def look_at_some(walk, folder):
    """Only what is looked at is computed: code that does harm does none while nobody does."""
    write(folder, 'twice.h', C.format(place=' + 20'))
    path = write(folder, 'levels.imunit', UNIT)
    record(os.path.join(folder, 'levels.wav'))
    os.remove(os.path.join(folder, 'levels.recordings'))
    set_pipe_values(walk, 'never')
    walk.start(path)
    walk.click('Add Constant', inside=None)
    walk.keys('ctrl+shift+t')
    walk.check('pinned-when-computed', lambda: walk.shows('Tracks', 'Add Constant · Output'))
    walk.check('nobody-looks-at-harm', lambda: walk.shows('No Problems'))
    walk.click('Twice', inside=None)
    walk.keys('ctrl+shift+t')
    walk.wait(lambda: not walk.shows('No Problems'))
    walk.show_problems()
    walk.check('harm-is-looked-at', lambda: walk.shows('Twice: twice writes where it may not'))
    walk.stop('no-messages-some')


def main():
    program, _, pictures = sys.argv[1:4]
    return walks.run('live', steps, program, pictures)


sys.exit(main())
