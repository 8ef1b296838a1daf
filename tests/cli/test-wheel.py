#!/usr/bin/python3
"""Builds the Python package of bundles, installs it into a folder, and compares what it computes with
imaginet run, bit for bit.

usage: test-wheel.py IMAGINET TOP

SPDX-License-Identifier: MIT
"""
import os
import subprocess
import sys
import tempfile
import wave

from tools import PYTHON, Tests, skip
from wheels import install, missing_for_wheels

# Two outputs that come at different times.
FORKED = '''<?xml version="1.0" encoding="utf-8"?>
<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Compound unit="Test.Forked">
    <Nodes>
      <TensorInputNode id="in" x="0" y="0" enabled="true" name="in" param="in" im:type="float32" im:shape="[3]"
                       im:rate="50" />
      <UnitNode id="abs" x="1" y="0" enabled="true" unit="Core.Math.Abs" />
      <UnitNode id="window" x="1" y="0" enabled="true" unit="Core.Queues.SlidingWindow">
        <ShapeArgument param="window_shape">[50,3]</ShapeArgument>
        <Int32Argument param="stride">75</Int32Argument>
      </UnitNode>
      <TensorOutputNode id="out" x="2" y="0" enabled="true" name="size" param="size" />
      <TensorOutputNode id="windows" x="2" y="0" enabled="true" name="windows" param="windows" />
    </Nodes>
    <Connections>
      <Connection><Source node="in" param="value" /><Target node="abs" param="input" /></Connection>
      <Connection><Source node="abs" param="output" /><Target node="out" param="value" /></Connection>
      <Connection><Source node="abs" param="output" /><Target node="window" param="input" /></Connection>
      <Connection><Source node="window" param="output" /><Target node="windows" param="value" /></Connection>
    </Connections>
  </Compound>
</Imaginet>
'''

# One without a queue, and one of integers.
LAUNCHED = {
    'plain': 'source float32[3]@50 ! Abs',
    'stored': 'source int16[4]@50 ! Abs',
}

