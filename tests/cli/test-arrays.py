#!/usr/bin/python3
"""Gives inputs of layers constant arrays, good and bad ones, and checks what is said.

usage: test-arrays.py IMAGINET TOP

SPDX-License-Identifier: MIT
"""
import html
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile


STACK = '''<?xml version="1.0" encoding="utf-8" ?>
<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Composite unit="Test.Arrays">
    <DisplayName>Arrays</DisplayName>
    <DisplayPath>/Test</DisplayPath>
    <Parameters>
      <InputSocket name="input" pipe="data" im:type="Float32" im:shape="[4,1]" im:rate="50" />
      <Int32Option name="taps" default="2" />
      <Hidden name="folder" value="&quot;weights/&quot;" />
      <Hidden name="hidden" value="Math.array(System.Float32, -1, 1).reshape(System.Shape(2, 1, 1))" />
      <OutputSocket name="output" pipe="data" type="System.Float32" shape="System.Shape(3, 1)" />
    </Parameters>
    <Stacked>
      <Unit id="Core.Tensor.Conv1d">
        <Argument param="filter">%s</Argument>
      </Unit>
    </Stacked>
  </Composite>
</Imaginet>
'''

GRAPH = '''<?xml version="1.0" encoding="utf-8" ?>
<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Compound unit="Test.Arrays">
    <DisplayName>Arrays</DisplayName>
    <DisplayPath>/Test</DisplayPath>
    <Nodes>
      <TensorInputNode id="in" x="0" y="0" enabled="true" name="In" param="input" im:type="Float32" im:shape="[4,1]" im:rate="50" />
      <ExpressionNode id="weights" x="0" y="9" enabled="true"><Expression type="%s" output="Output">%s</Expression></ExpressionNode>
      <UnitNode id="conv" x="9" y="0" enabled="true" unit="Core.Tensor.Conv1d" />
      <TensorOutputNode id="out" x="20" y="0" enabled="true" name="Out" param="output" />
    </Nodes>
    <Connections>
      <Connection><Source node="in" param="value" /><Target node="conv" param="input" /></Connection>
      <Connection><Source node="weights" param="output" /><Target node="conv" param="filter" /></Connection>
      <Connection><Source node="conv" param="output" /><Target node="out" param="value" /></Connection>
    </Connections>
  </Compound>
</Imaginet>
'''

DIFFERENCE = 'float32[2,1,1]{-1,1}'
SHAPED = '.reshape(System.Shape(2, 1, 1))'

# What is written, and what it is.
GOOD = [
    f'System.parseArray("{DIFFERENCE}")',
    'hidden',
    f'Math.array(System.Float32, -1, 1){SHAPED}',
    f'(Math.array(System.Float32, 0, 2) - 1){SHAPED}',
    'System.readArray("difference.npy")',
    'System.readArray(folder + "difference.npy")',
    'System.readArray("swapped.npy")',
    'System.readArray("double.npy", System.Float32)',
    f'System.readArray("column.csv", System.Float32){SHAPED}',
    'taps == 2 ? hidden : null',
]

