#!/usr/bin/python3
"""Runs examples of units that pass and that fail in all ways, and checks what is said.

usage: test-examples.py IMAGINET FIXTURES

SPDX-License-Identifier: MIT
"""
import json
import os
import subprocess
import sys

import tools

RAN = 'reference could not run'

# unit, exit status, the states of C and Python of each example, a part of what is said
CASES = [
    ('Twice', 0, [('pass', 'pass')] * 3, ''),
    ('State', 0, [('pass', 'pass')], ''),
    ('Wrong', 1, [('different', 'different')] * 3, 'number 2 is 4, expected 5'),
    ('Wrong', 1, [('different', 'different')] * 3, 'number 1 is 2, expected 2.3'),
    ('Wrong', 1, [('different', 'different')] * 3, 'there are 2 numbers, expected 4'),
    ('Other', 1, [('pass', 'different')], 'number 1 is 3, expected 2'),
    ('Raises', 1, [('pass', RAN)], 'ValueError: no'),
    ('NoTwin', 1, [('pass', 'no Python twin')], 'no Python implementation'),
    ('Crashes', 1, [], 'killed by signal 11'),
    ('Refused', 1, [], 'The option is 7; it can be at most 4.'),
    ('NoNumber', 1, [], '“seven” is no value of the option “option”'),
]


def run(imaginet, units, name, *options):
    return subprocess.run([imaginet, 'test', '--units', units, *options, f'Test.{name}'],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          timeout=120, env={'PATH': os.environ['PATH'], 'LC_ALL': 'C.UTF-8'})


def check(imaginet, units, name, status, states, said):
    """Returns what is not as it should be."""
    data = run(imaginet, units, name, '--json')
    found = [(example['c']['state'], example['python']['state'])
             for example in json.loads(data.stdout)['examples']]
    plain = run(imaginet, units, name)
    problems = []
    if (data.returncode, plain.returncode, found) != (status, status, states):
        problems.append(f'expected {status} {states}, found {data.returncode} '
                        f'{plain.returncode} {found}')
    if said not in plain.stdout + plain.stderr:
        problems.append(f'“{said}” is not in: {plain.stdout}{plain.stderr}')
    n = sum(set(pair) == {'pass'} for pair in states)
    if f'{n} example{"s" if n != 1 else ""} passed' not in plain.stdout:
        problems.append(f'no “{n} passed” in: {plain.stdout}')
    return problems


def main(imaginet, fixtures):
    absent = tools.missing_for_comparison()
    if absent:
        return tools.skip(absent)
    failed = False
    print(f'1..{len(CASES)}')
    for number, (name, *expected) in enumerate(CASES, 1):
        problems = check(imaginet, os.path.join(fixtures, 'examples'), name, *expected)
        failed = failed or bool(problems)
        print(f'{"not ok" if problems else "ok"} {number} {name} {expected[-1]}', flush=True)
        for problem in problems:
            print('#', problem.replace('\n', '\n# '))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
