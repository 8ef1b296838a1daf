#!/usr/bin/python3
"""Runs pipelines with several inputs on recordings, and compares what comes out with NumPy.

usage: test-run-inputs.py IMAGINET TOP

SPDX-License-Identifier: MIT
"""
import csv
import json
import os
import sys
import tempfile
import wave

import tools

NODES = '''
      <TensorInputNode id="in_{name}" x="0" y="0" enabled="true" name="{name}" param="{name}"
        im:type="float32" im:shape="{shape}" im:rate="{rate}" />
      <UnitNode id="window_{name}" x="1" y="0" enabled="true" unit="Core.Queues.SlidingWindow">
        <ShapeArgument param="window_shape">[{rows},{channels}]</ShapeArgument>
        <Int32Argument param="stride">{stride}</Int32Argument>
        <Int32Argument param="buffer_multiplier">1</Int32Argument>
      </UnitNode>
      <UnitNode id="mean_{name}" x="2" y="0" enabled="true" unit="Core.Math.Mean">
        <Int32Argument param="axis">1</Int32Argument>
      </UnitNode>'''
OUTPUT = '''
      <TensorOutputNode id="out_{name}" x="4" y="0" enabled="true" name="of_{name}" param="of_{name}" />'''
JOIN = '''
      <UnitNode id="join" x="3" y="0" enabled="true" unit="Core.Math.Add" />'''
LINK = '''
      <Connection><Source node="{}" param="{}" /><Target node="{}" param="{}" /></Connection>'''
PIPELINE = '''<?xml version="1.0" encoding="utf-8"?>
<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Compound unit="Test.Inputs">
    <Nodes>{}
    </Nodes>
    <Connections>{}
    </Connections>
  </Compound>
</Imaginet>
'''


def make_pipeline(tests, path, inputs, is_joined=False):
    """The means of windows of each input, (name, rows of a window, channels, samples of a frame,
    rate); or the sum of two."""
    nodes = links = ''
    for i, (name, rows, channels, samples, rate) in enumerate(inputs):
        shape = f'[{channels}]' if samples == 1 else f'[{samples},{channels}]'
        nodes += NODES.format(name=name, shape=shape, rate=rate, rows=rows, channels=channels,
                              stride=rows * channels)
        links += LINK.format(f'in_{name}', 'value', f'window_{name}', 'input')
        links += LINK.format(f'window_{name}', 'output', f'mean_{name}', 'input')
        if is_joined:
            links += LINK.format(f'mean_{name}', 'output', 'join', 'ab'[i])
        else:
            nodes += OUTPUT.format(name=name)
            links += LINK.format(f'mean_{name}', 'output', f'out_{name}', 'value')
    if is_joined:
        nodes += JOIN + OUTPUT.format(name='sum')
        links += LINK.format('join', 'output', 'out_sum', 'value')
    write(tests, path, PIPELINE.format(nodes, links))


def write(tests, path, text):
    with open(os.path.join(tests.folder, path), 'w', encoding='utf-8') as file:
        file.write(text)


def record(tests, path, columns, n_rows, rate, start=0):
    """Writes a recording of quarters, so that floats hold their sums, and returns it."""
    values = [[(7 * i * (k + len(path)) % 31) / 4 for k in range(len(columns))]
              for i in range(n_rows)]
    with open(os.path.join(tests.folder, path), 'w', encoding='utf-8', newline='') as file:
        rows = csv.writer(file)
        rows.writerow(['time', *columns])
        rows.writerows([start + i / rate, *row] for i, row in enumerate(values))
    return numpy.array(values)


def means(values, n_rows, rows):
    """Of windows side by side in the first rows."""
    n = n_rows // rows
    return values[:n * rows].reshape(n, rows, -1).mean(axis=1)


def run(tests, pipeline, *arguments):
    result = tests.run('run', pipeline, *arguments, '--output', 'out.npz')
    tests.check(f'run {" ".join(arguments)}', result.returncode == 0, result.stderr)
    if result.returncode != 0:
        return {}, result
    with numpy.load(os.path.join(tests.folder, 'out.npz')) as archive:
        return dict(archive), result


