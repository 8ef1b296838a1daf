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
    <im:Examples>
      <im:Example>
        <im:Input name="input" type="float32" shape="[3]">1 -2 3</im:Input>
        <im:Output name="output">1 2 3</im:Output>
      </im:Example>
      {example}
    </im:Examples>
  </Unit>
{others}
</Imaginet>
'''
OTHER = '''  <Unit unit="Own.{name}">
    <Parameters>
      <InputSocket name="input" />
      <OutputSocket name="output" type="input.type" shape="input.shape" />
    </Parameters>
    <Implementations>
      <Implementation language="{language}" fragment="{file}" call="{call}" />
    </Implementations>
  </Unit>
'''
OTHERS = [('Raises', 'Python', 'own.py:raises', 'raises(input, output)'),
          ('Root', 'Python', 'own.py:root', 'root(input, output)'),
          ('Twice', 'C', 'own.h:twice', 'twice(input, input.shape.count(), output)'),
          ('Beyond', 'C', 'own.h:beyond', 'beyond(input, input.shape.count(), output)'),
          ('Past', 'C', 'own.h:past', 'past(input, input.shape.flat, output)'),
          ('RootInC', 'C', 'own.h:root_in_c', 'root_in_c(input, input.shape.flat, output)')]
WRONG = '''<im:Example>
        <im:Input name="input" type="float32" shape="[1]">4</im:Input>
        <im:Argument param="gain">0.5</im:Argument>
        <im:Output name="output">3</im:Output>
      </im:Example>'''
CODE = '''import numpy as np
#pragma IMAGINET_FRAGMENT_BEGIN "level"
def level(input, gain, output):
    output[...] = np.abs(input) * gain
#pragma IMAGINET_FRAGMENT_END
#pragma IMAGINET_FRAGMENT_BEGIN "raises"
def raises(input, output):
    output[...] = [1][int(input.flat[0]) + 7]
#pragma IMAGINET_FRAGMENT_END
#pragma IMAGINET_FRAGMENT_BEGIN "twice"
def twice(input, output):
    output[...] = 2 * input
#pragma IMAGINET_FRAGMENT_END
#pragma IMAGINET_FRAGMENT_BEGIN "root"
def root(input, output):
    output[...] = np.sqrt(input)
