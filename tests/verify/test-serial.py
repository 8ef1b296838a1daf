#!/usr/bin/python3
"""Tests comparisons with a board at a serial port, which an emulator is: the firmware of a bundle
answers there.

usage: test-serial.py IMAGINET TOP

SPDX-License-Identifier: MIT
"""
import json
import os
import re
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import tty

IMAGINET, TOP = (os.path.abspath(path) for path in sys.argv[1:3])
MOTION = (os.path.join(TOP, 'data', 'examples', 'motion-features.imunit'), '--unit',
          'Examples.MotionLevel')
SPEECH = (os.path.join(TOP, 'data', 'examples', 'speech-features.imunit'),)
ENVIRONMENT = {**os.environ, 'IMAGINET_DATA_PATH': TOP, 'LC_ALL': 'C.UTF-8'}


class Tests:
    count = failed = 0

    def check(self, name, is_fine, note=''):
        self.count += 1
        self.failed += not is_fine
        print(f'{"ok" if is_fine else "not ok"} {self.count} - {name}')
        if not is_fine:
            print('\n'.join(f'# {line}' for line in str(note).splitlines()))


class Board:
    """An emulated board: `port` is the file of its serial port."""

    def __init__(self, folder, target):
        self.process = subprocess.Popen(['sh', 'test/qemu/run.sh', '--serial', target], cwd=folder,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        line = self.process.stdout.readline()
        found = re.search(r'/dev/\S+', line)
        self.port = found.group() if found else line

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def call(*arguments):
    result = subprocess.run([IMAGINET, *arguments], capture_output=True, text=True,
                            env=ENVIRONMENT, check=False)
    return result.returncode, result.stdout, result.stderr


def compare(unit, port, *arguments):
    status, out, err = call('compare', *unit, '--target', f'serial:{port}', '--frames', '150',
                            '--json', *arguments)
    return status, json.loads(out or '{}'), err


def get_error(result):
    """Why there is nothing from the board."""
    return result['builds'][1]['error'] or ''


def sum_up(data):
    """CRC-16/IBM-3740."""
    value = 0xFFFF
    for byte in data:
        value ^= byte << 8
        for _ in range(8):
            value = (value << 1 ^ 0x1021 if value & 0x8000 else value << 1) & 0xFFFF
    return value


def test_protocol(tests, port):
    """What is broken is refused, and what follows is understood."""
    descriptor = os.open(port, os.O_RDWR | os.O_NOCTTY)
    tty.setraw(descriptor, termios.TCSANOW)

    def read(count):
        data = b''
        while len(data) < count and select.select([descriptor], [], [], 20)[0]:
            data += os.read(descriptor, count - len(data))
        return data

    def ask(kind, content=b'', change=0, noise=b''):
        message = kind + struct.pack('<I', len(content)) + content
        os.write(descriptor, noise + b'\xa5\x5a' + message +
                 struct.pack('<H', sum_up(message) ^ change))
        head = read(7)
        answer = read(struct.unpack('<I', head[3:])[0])
        is_whole = read(2) == struct.pack('<H', sum_up(head[2:] + answer))
        return (head[2:3], answer) if is_whole else None

    hello = (b'H', struct.pack('<BBBII', 2, 1, 1, 24, 24) + MOTION[2].encode())
    refused = (b'E', b'')
    tests.check('hello', ask(b'H') == hello)
    tests.check('noise in front', ask(b'H', noise=b'\xa5boot\xa5\xa5'[:-1]) == hello)
    tests.check('a wrong check sum', ask(b'H', change=1) == refused)
    tests.check('an unknown kind', ask(b'X') == refused)
    tests.check('a frame with a wrong check sum', ask(b'F', bytes(28), change=0x100) == refused)
    tests.check('a start', ask(b'R') == (b'S', bytes(8)))
    kind, content = ask(b'F', bytes(28))
    status, cycles = struct.unpack('<iI', content)
    tests.check('a frame', kind == b'S' and status == 0 and cycles > 0, content)
    os.close(descriptor)


def copy_with_other_name(folder):
    path = os.path.join(folder, 'twin.imunit')
    with open(MOTION[0], encoding='utf-8') as file:
        text = file.read()
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text.replace('Examples.MotionLevel', 'Examples.MotionTwin'))
    return path


def test_board(tests, board, other):
    status, result, err = compare(MOTION, board.port)
    builds = result.get('builds', [{}, {}])
    whole = builds[1]['comparison']['whole'] if status == 0 else {}
    tests.check('outputs within tolerance', status == 0 and whole['state'] == 'equal' and
                whole['outputs'][0]['ordinary']['tensors'] > 0, f'{status} {err} {result}')
    tests.check('cycles', whole.get('cost', {}).get('frames') == 150 and
                whole['cost']['instructions_per_frame'] > 10, whole)
    tests.check('the same bits as this machine',
                [row['other'] for row in builds[1].get('bits', [])] == [0] and
                builds[1]['bits'][0]['elements'] > 0, builds[1])
    status, result, _ = compare((other, '--unit', 'Examples.MotionTwin'), board.port)
    tests.check('another pipeline of the same inputs and outputs', status == 1 and
                'has another pipeline: Examples.MotionLevel; expected Examples.MotionTwin'
                in get_error(result), result)
    status, result, _ = compare(SPEECH, board.port)
    tests.check('another pipeline', status == 1 and 'has another pipeline' in get_error(result),
                result)


def spoil_window(folder):
    """Lets the firmware of a bundle take its weights twice as slowly."""
    path = os.path.join(folder, 'src', next(name for name in os.listdir(os.path.join(folder, 'src'))
                                            if name.endswith('.c')))
    with open(path, encoding='utf-8') as file:
        text = file.read()
    assert 'window[k]' in text
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text.replace('window[k]', 'window[k / 2]'))


def main():
    tests = Tests()
    if shutil.which('arm-none-eabi-gcc') is None or shutil.which('qemu-system-arm') is None:
        print('1..0 # SKIP not installed: gcc-arm-none-eabi, qemu-system-arm')
        return 0
    with tempfile.TemporaryDirectory() as top:
        folder = os.path.join(top, 'bundle')
        status, out, err = call('export', *MOTION, '--output', folder, '--targets', 'none')
        tests.check('the bundle', status == 0, out + err)
        has_riscv = all(map(shutil.which, ('riscv64-unknown-elf-gcc', 'qemu-system-riscv32')))
        for target in ('cortex-m0plus', 'cortex-m4f', 'cortex-m55',
                       *(['riscv32'] if has_riscv else [])):
            with Board(folder, target) as board:
                if target == 'cortex-m4f':
                    test_protocol(tests, board.port)
                    test_board(tests, board, copy_with_other_name(top))
                    continue
                status, result, err = compare(MOTION, board.port)
                tests.check(target, status == 0, f'{board.port} {err} {result}')

        spoil_window(folder)
        with Board(folder, 'cortex-m7') as board:
            status, result, err = compare(MOTION, board.port)
        states = [build['comparison']['state'] for build in result['builds']]
        tests.check('wrong firmware', status == 1 and states == ['equal', 'different'],
                    f'{err} {result}')

    for name, port, expected in (
            ('no port', '/dev/none-such', '/dev/none-such cannot be opened'),
            ('no serial port', '/dev/null', '/dev/null cannot be opened'),
            ('no such speed', '/dev/ttyS0:1234', 'cannot have “1234” bits per second')):
        status, result, _ = compare(MOTION, port)
        tests.check(name, status == 1 and expected in get_error(result), result)
    print(f'1..{tests.count}')
    return 1 if tests.failed else 0


sys.exit(main())
