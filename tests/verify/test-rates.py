#!/usr/bin/python3
"""Tests pipelines whose branches come together again behind windows of their own, and those with
inputs and outputs of several rates.

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
    """Yields, for each run, the frames of each input and (number of frames, function, outputs)."""
    compare, trace = exported.read()
    with open(os.path.join(exported.out, 'test', 'vectors.json'), encoding='utf-8') as file:
        vectors = json.load(file)
    frames, results = [], []
    while True:
        kind, number = trace.header()
        if kind in (compare.RUN, compare.END) and frames:
            yield list(zip(*frames)), results
        if kind == compare.END:
            return
        if kind == compare.RUN:
            frames, results = [], []
        elif kind == compare.FRAME:
            frames.append(trace.tensors(vectors['inputs']))
        else:
            ports = vectors['gets'][number]['outputs']
            results.append((len(frames), number,
                            trace.tensors([vectors['outputs'][port] for port in ports])))


def check_verify(tests, name, exported):
    """The bundle's own test, in C and Python, and the comparison of all layers."""
    status, text = exported.verify()
    tests.check(f'{name}-verify', exported.run.returncode == 0 and status == 0 and
                'C and Python: equal' in exported.run.stdout and
                'the same bit for bit' in text, exported.run.stderr + text)
    run = subprocess.run([tests.imaginet, 'compare', exported.path], text=True, timeout=300,
                         env={**os.environ, 'LC_ALL': 'C.UTF-8',
                              'IMAGINET_DATA_PATH': bundle_case.TOP}, capture_output=True)
    tests.check(f'{name}-compare', run.returncode == 0 and 'different' not in run.stdout,
                run.stdout + run.stderr)


def check_runs(tests, name, exported, expect):
    """@expect gets the stacked inputs, and returns for each function all (number of frames,
    outputs)."""
    import numpy as np
    n_results, wrong, worst = {}, [], 0.0
    for inputs, results in read_runs(exported):
        stacked = [np.array(tensors).astype('float64') for tensors in inputs]
        scale = max(1.0, max(np.abs(x).max() for x in stacked))
        for number, wanted in enumerate(expect(*stacked)):
            actual = [(n, values) for n, get, values in results if get == number]
            n_results[number] = n_results.get(number, 0) + len(actual)
            if [n for n, _ in wanted] != [n for n, _ in actual]:
                wrong.append((number, [n for n, _ in wanted][:9], [n for n, _ in actual][:9]))
            for (_, values), (_, tensors) in zip(wanted, actual):
                for value, tensor in zip(values, tensors):
                    worst = max(worst, np.abs(tensor.ravel() - np.ravel(value)).max() / scale)
    tests.check(f'{name}-numpy', min(n_results.values()) >= 5 and not wrong and worst < 1e-5,
                f'{n_results} results, at other frames: {wrong}, off by {worst}')
    check_verify(tests, name, exported)


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
        lengths = np.sqrt((acceleration ** 2).sum(axis=1))
        return [[(n, [np.append(lengths[n - 20:n].mean(), rotation[n - 20:n].mean(axis=0))])
                 for n in range(20, len(lengths) + 1, 5)]]
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
        def features(blocks):
            return [np.array([blocks.mean(), blocks.max(axis=1).mean()])]
        return [[(n, features(x[n - 12:n].reshape(3, 4))) for n in range(12, len(x) + 1, 4)]]
    check_runs(tests, 'chained', exported, expect)


def test_several(tests, folder):
    """A fast and a slow input; raw data, features, and features of features."""
    import numpy as np
    exported = Exported(tests, folder, 'Several', {'audio': ([1], 800), 'motion': ([3], 100)},
                        {'late': ('Queues.Delay', {'frames': 3}), 'window': window(80, 40),
                         'top': ('Math.Max', {'axis': 1}), 'wide': window(4, 2),
                         'mean': mean(), 'length': ('Motion.Magnitude3', {}),
                         'steps': window(10, 5), 'activity': mean()},
                        ['audio late.input', 'late.output raw', 'audio copy',
                         'late.output window.input', 'window.output top.input',
                         'top.output level', 'top.output wide.input', 'wide.output mean.input',
                         'mean.output loudness', 'motion length.input', 'length.output steps.input',
                         'steps.output activity.input', 'activity.output activity'])

    def expect(audio, motion):
        n_frames = len(audio)
        late = np.concatenate([np.zeros((3, 1)), audio])[:n_frames]
        level = [(n, [late[n - 80:n].max()]) for n in range(80, n_frames + 1, 40)]
        loudness = [(level[i][0], [np.mean([value for _, (value,) in level[i - 3:i + 1]])])
                    for i in range(3, len(level), 2)]
        lengths = np.sqrt((motion[::8] ** 2).sum(axis=1))
        activity = [(8 * n - 7, [lengths[n - 10:n].mean()]) for n in range(10, len(lengths) + 1, 5)]
        raw = [(n, [late[n - 1], audio[n - 1]]) for n in range(1, n_frames + 1)]
        return [raw, level, loudness, activity]
    check_runs(tests, 'several', exported, expect)
    with open(os.path.join(exported.out, 'include', 'several.h'), encoding='utf-8') as file:
        text = file.read()
    for prototype in ('enqueue_audio(const float *audio_in)', 'enqueue_motion(const float *motion_in)',
                      'enqueue_motion_block(const float *motion_in, int frames)',
                      'dequeue_raw_copy(float *raw_out, float *copy_out)',
                      'dequeue_level(float *level_out)', 'dequeue_loudness(float *loudness_out)',
                      'dequeue_activity(float *activity_out)'):
        tests.check(f'several-{prototype.split("(")[0]}', f'int IMAI_{prototype};' in text, text)


