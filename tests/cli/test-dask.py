#!/usr/bin/python3
"""Runs the example of a bundle for Dask with two workers, and compares with one process, bit for bit.

usage: test-dask.py IMAGINET TOP

SPDX-License-Identifier: MIT
"""
import os
import subprocess
import sys
import tempfile

from tools import PYTHON, Tests, skip
from wheels import install, missing_for_wheels

N_RECORDINGS = 12

CHECK = '''
import glob, os, sys
import numpy as np
import motionpeaks

names = sorted(glob.glob(sys.argv[1] + '/in/good*.npy'))
for name in names:
    expected, found = motionpeaks.run(np.load(name)), np.load(sys.argv[1] + '/out/' + os.path.basename(name))
    assert found.tobytes() == expected.tobytes() and found.shape == expected.shape, (name, found.shape)
print('same', len(names))
'''

# Which process of two workers computes, and that what it computes is the same.
SPREAD = '''
import os, sys, time
import numpy as np
from dask.distributed import Client
import motionpeaks

def compute(recording):
    time.sleep(0.05)
    return os.getpid(), motionpeaks.run(recording)

if __name__ == '__main__':
    random = np.random.default_rng(3)
    recordings = [random.standard_normal((500, 6)) for _ in range(16)]
    with Client(n_workers=2, threads_per_worker=1, dashboard_address=None) as client:
        results = client.gather(client.map(compute, recordings))
    assert len({pid for pid, _ in results} - {os.getpid()}) == 2, results
    for recording, (_, found) in zip(recordings, results):
        assert found.tobytes() == motionpeaks.run(recording).tobytes()
    print('spread')
'''


def call(tests, *arguments):
    return subprocess.run([PYTHON, *arguments], text=True, capture_output=True, cwd=tests.folder, timeout=120,
                          env={**os.environ, 'PYTHONPATH': os.path.join(tests.folder, 'site')})


def make_recordings(tests):
    import numpy

    random = numpy.random.default_rng(2)
    os.mkdir(os.path.join(tests.folder, 'in'))
    for number in range(N_RECORDINGS):
        numpy.save(os.path.join(tests.folder, 'in', f'good{number}.npy'),
                   random.standard_normal((400 + 50 * number, 6)))


def test_dask(tests):
    example = os.path.join('motion', 'examples', 'dask_features.py')
    install(tests, 'motion', os.path.join(tests.top, 'data', 'examples', 'motion-features.imunit'), '--unit',
            'MotionPeaks')
    make_recordings(tests)
    tests.expect('workers', call(tests, example, 'in', 'out', '--workers', '2'), 0,
                 f'{N_RECORDINGS} of {N_RECORDINGS} recordings computed')
    tests.expect('same', call(tests, '-c', CHECK, tests.folder), 0, f'same {N_RECORDINGS}')
    with open(os.path.join(tests.folder, 'spread.py'), 'w', encoding='utf-8') as file:
        file.write(SPREAD)
    tests.expect('spread', call(tests, 'spread.py'), 0, 'spread')
    import numpy
    numpy.save(os.path.join(tests.folder, 'in', 'narrow.npy'), numpy.zeros((100, 5)))
    failed = call(tests, example, 'in', 'out', '--workers', '2')
    tests.expect('failed', failed, 1, f'{N_RECORDINGS} of {N_RECORDINGS + 1} recordings computed')
    tests.check('failed-name', 'narrow.npy: input: expected a recording [rows,6]' in failed.stderr, failed.stderr)
    tests.check('failed-unwritten', not os.path.exists(os.path.join(tests.folder, 'out', 'narrow.npy')))


def main():
    absent = missing_for_wheels(distributed='python3-distributed')
    if absent:
        return skip(absent)
    with tempfile.TemporaryDirectory() as folder:
        tests = Tests(sys.argv[1], sys.argv[2], folder)
        test_dask(tests)
    print(f'1..{tests.count}')
    return 1 if tests.failed else 0


if __name__ == '__main__':
    sys.exit(main())
