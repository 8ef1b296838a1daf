#!/usr/bin/python3
"""Tests a pipeline with constant arrays at inputs, the weights of a small network: what it
computes is what NumPy computes from the files, on this machine and on a Cortex-M4F.

usage: test-weights.py IMAGINET

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
import mfcc_target
from bundle_case import PYTHON, TOP, command, replace, verify

EXAMPLES = os.path.join(TOP, 'data', 'examples')
FILES = ['bands.npy', 'smoothing.npy', 'classes.npy', 'bias.npy', 'bands-int16.npy',
         'smoothing-int16.npy', 'classes-int16.csv']
CONSTANT_BYTES = 4 * (24 * 8 + 3 * 8 * 8 + 8 * 4 + 4)
RATE, WINDOW, STRIDE = 16000, 528, 264
TONES = [0, 700, 2900, 6000]  # Hz; the first one is silent
LENGTH = 4 * STRIDE  # samples of each tone


def sound():
    """Tones one after the other, which belong to the classes in their order."""
    time = numpy.arange(LENGTH) / RATE
    return numpy.concatenate([0.5 * (tone > 0) * numpy.sin(2 * numpy.pi * tone * time)
                              for tone in TONES])


def windows(samples):
    return [samples[start:start + WINDOW]
            for start in range(0, len(samples) - WINDOW + 1, STRIDE)]


def convolve(values, filters, stride=1):
    taps = filters.shape[0]
    return numpy.stack([numpy.tensordot(values[i:i + taps], filters, 2)
                        for i in range(0, len(values) - taps + 1, stride)])


def network(samples, load, divide):
    """What stands in the description of the pipeline, on one window."""
    values = convolve(samples[:, None], load('bands'), 8)
    values = divide(numpy.maximum(values, 0)).reshape(16, 4, 8).max(axis=1)
    return divide(numpy.maximum(convolve(values, load('smoothing')), 0))


def load_float(folder, name):
    return numpy.load(os.path.join(folder, 'sound-classes', name + '.npy')).astype(float)


def float_classes(folder, samples):
    def load(name):
        return load_float(folder, name)

    rows = []
    for window in windows(samples.astype(numpy.float32).astype(float)):
        mean = network(window, load, lambda values: values).mean(axis=0)
        scores = numpy.exp(mean @ load('classes') + load('bias'))
        rows.append(scores / scores.sum())
    return numpy.array(rows)


def int16_classes(folder, samples):
    folder = os.path.join(folder, 'sound-classes')

    def load(name):
        return numpy.load(os.path.join(folder, name + '-int16.npy')).astype(int)

    def divide(values):
        return numpy.clip(numpy.round(values / 128), -32768, 32767).astype(int)

    weights = numpy.loadtxt(os.path.join(folder, 'classes-int16.csv'), delimiter=',', dtype=int)
    rows = []
    for window in windows(samples.astype(int)):
        total = network(window, load, divide).sum(axis=0)
        mean = numpy.trunc(total / 14).astype(int)
        rows.append(numpy.argmax(mean @ weights + [65536, 0, 0, 0]))
    return numpy.array(rows)[:, None]


def run(tests, folder, examples, unit, samples, kind):
    name = 'sound-operators' if unit == 'SoundOperators' else 'sound-classes'
    recording = os.path.join(folder, 'sound.csv')
    output = os.path.join(folder, 'classes.npy')
    numpy.savetxt(recording, samples, fmt=kind, header='microphone', comments='')
    status = subprocess.run(
        [tests.imaginet, 'run', os.path.join(examples, name + '.imunit'), '--unit', unit,
         '--input', recording, '--output', output], text=True, capture_output=True,
        env={**os.environ, 'LC_ALL': 'C.UTF-8', 'IMAGINET_DATA_PATH': TOP}, timeout=120)
    if status.returncode != 0:
        return None, status.stdout + status.stderr
    return numpy.load(output), ''


def test_files(tests, folder):
    """The weights are those of the formulas."""
    made = os.path.join(folder, 'made')
    os.mkdir(made)
    shipped = os.path.join(EXAMPLES, 'sound-classes')
    status, text = command(folder, PYTHON, '-B', os.path.join(shipped, 'weights.py'), made)
    differ = [name for name in FILES if status == 0 and
              open(os.path.join(made, name), 'rb').read() !=
              open(os.path.join(shipped, name), 'rb').read()]
    tests.check('files', status == 0 and not differ, f'{text} {differ}')


def test_values(tests, folder):
    """The values of NumPy, and that a changed weight is found by them."""
    samples = sound()
    expected = float_classes(EXAMPLES, samples)
    found, text = run(tests, folder, EXAMPLES, 'SoundClasses', samples, '%.9g')
    error = 1 if found is None else abs(found - expected).max()
    tests.check('float32', error <= 2e-6, f'{text} {error}')
    tests.check('classes', list(expected.argmax(axis=1)[1::4]) == [0, 1, 2, 3], str(expected))

    found, text = run(tests, folder, EXAMPLES, 'SoundOperators', samples, '%.9g')
    error = 1 if found is None else abs(found.reshape(-1, 4) - expected).max()
    tests.check('operators', error <= 2e-6, f'{text} {error}')

    changed = os.path.join(folder, 'changed')
    shutil.copytree(EXAMPLES, changed)
    weights = load_float(changed, 'bands').astype(numpy.float32)
    weights[11, 0, 5] += 0.01
    numpy.save(os.path.join(changed, 'sound-classes', 'bands.npy'), weights)
    found, text = run(tests, folder, changed, 'SoundClasses', samples, '%.9g')
    error = 0 if found is None else abs(found - expected).max()
    tests.check('changed-weight', error > 1e-4, f'{text} {error}')

    whole = numpy.round(samples * 32767).astype(int)
    found, text = run(tests, folder, EXAMPLES, 'SoundClassesInt16', whole, '%d')
    tests.check('int16', found is not None and
                numpy.array_equal(found, int16_classes(EXAMPLES, whole)), f'{text} {found}')


def test_bundle(tests, folder):
    """The firmware says its flash, brings the files along, and runs on the target, where a
    changed constant is found."""
    out = os.path.join(folder, 'bundle')
    path = os.path.join(EXAMPLES, 'sound-classes.imunit')
    made = tests.export(path, '-o', out)
    tests.check('export', made.returncode == 0, made.stderr)
    with open(os.path.join(out, 'manifest.json'), encoding='utf-8') as file:
        memory = json.load(file)['memory']
    tests.check('flash', CONSTANT_BYTES in memory.values(), str(memory))
    beside = [name for name in FILES
              if os.path.exists(os.path.join(out, 'pipeline', 'sound-classes', name))]
    tests.check('pipeline', beside == FILES[:4], str(beside))
    status, text = verify(out)
    tests.check('host', status == 0, text)
    status, text = verify(out, 'verify-qemu', TARGETS='cortex-m4f')
    tests.check('target', status == 0 and 'equal to those of the Python reference' in text, text)
    replace(out, 'src/soundclasses.c', ' -8.0f', ' 8.0f')
    status, text = verify(out, 'verify-qemu', TARGETS='cortex-m4f')
    tests.check('target-changed', status != 0 and 'DIFFERENT' in text, text)


def test_operators(tests, folder):
    """The same network by operators of SkriptND: layer by layer, and on the target."""
    path = os.path.join(EXAMPLES, 'sound-operators.imunit')
    status, text = command(folder, tests.imaginet, 'compare', '--json', path)
    layers = json.loads(text)['comparisons'][0]['layers'] if status == 0 else []
    tests.check('operators-layers', len(layers) > 9, text)
    out = os.path.join(folder, 'operators')
    made = tests.export(path, '-o', out)
    tests.check('operators-export', made.returncode == 0, made.stderr)
    beside = [name for name in ('nn.sknd', 'math.sknd', 'linalg.sknd')
              if os.path.exists(os.path.join(out, 'pipeline', 'units', '1', name))]
    tests.check('operators-pipeline', len(beside) == 3, str(beside))
    status, text = verify(out, 'verify-qemu', TARGETS='cortex-m4f')
    tests.check('operators-target',
                status == 0 and 'equal to those of the Python reference' in text, text)


def main(imaginet):
    tests = bundle_case.Tests(imaginet)
    with tempfile.TemporaryDirectory() as folder:
        tests.work_in(folder)
        test_files(tests, folder)
        test_values(tests, folder)
        if mfcc_target.missing():
            tests.skip('bundle', mfcc_target.missing())
        else:
            test_bundle(tests, folder)
            test_operators(tests, folder)
        tests.check_left()
    return tests.finish()


if __name__ == '__main__':
    if importlib.util.find_spec('numpy') is None:
        print('1..0 # SKIP numpy is not installed')
        sys.exit(0)
    import numpy
    sys.exit(main(*sys.argv[1:]))
