#!/usr/bin/python3
"""Runs examples of units that pass and that fail in all ways, and checks what is said.

usage: test-examples.py IMAGINET FIXTURES

SPDX-License-Identifier: MIT
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

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


# Tests that a fragment names: what is changed in their file, whether each passes, and what is
# said, with the line. The last one is not run: nothing confines it.
FRAGMENT_CASES = [
    ('pass', '', '', 0, [True, True], '2 of 2 tests of fragments passed', {}),
    ('assert', '&closed, GATE_COUNT) == 0', '&closed, GATE_COUNT) == 1', 1, [False, True],
     'gate_tests.c:9: test_gate: Assertion', {}),
    ('status', '!= 0', '== 0', 1, [True, False],
     'gate_tests.c:13:1: error: the test “test_wide” of “gate” ended with status 1', {}),
    ('hang', 'return memcmp', 'for (;;) ; return memcmp', 1, [True, False],
     'did not end within 1 seconds', {}),
    ('compiler', 'int\ntest_wide (void)', 'int\ntest_wide (int x)', 1, [True, False],
     'does not compile', {}),
    ('untrusted', '', '', 1, [False, False], 'is not run, because nothing confines it here',
     {'IMAGINET_SANDBOX': 'none', 'XDG_CONFIG_HOME': '/nonexistent'}),
]


def check_fragment(imaginet, fixtures, case):
    """Returns what is not as it should be."""
    _, old, new, status, passed, said, variables = case
    with tempfile.TemporaryDirectory() as folder:
        units = os.path.join(folder, 'units')
        shutil.copytree(os.path.join(fixtures, 'gate'), units)
        path = os.path.join(units, 'gate_tests.c')
        with open(path, encoding='utf-8') as file:
            text = file.read()
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text.replace(old, new) if old else text)
        run_json = subprocess.run(
            [imaginet, 'test', '--json', '--timeout', '1', os.path.join(units, 'Gate.imunit')],
            capture_output=True, text=True, timeout=120,
            env={'PATH': os.environ['PATH'], 'LC_ALL': 'C.UTF-8', 'TMPDIR': folder, **variables})
        plain = subprocess.run(
            [imaginet, 'test', '--timeout', '1', os.path.join(units, 'Gate.imunit')],
            capture_output=True, text=True, timeout=120,
            env={'PATH': os.environ['PATH'], 'LC_ALL': 'C.UTF-8', 'TMPDIR': folder, **variables})
    found = [test['passed'] for test in json.loads(run_json.stdout or '{"tests": []}')['tests']]
    if (run_json.returncode, plain.returncode, found) == (status, status, passed) and \
            said in plain.stdout + plain.stderr:
        return []
    return [f'{run_json.returncode} {plain.returncode} {found}: {plain.stdout}{plain.stderr}']


def main(imaginet, fixtures):
    absent = tools.missing_for_comparison()
    if absent:
        return tools.skip(absent)
    failed = False
    print(f'1..{len(CASES) + len(FRAGMENT_CASES)}')
    for number, (name, *expected) in enumerate(CASES, 1):
        problems = check(imaginet, os.path.join(fixtures, 'examples'), name, *expected)
        failed = failed or bool(problems)
        print(f'{"not ok" if problems else "ok"} {number} {name} {expected[-1]}', flush=True)
        for problem in problems:
            print('#', problem.replace('\n', '\n# '))
    for number, case in enumerate(FRAGMENT_CASES, len(CASES) + 1):
        problems = check_fragment(imaginet, fixtures, case)
        failed = failed or bool(problems)
        print(f'{"not ok" if problems else "ok"} {number} fragment-{case[0]}', flush=True)
        for problem in problems:
            print('#', problem.replace('\n', '\n# '))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
