#!/usr/bin/python3
"""Sees what a pipeline takes of a board while it is edited.

usage: test-budget-window.py IMAGINET_STUDIO TOP SCREENSHOTS

SPDX-License-Identifier: MIT
"""
import os
import re
import shutil
import sys

import walk as walks

UNIT = '''<?xml version="1.0" encoding="utf-8"?>
<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Composite unit="Test.Levels">
    <DisplayName>Levels</DisplayName>
    <DisplayPath>/Test</DisplayPath>
    <Parameters>
      <InputSocket name="input" pipe="data" text="Microphone" im:type="float32" im:shape="[64]" im:rate="1000" />
      <OutputSocket name="output" pipe="data" text="Level" type="input.type" shape="input.shape" />
    </Parameters>
    <Stacked>
      <Unit id="Core.Math.AddConstant">
        <Argument param="input">input</Argument>
        <Argument param="constant">0.25</Argument>
      </Unit>
      <Unit id="Test.Rounds">
        <Argument param="rounds">4</Argument>
        <Argument param="output">output</Argument>
      </Unit>
    </Stacked>
  </Composite>
  <Function unit="Test.Rounds">
    <DisplayName>Rounds</DisplayName>
    <DisplayPath>/Test</DisplayPath>
    <Parameters>
      <InputSocket name="input" pipe="data" />
      <Int32Option name="rounds" default="4" min="1" max="64" ui="TextBox" text="Rounds" />
      <OutputSocket name="output" pipe="data" type="input.type" shape="input.shape" />
      <Hidden name="n" value="input.shape.flat" />
    </Parameters>
    <Implementations>
      <Implementation language="C" fragment="rounds.h:rounds" call="rounds(input, n, rounds, output)" />
    </Implementations>
  </Function>
</Imaginet>
'''
C = '''#pragma IMAGINET_FRAGMENT_BEGIN "rounds"
static void
rounds (const float *input, int n, int rounds, float *output)
{
  for (int i = 0; i < n; i++)
    output[i] = input[i];
  for (int k = 0; k < rounds; k++)
    for (int i = 0; i < n; i++)
      output[i] = output[i] * 0.5f + 1.0f;
}
#pragma IMAGINET_FRAGMENT_END
'''
TOOLS = ['arm-none-eabi-gcc', 'qemu-system-arm']


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return path


def resize(walk, width):
    window = walk.session.run('xdotool', 'search', '--onlyvisible', '--name',
                              'Imaginet Studio$').split()[0]
    walk.session.run('xdotool', 'windowsize', window, str(width), '800')
    walk.settle()
    size = walk.session.run('xdotool', 'getwindowgeometry', window)
    return int(re.search('Geometry: ([0-9]+)x', size)[1])


def share(walk):
    """The share of the CPU that the row of the panel says, in percent."""
    for text in walk.texts():
        found = re.fullmatch(r'CPU: .* of .* MHz ([0-9.]+) %.*', text)
        if found:
            return float(found[1])
    return None


def without_tools(walk, folder):
    """The panel says what to install."""
    path = os.path.join(folder, 'bin')
    os.mkdir(path)
    for name in os.listdir('/usr/bin'):
        if not re.match('arm-none-eabi|qemu-system', name):
            os.symlink(os.path.join('/usr/bin', name), os.path.join(path, name))
    walk.start(write(folder, 'levels.imunit', UNIT), PATH=path)
    walk.keys('ctrl+shift+F9')
    walk.check('missing-tool-is-named', lambda: walk.shows('gcc-arm-none-eabi'))
    walk.stop('without-tools')


def steps(walk, folder):
    write(folder, 'rounds.h', C)
    without_tools(walk, folder)
    if not all(map(shutil.which, TOOLS)):
        return
    path = write(folder, 'levels.imunit', UNIT)
    walk.start(path)
    walk.click('Main Menu')
    walk.choose('Budget')
    walk.check('figures', lambda: walk.shows('Flash: ', ' of 512.0', 'Fits',
                                             'Linked by arm-none-eabi-gcc', 'qemu-system-arm'))
    walk.check('cycles-are-not-measured', lambda: walk.shows('Instructions at a cycle each'))
    before = share(walk)
    walk.report('share-of-the-CPU', before and 0 < before < 100, repr(before))
    walk.click(re.compile('Rounds .*'), role='list item')
    walk.check('part-selects-its-layer',
               lambda: walk.find('Rounds', walks.FIELD) is not None)
    walk.fill('64', 'Rounds')
    walk.check('an-edit-is-counted-again',
               lambda: walk.shows('Fits') and (share(walk) or 0) > 4 * before)
    walk.check('narrow', lambda: resize(walk, 400) <= 460)
    resize(walk, 1280)
    walk.click(re.compile('Flash: .*'))
    walk.check('parts-of-flash', lambda: walk.shows('What takes most: Flash'))
    walk.keys('ctrl+shift+F9')
    walk.check('hidden', lambda: not walk.shows('What takes most'))
    walk.check('no-file-is-changed', lambda: open(path, encoding='utf-8').read() == UNIT)
    walk.stop()


def main():
    program, _, pictures = sys.argv[1:4]
    return walks.run('budget', steps, program, pictures)


sys.exit(main())