def is_close(found, expected):
    return found is not None and found.shape == expected.shape and \
        numpy.allclose(found, expected, rtol=1e-6, atol=1e-6)


def test_same_rate(tests):
    make_pipeline(tests, 'Same.imunit', [('acc', 10, 2, 1, 50), ('gyro', 10, 2, 1, 50)], True)
    acc, gyro = record(tests, 'a.csv', 'xy', 200, 50), record(tests, 'gg.csv', 'pq', 184, 50)
    out, result = run(tests, 'Same.imunit', '--input', 'acc=a.csv', '--input', 'gyro=gg.csv')
    tests.check('sum of two recordings',
                is_close(out.get('of_sum'), means(acc, 184, 10) + means(gyro, 184, 10)), out)
    tests.check('which is the shortest', 'gg.csv, of the input “gyro”, is the shortest recording: all '
                'ends with it, after 3.68 s; the last 0.32 s of a.csv' in result.stderr, result.stderr)
    swapped, _ = run(tests, 'Same.imunit', '--input', 'gyro=a.csv', '--input', 'acc=gg.csv',
                     '--channels', 'acc=q,p')
    tests.check('channels of one', is_close(swapped.get('of_sum'),
                                            means(acc, 184, 10) + means(gyro[:, ::-1], 184, 10)), swapped)
    few, _ = run(tests, 'Same.imunit', '--input', 'acc=a.csv', '--input', 'gyro=gg.csv', '--frames', '40')
    tests.check('frames', is_close(few.get('of_sum'),
                                   means(acc, 40, 10) + means(gyro, 40, 10)), few)


def test_one_recording(tests):
    imu = record(tests, 'imu.csv', ['ax', 'ay', 'gx', 'gy'], 120, 50)
    out, result = run(tests, 'Same.imunit', '--input', 'imu.csv', '--channels', 'acc=ax,ay',
                      '--channels', 'gyro=gx,gy')
    tests.check('sum of columns', is_close(out.get('of_sum'),
                                           means(imu[:, :2], 120, 10) + means(imu[:, 2:], 120, 10)), out)
    tests.check('nothing is left', result.stderr == '', result.stderr)


