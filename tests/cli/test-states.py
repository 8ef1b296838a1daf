#!/usr/bin/python3
"""Compares units whose C and Python are equal, differ, or cannot be compared, and checks that
the exit status tells them apart; of several units the worst counts.

usage: test-states.py IMAGINET UNITS

SPDX-License-Identifier: MIT
"""
import json
import os
import struct
import subprocess
import sys
import tempfile
import wave

import tools

# units, exit status, the states in JSON
CASES = [
    (['Gain'], 0, ['equal']),
    (['Changed'], 1, ['different']),
    (['Raises'], 3, ['reference could not run']),
    (['NoTwin'], 4, ['no Python twin']),
    (['Gain', 'NoTwin'], 4, ['equal', 'no Python twin']),
    (['NoTwin', 'Raises'], 3, ['no Python twin', 'reference could not run']),
    (['Raises', 'Changed', 'Gain'], 1, ['reference could not run', 'different', 'equal']),
    (['Gain', 'Crashes'], 1, ['equal']),
]


def compare(imaginet, units, names):
    arguments = [imaginet, 'compare', '--json', '--units', units, '--frames', '8',
                 '--with', 'input=float32[4]', *(f'Test.{name}' for name in names)]
    result = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True, timeout=120,
                            env={'PATH': os.environ['PATH'], 'LC_ALL': 'C.UTF-8'})
    states = [item['state'] for item in json.loads(result.stdout)['comparisons']]
    return result.returncode, states


def samples_are_raw(imaginet):
    """An input of int16 gets the samples of a WAV file as they are stored."""
    with tempfile.TemporaryDirectory() as folder:
        pipeline, sound, result = (os.path.join(folder, name)
                                   for name in ('p.imunit', 'in.wav', 'out.csv'))
        with wave.open(sound, 'wb') as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(8000)
            file.writeframes(struct.pack('<3h', -16384, 7, 32767))
        for arguments in (['launch', 'source int16[1]@8000 ! Abs', '-o', pipeline],
                          ['run', pipeline, '-i', sound, '-o', result],
                          ['compare', pipeline, '-i', sound]):
            run = subprocess.run([imaginet, *arguments], stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True, timeout=120)
            if run.returncode != 0 or run.stderr:
                print(f'# {arguments[0]}: status {run.returncode}: {run.stderr}')
                return False
        with open(result, encoding='utf-8') as file:
            return file.read() == 'output\n16384\n7\n32767\n'


def main():
    imaginet, units = sys.argv[1:]
    absent = tools.missing_for_comparison()
    if absent:
        return tools.skip(absent)
    failed = False
    print(f'1..{len(CASES) + 1}')
    for number, (names, status, states) in enumerate(CASES, 1):
        found = compare(imaginet, units, names)
        is_right = found == (status, states)
        failed = failed or not is_right
        print(f'{"ok" if is_right else "not ok"} {number} {" ".join(names)}', flush=True)
        if not is_right:
            print(f'# expected {status} {states}, found {found}')
    is_right = samples_are_raw(imaginet)
    print(f'{"ok" if is_right else "not ok"} {len(CASES) + 1} samples-are-raw')
    return 0 if is_right and not failed else 1


sys.exit(main())