def test_functions(tests, folder):
    """Two rates without a queue."""
    import numpy as np
    exported = Exported(tests, folder, 'Functions', {'a': ([2], 30), 'b': ([3], 20)},
                        {'up': ('Math.AddConstant', {'constant': 2.0}),
                         'length': ('Motion.Magnitude3', {})},
                        ['a up.input', 'up.output x', 'b length.input', 'length.output y'])

    def expect(a, b):
        given = [n for n in range(len(b)) if n * 2 % 3 < 2]
        return [[(n + 1, [a[n] + 2]) for n in range(len(a))],
                [(n + 1, [np.sqrt((b[n] ** 2).sum())]) for n in given]]
    check_runs(tests, 'functions', exported, expect)


def test_run(tests, folder):
    """Outputs of several rates go into files of their own."""
    exported = Exported(tests, folder, 'Run', {'x': ([1], 100)},
                        {'window': window(20, 10), 'top': ('Math.Max', {'axis': 1})},
                        ['x window.input', 'window.output top.input', 'x raw', 'top.output top'])
    recording = os.path.join(folder, 'ramp.csv')
    with open(recording, 'w', encoding='utf-8') as file:
        file.write('x\n' + ''.join(f'{i}\n' for i in range(100)))
    run = subprocess.run([tests.imaginet, 'run', '-i', recording, '-o',
                          os.path.join(folder, 'out.csv'), exported.path], text=True, timeout=300,
                         env={**os.environ, 'IMAGINET_DATA_PATH': bundle_case.TOP},
                         capture_output=True)
    rows = {}
    for name in 'raw', 'top':
        path = os.path.join(folder, f'out_{name}.csv')
        if os.path.exists(path):
            with open(path, encoding='utf-8') as file:
                rows[name] = [float(line) for line in file.read().split()[1:]]
    tests.check('run', run.returncode == 0 and rows == {
        'raw': list(range(100)), 'top': list(range(19, 100, 10))}, f'{run} {rows}')


TIMED = """<?xml version="1.0" encoding="utf-8" ?>
<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Composite unit="Rates.Timed">
    <Parameters>
      <InputSocket name="input" pipe="data" im:type="float32" im:shape="[1]" im:rate="50" />
      <InputSocket name="time_input" pipe="time" im:type="float32" im:shape="[1]" im:rate="1" />
      <OutputSocket name="output" type="input.type" shape="System.Shape(10, 1)" pipe="data" />
      <OutputSocket name="time_output" type="System.Float32" shape="System.Shape(2)" pipe="time" />
    </Parameters>
    <Stacked>
      <Unit id="Core.Math.AddConstant" />
      <Unit id="Core.Queues.SlidingWindow">
        <Argument param="window_shape">System.Shape(10, 1)</Argument>
        <Argument param="stride">5</Argument>
      </Unit>
    </Stacked>
  </Composite>
</Imaginet>
"""


def test_timed(tests, folder):
    """Times come with their data, whatever rate they are given."""
    path, out = os.path.join(folder, 'timed.imunit'), os.path.join(folder, 'timed')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(TIMED)
    run = tests.export(path, '-o', out)
    header = ''
    if run.returncode == 0:
        with open(os.path.join(out, 'include', 'timed.h'), encoding='utf-8') as file:
            header = file.read()
    tests.check('timed', 'int IMAI_enqueue(const float *data_in, const float *time_in);' in header
                and bundle_case.verify(out)[0] == 0, run.stderr)


def test_crossed(tests, folder):
    """What two sources give cannot be added."""
    exported = Exported(tests, folder, 'Crossed', {'x': ([1], 100), 'y': ([1], 50)},
                        {'sum': ('Math.Add', {})}, ['x sum.a', 'y sum.b', 'sum.output out',
                                                    'x raw'])
    tests.check('crossed-alone', exported.run.returncode == 0, exported.run.stderr)
    exported = Exported(tests, folder, 'Crossed', {'x': ([1], 100), 'y': ([1], 50)},
                        {'sum': ('Math.Add', {}), 'size': ('Math.Abs', {})},
                        ['x sum.a', 'y sum.b', 'sum.output size.input', 'size.output out'])
    tests.check('crossed', exported.run.returncode == 1 and
                '“x” at 100 Hz, with each input, and “y” at 50 Hz, with each input'
                in exported.run.stderr, exported.run.stderr)


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
        for test in (test_joined, test_chained, test_several, test_functions, test_run,
                     test_timed, test_crossed, test_refused):
            test(tests, folder)
    return tests.finish()


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