# What is written, and what is said of it: all of the message, with “Conv1d: ” in front.
BAD = [
    ('Math.array(System.Int8, -1, 1)' + SHAPED,
     'Conv1d: The input and the filter of Convolution 1-D have the same type; found Float32 and '
     'Int8.'),
    ('Math.array(System.Float32, -1, 1)',
     'Conv1d: Convolution 1-D takes a filter of taps, channels and filters, found the shape [2].'),
    ('Math.array(System.Float32, -1, 1).reshape(System.Shape(1, 2, 1))',
     'Conv1d: The input has 1 channels, the filter 2; both must be equal.'),
    ('taps', 'Conv1d.filter: an input takes the name of an input of Test.Arrays, an array, or '
             'null, found “taps”'),
    ('taps * 1.5', 'Conv1d: the input “filter” takes an array, such as Math.array(System.Float32, '
                   '1, 2) or System.readArray("weights.npy"), found a double'),
    ('input.type == System.Int8 ? null : input',
     'Conv1d: the input “filter” takes an array, such as Math.array(System.Float32, 1, 2) or '
     'System.readArray("weights.npy"), found a tensor'),
    ('taps.x', 'Conv1d: an int has no member “x”'),
    ('hidden + ', 'expected a value, found the end'),
    ('System.readArray("absent.npy")', "cannot open 'absent.npy': No such file or directory"),
    ('System.readArray("weights.txt")', 'expected an .npy or a .csv file, found “weights.txt”'),
    ('System.readArray("../outside.npy")',
     "cannot open '../outside.npy': '..' leads out of its root folder, and only files below "
     "'.' may be read"),
    ('System.readArray("link.npy")',
     "cannot open 'link.npy': '..' leads out of its root folder, and only files below "
     "'.' may be read"),
    ('System.readArray("/etc/passwd.npy")',
     '“/etc/passwd.npy” is an absolute path; it must be relative to the folder of the unit file'),
    ('System.readArray("fortran.npy")',
     'fortran.npy: byte 71: expected elements in C order, found Fortran order; save '
     'numpy.ascontiguousarray(..) of it'),
    ('System.readArray("object.npy")',
     'object.npy: byte 20: expected elements of type f2, f4, f8, i1 to i8 or u1 to u8, found '
     '“|O”'),
    ('System.readArray("truncated.npy")',
     'truncated.npy: byte 128: expected 8 bytes of elements, found 5'),
    ('System.readArray("billion.npy")',
     'billion.npy: an array has at most 8388608 elements, float32[1000000000] would have 1000000000'),
    ('System.readArray("empty.npy")', 'empty.npy: byte 0: expected an NPY file'),
    ('System.readArray("fraction.npy", System.Int8)',
     'fraction.npy: Int8 does not hold element 1 of Float32, which is 0.5'),
    ('System.readArray("column.csv")',
     'column.csv: a text does not say its element type; write System.readArray("column.csv", '
     'System.Float32), or another type'),
    ('System.readArray("nan.csv", System.Float32)',
     'nan.csv: line 2: expected finite numbers, found NaN'),
    ('System.readArray("word.csv", System.Float32)',
     'word.csv: line 3: expected a number of float32 at character 4 of the array, found “x”'),
    ('System.readArray("ragged.csv", System.Float32)',
     'ragged.csv: line 2: expected 2 numbers as in the row before, found 1'),
    ('System.readArray("range.csv", System.Int8)',
     'range.csv: line 1: expected a stored integer of int8 at character 1 of the array, found '
     '“200”'),
    ('System.readArray("folder.npy")', "cannot read 'folder.npy': expected a regular file, but it is a folder"),
]


def npy(descr, shape, data, order='False'):
    header = f"{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}"
    header += ' ' * (117 - len(header)) + '\n'
    return b'\x93NUMPY\x01\x00' + struct.pack('<H', len(header)) + header.encode() + data


def write_files(folder):
    data = struct.pack('<2f', -1, 1)
    files = {
        'difference.npy': npy('<f4', '(2, 1, 1)', data),
        'weights/difference.npy': npy('<f4', '(2, 1, 1)', data),
        'swapped.npy': npy('>f4', '(2, 1, 1)', struct.pack('>2f', -1, 1)),
        'double.npy': npy('<f8', '(2, 1, 1)', struct.pack('<2d', -1, 1)),
        'fortran.npy': npy('<f4', '(2, 1, 1)', data, 'True'),
        'object.npy': npy('|O', '(2,)', data),
        'truncated.npy': npy('<f4', '(2, 1, 1)', data[:5]),
        'billion.npy': npy('<f4', '(1000000000,)', b''),
        'fraction.npy': npy('<f4', '(2,)', struct.pack('<2f', 1, 0.5)),
        'empty.npy': b'',
        'weights.txt': b'1',
        'column.csv': b'# what it is\n-1\n\n 1\n',
        'nan.csv': b'1, 2\n3, nan\n',
        'word.csv': b'1, 2\n\n3, x\n',
        'ragged.csv': b'1, 2\n3\n',
        'range.csv': b'200\n',
        '../outside.npy': npy('<f4', '(2, 1, 1)', data),
    }
    os.mkdir(os.path.join(folder, 'weights'))
    os.mkdir(os.path.join(folder, 'folder.npy'))
    for name, content in files.items():
        with open(os.path.join(folder, name), 'wb') as file:
            file.write(content)
    os.symlink('../outside.npy', os.path.join(folder, 'link.npy'))


