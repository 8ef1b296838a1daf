#!/usr/bin/python3
"""Opens a pipeline with a layer that has only Python: the layer says so where its code is, and
among the problems that keep the pipeline from being exported.

usage: test-only-python.py IMAGINET_STUDIO SCREENSHOTS

SPDX-License-Identifier: MIT
"""
import os
import re
import sys

import walk as walks

FILE = '''<?xml version="1.0" encoding="utf-8" ?>
<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Function unit="Test.Level">
    <DisplayName>Level</DisplayName>
    <Parameters>
      <InputSocket name="input" pipe="data" />
      <OutputSocket name="output" pipe="data" type="input.type" shape="input.shape" />
    </Parameters>
    <Implementations>
      <Implementation language="Python" fragment="level.py:level" call="level(input, output)" />
    </Implementations>
  </Function>
  <Composite unit="Test.Pipeline">
    <DisplayName>Pipeline</DisplayName>
    <Parameters>
      <InputSocket name="input" pipe="data" im:type="Float32" im:shape="[3]" im:rate="100" />
      <OutputSocket name="output" pipe="data" type="input.type" shape="System.Shape(3)" />
    </Parameters>
    <Stacked>
      <Unit id="Test.Level" />
    </Stacked>
  </Composite>
</Imaginet>
'''
CODE = '''#pragma IMAGINET_FRAGMENT_BEGIN "level"
def level(input, output):
    output[...] = abs(input)
#pragma IMAGINET_FRAGMENT_END
'''
NODE = re.compile('Level, layer 1(, has problems)?')


def main(program, screenshots):
    def go(walk, folder):
        path = os.path.join(folder, 'only-python.imunit')
        for name, text in ((path, FILE), (os.path.join(folder, 'level.py'), CODE)):
            with open(name, 'w', encoding='utf-8') as file:
                file.write(text)
        walk.start(path)
        walk.click('Level', 'label', NODE)
        walk.check('inspector', lambda: walk.shows(
            'level.py:level', 'Only Python: runs here, cannot be exported yet'))
        walk.show_problems()
        walk.check('problems', lambda: walk.shows(
            'Level: Test.Level has only Python in <Implementations>: it runs here, and cannot be '
            'exported before it has C that fits'))
        walk.keys('ctrl+shift+e')
        walk.settle()
        walk.report('no-form', len(walk.titles()) == 1, walk.titles())
        walk.stop()
    return walks.run('only-python', go, program, screenshots)


sys.exit(main(*sys.argv[1:]))
