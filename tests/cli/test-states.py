#!/usr/bin/python3
"""Compares units whose C and Python are equal, differ, or cannot be compared, and checks that
the exit status tells them apart; of several units the worst counts.

usage: test-states.py IMAGINET UNITS

SPDX-License-Identifier: MIT
"""
import json
import os
import subprocess
import sys

PYTHON = '/usr/bin/python3'

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


def main():
    imaginet, units = sys.argv[1:]
    if subprocess.run([PYTHON, '-c', 'import numpy'], stderr=subprocess.DEVNULL).returncode != 0:
        print(f'1..0 # SKIP {PYTHON} has no numpy')
        return 0
    failed = False
    print(f'1..{len(CASES)}')
    for number, (names, status, states) in enumerate(CASES, 1):
        found = compare(imaginet, units, names)
        is_right = found == (status, states)
        failed = failed or not is_right
        print(f'{"ok" if is_right else "not ok"} {number} {" ".join(names)}', flush=True)
        if not is_right:
            print(f'# expected {status} {states}, found {found}')
    return 1 if failed else 0


sys.exit(main())