class Tests:
    def __init__(self, imaginet, top, folder):
        self.imaginet, self.top, self.folder = imaginet, top, folder
        self.count = self.failed = 0

    def check(self, name, condition, detail=''):
        self.count += 1
        self.failed += not condition
        print(f'{"ok" if condition else "not ok"} {self.count} {name}', flush=True)
        if not condition:
            print(f'{name}: {detail}', file=sys.stderr)

    def run(self, *words):
        return subprocess.run([self.imaginet, *words], text=True, capture_output=True, timeout=120,
                              cwd=self.folder, env={'PATH': os.environ['PATH'],
                                                    'LC_ALL': 'C.UTF-8',
                                                    'IMAGINET_DATA_PATH': self.top})

    def write(self, text):
        with open(os.path.join(self.folder, 'arrays.imunit'), 'w', encoding='utf-8') as file:
            file.write(text)

    def find_problems(self):
        """What is wrong, once each."""
        rows = json.loads(self.run('check', '--json', 'arrays.imunit').stdout)['diagnostics']
        return sorted({row['message'] for row in rows if row['severity'] == 'error'})


def test_good(tests, name, text):
    tests.write(text)
    problems = tests.find_problems()
    program = tests.run('dump', '--stage', 'program', 'arrays.imunit').stdout
    tests.check(name, not problems and 'filter float32[2,1,1]' in program,
                f'{problems} {program}')


def test_values(tests):
    """What a layer computes with it, in C."""
    with open(os.path.join(tests.folder, 'data.csv'), 'w', encoding='utf-8') as file:
        file.write('a\n1\n2\n4\n7\n')
    for name, text in ('values', STACK % 'hidden'), ('values-graph', GRAPH % ('Array', GOOD[4])):
        tests.write(text)
        ran = tests.run('run', 'arrays.imunit', '--input', 'data.csv', '--output', 'out.csv')
        found = ''
        if ran.returncode == 0:
            with open(os.path.join(tests.folder, 'out.csv'), encoding='utf-8') as file:
                found = file.read().split()[-1]
        tests.check(name, found == '1,2,3', f'{ran.stderr} {found}')


def test_section(tests):
    """A part of a pipeline has the arrays of its layers, by their elements or as written."""
    for name, text, node, part in [
            ('hidden', STACK % GOOD[1], 'Conv1d', f'System.parseArray("{DIFFERENCE}")'),
            ('file', STACK % html.escape(GOOD[4]), 'Conv1d', GOOD[4]),
            ('graph', GRAPH % ('Array', html.escape(GOOD[4])), 'conv', GOOD[4])]:
        tests.write(text)
        end = f'{node}.output'
        plan = tests.run('plan', 'arrays.imunit', '--to', end)
        written = tests.run('extract', 'arrays.imunit', '--to', end)
        tests.check(f'section-{name}', f'{node}.filter  constant  float32[2,1,1]' in plan.stdout
                    and part in html.unescape(written.stdout), plan.stdout + written.stdout)


def main(imaginet, top):
    with tempfile.TemporaryDirectory() as around:
        folder = os.path.join(around, 'package')
        os.mkdir(folder)
        write_files(folder)
        tests = Tests(os.path.abspath(imaginet), top, folder)
        for text in GOOD:
            test_good(tests, f'good {text}', STACK % html.escape(text))
        for text in GOOD[0], GOOD[4]:
            test_good(tests, f'good-graph {text}', GRAPH % ('Array', html.escape(text)))
        for text, message in BAD:
            tests.write(STACK % html.escape(text))
            message = message if message.startswith('Conv1d') else f'Conv1d: {message}'
            problems = tests.find_problems()
            tests.check(f'bad {text}', problems == [message], f'{message}\n{problems}')
        tests.write(STACK % 'hiden')
        problems = tests.find_problems()
        tests.check('bad-name', len(problems) == 2 and 'did you mean “hidden”?' in problems[1],
                    problems)
        tests.write(GRAPH % ('Real', '1.5'))
        problems = tests.find_problems()
        tests.check('bad-graph', problems == ['weights.output → conv.filter: a value cannot be '
                                              'connected to an input for tensors'], problems)
        test_section(tests)
        if shutil.which('cc') is None:
            print(f'ok {tests.count + 1} values # SKIP no compiler')
            tests.count += 1
        else:
            test_values(tests)
    print(f'1..{tests.count}')
    return 1 if tests.failed else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
