#!/usr/bin/python3
"""Compares the operators that come with the studio with the numbers of tests/data/skriptnd.

usage: test-vectors.py IMAGINET TOP [--all]

Without --all, each operator has its first case and one of four of the others.

SPDX-License-Identifier: MIT
"""
import json
import os
import re
import subprocess
import sys

MODULES = ('layout', 'math', 'linalg', 'nn', 'image', 'quant', 'algo')
LEAST_SHAPES = 3
PARTS = {'nn._lstm_step', 'nn._lstm_loop', 'nn._jagged_lstm_loops'}  # of nn.lstm


def read_tables(top):
    cases = []
    for module in MODULES:
        path = os.path.join(top, 'tests', 'data', 'skriptnd', module + '.json')
        with open(path, encoding='utf-8') as file:
            cases += json.load(file)
    return cases


def sample(cases):
    seen = set()
    for i, case in enumerate(cases):
        if i % 4 == 0 or case['operator'] not in seen:
            yield case
        seen.add(case['operator'])


def run(imaginet, *arguments):
    return subprocess.run([imaginet, 'sknd', *arguments], capture_output=True, text=True,
                          check=False)


def as_list(value):
    return value if isinstance(value, list) else [value]


def write_shape(tensor):
    return f"{tensor['type']}[{', '.join(map(str, tensor['shape']))}]"


def name_case(case):
    attributes = ', '.join(f'{n}={v}' for n, v in case['attributes'].items())
    inputs = ', '.join(f'{n}={write_shape(t)}' for n, v in case['inputs'].items()
                       for t in as_list(v))
    return f"{case['operator']}{{{attributes}}}({inputs})"


def instantiate(imaginet, top, case):
    """The problem with the shapes of a case, if there is one."""
    module, operator = case['operator'].split('.')
    arguments = ['--operator', operator]
    for name, value in case['attributes'].items():
        arguments += ['--attrib', f'{name}={value}']
    for name, value in case['inputs'].items():
        for tensor in as_list(value):
            arguments += ['--input', f'{name}={write_shape(tensor)}']
    path = os.path.join(top, 'stdlib', 'skriptnd', module + '.sknd')
    result = run(imaginet, 'dump', '--stage', 'instance', path, *arguments)
    if result.returncode:
        return result.stderr.splitlines()[0]
    found = re.findall(r'^\w+: (.*)$', result.stdout, re.M)
    expected = [write_shape(t) for value in case['outputs'] for t in as_list(value)]
    return None if found == expected else f'gives {found}, expected {expected}'


def check_shapes(imaginet, top, cases):
    for case in cases:
        if 'types' in case:  # only a call can say them
            continue
        problem = instantiate(imaginet, top, case)
        if problem:
            yield f'{name_case(case)}: {problem}'


def cover(imaginet, top, cases):
    """Whether there are enough shapes, and all attributes."""
    folder = os.path.join(top, 'stdlib', 'skriptnd')
    for row in json.loads(run(imaginet, 'list', '--json', folder).stdout)['operators']:
        name = f"{row['module']}.{row['name']}"
        if name in PARTS:
            continue
        its = [case for case in cases if case['operator'] == name]
        attributes = re.search(r'\{(.*?)\} \(', row['signature'])
        known = set(re.findall(r'(?:^|, )(\w+): ', attributes[1])) if attributes else set()
        given = {attribute for case in its for attribute in case['attributes']}
        shapes = {json.dumps([[t['shape'] for t in as_list(v)]
                              for v in [*case['inputs'].values(), *case['outputs']]])
                  for case in its}
        if len(shapes) < LEAST_SHAPES:
            yield f'{name} is called with {len(shapes)} shapes'
        if known != given:
            yield f'{name} has attributes {sorted(known)}, the cases give {sorted(given)}'


def main():
    imaginet, top = sys.argv[1:3]
    cases = read_tables(top)
    chosen = cases if '--all' in sys.argv else list(sample(cases))
    tests = [('attributes-and-shapes', lambda: cover(imaginet, top, cases))]
    for module in MODULES:
        its = [case for case in chosen if case['operator'].startswith(module + '.')]
        tests.append((f'shapes/{module}', lambda its=its: check_shapes(imaginet, top, its)))
    failed = 0
    for i, (name, find) in enumerate(tests, 1):
        problems = list(find())
        for problem in problems:
            print('#', problem)
        print('not ok' if problems else 'ok', i, name)
        failed += bool(problems)
    print(f'1..{len(tests)}')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
