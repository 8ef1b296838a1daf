#!/usr/bin/python3
"""Tries units on numbers that are typed, random or in files, and looks at what C and Python make
of them, also where one of them fails.

usage: test-try.py IMAGINET TOP

SPDX-License-Identifier: MIT
"""
import json
import os
import struct
import sys
import tempfile
import wave

from tools import Tests, missing_for_comparison, skip

UNIT = '''<?xml version="1.0" encoding="utf-8"?>
<Imaginet>
  <Unit name="Own.Trouble">
    <Parameters>
      <InputSocket name="input" />
      <Int32Option name="mode" default="0" />
      <OutputSocket name="output" type="input.type" shape="input.shape" />
    </Parameters>
    <Implementations>
      <Implementation language="C" fragment="trouble.h:trouble" call="trouble(input, output, mode)">
        <Conditional value="mode != 7" />
      </Implementation>
      <Implementation language="Python" fragment="trouble.py:trouble_py"
                      call="trouble_py(input, output, mode)">
        <Conditional value="mode != 8" />
      </Implementation>
    </Implementations>
  </Unit>
</Imaginet>
'''
C = '''#pragma IMAGINET_FRAGMENT_BEGIN "trouble"
static inline void trouble(const float *input, float *output, int mode)
{
    volatile int zero = 0;
    volatile float *volatile nowhere = 0;
    while (mode == 1 && !zero) {}
    if (mode == 2) *nowhere = 1.0f;
    if (mode == 3) output[500] = 1.0f;
    output[0] = mode == 4 ? input[0] + 1.0f : input[0];
    output[1] = input[1];
}
#pragma IMAGINET_FRAGMENT_END
'''
PYTHON = '''#pragma IMAGINET_FRAGMENT_BEGIN "trouble_py"
def trouble_py(input, output, mode):
    while mode == 5:
        pass
    if mode == 6:
        raise ValueError('not today')
    output[...] = input
#pragma IMAGINET_FRAGMENT_END
'''
# What is said in each mode, of C and of Python; an empty text is none.
MODES = {
    1: ('trouble.h:trouble: the C of the pipeline did not end within 2 seconds:\nin Trouble: trouble',
        ''),
    2: ('trouble.h:trouble: the C of the pipeline was killed by signal 11 (Segmentation fault):\n'
        'in Trouble: trouble', ''),
    3: ('trouble.h:trouble: the C of the pipeline: Trouble: trouble writes where it may not', ''),
    5: ('', 'trouble.py:trouble_py: Python did not end within 2 seconds'),
    6: ('', 'trouble.py:trouble_py: ValueError: not today, in trouble_py'),
    7: ('there is no C for these inputs and options', ''),
    8: ('', 'no Python'),
}


def result(tests, *arguments):
    return json.loads(tests.run('try', '--json', *arguments).stdout)


def numbers(found, language='c'):
    return found['outputs'][0][language]


def test_inputs(tests):
    abs3 = ['Core.Math.Abs', '--with', 'input=float32[3]']
    found = result(tests, *abs3, 'input=-1, 0 2.5; 3 -4 inf')
    for language in 'c', 'python':
        tests.check(f'typed-{language}', numbers(found, language) == [1, 0, 2.5, 3, 4, 'Infinity'], found)
        tests.check(f'time-{language}', found[language]['time_ns'] > 0 and found[language]['made_by'], found)
    tests.check('typed-frames', found['frames'] == 2 and found['equal'], found)
    first, again, other = (result(tests, *abs3, '--seed', seed) for seed in '112')
    tests.check('random', numbers(first) == numbers(again) != numbers(other), first)
    tests.check('random-frames', first['frames'] == 16 and len(numbers(first)) == 48, first)
    found = result(tests, 'Core.Queues.SlidingWindow', '--with', 'input=float32[2]@1', '--with',
                   'window_shape=shape[2,2]', 'input=1 2 3 4 5 6')
    tests.check('state', found['state_bytes'] > 0 and len(numbers(found)) % 4 == 0, found)
    tests.expect('too-few', tests.run('try', 'Core.Queues.SlidingWindow', '--with', 'input=float32[2]@1',
                                      '--with', 'window_shape=shape[4,2]', 'input=1 2'),
                 0, 'a window needs more frames')