CHECK = '''
import sys, threading
import numpy as np
import speechfeatures, motionpeaks, plain, stored, forked, timed, sources
from speechfeatures import Pipeline

results = {name: np.load(sys.argv[1] + '/' + name + '.npy') for name in ('speech', 'motion', 'plain')}

def same(name, found, expected):
    assert found.dtype == expected.dtype and found.shape == expected.shape, (name, found.shape, expected.shape)
    assert found.tobytes() == expected.tobytes(), (name, np.abs(found - expected).max())
    print('same', name)

def refuses(error, text, call, *arguments):
    try:
        call(*arguments)
    except error as problem:
        assert text in str(problem), (text, str(problem))
        print('refused', text)
    else:
        raise AssertionError(f'not refused: {text}')

speech = np.load(sys.argv[1] + '/speech-in.npy')
motion = np.load(sys.argv[1] + '/motion-in.npy')
p = Pipeline()
same('run', p.run(speech), results['speech'])
same('run-again', p.run(speech), results['speech'])
same('function', speechfeatures.run(speech), results['speech'])
same('motion', motionpeaks.Pipeline().run(motion), results['motion'])
same('plain', plain.Pipeline().run(motion[:, :3]), results['plain'])

def same_all(name, found, expected):
    for output in found:
        same(f'{name}-{output}', found[output], expected[output])
    assert set(found) == set(expected) - {'time_s', 'size.time_s', 'windows.time_s'}, set(expected)

same_all('forked', forked.run(motion[:, :3]), np.load(sys.argv[1] + '/forked.npz'))

# Times go in and come out.
table = np.loadtxt(sys.argv[1] + '/timed.csv', delimiter=',', skiprows=1)
expected = np.load(sys.argv[1] + '/timed.npz')
same_all('timed', timed.run(table[:, 1], table[:, 0]), expected)
refuses(ValueError, 'expected times, since the rate of input is not known', timed.run, table[:, 1])
refuses(ValueError, 'expected a time for each row, found [5]', timed.run, table[:, 1], table[:5, 0])

# Inputs of two rates: as many frames of the slow one as belong to those of the fast one.
fast, slow = np.random.default_rng(2).standard_normal((2, 100, 1)).astype(np.float32)
pair = sources.Pipeline()
whole = pair(fast, slow[:50])
same('doubled', whole['doubled'], 2 * fast)
pair.reset()
pieces = [pair(fast[:7], slow[:4]), pair(fast[7:], slow[4:50])]
for name in whole:
    same(f'pieces-{name}', np.concatenate([piece[name] for piece in pieces]), whole[name])
refuses(ValueError, 'slow: expected 50 frames besides 100 of fast, found 100', pair, fast, slow)
refuses(TypeError, 'a recording goes to one input, there are 2', pair.run, fast)

# In pieces of any size, two objects in turns: none has anything of the other one.
frames = speech.astype(np.float32)[:, None]
first, second = Pipeline(), Pipeline()
parts = [[], []]
for start in range(0, len(frames), 777):
    parts[0].append(first(frames[start:start + 777]))
    if start < 3108:
        parts[1].append(second(2 * frames[start:start + 777]))
same('pieces', np.concatenate(parts[0]), results['speech'])
other = Pipeline().run(2 * frames[:3108])
same('other', np.concatenate(parts[1]), other)
assert other.tobytes() != results['speech'][:len(other)].tobytes()
second.reset()
same('reset', second(frames), results['speech'])
assert p(frames[:0]).shape == (0, 13)

# Threads that share one object, and threads with one each.
found = [None] * 4
def compute(i):
    found[i] = speechfeatures.run(speech)
threads = [threading.Thread(target=compute, args=(i,)) for i in range(4)]
[thread.start() for thread in threads]; [thread.join() for thread in threads]
for i in range(4):
    same(f'thread-{i}', found[i], results['speech'])

for _ in range(300):
    Pipeline()

port = Pipeline.inputs[0]
assert (port.name, port.shape, port.dtype, port.rate) == ('input', (1,), np.float32, 16000), port
assert Pipeline.outputs[0].shape == (13,) and Pipeline.outputs[0].rate == 100, Pipeline.outputs

refuses(TypeError, 'input: expected float32, found float64', p, speech[:, None])
refuses(ValueError, 'input: expected frames [frames,1], found [16000]', p, frames[:, 0])
refuses(ValueError, 'input: expected frames [frames,1], found [10,2]', p, np.zeros((10, 2), np.float32))
refuses(TypeError, 'expected 1 arrays (input), found 2', p, frames, frames)
refuses(ValueError, 'expected a recording [rows,6] for the input [6], found [10,5]',
        motionpeaks.run, np.zeros((10, 5)))
refuses(ValueError, 'expected finite numbers', p.run, np.full(10, np.nan))
refuses(TypeError, 'input: expected int16, found float64', stored.run, np.zeros((10, 4)))
refuses(TypeError, 'input: expected float32, found int16', p.run, np.zeros(10, np.int16))
import pickle
refuses(TypeError, 'a state that stays in its process', pickle.dumps, p)
assert pickle.loads(pickle.dumps(speechfeatures.run)) is speechfeatures.run
same('integers', stored.run(np.array([[-5, 7, -32767, 0]], np.int16)), np.array([[5, 7, 32767, 0]], np.int16))
print('all', 'done')
'''


def make_recordings(folder):
    import numpy

    random = numpy.random.default_rng(1)
    rows = (10000 * random.standard_normal(16000)).astype('<i2')
    with wave.open(os.path.join(folder, 'speech.wav'), 'wb') as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(16000)
        file.writeframes(rows.tobytes())
    numpy.save(os.path.join(folder, 'speech-in.npy'), rows / 32768)
    numpy.save(os.path.join(folder, 'motion-in.npy'), random.standard_normal((900, 6)))
    with open(os.path.join(folder, 'timed.csv'), 'w', encoding='utf-8') as file:
        file.write('time,x\n' + ''.join(f'{5 + 0.01 * row + 0.001 * (row % 3):.3f},{row % 7}\n' for row in range(60)))
    with open(os.path.join(folder, 'forked.imunit'), 'w', encoding='utf-8') as file:
        file.write(FORKED)
    numpy.save(os.path.join(folder, 'three-in.npy'), numpy.load(os.path.join(folder, 'motion-in.npy'))[:, :3])


