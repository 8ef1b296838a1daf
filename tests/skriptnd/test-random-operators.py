#!/usr/bin/python3
"""Calls operators with random attributes and shapes: each call is refused with a message, or the
interpreter, C and Python give the same.

usage: test-random-operators.py IMAGINET TOP [--cases N] [--seed N] [--operator NAME]

A call is one of tests/data/skriptnd with some attributes and extents changed. Numbers may be
anything; where a message tells that a run has left a tensor, C is not asked.

SPDX-License-Identifier: MIT
"""
import argparse
import json
import math
import os
import random
import re
import subprocess
import sys

MODULES = ('layout', 'math', 'linalg', 'nn', 'image', 'quant', 'algo', 'misc')
TOLERANCE = 2e-5  # of float32, relative above 1
# Where rounding decides, another order of operations is another result.
JUMPS = re.compile(r'quant\.|image\.(nearest_resize|resize|rescale)|math\.(mod|floor|ceil|round)|layout\.cast')
TIMEOUT_S = 120


def read_cases(top):
    for module in MODULES:
        with open(os.path.join(top, 'tests', 'data', 'skriptnd', module + '.json'),
                  encoding='utf-8') as file:
            yield from json.load(file)


def as_list(value):
    return value if isinstance(value, list) else [value]


class Maker:
    """Makes calls of what calls there are."""

    def __init__(self, cases, seed):
        self.cases, self.random = cases, random.Random(seed)
        self.values = {}  # of each attribute of an operator
        for case in cases:
            for name, value in case['attributes'].items():
                self.values.setdefault((case['operator'], name), set()).add(value)

    def make(self):
        case = self.random.choice(self.cases)
        attributes = dict(case['attributes'])
        for (operator, name), values in self.values.items():
            if operator != case['operator']:
                continue
            choice = self.random.random()
            if choice < 0.1:
                attributes.pop(name, None)
            elif choice < 0.35:
                attributes[name] = self.random.choice(sorted(values))
            if name in attributes and choice > 0.8:
                attributes[name] = self.change(attributes[name])
        change = self.make_change()
        inputs = {name: self.fill(case, value, change) for name, value in case['inputs'].items()
                  if self.random.random() > 0.03}
        return {**case, 'attributes': attributes, 'inputs': inputs}

    def change(self, text):
        """Another number in an expression."""
        numbers = list(re.finditer(r'-?\d+(\.\d+)?', text))
        if not numbers:
            return text
        found = self.random.choice(numbers)
        if found[1]:
            number = str(round(float(found[0]) * self.random.choice([0.5, 1.5, -1.0, 2.0]), 6))
        else:
            number = str(int(found[0]) + self.random.choice([-2, -1, 1, 2]))
        return text[:found.start()] + number + text[found.end():]

    def make_change(self):
        """The same extents stay the same."""
        if self.random.random() < 0.3:
            return lambda n: n
        found = self.random.randrange(1, 7), self.random.randrange(0, 8)
        return lambda n: found[1] if n == found[0] else n

    def fill(self, case, value, change):
        def fill_one(tensor):
            shape = [change(n) for n in tensor['shape']]
            count = math.prod(shape)
            pool = tensor['data'] or [1]
            data = [self.random.choice(pool) if self.random.random() < 0.7 else
                    self.draw(tensor['type'], case['operator']) for _ in range(count)]
            return {'type': tensor['type'], 'shape': shape, 'data': data}
        return [fill_one(t) for t in value] if isinstance(value, list) else fill_one(value)

    def draw(self, base, operator):
        if base == 'bool':
            return self.random.random() < 0.5
        if base == 'int':
            return self.random.randrange(-4, 12)
        number = round(self.random.uniform(-6, 6), 2)
        special = [math.inf, -math.inf, 0.0, -0.0, 0.5, -1.5, 1e6]
        return self.random.choice(special) if self.random.random() < 0.05 else number


def write_number(number):
    if isinstance(number, float) and not math.isfinite(number):
        return 'nan' if math.isnan(number) else 'inf' if number > 0 else '-inf'
    return json.dumps(number)


