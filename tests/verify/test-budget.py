#!/usr/bin/python3
"""Tests what pipelines take of boards: figures of builds and counts, their parts, what fits.

usage: test-budget.py IMAGINET TOP

SPDX-License-Identifier: MIT
"""
import json
import os
import shutil
import subprocess
import sys

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
    environment = {**os.environ, 'IMAGINET_DATA_PATH': TOP, 'LC_ALL': 'C.UTF-8'}
    if path is not None:
        environment['PATH'] = path
    return subprocess.run([IMAGINET, 'budget', *arguments], cwd=TOP, capture_output=True, text=True,
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