def test_two_rates(tests):
    for name, acc_rate, gyro_rate in [('Slow', 50, 20), ('Fast', 20, 50)]:
        make_pipeline(tests, f'{name}.imunit', [('acc', acc_rate // 5, 2, 1, acc_rate),
                                                ('gyro', gyro_rate // 10, 3, 1, gyro_rate)])
        acc = record(tests, 'aa.csv', 'xy', 6 * acc_rate, acc_rate)
        gyro = record(tests, 'g.csv', 'pqr', 4 * gyro_rate, gyro_rate)
        options = ['--input', 'acc=aa.csv', '--input', 'gyro=g.csv']
        out, result = run(tests, f'{name}.imunit', *options)
        tests.check(f'{name}: acc', is_close(out.get('of_acc'), means(acc, 4 * acc_rate, acc_rate // 5)), out)
        tests.check(f'{name}: gyro',
                    is_close(out.get('of_gyro'), means(gyro, 4 * gyro_rate, gyro_rate // 10)), out)
        tests.check(f'{name}: times of acc',
                    is_close(out.get('of_acc.time_s'), 0.2 * numpy.arange(1, 21) - 1 / acc_rate), out)
        tests.check(f'{name}: times of gyro',
                    is_close(out.get('of_gyro.time_s'), 0.1 * numpy.arange(1, 41) - 1 / gyro_rate), out)
        tests.check(f'{name}: the shortest', 'after 4 s; the last 2 s of aa.csv' in result.stderr,
                    result.stderr)
        result = tests.run('probe', f'{name}.imunit', *options, '--json')
        pipes = {pipe['pipe']: pipe for pipe in json.loads(result.stdout)['pipes']}
        counts = {'acc': 4 * acc_rate, 'gyro': 4 * gyro_rate, 'mean_acc.output': 20, 'mean_gyro.output': 40}
        tests.check(f'{name}: values', {pipe: pipes[pipe]['values'] for pipe in counts} == counts, pipes)
        spans = {tuple(round(pipes[pipe][key], 9) for key in ('from_s', 'to_s')) for pipe in counts}
        tests.check(f'{name}: spans', spans == {(0, 4)}, spans)
        tests.check(f'{name}: ranges', pipes['gyro']['max'] == gyro.max() and
                    is_close(numpy.array(pipes['mean_gyro.output']['max']),
                             means(gyro, len(gyro), gyro_rate // 10).max()), pipes)


def test_sound(tests):
    """Sound that is read piece by piece, with frames of another number of bytes."""
    make_pipeline(tests, 'Sound.imunit', [('mic', 1600, 1, 160, 100), ('acc', 10, 2, 1, 50)])
    samples = (7919 * numpy.arange(16000 * 9) % 20011 - 10000).astype('<i2')
    with wave.open(os.path.join(tests.folder, 'mic.wav'), 'wb') as file:
        file.setparams((1, 2, 16000, 0, 'NONE', None))
        file.writeframes(samples.tobytes())
    acc = record(tests, 'a.csv', 'xy', 500, 50)
    out, _ = run(tests, 'Sound.imunit', '--input', 'mic=mic.wav', '--input', 'acc=a.csv')
    tests.check('sound', is_close(out.get('of_mic'), means(samples / 32768, 16000 * 9, 1600)), out)
    tests.check('motion beside it', is_close(out.get('of_acc'), means(acc, 450, 10)), out)


def test_bad_input(tests):
    record(tests, 'late.csv', 'pq', 184, 50, start=2.5)
    record(tests, 'three.csv', 'pqr', 184, 50)
    allowed = 'expected NAME=RECORDING for each input of acc, gyro, or one RECORDING and --channels ' \
        'NAME=LIST for each'
    a, g = ['--input', 'acc=a.csv'], ['--input', 'gyro=gg.csv']
    for arguments, status, text in [
            (a, 2, f'the input “gyro” has no recording; {allowed}'),
            (['--input', 'a.csv'], 2, f'it is not said to which input “a.csv” goes; {allowed}'),
            (['--input', 'imu.csv', '--channels', 'acc=ax,ay'], 2,
             'it is not said to which input “imu.csv” goes'),
            ([*a, *g, '--input', 'foo=a.csv'], 2, 'the recording “foo=a.csv” goes to no input'),
            ([*a, *g, '--input', 'imu.csv'], 2, 'the recording “imu.csv” goes to no input'),
            ([*a, *a, *g], 2, 'the input “acc” has two recordings'),
            ([*a, *g, '--rate', 'gyro=slow'], 2, '--rate: expected rows per second'),
            ([*a, '--input', 'gyro=none.csv'], 1, "cannot open 'none.csv'"),
            ([*a, '--input', 'gyro=three.csv'], 1, '3 channels (p, q, r), 2 needed by the input “gyro”'),
            ([*a, *g, '--rate', 'gyro=25'], 1, 'gg.csv: its own rate is 50 Hz'),
            ([*a, '--input', 'gyro=late.csv'], 0, 'a.csv begins at 0 s, late.csv at 2.5 s: '
             'their first rows go in together, as if they were recorded at the same time, unless both are '
             'read with align=yes')]:
        tests.expect(f'probe {" ".join(arguments)}', tests.run('probe', 'Same.imunit', *arguments), status,
                     text)
    tests.expect('recordings for a folder', tests.run('run', 'Same.imunit', *a, *g, '--output', 'out/'), 2,
                 'expected --output with a file')


def test_beginnings(tests):
    """Recordings that begin at different times are aligned on request."""
    acc, late = record(tests, 'a.csv', 'xy', 200, 50), record(tests, 'late.csv', 'pq', 184, 50, start=2.5)
    both = '--input', 'acc=a.csv', '--input', 'gyro=late.csv'
    out, result = run(tests, 'Same.imunit', *both, '--align', 'yes')
    tests.check('aligned', is_close(out.get('of_sum'), means(acc[125:], 75, 10) + means(late, 75, 10)), out)
    tests.check('nothing to warn of', 'begins at' not in result.stderr, result.stderr)
    tests.check('time of the later one', out['time_s'][0] == 2.5 + 9 / 50, out.get('time_s'))
    out, result = run(tests, 'Same.imunit', *both, '--skip', 'gyro=0.2')
    tests.check('skipped', is_close(out.get('of_sum'), means(acc, 174, 10) + means(late[10:], 174, 10)), out)
    tests.expect('nothing is left', tests.run('run', 'Same.imunit', *both, '--skip', '4', '--output',
                                              'out.npz'), 1, 'a.csv: nothing is left behind 4 s: it lasts 4 s')
    tests.expect('no answer', tests.run('probe', 'Same.imunit', *both, '--align', 'maybe'), 2,
                 '--align: expected yes or no, found “maybe”')


def test_folders(tests):
    """Recordings of the same name go in together; one without a partner is named."""
    for folder in 'A/day', 'G/day':
        os.makedirs(os.path.join(tests.folder, folder))
    first = record(tests, 'A/day/walk.csv', 'xy', 200, 50), record(tests, 'G/day/walk.csv', 'pq', 200, 50)
    other = record(tests, 'A/run.csv', 'xy', 150, 50), record(tests, 'G/run.csv', 'pq', 150, 50)
    record(tests, 'A/alone.csv', 'xy', 150, 50)
    folders = '--input', 'acc=A', '--input', 'gyro=G'
    result = tests.run('run', 'Same.imunit', *folders, '--output', 'both', '--format', 'npy')
    tests.check('missing partner', result.returncode == 1 and
                'A/alone.csv: error: the input “gyro” has no recording of that name, expected alone in G'
                in result.stderr and '2 of 3 recordings computed' in result.stdout,
                result.stdout + result.stderr)
    for name, (acc, gyro) in ('day/walk', first), ('run', other):
        out = numpy.load(os.path.join(tests.folder, 'both', name + '.npy'))
        tests.check('pair ' + name, is_close(out, means(acc, len(acc), 10) + means(gyro, len(acc), 10)), out)
    tests.expect('pairs are kept', tests.run('run', 'Same.imunit', *folders, '--output', 'both',
                                             '--format', 'npy'), 1, '2 were there already')
    os.utime(os.path.join(tests.folder, 'G/run.csv'), (2e9, 2e9))
    tests.expect('one of a pair is newer', tests.run('run', 'Same.imunit', *folders, '--output', 'both',
                                                     '--format', 'npy'), 1, '1 of 3 recordings computed')
    os.remove(os.path.join(tests.folder, 'A/alone.csv'))
    result = tests.run('run', 'Same.imunit', '--input', 'acc=A', '--input', 'gyro=G/run.csv', '--output',
                       'one', '--format', 'npy')
    out = numpy.load(os.path.join(tests.folder, 'one', 'day/walk.npy'))
    tests.check('one file for all', is_close(out, means(first[0], 150, 10) + means(other[1], 150, 10)),
                result.stdout + result.stderr)
    record(tests, 'imu.csv', 'abcd', 100, 50)
    os.makedirs(os.path.join(tests.folder, 'I'))
    values = record(tests, 'I/imu.csv', 'abcd', 100, 50)
    result = tests.run('run', 'Same.imunit', '--input', 'I', '--channels', 'acc=a,b', '--channels',
                       'gyro=c,d', '--output', 'imus', '--format', 'npy')
    tests.check('one folder for all', result.returncode == 0, result.stdout + result.stderr)
    out = numpy.load(os.path.join(tests.folder, 'imus', 'imu.npy'))
    tests.check('columns of one folder', is_close(out, means(values[:, :2], 100, 10) +
                                                  means(values[:, 2:], 100, 10)), out)


def main():
    with tempfile.TemporaryDirectory(prefix='imaginet-run-inputs-') as folder:
        tests = tools.Tests(sys.argv[1], sys.argv[2], folder)
        test_same_rate(tests)
        test_one_recording(tests)
        test_two_rates(tests)
        test_sound(tests)
        test_bad_input(tests)
        test_beginnings(tests)
        test_folders(tests)
        print(f'1..{tests.count}')
    return 1 if tests.failed else 0


absent = tools.missing_for_comparison()
if absent:
    sys.exit(tools.skip(absent))

import numpy  # pylint: disable=wrong-import-position

sys.exit(main())
