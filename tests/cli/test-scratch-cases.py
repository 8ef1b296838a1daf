#!/usr/bin/python3
"""Runs the test vectors of TML that implementations share as programs of the scratchpad.

usage: test-scratch-cases.py IMAGINET CASES

SPDX-License-Identifier: MIT
"""
import json
import os
import re
import subprocess
import sys

BINARY = ['relational', 'logical', 'bitwise', 'arith']


def split_type(text):
    """tensor<int, 2, 3> as its base and its sizes; a scalar has no sizes."""
    match = re.fullmatch(r'tensor<(.*?)((?:, *\d+)+)>', text)
    if not match:
        return text, []
    return match[1], [int(size) for size in re.findall(r'\d+', match[2])]


def get_root(text):
    base, sizes = split_type(text)
    return get_root(base) if sizes else base


def write_scalar(value):
    return json.dumps(value)


def write_value(text, value):
    """A literal of a type: n semicolons before what starts over on axis n."""
    base, sizes = split_type(text)
    if not sizes:
        return write_scalar(value)

    def write_axes(part, n_axes):
        if n_axes == 0:
            return write_value(base, part)
        separator = ', ' if n_axes == 1 else ';' * (n_axes - 1) + ' '
        return separator.join(write_axes(item, n_axes - 1) for item in part)

    end = ';' * (len(sizes) - 1) if sizes[0] == 1 else ''
    return f'[{write_axes(value, len(sizes))}{end}]'


def declare(name, text, value=None):
    """A variable of a type; its value matters only if there is one."""
    if value is None:
        return f'{text} {name} = {"true" if get_root(text) == "bool" else "1"}'
    return f'{text} {name} = {write_value(text, value)}'


def write_indices(indices):
    return ''.join(f'[{index}]' for index in indices)


def write_program(case):
    """The statements of a case; the last result is that of the case."""
    kind, values = case['kind'], case.get('values', {})
    if kind in BINARY:
        return [declare('a', case['a'], values.get('a')), declare('b', case['b'], values.get('b')),
                f'a {case["op"]} b']
    if kind == 'assign':
        return [declare('a', case['lhs']), declare('b', case['rhs'], values.get('rhs')), 'a = b']
    if kind == 'index':
        return [declare('a', case['type'], case['value']), 'a' + write_indices(case['index'])]
    if kind == 'index-write':
        writes = [f'a{write_indices(indices)} = {value}' for indices, value in case['writes']]
        return [declare('a', case['type'], case['value']), *writes]
    if kind == 'str-index':
        return [f's = {write_scalar(case["value"])}', f's[{case["index"]}]']
    if kind == 'narrow':
        return [declare('a', case['type']), 'narrow(a)']
    if kind == 'narrow-twice':
        return [declare('a', case['type']), 'narrow(narrow(a))']
    raise ValueError(f'unknown kind {kind}')


def get_expected(case):
    """What the case says of the type and of the value of its last result, if it does."""
    kind, values = case['kind'], case.get('values', {})
    if kind in BINARY:
        return {'type': case['result']}, values.get('result')
    if kind == 'assign':
        return {'type': case['result']}, values.get('lhs_after')
    if kind == 'index':
        return {'type': case['result_type']}, case['result']
    if kind == 'index-write':
        return {'type': case['type']}, case['result']
    if kind == 'str-index':
        return {'type': 'char'}, case['result']
    return {'type': case['result']}, None


def run(imaginet, program):
    result = subprocess.run([imaginet, 'scratch', '--json', '-'], timeout=60,
                            input='\n'.join(program) + '\n', capture_output=True, text=True)
    if result.returncode not in (0, 1) or result.stderr:
        raise RuntimeError(f'status {result.returncode}: {result.stderr}')
    return result.returncode, json.loads(result.stdout)


def find_difference(imaginet, case):
    program = write_program(case)
    status, output = run(imaginet, program)
    results, problems = output['results'], output['diagnostics']
    if case['verdict'] == 'error':
        codes = [(problem['code'], problem['span']['line']) for problem in problems]
        if status != 1 or codes != [(case['error'], len(program))]:
            return f'status {status}, problems {codes}, not {case["error"]}'
        if len(results) != len(program) - 1:
            return 'what failed has a result'
        return None
    if status != 0 or problems or len(results) != len(program):
        return f'status {status}, {problems}'
    expected, value = get_expected(case)
    if value is not None:
        expected['value'] = value
    actual = {name: results[-1][name] for name in expected}
    if actual != expected or results[-1]['line'] != len(program):
        return f'{results[-1]}, not {expected}'
    return None


def main():
    imaginet = os.path.abspath(sys.argv[1])
    with open(sys.argv[2], encoding='utf-8') as file:
        cases = json.load(file)['cases']
    failed = False
    for number, case in enumerate(cases, 1):
        difference = find_difference(imaginet, case)
        failed = failed or difference is not None
        print(f'{"ok" if difference is None else "not ok"} {number} {case["id"]}')
        if difference:
            print(f'# {"; ".join(write_program(case))}: {difference}')
    print(f'1..{len(cases)}')
    return 1 if failed else 0


sys.exit(main())
