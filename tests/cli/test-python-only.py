#!/usr/bin/python3
"""Runs what has only Python: a pipeline of which a layer has no C is computed by Python, and
says so; what needs C names the layer.

usage: test-python-only.py IMAGINET TOP

SPDX-License-Identifier: MIT
"""
import json
import os
import subprocess
import sys
import tempfile

import tools

UNITS = '''<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Unit unit="Own.Level">
    <Parameters>
      <InputSocket name="input" />
      <DoubleOption name="gain" default="1" />
      <OutputSocket name="output" type="input.type" shape="input.shape" />
    </Parameters>
    <Implementations>
      <Implementation language="Python" fragment="own.py:level" call="level(input, gain, output)" />
    </Implementations>
    <im:Example><im:Input name="input" type="Float32" shape="[3]">1 -2 3</im:Input><im:Output name="output">1 2 3</im:Output></im:Example>
  </Unit>
  <Unit unit="Own.Raises">
    <Parameters>
      <InputSocket name="input" />
      <OutputSocket name="output" type="input.type" shape="input.shape" />
    </Parameters>
    <Implementations>
      <Implementation language="Python" fragment="own.py:raises" call="raises(input, output)" />
    </Implementations>
  </Unit>
</Imaginet>
'''
CODE = '''import numpy as np
#pragma IMAGINET_FRAGMENT_BEGIN "level"
def level(input, gain, output):
    output[...] = np.abs(input) * gain
#pragma IMAGINET_FRAGMENT_END
#pragma IMAGINET_FRAGMENT_BEGIN "raises"
def raises(input, output):
    output[...] = [1][int(input.flat[0]) + 7]
#pragma IMAGINET_FRAGMENT_END
'''
PIPELINE = '''<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Composite unit="Own.{name}">
    <Parameters>
      <InputSocket name="input" im:type="Float32" im:shape="[3]" im:rate="50" />
      <OutputSocket name="output" type="input.type" shape="System.Shape(3)" />
    </Parameters>
    <Stacked>
      <Unit id="Core.Queues.SlidingWindow">
        <Argument param="input">input</Argument>
        <Argument param="window_shape">System.Shape(4, 3)</Argument>
        <Argument param="stride">6</Argument>
      </Unit>
      <Unit id="{unit}" />
      <Unit id="Core.Math.Max">
        <Argument param="axis">1</Argument>
        <Argument param="output">output</Argument>
      </Unit>
    </Stacked>
  </Composite>
</Imaginet>
'''
RUN_OF = {'own': 'Own.Level', 'core': 'Core.Math.Abs', 'raises': 'Own.Raises'}


class Tests:
    def __init__(self, imaginet, top, folder):
        self.imaginet, self.top, self.folder = imaginet, top, folder
        self.count, self.failed = 0, False
        self.write('Own.imunit', UNITS)
        self.write('own.py', CODE)
        for name, unit in RUN_OF.items():
            self.write(name + '-pipe.imunit', PIPELINE.format(name=name, unit=unit))
        self.write('in.csv', ''.join(f'{i % 7 - 3},{i % 5 - 4},{-i}\n' for i in range(40)))

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), 'w', encoding='utf-8') as file:
            file.write(text)

    def read(self, name):
        with open(self.path(name), encoding='utf-8') as file:
            return file.read()

    def call(self, *arguments):
        return subprocess.run([self.imaginet, *arguments], text=True, timeout=120,
                              capture_output=True, cwd=self.folder, env={
                                  'PATH': os.environ['PATH'], 'LC_ALL': 'C.UTF-8',
                                  'HOME': self.folder, 'IMAGINET_DATA_PATH': self.top})

    def check(self, name, is_right, found):
        self.count += 1
        self.failed = self.failed or not is_right
        print(f'{"ok" if is_right else "not ok"} {self.count} {name}', flush=True)
        if not is_right:
            print(''.join(f'# {line}\n' for line in str(found).splitlines()), end='')

    def run(self, name, *options):
        return self.call('run', name + '-pipe.imunit', '--units', '.', '-i', 'in.csv', '-o',
                         name + '.csv', *options)


def test_run(tests):
    run, core = tests.run('own'), tests.run('core')
    tests.check('run', run.returncode == 0 and 'rows, computed by Python' in run.stdout and
                'Level has no C' in run.stderr, run)
    tests.check('run-same-as-c', core.returncode == 0 and 'Python' not in core.stdout and
                tests.read('own.csv') == tests.read('core.csv') != '', core)
    found = json.loads(tests.run('own', '--json').stdout)
    tests.check('run-json', found['language'] == 'Python' and
                found['diagnostics'][0]['code'] == 'only-python', found)
    run = tests.run('raises')
    tests.check('run-raises', run.returncode == 1 and 'Traceback' not in run.stderr and
                'the Python of the pipeline: IndexError: list index out of range, in raises: '
                'output[...] = [1][int(input.flat[0]) + 7]' in run.stderr, run)
    tests.write('empty.csv', '1,2,3\n')
    run = tests.call('run', 'own-pipe.imunit', '--units', '.', '-i', 'empty.csv', '-o', 'no.csv')
    tests.check('run-too-short', run.returncode == 1 and '1 frames are too few' in run.stderr and
                not os.path.exists(tests.path('no.csv')), run)


def test_refusals(tests):
    """What makes firmware says which layer keeps it from that."""
    for command in (['export', '-o', 'firmware'], ['plan'], ['check']):
        run = tests.call(command[0], 'own-pipe.imunit', '--units', '.', *command[1:])
        tests.check('refused-' + command[0], run.returncode == 1 and
                    'Level: Own.Level has only Python in <Implementations>: it runs here, and '
                    'cannot be exported before it has C' in run.stderr, run)
    tests.check('refused-no-bundle', not os.path.exists(tests.path('firmware')), 'a bundle')


def main():
    absent = tools.missing_for_comparison()
    if absent:
        return tools.skip(absent)
    with tempfile.TemporaryDirectory() as folder:
        tests = Tests(os.path.abspath(sys.argv[1]), sys.argv[2], folder)
        test_run(tests)
        test_refusals(tests)
    print(f'1..{tests.count}')
    return 1 if tests.failed else 0


sys.exit(main())
