#!/usr/bin/python3
"""Compares the operators that come with the studio with the numbers of tests/data/skriptnd.

usage: test-vectors.py IMAGINET TOP [--every N] [--engine ENGINE]

All examples in the documentation run, and one of N of the stored cases. ENGINE is interpreter, c or
python.

SPDX-License-Identifier: MIT
"""
import argparse
import json
import os
import re
import subprocess
import sys

MODULES = ('layout', 'math', 'linalg', 'nn', 'image', 'quant', 'algo', 'misc')
LEAST_SHAPES = 3
TOLERANCES = {'float32': 1e-5, 'float64': 1e-12}  # of reals, relative above 1
# Operators without a formula have shapes only, and so has a loop that ends when a tensor says so.
PRIMITIVES = {'layout.nonzero', 'algo.nonmax_suppress'}
PARTS = {'nn._lstm_step', 'nn._lstm_loop', 'nn._jagged_lstm_loops',  # of nn.lstm
         'image._nearest_grid_sample', 'image._linear_grid_sample', 'image._cubic_grid_sample'}


def read_tables(top):
    cases = []
    for module in MODULES:
        path = os.path.join(top, 'tests', 'data', 'skriptnd', module + '.json')
        with open(path, encoding='utf-8') as file:
            cases += json.load(file)
    return cases


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


def write_data(tensor, real):
    """A tensor as the command line takes it; reals as the element type `real`."""
    data = ', '.join(json.dumps(x) for x in tensor['data'])
    if tensor['type'] == 'real':
        return f"{real}[{', '.join(map(str, tensor['shape']))}]{{{data}}}"
    return nest(tensor['data'], tensor['shape'])


def nest(data, shape):
    if not shape:
        return json.dumps(data[0])
    n = len(data) // max(shape[0], 1)
    return '[' + ', '.join(nest(data[i * n:(i + 1) * n], shape[1:]) for i in range(shape[0])) + ']'


def compute(imaginet, case, write, *options):
    """What comes out of a case, whose inputs are given as `write` writes them."""
    types = f"<{', '.join(case['types'])}>" if 'types' in case else ''
    arguments = [case['operator'] + types, '--json', *options]
    for name, value in case['attributes'].items():
        arguments += ['--attrib', f'{name}={value}']
    for name, value in case['inputs'].items():
        for tensor in as_list(value):
            arguments += ['--input', f'{name}={write(tensor)}']
    result = run(imaginet, 'run', *arguments)
    answer = json.loads(result.stdout)
    if result.returncode:
        raise ValueError(answer['diagnostics'][0]['message'])
    return answer['outputs']


def get_difference(found, expected, tolerance):
    """The first element that is another one, as a text."""
    for i, (x, y) in enumerate(zip(found['data'], expected['data'])):
        if expected['type'] != 'real' and x != y or not abs(float(x) - y) <= tolerance * max(1, abs(y)):
            return f'element {i} is {x}, expected {y}'
    return None


def compare(imaginet, case, engine, real):
    """The problem with a case, if there is one."""
    expected = [tensor for value in case['outputs'] for tensor in as_list(value)]
    try:
        found = compute(imaginet, case, lambda tensor: write_data(tensor, real), '--engine', engine)
    except ValueError as error:
        return str(error)
    shapes = [write_shape(t) for t in found], [write_shape(t) for t in expected]
    if shapes[0] != shapes[1]:
        return f'gives {shapes[0]}, expected {shapes[1]}'
    for x, y in zip(found, expected):
        # Without an input of reals nothing says that they are wider.
        tolerance = TOLERANCES[x['dtype']] if y['type'] == 'real' else 0
        problem = get_difference(x, y, tolerance)
        if problem:
            return problem
    return None


def check_numbers(imaginet, top, cases, engine, real):
    for case in cases:
        if case['operator'] in PRIMITIVES or 'steps' in case['inputs']:
            problem = instantiate(imaginet, top, case)
        else:
            problem = compare(imaginet, case, engine, real)
        if problem:
            yield f'{name_case(case)}: {problem}'


