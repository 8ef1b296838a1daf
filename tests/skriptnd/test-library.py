#!/usr/bin/python3
"""Checks the operators that come with the studio as texts: without problems, in the one layout,
with the signatures of the document, and each with a line that says what it computes.

usage: test-library.py IMAGINET TOP SHARED

SPDX-License-Identifier: MIT
"""
import json
import os
import re
import subprocess
import sys

COUNTS = {'layout': 27, 'math': 70, 'linalg': 4, 'nn': 28, 'image': 11, 'quant': 2, 'algo': 2}
# What only the later dialect has, or calls so.
LATER = {'layout.tensor'}
# No numbers stand at what no formula defines, and at parts of another operator.
WITHOUT_EXAMPLE = {
    'layout.nonzero', 'algo.nonmax_suppress', 'image.cubic_resize', 'image.max_roi_pool',
    'image.avg_roi_pool', 'nn._lstm_step', 'nn._lstm_loop', 'nn._jagged_lstm_loops', 'nn.lstm'}
# Axes may be negative here, too.
SIGNATURE_REPAIRS = {('layout.scatter', 's..(axis)'): 's..(axis<0?axis+rank:axis)'}


def run(imaginet, *arguments):
    return subprocess.run([imaginet, 'sknd', *arguments], capture_output=True, text=True,
                          check=False)


def normalize(text):
    """A signature without blanks and without parentheses that say nothing."""
    text = re.sub(r'\s+', '', text).replace('"', "'").replace('{}', '')
    return text.replace('(factor*s[axes])..', 'factor*s[axes]..')


def read_listed(imaginet, folder):
    names = {}
    for line in run(imaginet, 'list', folder).stdout.splitlines():
        name, rest = re.match(r'(\w+\.\w+)(.*)', line).groups()
        names[name] = normalize(rest)
    return names


def read_document(path):
    module, signatures = None, {}
    with open(path, encoding='utf-8') as file:
        for line in file:
            heading = re.match(r'#### (\w+) \(', line)
            module = heading[1] if heading else module
            entry = re.match(r'- `(\w+)`(.*) \[(?:lower|compose|PRIMITIVE)', line)
            if entry and module in COUNTS:
                signatures[f'{module}.{entry[1]}'] = normalize(entry[2])
    for (name, found), repaired in SIGNATURE_REPAIRS.items():
        signatures[name] = signatures[name].replace(found, repaired)
    return signatures


def check(imaginet, folder):
    result = run(imaginet, 'check', folder)
    return result.stderr.splitlines() if result.returncode or result.stderr else []


def lay_out(imaginet, folder):
    for module in COUNTS:
        path = os.path.join(folder, module + '.sknd')
        with open(path, encoding='utf-8') as file:
            if run(imaginet, 'fmt', path).stdout != file.read():
                yield f'{path} is not in the layout of “sknd fmt”'


def count(imaginet, folder):
    names = read_listed(imaginet, folder).keys() - LATER
    for module, expected in COUNTS.items():
        found = sum(name.startswith(module + '.') for name in names)
        if found != expected:
            yield f'{module} has {found} operators, expected {expected}'


def document(imaginet, folder):
    for row in json.loads(run(imaginet, 'list', '--json', folder).stdout)['operators']:
        name = f"{row['module']}.{row['name']}"
        lines = (row['documentation'] or '').splitlines()
        if not lines or not re.match(r'[A-Z`0-9].*[.:]$', lines[0]):
            yield f'{name} has no line that says what it computes'
        examples = [line for line in lines[1:] if line.startswith(f'Example: {name}')]
        if len(examples) != len(lines[1:]):
            yield f'{name} has a line that is no example of it'
        if (name in WITHOUT_EXAMPLE) == bool(examples):
            yield f'{name} has {len(examples)} examples'


def compare_signatures(imaginet, folder, path):
    found, expected = read_listed(imaginet, folder), read_document(path)
    for name in sorted(expected.keys() | found.keys() - LATER):
        if found.get(name) != expected.get(name):
            yield f'{name}: found {found.get(name)}, expected {expected.get(name)}'


def main():
    imaginet, top, shared = sys.argv[1:]
    folder = os.path.join(top, 'stdlib', 'skriptnd')
    digest = os.path.join(shared, 'SKRIPTND.md')
    cases = [('check', lambda: check(imaginet, folder)),
             ('layout', lambda: lay_out(imaginet, folder)),
             ('count', lambda: count(imaginet, folder)),
             ('documentation', lambda: document(imaginet, folder)),
             ('signatures', lambda: compare_signatures(imaginet, folder, digest))]
    failed = 0
    for i, (name, find) in enumerate(cases, 1):
        if name == 'signatures' and not os.path.exists(digest):
            print(f'ok {i} {name} # SKIP there is no digest of the document')
            continue
        problems = list(find())
        for problem in problems:
            print('#', problem)
        print('not ok' if problems else 'ok', i, name)
        failed += bool(problems)
    print(f'1..{len(cases)}')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
