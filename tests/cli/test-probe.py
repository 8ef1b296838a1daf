#!/usr/bin/python3
"""Probes pipelines: what pipes carry, when that was recorded, and code that does harm in the
middle of a pipeline, which is named.

usage: test-probe.py IMAGINET TOP

SPDX-License-Identifier: MIT
"""
import csv
import json
import math
import os
import struct
import sys
import tempfile

import tools

PIPELINE = '''<?xml version="1.0" encoding="utf-8"?>
<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Composite unit="Test.Pipeline">
    <DisplayName>Pipeline</DisplayName>
    <DisplayPath>/Test</DisplayPath>
    <Parameters>
      <InputSocket name="input" pipe="data" im:type="float32" im:shape="[2]" im:rate="50" />
      <OutputSocket name="output" pipe="data" type="input.type" shape="System.Shape(2)" />
    </Parameters>
    <Stacked>
      <Unit id="Core.Queues.SlidingWindow">
        <Argument param="input">input</Argument>
        <Argument param="window_shape">System.Shape(10, 2)</Argument>
        <Argument param="stride">10</Argument>
        <Argument param="buffer_multiplier">1</Argument>
      </Unit>
      <Unit id="Test.Hostile" />
      <Unit id="Core.Math.Mean">
        <Argument param="axis">1</Argument>
        <Argument param="output">output</Argument>
      </Unit>
    </Stacked>
  </Composite>
  <Function unit="Test.Hostile">
    <DisplayName>Hostile</DisplayName>
    <DisplayPath>/Test</DisplayPath>
    <Parameters>
      <InputSocket name="input" pipe="data" />
      <OutputSocket name="output" pipe="data" type="input.type" shape="input.shape" />
      <Hidden name="n" value="input.shape.flat" />
    </Parameters>
    <Implementations>
      <Implementation language="C" fragment="hostile.h:copy" call="copy(input, n, output)" />
    </Implementations>
  </Function>
</Imaginet>
'''
C = '''#pragma IMAGINET_INCLUDES_BEGIN
#include <stdlib.h>
#include <unistd.h>
#include <fcntl.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "copy"
static int
copy_deep (volatile int *n)
{
  volatile char bytes[65536];

  bytes[*n & 65535] = 1;
  (*n)++;
  return copy_deep (n) + bytes[0];
}

static void
copy (const float *input, int n, float *output)
{
  static volatile int n_calls, zero;

  for (int i = 0; i < n; i++)
    output[i] = input[i];
  if (n_calls++ < 3)
    return;
  (void) zero;
  (void) copy_deep;
  %s
}
#pragma IMAGINET_FRAGMENT_END
'''
ROWS = 200
RATE = 50
# What code does in the middle of a pipeline, and what is said of it.
HARM = {
    'overrun': ('output[n + 400] = 1;', 'writes where it may not'),
    'underrun': ('output[-300] = 1;', 'writes where it may not'),
    'neighbour': ('((float *) input)[1] = 5;', 'writes where it may not'),
    'loop': ('for (;;) zero = 0;', 'takes more than 2 seconds for a frame'),
    'division': ('zero = 1 / zero;', 'was killed by signal 8'),
    'stack': ('output[0] = (float) copy_deep ((volatile int *) &zero);',
              'was killed by signal 11'),
    'null': ('*(volatile int *) 0 = 1;', 'was killed by signal 11'),
    'abort': ('abort ();', 'was killed by signal 6'),
    'exit': ('exit (0);', 'ended before it was done'),
    'fork': ('fork ();', 'tried to start a process'),
    'file': ('output[0] = (float) open ("/etc/harm", O_CREAT | O_WRONLY, 0600);', None),
}


LONG = '''<?xml version="1.0" encoding="utf-8"?>
<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Composite unit="Test.Long">
    <DisplayName>Long</DisplayName>
    <DisplayPath>/Test</DisplayPath>
    <Parameters>
      <InputSocket name="input" pipe="data" im:type="float32" im:shape="[4096,2]" />
      <OutputSocket name="output" pipe="data" type="input.type" shape="input.shape" />
    </Parameters>
    <Stacked>
      <Unit id="Core.Math.AddConstant">
        <Argument param="input">input</Argument>
        <Argument param="constant">1</Argument>
        <Argument param="output">output</Argument>
      </Unit>
    </Stacked>
  </Composite>
</Imaginet>
'''


def write(folder, name, text):
    with open(os.path.join(folder, name), 'w', encoding='utf-8') as file:
        file.write(text)


def write_recording(folder):
    with open(os.path.join(folder, 'ramp.csv'), 'w', encoding='utf-8', newline='') as file:
        rows = csv.writer(file)
        rows.writerow(['time', 'x', 'y'])
        for i in range(ROWS):
            rows.writerow([i / RATE, i, -2 * i])


def probe(tests, *arguments):
    result = tests.run('probe', 'Pipeline.imunit', '--input', 'ramp.csv', '--json', *arguments)
    return {pipe['pipe']: pipe for pipe in json.loads(result.stdout)['pipes']} \
        if result.returncode == 0 else {}


def test_values(tests):
    write(tests.folder, 'hostile.h', C % '')
    pipes = probe(tests)
    n_windows = (ROWS - 10) // 5 + 1
    expected = {
        'input': (ROWS, -2 * (ROWS - 1), ROWS - 1, 0, ROWS / RATE),
        'SlidingWindow.output': (n_windows, -2 * (ROWS - 1), ROWS - 1, 0, ROWS / RATE),
        'Hostile.output': (n_windows, -2 * (ROWS - 1), ROWS - 1, 0, ROWS / RATE),
        'Mean.output': (n_windows, -2 * (ROWS - 1 - 4.5), ROWS - 1 - 4.5, 0, ROWS / RATE),
    }
    tests.check('pipes', sorted(pipes) == sorted(expected), sorted(pipes))
    for name, numbers in expected.items():
        pipe = pipes.get(name, {})
        found = tuple(pipe.get(key, math.nan) for key in ('values', 'min', 'max', 'from_s', 'to_s'))
        tests.check(f'values of {name}',
                    all(math.isclose(a, b, abs_tol=1e-9) for a, b in zip(found, numbers)),
                    f'expected {numbers}, found {found}')


