#!/usr/bin/python3
"""An input whose size is not known, in the window: pipes, problems, inspector and export.

usage: test-unknown-size.py IMAGINET_STUDIO SCREENSHOTS

SPDX-License-Identifier: MIT
"""
import os
import re
import sys

import walk as walks

FORM, DONE = 'Export Firmware Bundle', 'Bundle Exported'
HINTS = 'No Problems · 1 Not Known Yet'

PIPELINE = '''<?xml version="1.0" encoding="utf-8"?>
<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Composite unit="Test.Open">
    <DisplayName>Open</DisplayName>
    <Parameters>
      <InputSocket name="input" pipe="data" im:type="Float32" im:shape="[?,3]" im:rate="50" />
      <OutputSocket name="output" type="input.type" shape="System.Shape(input.shape.size(1), 2)" pipe="data" />
    </Parameters>
    <Stacked>
      <Unit id="Core.Window.Hann"><Argument param="axis">1</Argument></Unit>
      <Unit id="Core.Spectral.RealFft"><Argument param="axis">1</Argument></Unit>
      <Unit id="Core.Math.Rms"><Argument param="axis">1</Argument><Argument param="output">output</Argument></Unit>
    </Stacked>
  </Composite>
</Imaginet>
'''


def look(walk):
    walk.check('hints', lambda: walk.shows(HINTS))
    walk.check('sockets', lambda: walk.shows('float32[?,3]@50', 'float32[?,2]@50'))
    walk.click(HINTS, 'button')
    walk.check('problem', lambda: walk.shows('cannot be tested yet, because a size is not known',
                                             'n = ?'))
    walk.click(HINTS, 'button')
    walk.rest()
    walk.click('Real FFT', 'label', re.compile('Real FFT, layer 2.*'))
    walk.check('contract', lambda: walk.shows('Not known yet', 'float32[?,3,2]@50'))
    walk.keys('Escape')


def inspect(walk, path):
    """The type of the input: what is wrong with it is told, what is right is taken over."""
    walk.check('no-selection', lambda: walk.shows('Test.Open', 'Inputs'))
    walk.fill('float32[?x,3]', 'input', 'text box', 'Inputs')
    walk.keys('Return')
    walk.check('refused', lambda: walk.shows('Expected “,” or “]”, found “x” at character 3'))
    walk.fill('float32[64,3]@50', 'input', 'text box', 'Inputs')
    walk.keys('Return')
    walk.check('known', lambda: walk.shows('float32[64,3]@50', 'float32[33,2]@50'))
    walk.check('mismatch', lambda: walk.shows('1 Problem') and not walk.shows('Not Known Yet'))
    walk.keys('ctrl+z')
    walk.check('undone', lambda: walk.shows('float32[?,3]@50', '1 Not Known Yet'))
    with open(path, encoding='utf-8') as file:
        walk.report('not-saved', file.read() == PIPELINE)


def export(walk, folder):
    walk.keys('ctrl+shift+e')
    walk.check('asked', lambda: walk.shows('Axis 1 of “input”, float32[?,3]@50', title=FORM))
    walk.rest()
    walk.keys('ctrl+Return')
    walk.check('missing', lambda: walk.shows('Expected the number of elements, from 1'))
    walk.enter('0')
    walk.settle()
    walk.keys('ctrl+Return')
    walk.check('zero', lambda: walk.shows('Expected the number of elements, from 1', title=FORM))
    walk.enter('21')
    walk.check('contract-fails', lambda: walk.shows('cannot be exported until it is solved'))
    walk.keys('ctrl+Return')
    walk.settle()
    walk.report('still-there', FORM in walk.titles())
    walk.enter('64')
    walk.check('memory', lambda: walk.shows('768') and
               not walk.shows('cannot be exported until it is solved'))
    walk.keys('ctrl+Return')
    walk.check('exported', lambda: DONE in walk.titles())
    header = os.path.join(folder, 'open-firmware', 'include', 'open.h')
    walk.report('header', os.path.exists(header) and 'float32[64,3]@50' in
                open(header, encoding='utf-8').read(), os.listdir(folder))
    walk.keys('Return')
    walk.check('document-kept', lambda: len(walk.titles()) == 1
               and walk.shows('1 Not Known Yet'))


UNTYPED = PIPELINE.replace('[?,3]', '[64,3]').replace('      <OutputSocket', """      <InputSocket name="other" />
      <OutputSocket""").replace('<Unit id="Core.Spectral.RealFft"><Argument param="axis">1</Argument></Unit>',
                                '<Unit id="Core.Math.Sub"><Argument param="b">other</Argument></Unit>')


def look_at_untyped(walk, path):
    """An input without a type: layers that do not need it are as ever, the others name it."""
    with open(path, 'w', encoding='utf-8') as file:
        file.write(UNTYPED)
    walk.start(path)
    walk.check('untyped', lambda: walk.shows('1 Problem'))
    walk.rest()
    walk.click('Hann Window', 'label', re.compile('Hann Window, layer 1.*'))
    walk.check('known-before', lambda: walk.shows('input.shape.count = 2', 'float32[64,3]@50') and
               not walk.shows('has no valid type'))
    walk.click('Subtract', 'label', re.compile('Subtract, layer 2.*'))
    walk.check('unknown-behind', lambda: walk.shows('Not known, because the input “other” has no valid type'))
    walk.stop()


def main(program, screenshots):
    def go(walk, folder):
        path = os.path.join(folder, 'open.imunit')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(PIPELINE)
        walk.start(path)
        look(walk)
        inspect(walk, path)
        export(walk, folder)
        walk.stop()
        look_at_untyped(walk, os.path.join(folder, 'untyped.imunit'))
    return walks.run('unknown-size', go, program, screenshots, tools=('make', 'cc'))


sys.exit(main(*sys.argv[1:]))