#pragma IMAGINET_FRAGMENT_END
'''
HEADER = '''#pragma IMAGINET_FRAGMENT_BEGIN "twice"
static inline void twice(const float *input, int count, float *output)
{
    for (int i = 0; i < count; i++)
        output[i] = 2 * input[i];
}
#pragma IMAGINET_FRAGMENT_END
#pragma IMAGINET_FRAGMENT_BEGIN "past"
static inline void past(const float *input, int count, float *output)
{
    for (int i = 0; i <= count; i++)
        output[i] = input[i % count];
}
#pragma IMAGINET_FRAGMENT_END
#pragma IMAGINET_FRAGMENT_BEGIN "root_in_c"
static inline void root_in_c(const float *input, int count, float *output)
{
    for (int i = 0; i < count; i++)
        output[i] = input[i] < 0 ? 0.0f / (input[i] - input[i]) : input[i];
}
#pragma IMAGINET_FRAGMENT_END
#pragma IMAGINET_FRAGMENT_BEGIN "beyond"
static inline void beyond(const float *input, int count, float *output)
{
    int shift = count + 30;
    for (int i = 0; i < count; i++)
        output[i] = input[i] > 0 ? (float) (1 << shift) : 0;
}
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
MISFITS = '''<Imaginet>
  <Unit unit="Own.Typed">
    <Parameters>
      <InputSocket name="input" />
      <OutputSocket name="output" type="input.type" shape="input.shape" />
    </Parameters>
    <Implementations>
      <Implementation language="C" fragment="own.h:twice" call="twice(input, input.shape.flat, output)">
        <Conditional value="input.type == System.Float32" />
      </Implementation>
      <Implementation language="Python" fragment="own.py:twice" call="twice(input, output)" />
    </Implementations>
  </Unit>
  <Unit unit="Own.Untyped">
    <Parameters>
      <InputSocket name="input" />
      <OutputSocket name="output" type="input.type" shape="input.shape" />
    </Parameters>
    <Implementations>
      <Implementation language="C" fragment="own.h:twice" call="twice(input, input.shape.flat, output)" />
      <Implementation language="Python" fragment="own.py:twice" call="twice(input, output)" />
    </Implementations>
  </Unit>
</Imaginet>
'''
FAST = '''<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Composite unit="Own.fast">
    <Parameters>
      <InputSocket name="input" im:type="Float32" im:shape="[3]" im:rate="80" />
      <OutputSocket name="output" type="input.type" shape="System.Shape(3)" />
    </Parameters>
    <Stacked>
      <Unit id="Own.core">
        <Argument param="input">input</Argument>
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
        others = ''.join(OTHER.format(name=name, language=language, file=file, call=call)
                         for name, language, file, call in OTHERS)
        for name, example in (('Own.imunit', ''), ('wrong/Own.imunit', WRONG)):
            self.write(name, UNITS.format(example=example, others=others))
            self.write(os.path.join(os.path.dirname(name), 'own.py'), CODE)
            self.write(os.path.join(os.path.dirname(name), 'own.h'), HEADER)
        for name, unit in RUN_OF.items():
            self.write(name + '-pipe.imunit', PIPELINE.format(name=name, unit=unit))
        self.write('in.csv', ''.join(f'{i % 7 - 3},{i % 5 - 4},{-i}\n' for i in range(40)))

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
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


def test_routines(tests):
    """Where there is no C, the steps are those of Python."""
    run = tests.call('dump', '--stage', 'routines', 'own-pipe.imunit', '--units', '.')
    tests.check('routines', run.returncode == 0 and
                run.stdout.splitlines()[0] == 'routines Own.own Python' and
                'call Level: level(' in run.stdout, run)


def test_refusals(tests):
    """What makes firmware says which layer keeps it from that."""
    for command in (['export', '-o', 'firmware'], ['plan'], ['check']):
        run = tests.call(command[0], 'own-pipe.imunit', '--units', '.', *command[1:])
        tests.check('refused-' + command[0], run.returncode == 1 and
                    'Level: Own.Level has only Python in <Implementations>: it runs here, and '
                    'cannot be exported before it has C' in run.stderr, run)
    tests.check('refused-no-bundle', not os.path.exists(tests.path('firmware')), 'a bundle')


def test_rates(tests):
    """A rate that is declared and another one that flows: said before anything runs."""
    tests.write('fast.imunit', FAST)
    for command in (['check'], ['plan'], ['export', '--no-test', '-o', 'fast']):
        run = tests.call(command[0], 'fast.imunit', '--units', '.', *command[1:])
        tests.check('rate-' + command[0], run.returncode == 0 and
                    'fast.imunit:8:17: warning: core: Own.core declares 50 Hz for its input '
                    '“input”, and is called at 80 Hz; expected 50 Hz' in run.stderr, run)


def test_verdicts(tests):
    """What is said where there is nothing to compare with."""
    run = tests.call('compare', 'Own.imunit', '--unit', 'Level')
    tests.check('compare-python', run.returncode == 4 and
                'only Python: ran 64 frames, finite\n' in run.stdout and
                'only Python: ran 128 frames, finite, example 1 passes\n' in run.stdout and
                'int16[4,8]' in run.stdout, run)
    run = tests.call('compare', 'own-pipe.imunit', '--units', '.', '-i', 'in.csv', '--json')
    found = json.loads(run.stdout)['comparisons'][0]
    tests.check('compare-python-json', run.returncode == 4 and found['state'] == 'only Python' and
                found['runs'][0]['outputs'] == 19 and
                found['whole']['message'].endswith('frames, finite'), found)
    run = tests.call('compare', 'wrong/Own.imunit', '--unit', 'Level')
    tests.check('compare-python-wrong', run.returncode == 1 and
                'different: ran 128 frames, finite, example 1 passes, example 2 fails: output: '
                'number 1 is 2, expected 3' in run.stdout, run)
    run = tests.call('compare', 'Own.imunit', '--unit', 'Root', '--with', 'input=float32[2]')
    tests.check('compare-python-not-finite', run.returncode == 4 and
                'numbers of ordinary data are not finite, the first in “output” at frame '
                in run.stdout, run)
    run = tests.call('compare', 'Own.imunit', '--unit', 'Raises', '--with', 'input=float32[2]')
    tests.check('compare-python-raises', run.returncode == 3 and
                'IndexError: list index out of range' in run.stdout and
                'Traceback' not in run.stdout + run.stderr, run)
    run = tests.call('test', 'wrong/Own.imunit', '--unit', 'Level')
    tests.check('test-python', run.returncode == 1 and '1 example passed, 1 failed' in run.stdout
                and 'no C' in run.stdout, run)
    run = tests.call('compare', 'Own.imunit', '--unit', 'Twice', '--with', 'input=float32[4]')
    tests.check('compare-c', run.returncode == 4 and 'no Python twin: ran 128 frames, stayed in '
                'its memory, finite' in run.stdout, run)
    run = tests.call('compare', 'Own.imunit', '--unit', 'Beyond', '--with', 'input=float32[4]')
    tests.check('compare-c-undefined', run.returncode == 1 and
                'runtime error: left shift of 1 by ' in run.stderr, run)


def test_misfits(tests):
    """Where C does not take the element types, Python computes, and the reason is said."""
    tests.write('misfits.imunit', MISFITS)
    reasons = {'Typed': 'needs input.type == System.Float32 (input.type = Int16)',
               'Untyped': 'has elements of the type int16, but the parameter is “const float *”'}
    for name, reason in reasons.items():
        of = ['misfits.imunit', '--unit', 'Own.' + name, '--with']
        run = tests.call('run', *of, 'input=int16[3]@50', '-i', 'in.csv', '-o', 'misfit.csv')
        tests.check('misfit-run-' + name, run.returncode == 0 and
                    'rows, computed by Python' in run.stdout and
                    'hint: Python computes this' in run.stderr and
                    reason in ' '.join(run.stderr.split()) and
                    tests.read('misfit.csv').splitlines()[1] == '-6,-8,0', run)
        run = tests.call('run', *of, 'input=float32[3]@50', '-i', 'in.csv', '-o', 'misfit.csv')
        tests.check('misfit-run-c-' + name, run.returncode == 0 and
                    'Python' not in run.stdout + run.stderr, run)
        run = tests.call('export', *of, 'input=int16[3]@50', '-o', 'misfit')
        tests.check('misfit-export-' + name, run.returncode == 1 and
                    reason in ' '.join(run.stderr.split()) and
                    not os.path.exists(tests.path('misfit')), run)
    run = tests.call('compare', 'misfits.imunit', '--unit', 'Own.Typed')
    tests.check('misfit-cases', run.returncode == 0 and 'only Python' not in run.stdout, run)


def test_table(tests):
    """What the C of units without Python does, in the table of all units."""
    run = tests.call('check', '--compile', 'Own.imunit', '--with', 'input=float32[4]', '--json')
    found = json.loads(run.stdout)
    rows = {row['unit'][4:]: row for row in found['units']}
    told = {name: [one['severity'] + ': ' + one['message'] for one in found['diagnostics']
                   if one['file'] == 'Own.' + name] for name in rows}
    alone = 'ran 128 frames, stayed in its memory'
    tests.check('table-twice', rows['Twice']['compares'] == 'no Python twin' and
                rows['Twice']['alone'] == 1 and rows['Twice']['references'] == [] and
                rows['Twice']['verdict'] == alone + ', finite' and told['Twice'] == [], found)
    tests.check('table-undefined', 'compares' not in rows['Beyond'] and
                len(told['Beyond']) == 1 and told['Beyond'][0].startswith('error: ') and
                'left shift of 1 by ' in told['Beyond'][0], told)
    tests.check('table-past', 'compares' not in rows['Past'] and len(told['Past']) == 1 and
                told['Past'][0].startswith('error: '), told)
    tests.check('table-not-finite', rows['RootInC']['verdict'].startswith(alone + '; ') and
                len(told['RootInC']) == 1 and
                told['RootInC'][0].startswith('warning: with float32[4]: ' + alone), told)
    run = tests.call('check', '--compile', 'Own.imunit', '--with', 'input=float32[4]')
    tests.check('table-text', run.returncode == 1 and
                any(line.startswith('Own.Twice') and line.endswith(alone + ', finite')
                    for line in run.stdout.splitlines()), run)


def main():
    absent = tools.missing_for_comparison()
    if absent:
        return tools.skip(absent)
    with tempfile.TemporaryDirectory() as folder:
        tests = Tests(os.path.abspath(sys.argv[1]), sys.argv[2], folder)
        test_run(tests)
        test_routines(tests)
        test_refusals(tests)
        test_verdicts(tests)
        test_misfits(tests)
        test_table(tests)
        test_rates(tests)
    print(f'1..{tests.count}')
    return 1 if tests.failed else 0


sys.exit(main())