def split_list(text):
    """The parts between the commas of a text that stand in no brackets."""
    parts, depth = [''], 0
    for character in text:
        depth += (character in '[({') - (character in '])}')
        if character == ',' and depth == 0:
            parts.append('')
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


def make_tensor(value):
    shape, flat = [], [value]
    while isinstance(flat[0], list):
        shape.append(len(flat[0]))
        flat = [item for row in flat for item in row]
    base = {bool: 'bool', int: 'int', float: 'real'}[type(flat[0])]
    return {'type': base, 'shape': shape, 'data': flat}


def make_argument(text, declared):
    """A tensor, or the tensors of a pack, from what stands in an example."""
    value = json.loads(text)
    is_packed = re.search(r'\]\.\.(\(\w+\))?$', declared)
    return [make_tensor(item) for item in value] if is_packed else make_tensor(value)


SIGNATURE = re.compile(r'[^{(]*(?:\{.*\} )?\((.*)\) -> \((.*)\)$')
EXAMPLE = re.compile(r'^Example: \w+\.\w+(?:<(\w+)>)?(?:\{(.*?)\})?\((.*)\) = (.*)$', re.M)


def read_examples(row):
    """The examples in the documentation of an operator."""
    inputs, outputs = map(split_list, SIGNATURE.match(row['signature']).groups())
    for base, attributes, arguments, results in EXAMPLE.findall(row['documentation']):
        case = {'operator': f"{row['module']}.{row['name']}", 'inputs': {}, 'outputs': [],
                'attributes': dict(a.split('=', 1) for a in split_list(attributes))}
        if base:
            case['types'] = [base]
        for argument, declared in zip(split_list(arguments), inputs):
            case['inputs'][declared.split(':')[0]] = make_argument(argument, declared)
        for result, declared in zip(split_list(results), outputs):
            case['outputs'].append(make_argument(result, declared))
        yield case


def list_operators(imaginet, top):
    folder = os.path.join(top, 'stdlib', 'skriptnd')
    return json.loads(run(imaginet, 'list', '--json', folder).stdout)['operators']


def cover(rows, cases):
    """Whether there are enough shapes, and all attributes."""
    for row in rows:
        name = f"{row['module']}.{row['name']}"
        if name in PARTS or row['module'] not in MODULES:
            continue
        its = [case for case in cases if case['operator'] == name]
        attributes = re.search(r' \{(.*?)\} ', row['signature'])
        known = {a.split(':')[0] for a in split_list(attributes[1])} if attributes else set()
        given = {attribute for case in its for attribute in case['attributes']}
        shapes = {json.dumps([[t['shape'] for t in as_list(v)]
                              for v in [*case['inputs'].values(), *case['outputs']]])
                  for case in its}
        if len(shapes) < LEAST_SHAPES:
            yield f'{name} is called with {len(shapes)} shapes'
        if known != given:
            yield f'{name} has attributes {sorted(known)}, the cases give {sorted(given)}'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('imaginet')
    parser.add_argument('top')
    parser.add_argument('--every', type=int, default=60)
    parser.add_argument('--engine', default='interpreter')
    options = parser.parse_args()
    imaginet, top, engine = options.imaginet, options.top, options.engine
    cases = read_tables(top)
    chosen = cases[::options.every]
    rows = list_operators(imaginet, top)
    examples = [case for row in rows for case in read_examples(row)]
    tests = [('attributes-and-shapes', lambda: cover(rows, cases)),
             ('examples', lambda: check_numbers(imaginet, top, examples, engine, 'float64'))]
    for module in MODULES:
        its = [case for case in chosen if case['operator'].startswith(module + '.')]
        for real in TOLERANCES:
            tests.append((f'{engine}/{real}/{module}', lambda its=its, real=real: check_numbers(
                imaginet, top, its, engine, real)))
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