def write_tensor(tensor):
    dtype = {'real': 'float32', 'int': 'int', 'bool': 'bool'}[tensor['type']]
    data = ', '.join(map(write_number, tensor['data']))
    shape = f"[{', '.join(map(str, tensor['shape']))}]"
    if tensor['type'] == 'real':
        return f'{dtype}{shape}{{{data}}}'

    def nest(values, extents):
        if not extents:
            return write_number(values[0])
        n = len(values) // max(extents[0], 1)
        return '[' + ', '.join(nest(values[i * n:(i + 1) * n], extents[1:])
                               for i in range(extents[0])) + ']'
    return nest(tensor['data'], tensor['shape']) if tensor['data'] else f'{dtype}{shape}'


def write_call(case):
    types = f"<{', '.join(case['types'])}>" if 'types' in case else ''
    words = [case['operator'] + types]
    for name, value in case['attributes'].items():
        words += ['--attrib', f'{name}={value}']
    for name, value in case['inputs'].items():
        for tensor in as_list(value):
            words += ['--input', f'{name}={write_tensor(tensor)}']
    return words


def run(imaginet, words, engine):
    result = subprocess.run([imaginet, 'sknd', 'run', *words, '--json', '--engine', engine],
                            capture_output=True, text=True, check=False, timeout=TIMEOUT_S)
    try:
        return result.returncode, json.loads(result.stdout), result.stderr
    except ValueError:
        return result.returncode, None, result.stderr


def is_same(x, y, tolerance):
    if x == y or isinstance(x, bool):
        return x == y
    a, b = float(x), float(y)
    if not math.isfinite(a) or not math.isfinite(b):
        return a == b or math.isnan(a) and math.isnan(b)
    return abs(a - b) <= tolerance * max(1, abs(a), abs(b))


def compare(found, expected, tolerance):
    for x, y in zip(found['outputs'], expected['outputs']):
        if (x['shape'], x['dtype']) != (y['shape'], y['dtype']):
            return f"{x['dtype']}{x['shape']}, not {y['dtype']}{y['shape']}"
        for i, (a, b) in enumerate(zip(x.get('data', []), y.get('data', []))):
            if not is_same(a, b, tolerance if 'float' in x['dtype'] else 0):
                return f"element {i} of {x['name']} is {a}, not {b}"
    return None


def check(imaginet, case, words, engines):
    """What is wrong with a call, or NULL, and whether it was refused."""
    status, expected, errors = run(imaginet, words, 'interpreter')
    if status not in (0, 1, 2) or errors and 'runtime error' in errors:
        return f'ends with {status}: {errors[:500]}', True
    if status:
        told = [row for row in (expected or {}).get('diagnostics', []) if row['severity'] == 'error']
        if len(told) != 1 and not (status == 2 and errors):
            return f'{len(told)} errors, {errors[:200]}', True
        return None, True
    tolerance = 1 if JUMPS.match(case['operator']) else TOLERANCE
    for engine in engines:
        status, found, errors = run(imaginet, words, engine)
        if status or found is None:
            return f"{engine} ends with {status}: {(found or {}).get('diagnostics', errors)}", False
        problem = compare(found, expected, tolerance)
        if problem:
            return f'{engine}: {problem}', False
    return None, False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('imaginet')
    parser.add_argument('top')
    parser.add_argument('--cases', type=int, default=100)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--operator', default='')
    options = parser.parse_args()
    os.environ['IMAGINET_DATA_PATH'] = options.top
    cases = [c for c in read_cases(options.top) if c['operator'].startswith(options.operator)]
    maker = Maker(cases, options.seed)
    refused = failed = 0
    for i in range(options.cases):
        case = maker.make()
        words = write_call(case)
        problem, is_refused = check(options.imaginet, case, words, ('c', 'python'))
        refused += is_refused
        if problem:
            failed += 1
            print('#', ' '.join(f"'{word}'" for word in words))
            print(f'# {i}: {problem}', flush=True)
    print(f'# {options.cases} calls, {refused} refused')
    print('not ok' if failed or refused == options.cases else 'ok', 1, 'random-operators')
    print('1..1')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
