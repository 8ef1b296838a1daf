#!/usr/bin/python3
"""Finds a wrong kernel in the middle of a pipeline, on this machine and on an emulated core.

usage: test-divergence-window.py IMAGINET_STUDIO TOP SCREENSHOTS

SPDX-License-Identifier: MIT
"""
import os
import re
import shutil
import struct
import sys
import wave

import walk as walks

UNIT = '''<?xml version="1.0" encoding="utf-8"?>
<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Composite unit="Test.Levels">
    <DisplayName>Levels</DisplayName>
    <DisplayPath>/Test</DisplayPath>
    <Parameters>
      <InputSocket name="input" pipe="data" text="Microphone" im:type="float32" im:shape="[8]" im:rate="1000" />
      <OutputSocket name="output" pipe="data" text="Level" type="input.type" shape="input.shape" />
    </Parameters>
    <Stacked>
      <Unit id="Core.Math.AddConstant">
        <Argument param="input">input</Argument>
        <Argument param="constant">0.25</Argument>
      </Unit>
      <Unit id="Test.Twice" />
      <Unit id="Core.Math.Abs">
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
      <Implementation language="Python" fragment="twice.py:twice_py" call="twice_py(input, output)" />
    </Implementations>
  </Function>
</Imaginet>
'''
C = '''#pragma IMAGINET_FRAGMENT_BEGIN "twice"
static void
twice (const float *input, int n, float *output)
{{
  for (int i = 0; i < n; i++)
    output[i] = {factor}f * input[i];
}}
#pragma IMAGINET_FRAGMENT_END
'''
PYTHON = '''#pragma IMAGINET_FRAGMENT_BEGIN "twice_py"
def twice_py(input, output):
    output[...] = 2 * input
#pragma IMAGINET_FRAGMENT_END
'''
TOOLS = ['arm-none-eabi-gcc', 'qemu-system-arm']


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return path


def record(path):
    """A second of a saw of 80 Hz."""
    with wave.open(path, 'wb') as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(b''.join(struct.pack('<h', 160 * (i % 100)) for i in range(8000)))


def resize(walk, width):
    window = walk.session.run('xdotool', 'search', '--onlyvisible', '--name',
                              'Imaginet Studio$').split()[0]
    walk.session.run('xdotool', 'windowsize', window, str(width), '800')
    walk.settle()
    size = walk.session.run('xdotool', 'getwindowgeometry', window)
    return int(re.search('Geometry: ([0-9]+)x', size)[1])


def steps(walk, folder):
    write(folder, 'twice.py', PYTHON)
    write(folder, 'twice.h', C.format(factor='2.001'))
    path = write(folder, 'levels.imunit', UNIT)
    walk.start(path)
    walk.click('Main Menu')
    walk.choose('Compare Layer by Layer')
    has_core = all(map(shutil.which, TOOLS))
    walk.click('Compare', role=re.compile('.*button'))
    walk.check('first-layer', lambda: walk.shows('First out of tolerance: Twice, in host',
                                                 'on random frames and edge values'))
    if has_core:
        walk.check('both-builds', lambda: any(
            re.match(r'Twice host .* dB · cortex-m4f .* dB out of tolerance', text)
            for text in walk.texts()))
    walk.check('both-outputs', lambda: walk.shows('C has', 'Python', 'the difference is',
                                                  'twice.h:', '2.001f * input[i]'))
    walk.check('layer-is-selected', lambda: walk.shows('Test.Twice', 'Show in the Code'))
    walk.check('narrow', lambda: resize(walk, 400) <= 460)
    resize(walk, 1280)

    write(folder, 'twice.h', C.format(factor='2.0'))
    walk.check('an-edit-makes-it-stale', lambda: walk.shows('Before the last edit'))
    walk.click('Compare', role=re.compile('.*button'))
    walk.check('right-kernel', lambda: walk.shows('No layer is out of tolerance', 'Twice') and
               not walk.shows('Before the last edit'))
    walk.check('all-exact', lambda: any(text.startswith('Twice host exact')
                                        for text in walk.texts()))
    write(folder, 'twice.h', C.format(factor='?'))
    walk.wait(lambda: walk.shows('Before the last edit'))
    walk.click('Compare', role=re.compile('.*button'))
    walk.check('code-that-does-not-compile',
               lambda: walk.shows('Nothing could be compared', 'host: '))
    walk.keys('ctrl+F8')
    walk.check('hidden', lambda: not walk.shows('Nothing could be compared'))
    walk.check('no-file-is-changed', lambda: open(path, encoding='utf-8').read() == UNIT)
    walk.stop()

    write(folder, 'twice.h', C.format(factor='2.0'))
    record(os.path.join(folder, 'levels.wav'))
    walk.start(path)
    walk.keys('ctrl+F8')
    walk.click('Compare', role=re.compile('.*button'))
    walk.check('on-the-recording',
               lambda: walk.shows('on levels.wav, random frames and edge values'))
    walk.stop('with-recording')


def main():
    program, _, pictures = sys.argv[1:4]
    return walks.run('divergence', steps, program, pictures)


sys.exit(main())
