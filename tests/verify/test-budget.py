#!/usr/bin/python3
"""Tests what pipelines take of boards: figures of builds and counts, their parts, what fits, and
what two versions of one take.

usage: test-budget.py IMAGINET TOP

SPDX-License-Identifier: MIT
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

KINDS = ['flash_bytes', 'ram_bytes', 'stack_bytes', 'instructions_per_frame']
SPEECH = 'data/examples/speech-features.imunit'
IMAGINET, TOP = (os.path.abspath(path) for path in sys.argv[1:3])


class Tests:
    count = failed = 0

    def check(self, name, is_fine, note=''):
        self.count += 1
        self.failed += not is_fine
        print(f'{"ok" if is_fine else "not ok"} {self.count} - {name}')
        if not is_fine:
            print('\n'.join(f'# {line}' for line in str(note).splitlines()))


def call(*arguments, path=None):
    return run('budget', *arguments, path=path)


def run(*arguments, path=None):
    environment = {**os.environ, 'IMAGINET_DATA_PATH': TOP, 'LC_ALL': 'C.UTF-8'}
    if path is not None:
        environment['PATH'] = path
    return subprocess.run([IMAGINET, *arguments], cwd=TOP, capture_output=True, text=True,
                          env=environment, check=False)


def call_json(*arguments):
    result = call(*arguments, '--json')
    return result.returncode, {row['board']: row for row in json.loads(result.stdout)['boards']}


def test_parts(tests, board):
    """The parts of each kind add up to what it takes, but for padding and what has no name."""
    for kind in KINDS:
        takes, limit = board[kind]['takes'], board[kind]['of']
        parts = [part['takes'] for part in board[kind]['parts']]
        tests.check(f'{kind}: parts, the largest first', parts == sorted(parts, reverse=True),
                    parts)
        if kind != 'stack_bytes':
            tests.check(f'{kind}: their sum', 0.9 * takes <= sum(parts) <= 1.001 * takes,
                        f'{takes} {board[kind]}')
        tests.check(f'{kind}: of the board', 0 < takes < limit, board[kind])
    tests.check('where figures come from',
                board['flash_bytes']['source'] == 'linked by arm-none-eabi-gcc -O2' and
                'random frames in qemu-system-arm' in board['stack_bytes']['source'], board)


def test_steady(tests):
    """Frames that fill the first window do not count: eight times the hop is an eighth of what
    is computed behind it."""
    def count(stride):
        text = ('source float32[1]@16000 ! SlidingWindow window_shape=[512,1] '
                f'stride={stride} ! Rms axis=1')
        path = os.path.join(os.environ.get('TMPDIR', '/tmp'), f'budget-{os.getpid()}.imunit')
        subprocess.run([IMAGINET, 'launch', text, '--output', path], check=True,
                       env={**os.environ, 'IMAGINET_DATA_PATH': TOP}, stdout=subprocess.DEVNULL)
        try:
            _, boards = call_json(path, '--board', 'nucleo-f401re')
        finally:
            os.remove(path)
        parts = boards['nucleo-f401re']['instructions_per_frame']['parts']
        return next(part['takes'] for part in parts if part['name'] == 'Rms')

    ratio = count(64) / count(512)
    tests.check('instructions behind windows', 7.5 < ratio < 8.5, ratio)


def test_versions(tests, folder):
    """Layers are found again though their names shift, a window of twice the length takes twice as
    much, and what is the same is not told."""
    before, after = (os.path.join(folder, name) for name in ('before.imunit', 'after.imunit'))
    run('launch', 'source float32[1]@16000 ! SlidingWindow window_shape=[256,1] stride=256 ! Abs ! Hann axis=1 ! Abs '
        '! Rms axis=1', '--output', before)
    run('edit', before, 'remove Abs', 'set SlidingWindow.window_shape = System.Shape(512, 1)',
        'insert Core.Math.Sqrt', '--output', after)
    found = json.loads(run('diff', before, after, '--target', 'm4f', '--json').stdout)['instructions']
    layers = found['layers']
    tests.check('versions: added and removed', [layer['name'] for layer in layers if 'before' not in layer] == ['Sqrt'] and
                [layer['name'] for layer in layers if 'after' not in layer] == ['Abs'], layers)
    for name in ('Abs', 'Rms', 'Hann'):
        layer = next(layer for layer in layers if layer['name'] == name)
        tests.check(f'versions: {name} of twice the length', 1.8 < layer['after']['per_frame'] /
                    layer['before']['per_frame'] < 2.2 and
                    layer['after']['per_second'] == 16000 * layer['after']['per_frame'], layer)
    for side in ('before', 'after'):
        total = sum(layer[side]['per_frame'] for layer in layers if side in layer)
        tests.check(f'versions: the layers are all {side}', abs(total / found['all'][side]['per_frame'] - 1) < 0.001, found)
    tests.check('versions: where figures come from', 'in qemu-system-arm for Cortex-M4F, arm-none-eabi-gcc -O2'
                in found['source'], found['source'])
    text = run('diff', before, after, '--target', 'm4f').stdout
    rows = [line.split() for line in text.partition('Instructions per frame, counted')[2].splitlines()[2:]]
    tests.check('versions: as text', {row[0] for row in rows} >= {'Abs', 'Hann', 'Rms', 'Sqrt', 'all'} and
                all(row[-1][0] in '+-' for row in rows if row[0] in ('Abs', 'Hann', 'Rms', 'Sqrt')), text)
    picture = run('diff', before, after, '--target', 'm4f', '--svg').stdout
    tests.check('versions: below the picture', '>Sqrt: – → ' in picture and
                re.search(r'>Rms: [0-9.]+ → [0-9.]+ instructions per frame, [+]', picture) and '>all: ' in picture and
                'counted on' in picture, picture)
    same = run('diff', before, before, '--target', 'm4f')
    tests.check('versions: the same', same.returncode == 0 and len(same.stdout.splitlines()) == 3 and
                same.stdout.splitlines()[2].split()[0] == 'all', same.stdout)
    missing = run('diff', before, after, '--target', 'm4f', path='/nonexistent')
    tests.check('versions: without a compiler', missing.returncode == 1 and
                'Debian: gcc-arm-none-eabi' in missing.stderr, missing.stderr)
    broken = os.path.join(folder, 'broken.imunit')
    run('edit', before, 'set SlidingWindow.stride = 0', '--force', '--output', broken)
    result = run('diff', before, broken, '--target', 'm4f')
    tests.check('versions: one with errors', result.returncode == 1 and 'error:' in result.stderr, result)


def main():
    tests = Tests()
    if shutil.which('arm-none-eabi-gcc') is None or shutil.which('qemu-system-arm') is None:
        print('1..0 # SKIP not installed: gcc-arm-none-eabi, qemu-system-arm')
        return 0
    status, boards = call_json(SPEECH)
    tests.check('a row for each board', status == 0 and len(boards) >= 12, boards.keys())
    slow, fast = boards['arduino-zero'], boards['nucleo-f401re']
    tests.check('what fits', not slow['fits'] and fast['fits'] and
                slow['instructions_per_frame']['takes'] > slow['instructions_per_frame']['of'])
    tests.check('of the clock and the rate',
                fast['instructions_per_frame']['of'] == 84e6 / 16000, fast['frames_hz'])
    test_parts(tests, fast)
    test_steady(tests)
    with tempfile.TemporaryDirectory() as folder:
        test_versions(tests, folder)

    result = call(SPEECH, '--board', 'arduino-zero')
    tests.check('one board that is too slow', result.returncode == 1 and '48 MHz' in result.stdout
                and 'CPU, the largest parts:' in result.stdout and result.stderr == '',
                result.stdout + result.stderr)
    result = call(SPEECH, '--board', 'nucleo-f401re', path='/nonexistent')
    tests.check('without a compiler', result.returncode == 1 and
                'Debian: gcc-arm-none-eabi' in result.stderr, result.stderr)
    print(f'1..{tests.count}')
    return 1 if tests.failed else 0


sys.exit(main())
