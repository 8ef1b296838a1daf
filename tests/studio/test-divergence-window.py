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


def start_comparison(walk):
    walk.click('Compare', role=re.compile('.*button'))


def choose(walk, name):
    """Opens the list of builds, goes to one by the keyboard, and checks or unchecks it."""
    def item():
        return walk.find(name, 'checkbox')

    def reaches():
        if item() and item().has('focused'):
            return True
        walk.keys('Tab')
        walk.settle()
        return False
    walk.click('Builds')
    walk.wait_for(name, 'checkbox')
    walk.wait_until(reaches)
    before = item().has('checked')
    walk.keys('space')
    walk.wait_until(lambda: item() and item().has('checked') != before)
    walk.keys('Escape')
    walk.wait_until(lambda: not item())


def save_report(walk, folder):
    path = os.path.join(folder, 'report.html')
    walk.click('Save Report', role='button')
    walk.wait_for('Name:', 'label')
    walk.enter(path)
    walk.keys('Return')
    walk.wait_until(lambda: os.path.exists(path))
    with open(path, encoding='utf-8') as file:
        text = file.read()
    walk.report('report', text.startswith('<!DOCTYPE html>') and 'Twice' in text and
                '2.001f * input[i]' in text and '<svg' in text and '<script' not in text, text)


def cancel(walk, folder):
    """What hangs is stopped; what was found before it is still there."""
    write(folder, 'twice.h', C.replace('for (int i = 0; i < n; i++)', 'for (int i = 0; ; i = 0)')
          .format(factor='2.0'))
    walk.wait_until(lambda: walk.shows('Before the last edit'))
    start_comparison(walk)
    walk.click('Cancel', role='button')
    walk.check('cancelled', lambda: walk.find('Compare', re.compile('.*button')) and
               not walk.find('Cancel', 'button') and walk.shows('Before the last edit'))


def compare_bits(walk, folder):
    """What a core computes with fewer roundings is said, and that it may not."""
    other = 'cortex-m4f: ', 'elements have other bits than on this machine: fused multiply-add'
    write(folder, 'twice.h', C.format(factor='0.1f * input[i] + 2.0'))
    walk.wait_until(lambda: walk.shows('Before the last edit'))
    start_comparison(walk)
    walk.check('fused-multiply-add', lambda: walk.shows('in host', *other) and
               not walk.shows('Before the last edit'))
    choose(walk, 'The Same Bits')
    start_comparison(walk)
    walk.check('the-same-bits', lambda: walk.shows('in host') and not walk.shows(*other))


def get_height(walk):
    """Of what is behind the handle of the panel."""
    item = walk.wait_for('Comparison', where=lambda item: item.box[3] > 0)
    return item.box[3]


def remember_height(walk, folder, path):
    """A panel that was made higher is as high for the next document."""
    before = get_height(walk)
    handle = walk.place(walk.find('Comparison'), 0.5, 0)
    walk.drag((handle[0], handle[1] - 2), (handle[0], handle[1] - 102))
    walk.check('higher', lambda: abs(get_height(walk) - before - 100) < 12,
               lambda: (before, get_height(walk)))
    higher = get_height(walk)
    walk.stop('with-a-higher-panel')
    walk.start(path, GSETTINGS_BACKEND='keyfile')
    walk.keys('ctrl+F8')
    walk.check('as-high-again', lambda: abs(get_height(walk) - higher) < 4,
               lambda: (higher, get_height(walk)))


def list_many(walk, folder, has_core):
    """A list that is cut says so."""
    one = UNIT.index('      <Unit id="Core.Math.AddConstant">'), UNIT.index('      <Unit id="Test.Twice" />')
    layer = UNIT[slice(*one)].replace('        <Argument param="input">input</Argument>\n', '')
    write(folder, 'twice.h', C.format(factor='2.001'))
    walk.start(write(folder, 'many.imunit', UNIT[:one[1]] + 203 * layer + UNIT[one[1]:]))
    walk.keys('ctrl+F8')
    if has_core:
        choose(walk, 'cortex-m4f')
    start_comparison(walk)
    walk.check('the-list-is-cut', lambda: walk.shows(
        'First out of tolerance: Twice, in host',
        '200 of 206 layers, those out of tolerance first. The report has all.'))
    walk.stop('with-many-layers')


def steps(walk, folder):
    write(folder, 'twice.py', PYTHON)
    write(folder, 'twice.h', C.format(factor='2.001'))
    path = write(folder, 'levels.imunit', UNIT)
    walk.start(path, GSETTINGS_BACKEND='keyfile')
    walk.click('Main Menu')
    walk.choose('Compare Layer by Layer')
    has_core = all(map(shutil.which, TOOLS))
    start_comparison(walk)
    walk.check('first-layer', lambda: walk.shows('First out of tolerance: Twice, in host',
                                                 'on random frames and edge values'))
    if has_core:
        walk.check('both-builds', lambda: any(
            re.match(r'Twice host .* dB · cortex-m4f .* dB out of tolerance', text)
            for text in walk.texts()))
    walk.check('python-is-the-reference', lambda: walk.shows('Python', 'what errors are measured from'))
    walk.check('both-outputs', lambda: walk.shows('Element 0 of “output” at frame', 'Value',
                                                  'Difference', 'twice.h:', '2.001f * input[i]'))
    walk.check('legend', lambda: walk.shows('its worst error of all builds, in red'))
    save_report(walk, folder)
    walk.check('layer-is-selected', lambda: walk.shows('Test.Twice', 'Show in the Code'))
    walk.check('narrow', lambda: resize(walk, 400) <= 460)
    resize(walk, 1280)

    write(folder, 'twice.h', C.format(factor='2.0'))
    walk.check('an-edit-makes-it-stale', lambda: walk.shows('Before the last edit'))
    start_comparison(walk)
    walk.check('right-kernel', lambda: walk.shows('No layer is out of tolerance', 'Twice') and
               not walk.shows('Before the last edit'))
    walk.check('all-exact', lambda: any(text.startswith('Twice host exact')
                                        for text in walk.texts()))
    write(folder, 'twice.h', C.format(factor='?'))
    walk.wait(lambda: walk.shows('Before the last edit'))
    start_comparison(walk)
    walk.check('code-that-does-not-compile',
               lambda: walk.shows('Nothing could be compared', 'host: '))
    cancel(walk, folder)
    if has_core:
        compare_bits(walk, folder)
    remember_height(walk, folder, path)
    walk.keys('ctrl+F8')
    walk.check('hidden', lambda: not walk.find('Compare', re.compile('.*button')))
    walk.check('no-file-is-changed', lambda: open(path, encoding='utf-8').read() == UNIT)
    walk.stop()

    write(folder, 'twice.h', C.format(factor='2.0'))
    record(os.path.join(folder, 'levels.wav'))
    walk.start(path)
    walk.keys('ctrl+F8')
    start_comparison(walk)
    walk.check('on-the-recording',
               lambda: walk.shows('on levels.wav, random frames and edge values'))
    walk.stop('with-recording')
    list_many(walk, folder, has_core)


def main():
    program, _, pictures = sys.argv[1:4]
    return walks.run('divergence', steps, program, pictures)


sys.exit(main())
