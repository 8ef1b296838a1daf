#!/usr/bin/python3
"""Tests pipelines whose branches come together again behind windows of their own.

usage: test-rates.py IMAGINET

What C computes is compared with numpy, computed here from the frames that were stored.

SPDX-License-Identifier: MIT
"""
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile

import bundle_case
from rates_case import Exported, mean, window


def read_runs(exported):
    """Yields, for each run, the frames of each input and (number of frames, outputs)."""
    compare, trace = exported.read()
    with open(os.path.join(exported.out, 'test', 'vectors.json'), encoding='utf-8') as file:
        vectors = json.load(file)
    frames, results = [], []
    while True:
        kind, _ = trace.header()
        if kind in (compare.RUN, compare.END) and frames:
            yield list(zip(*frames)), results
        if kind == compare.END:
            return
        if kind == compare.RUN:
            frames, results = [], []
        elif kind == compare.FRAME:
            frames.append(trace.tensors(vectors['inputs']))
        else:
            results.append((len(frames), trace.tensors(vectors['outputs'])))


def check_runs(tests, name, exported, expect):
    """@expect gets the stacked inputs and the number of frames, and returns the output, or None."""
    import numpy as np
    status, text = exported.verify()
    tests.check(f'{name}-verify', exported.run.returncode == 0 and status == 0 and
                'C and Python: equal' in exported.run.stdout and
                'the same bit for bit' in text, exported.run.stderr + text)
    n_results, n_wrong, worst = 0, 0, 0.0
    for inputs, results in read_runs(exported):
        stacked = [np.array(tensors).astype('float64') for tensors in inputs]
        wanted = [(n, expect(*[x[:n] for x in stacked])) for n in range(1, len(stacked[0]) + 1)]
        wanted = [(n, value) for n, value in wanted if value is not None]
        n_wrong += [n for n, _ in wanted] != [n for n, _ in results]
        for (_, value), (_, (actual,)) in zip(wanted, results):
            scale = max(1.0, max(np.abs(x).max() for x in stacked))
            worst = max(worst, np.abs(actual.ravel() - value).max() / scale)
            n_results += 1
    tests.check(f'{name}-numpy', n_results >= 5 and n_wrong == 0 and worst < 1e-5,
                f'{n_results} results, {n_wrong} runs with results at other frames, {worst}')
    run = subprocess.run([tests.imaginet, 'compare', exported.path], text=True, timeout=300,
                         env={**os.environ, 'LC_ALL': 'C.UTF-8',
                              'IMAGINET_DATA_PATH': bundle_case.TOP}, capture_output=True)
    tests.check(f'{name}-compare', run.returncode == 0 and 'different' not in run.stdout,
                run.stdout + run.stderr)


def test_joined(tests, folder):
    """Lengths of accelerations and all axes of a gyroscope, both over the same time."""
    import numpy as np
    exported = Exported(tests, folder, 'Joined',
                        {'acceleration': ([3], 50), 'rotation': ([3], 50)},
                        {'length': ('Motion.Magnitude3', {}), 'window_a': window(20, 5),
                         'window_b': window(20, 5, 3), 'mean_a': mean(), 'mean_b': mean(),
                         'join': ('Math.Concat', {})},
                        ['acceleration length.input', 'length.output window_a.input',
                         'rotation window_b.input', 'window_a.output mean_a.input',
                         'window_b.output mean_b.input', 'mean_a.output join.a',
                         'mean_b.output join.b', 'join.output features'])

    def expect(acceleration, rotation):
        n = len(acceleration)
        if n < 20 or n % 5 != 0:
            return None
        lengths = np.sqrt((acceleration[-20:].reshape(20, 3) ** 2).sum(axis=1))
        return np.append(lengths.mean(), rotation[-20:].reshape(20, 3).mean(axis=0))
    check_runs(tests, 'joined', exported, expect)


def test_chained(tests, folder):
    """Windows of windows in both branches."""
    import numpy as np
    exported = Exported(tests, folder, 'Chained', {'x': ([1], 100)},
                        {'block': window(4, 4), 'mean': mean(), 'first': window(4, 4),
                         'top': ('Math.Max', {'axis': 1}), 'second_a': window(3, 1),
                         'second_b': window(3, 1), 'mean_a': mean(), 'mean_b': mean(),
                         'join': ('Math.Concat', {})},
                        ['x block.input', 'x first.input', 'first.output top.input',
                         'block.output mean.input', 'mean.output second_a.input',
                         'top.output second_b.input',
                         'second_a.output mean_a.input', 'second_b.output mean_b.input',
                         'mean_a.output join.a', 'mean_b.output join.b', 'join.output out'])

    def expect(x):
        if len(x) < 12 or len(x) % 4 != 0:
            return None
        blocks = x[-12:].reshape(3, 4)
        return np.array([blocks.mean(), blocks.max(axis=1).mean()])
    check_runs(tests, 'chained', exported, expect)


def test_refused(tests, folder):
    """Equal rates do not prove that outputs come together; the message says how often they come."""
    for name, a, b, words in (
            ('Filled', window(100, 50), window(50, 50),
             ['“mean_a.output” at 1 Hz, as an output of 100 inputs, every 50 inputs',
              '“mean_b.output” at 1 Hz, as an output of 50 inputs, every 50 inputs']),
            ('Uneven', window(100, 25), window(100, 10),
             ['“mean_a.output” at 2 Hz, as', '“mean_b.output” at 5 Hz, as']),
            ('Phase', ('Queues.Decimate', {'factor': 10}), ('Queues.BlockAverage', {'frames': 10}),
             ['an output of 1 input, every 10 inputs', 'an output of 10 inputs, every 10 inputs'])):
        ends = ['out_a', 'out_b'] if name == 'Phase' else ['mean_a', 'mean_b']
        exported = Exported(tests, folder, name, {'x': ([1], 50), 'y': ([1], 50)},
                            {'window_a': a, 'window_b': b, 'join': ('Math.Add', {}),
                             **{end: mean() if end[0] == 'm' else ('Math.Abs', {}) for end in ends}},
                            ['x window_a.input', 'y window_b.input', f'window_a.output {ends[0]}.input',
                             f'window_b.output {ends[1]}.input', f'{ends[0]}.output join.a',
                             f'{ends[1]}.output join.b', 'join.output out'])
        text = exported.run.stderr
        tests.check(f'refused-{name.lower()}', exported.run.returncode == 1 and
                    'do not come together' in text and
                    'put one window behind the join' in text, text)
        tests.check(f'says-{name.lower()}', all(word in text for word in words), text)


def main(imaginet):
    tests = bundle_case.Tests(imaginet)
    absent = [tool for tool in ('cc', 'make') if shutil.which(tool) is None]
    if importlib.util.find_spec('numpy') is None:
        absent.append('numpy')
    if absent:
        print(f'1..0 # SKIP not installed: {", ".join(absent)}')
        return 0
    with tempfile.TemporaryDirectory() as folder:
        tests.work_in(folder)
        for test in (test_joined, test_chained, test_refused):
            test(tests, folder)
    return tests.finish()


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