def test_same(tests):
    examples = os.path.join(tests.top, 'data', 'examples')
    speech = [os.path.join(examples, 'speech-features.imunit'), '--name', 'speechfeatures']
    motion = [os.path.join(examples, 'motion-features.imunit'), '--unit', 'MotionPeaks']
    install(tests, 'speech', *speech)
    install(tests, 'motion', *motion)
    for name, text in LAUNCHED.items():
        tests.expect(f'{name}-launch', tests.run('launch', text, '--output', f'{name}.imunit'), 0, '')
        install(tests, name, f'{name}.imunit')
    units = os.path.join(tests.top, 'tests', 'emit')
    timed = [os.path.join(units, 'pipelines.imunit'), '--unit', 'Case.Timed', '--units', units]
    install(tests, 'forked', 'forked.imunit')
    install(tests, 'timed', *timed)
    install(tests, 'sources', os.path.join(units, 'routines.imunit'), '--unit', 'Case.Sources', '--units', units)
    for name, recording, pipeline in (('speech', 'speech.wav', speech[:1]), ('motion', 'motion-in.npy', motion),
                                      ('plain', 'three-in.npy', ['plain.imunit']),
                                      ('forked', 'three-in.npy', ['forked.imunit']), ('timed', 'timed.csv', timed)):
        result = f'{name}.npz' if name in ('forked', 'timed') else f'{name}.npy'
        tests.expect(f'{name}-run', tests.run('run', *pipeline, '--input', recording, '--output', result), 0, 'rows')
    checked = subprocess.run([PYTHON, '-c', CHECK, tests.folder], text=True, capture_output=True,
                             env={**os.environ, 'PYTHONPATH': os.path.join(tests.folder, 'site')}, timeout=120)
    tests.check('same', checked.returncode == 0 and checked.stdout.endswith('all done\n'),
                checked.stdout + checked.stderr)


def test_library(tests):
    """Code that calls a library is built with it, and says so without."""
    folder = os.path.join(tests.top, 'tests', 'verify')
    pipeline = [os.path.join(folder, 'packages', 'Habits.imunit'), '--unit', 'Habits.Chain', '--with',
                'global_use_cmsis=true']
    tests.expect('library-export', tests.run('export', *pipeline, '--no-test', '--name', 'habit', '--output', 'habit'),
                 0, '')
    absent = subprocess.run(['make', '-C', os.path.join(tests.folder, 'habit'), 'wheel', f'PYTHON={PYTHON}'],
                            text=True, capture_output=True)
    tests.check('library-absent', absent.returncode != 0 and 'habit needs CMSIS-DSP' in absent.stdout + absent.stderr,
                absent.stdout + absent.stderr)
    os.environ['CMSIS_DSP'] = tests.environment['CMSIS_DSP'] = os.path.join(folder, 'cmsis-dsp')
    install(tests, 'habit', *pipeline, '--name', 'habit')
    tests.expect('library-run', tests.run('run', *pipeline, '--input', 'speech.wav', '--output', 'habit.npy'), 0, '')
    check = ('import sys, numpy, habit; rows = numpy.load(sys.argv[1] + "/speech-in.npy"); '
             'expected = numpy.load(sys.argv[1] + "/habit.npy"); found = habit.run(rows); '
             'print(len(found) > 0, found.tobytes() == expected.tobytes())')
    same = subprocess.run([PYTHON, '-c', check, tests.folder], text=True, capture_output=True, timeout=120,
                          env={**os.environ, 'PYTHONPATH': os.path.join(tests.folder, 'site')})
    tests.check('library-same', same.stdout == 'True True\n', same.stdout + same.stderr)


def main():
    absent = missing_for_wheels()
    if absent:
        return skip(absent)
    with tempfile.TemporaryDirectory() as folder:
        tests = Tests(sys.argv[1], sys.argv[2], folder)
        make_recordings(folder)
        test_same(tests)
        test_library(tests)
    print(f'1..{tests.count}')
    return 1 if tests.failed else 0


if __name__ == '__main__':
    sys.exit(main())
