#!/usr/bin/python3
"""Makes units of parts of pipelines with the edit “extract”, and compares what is computed before
and after, in C and in Python.

usage: test-extract.py IMAGINET TOP

SPDX-License-Identifier: MIT
"""
import math
import os
import shutil
import sys
import tempfile

from tools import Tests, missing_for_comparison, skip

# Of a stack, a graph, and a composite that is not the last of its file; with other values.
PARTS = [
    ('speech-features', [], 'extract Mfcc as Own.Spectrum with Mfcc.low Mfcc.filters = My Spectrum',
     'Spectrum', 'set Spectrum.coefficients = 10'),
    ('high-band-level', [], 'extract low_pass difference window as Own.Band with window.stride',
     'Band', 'set band.stride = 80'),
    ('motion-features', ['--unit', 'Examples.MotionPeaks'],
     'extract ContextualWindow Abs as Own.Swing with ContextualWindow.contextual_length_sec',
     'Swing', 'set Swing.contextual_length_sec = 1.0'),
]


def write_recording(path, n_channels):
    """Some seconds of tones, each of another frequency."""
    with open(path, 'w', encoding='utf-8') as file:
        for row in range(8000):
            file.write(','.join(f'{math.sin(0.01 * (channel + 1) * row):.6f}'
                                for channel in range(n_channels)) + '\n')


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def test_part(tests, example, unit, edit, made, other):
    folder = os.path.join(tests.folder, example)
    path, recording = os.path.join(folder, 'pipeline.imunit'), os.path.join(folder, 'in.csv')
    new = os.path.join(folder, made + '.imunit')
    results = [os.path.join(folder, name) for name in ('before.csv', 'after.csv')]
    os.mkdir(folder)
    shutil.copy(os.path.join(tests.top, 'data', 'examples', example + '.imunit'), path)
    write_recording(recording, 6 if 'motion' in example else 1)
    tests.expect(f'{example}-runs', tests.run('run', path, *unit, '-i', recording,
                                              '-o', results[0]), 0, '')
    tests.expect(f'{example}-extract', tests.run('edit', path, *unit, edit), 0, '')
    tests.expect(f'{example}-check', tests.run('check', path, new), 0, '0 errors, 0 warnings')
    tests.expect(f'{example}-runs-again', tests.run('run', path, *unit, '-i', recording,
                                                    '-o', results[1]), 0, '')
    before, after = [read(result) for result in results]
    tests.check(f'{example}-same', before == after and before.count('\n') > 20,
                f'{before[:200]} … {after[:200]}')
    tests.expect(f'{example}-compare', tests.run('compare', path, *unit), 0, '')
    tests.expect(f'{example}-set', tests.run('edit', path, *unit, other), 0, '')


def test_refused(tests):
    """Nothing is written, neither the pipeline nor the unit, if one of them cannot be."""
    path = os.path.join(tests.folder, 'high-band-level.imunit')
    taken = os.path.join(tests.folder, 'Alone.imunit')
    edit = 'extract window as Own.Alone'
    shutil.copy(os.path.join(tests.top, 'data', 'examples', 'high-band-level.imunit'), path)
    before = read(path)
    with open(taken, 'w', encoding='utf-8') as file:
        file.write('mine')
    tests.expect('taken', tests.run('edit', path, edit), 1, 'Alone.imunit')
    tests.check('taken-stays', read(taken) == 'mine' and read(path) == before)
    os.remove(taken)
    tests.expect('to-output', tests.run('edit', path, edit, '-o', '-'), 2,
                 'expected a file behind --output')
    tests.expect('later-fails', tests.run('edit', path, edit, 'remove nothing'), 1, 'nothing')
    tests.check('unwritten', not os.path.exists(taken) and read(path) == before)
    tests.expect('two', tests.run('edit', path, edit + ' with window.stride',
                                  'extract level as Own.End',
                                  'set alone.stride = 80', 'rename end = last'), 0, '')
    tests.expect('two-check', tests.run('check', path), 0, '0 errors, 0 warnings')


def main():
    absent = missing_for_comparison()
    if absent:
        return skip(absent)
    program, top = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        tests = Tests(program, top, folder)
        for part in PARTS:
            test_part(tests, *part)
        test_refused(tests)
        print(f'1..{tests.count}')
    return tests.failed > 0


if __name__ == '__main__':
    sys.exit(main())