def test_files(tests):
    with open(os.path.join(tests.folder, 'imu.csv'), 'w', encoding='utf-8') as file:
        file.write('x,y\n-1,2\n-3,4\n')
    found = result(tests, 'Core.Math.Abs', '--with', 'input=float32[2]', '--input', 'imu.csv')
    tests.check('csv', numbers(found) == [1, 2, 3, 4], found)
    with wave.open(os.path.join(tests.folder, 'tone.wav'), 'wb') as file:
        file.setparams((1, 2, 100, 0, 'NONE', ''))
        file.writeframes(struct.pack('<4h', 16384, -16384, 0, 8192))
    found = result(tests, 'Core.Math.Abs', '--with', 'input=float32[1]@100', '--input', 'tone.wav')
    tests.check('wav', numbers(found) == [0.5, 0.5, 0, 0.25], found)
    header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }".ljust(117) + '\n'
    with open(os.path.join(tests.folder, 'values.npy'), 'wb') as file:
        file.write(b'\x93NUMPY\x01\x00' + struct.pack('<H', len(header)) + header.encode()
                   + struct.pack('<4f', -1, -2, -3, 4))
    found = result(tests, 'Core.Math.Abs', '--with', 'input=float32[2]', '--input', 'values.npy')
    tests.check('npy', numbers(found) == [1, 2, 3, 4], found)
    tests.expect('npy-shape', tests.run('try', 'Core.Math.Abs', '--with', 'input=float32[3]', '--input',
                                        'values.npy'), 1,
                 'input “input” of [3] takes 3 numbers for each frame, found 4')
    tests.expect('npy-inputs', tests.run('try', 'Core.Math.Add', '--with', 'a=float32[2]', '--with',
                                         'b=float32[2]', '--input', 'values.npy'), 1, 'is for one input')


def test_trouble(tests):
    folder = os.path.join(tests.folder, 'units', 'Trouble')
    os.makedirs(folder)
    for name, text in (('Trouble.imunit', UNIT), ('trouble.h', C), ('trouble.py', PYTHON)):
        with open(os.path.join(folder, name), 'w', encoding='utf-8') as file:
            file.write(text)
    trouble = ['--units', 'units', 'Own.Trouble', '--with', 'input=float32[2]', 'input=3 0.1',
               '--timeout', '2']
    for mode, messages in MODES.items():
        found = result(tests, *trouble, '--with', f'mode={mode}')
        for language, message in zip(('c', 'python'), messages):
            side = found[language]
            tests.check(f'mode-{mode}-{language}',
                        message in side.get('message', '') and side['run'] == (not message)
                        and numbers(found, language) == ([] if message else [3, struct.unpack('f', struct.pack('f', 0.1))[0]]),
                        found)
    shown = tests.run('try', *trouble, '--with', 'mode=4')
    tests.expect('difference', shown, 1, '1 of 2 numbers differ by more than 1e-05 of the value and 1e-06 '
                                         'of the largest: number 0 is 4 in C and 3 in Python')
    tests.expect('rows', shown, 1, '0       4    3       1         0.33\n1       0.1  0.1     0         0\n')
    tests.expect('only-c', tests.run('try', *trouble, '--with', 'mode=8'), 0, 'only C, nothing to compare with')


def main(program, top):
    absent = missing_for_comparison()
    if absent:
        return skip(absent)
    with tempfile.TemporaryDirectory() as folder:
        tests = Tests(program, top, folder)
        test_inputs(tests)
        test_files(tests)
        test_trouble(tests)
    print(f'1..{tests.count}')
    return 1 if tests.failed else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