def test_feed(tests):
    """Columns in another order, of a file with text in between, without time."""
    with open(os.path.join(tests.folder, 'mixed.csv'), 'w', encoding='utf-8') as file:
        file.write('y;who;x\n')
        file.writelines(f'{-2 * i};me;{i},5\n' for i in range(ROWS))
    options = ['--input', 'mixed.csv', '--channels', 'x,1', '--rate', str(RATE)]
    pipes = probe(tests, *options)
    pipe = pipes.get('input', {})
    expected = {'values': ROWS, 'min': -2 * (ROWS - 1), 'max': ROWS - 0.5, 'to_s': ROWS / RATE}
    tests.check('columns', {key: pipe.get(key) for key in expected} == expected, pipes)
    result = tests.run('run', 'Pipeline.imunit', *options, '--output', 'mixed-means.csv')
    tests.check('run', result.returncode == 0, result.stderr)
    with open(os.path.join(tests.folder, 'mixed-means.csv'), encoding='utf-8') as file:
        rows = list(csv.reader(file))
    tests.check('means', [float(cell) for cell in rows[1][-2:]] == [5, -9], rows[:2])
    for said, text in [(['--channels', 'x,z'], 'expected a column “z”, there are 3: 1 y, 2 who, 3 x'),
                       (['--rate', '25', '--time', 'x', '--channels', 'x,y'], 'its own rate is 1 Hz'),
                       (['--channels', 'x,2'], 'expected a number')]:
        tests.expect(f'feed: {said}', tests.run('probe', 'Pipeline.imunit', '--input', 'mixed.csv',
                                                *said), 1, text)
    tests.expect('feed: bad rate', tests.run('probe', 'Pipeline.imunit', '--input', 'mixed.csv',
                                             '--rate', 'fast'), 2, '--rate: expected rows per second')


def test_long(tests):
    """A recording that takes some seconds, more than one look at the clock, goes through to its
    end."""
    n_samples = 200 << 20
    with open(os.path.join(tests.folder, 'long.wav'), 'wb') as file:
        file.write(struct.pack('<4sI8sIHHIIHH4sI', b'RIFF', 36 + 2 * n_samples, b'WAVEfmt ', 16, 1,
                               2, RATE, 4 * RATE, 4, 16, b'data', 2 * n_samples))
        file.truncate(44 + 2 * n_samples)
    write(tests.folder, 'Long.imunit', LONG)
    result = tests.run('probe', 'Long.imunit', '--input', 'long.wav', '--json')
    pipes = json.loads(result.stdout)['pipes'] if result.returncode == 0 else []
    tests.check('a long recording', [pipe['values'] for pipe in pipes] == 2 * [n_samples // 8192],
                f'{pipes} {result.stderr}')


def processes(folder):
    """Processes that run in a folder below one."""
    found = []
    for pid in filter(str.isdigit, os.listdir('/proc')):
        try:
            place = os.readlink(f'/proc/{pid}/cwd')
        except OSError:
            continue
        if place.startswith(folder):
            found.append(pid)
    return found


def test_harm(tests):
    temporary = os.path.join(tests.folder, 'temporary')
    os.mkdir(temporary)
    for name, (code, text) in HARM.items():
        write(tests.folder, 'hostile.h', C % code)
        result = tests.run('probe', 'Pipeline.imunit', '--input', 'ramp.csv', TMPDIR=temporary)
        found = result.stdout + result.stderr
        tests.check(f'{name}: status', (result.returncode == 0) == (text is None), found)
        tests.check(f'{name}: said', text is None or text in found, found)
        if text is not None and name != 'exit':
            tests.check(f'{name}: names the layer', 'Hostile: copy' in found, found)
    tests.check('no file is left', os.listdir(temporary) == [], os.listdir(temporary))
    tests.check('no process is left', processes(temporary) == [], processes(temporary))


def test_bad_input(tests):
    write(tests.folder, 'hostile.h', C % '')
    write(tests.folder, 'narrow.csv', 'x\n1\n2\n')
    write(tests.folder, 'empty.csv', '')
    for name, text in [('narrow.csv', 'channel'), ('empty.csv', 'empty'), ('none.csv', 'none.csv')]:
        tests.expect(f'bad input: {name}', tests.run('probe', 'Pipeline.imunit', '--input', name),
                     1, text)
    write(tests.folder, 'hostile.h', C % 'this is no C;')
    tests.expect('what is no C', tests.run('probe', 'Pipeline.imunit', '--input', 'ramp.csv'), 1,
                 'this')


def main():
    absent = tools.missing_for_comparison()
    if absent:
        return tools.skip(absent)
    with tempfile.TemporaryDirectory(prefix='imaginet-probe-') as folder:
        tests = tools.Tests(sys.argv[1], sys.argv[2], folder)
        write(folder, 'Pipeline.imunit', PIPELINE)
        write_recording(folder)
        test_values(tests)
        test_feed(tests)
        test_long(tests)
        test_harm(tests)
        test_bad_input(tests)
        print(f'1..{tests.count}')
    return 1 if tests.failed else 0


sys.exit(main())
