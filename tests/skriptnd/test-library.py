#!/usr/bin/python3
"""Checks the operators that come with the studio as texts: without problems, in the one layout,
with the signatures of the document, each with a line that says what it computes, and with asserts
that say what is wrong.

usage: test-library.py IMAGINET TOP SHARED

SPDX-License-Identifier: MIT
"""
import json
import os
import re
import subprocess
import sys

COUNTS = {'layout': 27, 'math': 70, 'linalg': 4, 'nn': 28, 'image': 11, 'quant': 2, 'algo': 2,
          'layer': 4, 'misc': 1, 'rand': 3}
# What only the later dialect has, or calls so.
LATER = {'layout.tensor', 'layout.space_to_depth', 'layout.depth_to_space', 'math.cumsum',
         'image.grid_sample', 'image._nearest_grid_sample', 'image._linear_grid_sample',
         'image._cubic_grid_sample'}
# No numbers stand at what no formula defines, at what has variables, and at parts of another operator.
WITHOUT_EXAMPLE = {
    'layout.nonzero', 'algo.nonmax_suppress', 'nn._lstm_step', 'nn._lstm_loop',
    'nn._jagged_lstm_loops', 'image._nearest_grid_sample', 'image._linear_grid_sample',
    'image._cubic_grid_sample', 'nn.lstm', 'layer.linear', 'layer.conv', 'layer.deconv',
    'layer.batch_norm', 'rand.uniform', 'rand.normal', 'rand.bernoulli'}
# Axes may be negative here, too; regions may have rows of their own.
SIGNATURE_REPAIRS = {('layout.scatter', 's..(axis)'): 's..(axis<0?axis+rank:axis)'}
for name in ('image.max_roi_pool', 'image.avg_roi_pool'):
    SIGNATURE_REPAIRS[name, '{output_size:int..(d)}'] = '{output_size:int..(d),by_region:bool=false}'
    SIGNATURE_REPAIRS[name, 'output:real[b,'] = 'output:real[by_region?m:b,'

# Calls that an assert refuses, and what it says.
REFUSED = [
    ('math.sum_reduce', ['axes=[0,0,2]'], ['input=real[2,3,4]'], "'axes' [0, 0, 2] name an axis twice"),
    ('math.sum_reduce', ['axes=[0,2,0]'], ['input=real[2,3,4]'], "'axes' [0, 2, 0] name an axis twice"),
    ('math.max_reduce', ['axes=[0,-3]'], ['input=real[2,3,4]'], "'axes' [0, -3] name an axis twice"),
    ('math.all_reduce', ['axes=[3]'], ['input=bool[2,3,4]'], 'not all axes of a tensor of rank 3'),
    ('math.lp_reduce', ['p=0.0'], ['input=real[2]'], "'p' 0.0 is not positive"),
    ('math.argmin', ['axis=0'], ['input=real[0,2]'], 'no elements along'),
    ('math.add', [], ['x=int[2,3]', 'y=int[2]'], '[2, 3] and [1, 2] cannot be broadcast'),
    ('math.select', [], ['c=bool[4]', 'x=int[2]', 'y=int[1]'], "[2] of 'x' and [4] of 'c'"),
    ('layout.pad', ['padding=[3,3]', "method='REFLECT'"], ['input=real[2]'],
     'A tensor of [2] cannot be reflected by [3] in front and [3] behind'),
    ('layout.pad', ['padding=[0,2]', "method='REFLECT'"], ['input=real[2]'], 'cannot be reflected'),
    ('layout.pad', ['padding=[3,0]', "method='SYMMETRIC'"], ['input=real[2]'], 'cannot be mirrored'),
    ('layout.pad', ['padding=[0,0]', "method='EDGE'"], ['input=real[2]'], "'EDGE' is none of"),
    ('layout.reshape', ['shape=[4,-1]'], ['input=int[6]'], 'does not hold as many elements as [6]'),
    ('layout.reshape', ['shape=[-1,-1]'], ['input=int[6]'], 'more than one -1'),
    ('layout.squeeze', ['axes=[1]'], ['input=int[1,2]'], 'are not all 1'),
    ('layout.slice', ['begin=[3]', 'end=[2]'], ['input=int[5]'], "lies before 'begin' [3]"),
    ('layout.split', ['axis=0', 'sizes=[1,2]'], ['input=int[4]'], 'do not sum up to 4'),
    ('layout.split', ['axis=0', 'count=3'], ['input=int[4]'], 'do not sum up to 4'),
    ('layout.shuffle', ['axis=0', 'groups=3'], ['input=int[4]'], '4 channels cannot be divided'),
    ('layout.transpose', ['perm=[0,0]'], ['input=int[2,3]'], 'names an axis twice'),
    ('linalg.matmul', [], ['A=real[2,3]', 'B=real[2,3]'], 'columns of A [2, 3] and the rows of B'),
    ('nn.conv', ['groups=2'], ['input=real[1,4,5]', 'filter=real[3,2,1]'], '3 channels of the output'),
    ('nn.conv', [], ['input=real[1,4,5]', 'filter=real[3,2,1]'], '4 channels of the input'),
    ('nn.conv', [], ['input=real[1,2,5]', 'filter=real[3,2,1]', 'bias=real[2]'], 'has 2 elements'),
    ('nn.conv', ['padding=[0,0]'], ['input=real[1,2,2]', 'filter=real[3,2,3]'], 'reaches over [3]'),
    ('nn.conv', ['stride=0'], ['input=real[1,2,5]', 'filter=real[3,2,1]'], "'stride' [0] is not"),
    ('nn.deconv', ['output_size=[9]', 'padding=[0,0]'], ['input=real[1,2,3]', 'filter=real[2,1,3]'],
     "'output_size' [9] does not shrink"),
    ('nn.max_pool', ['size=[4]', 'padding=[0,0]'], ['input=real[1,1,3]'], 'reaches over [4]'),
    ('nn.relu', ['alpha=2.0'], ['x=real[3]'], "'alpha' 2.0 is not between 0 and 1"),
    ('nn.gelu', ["approximate='ERF'"], ['x=real[3]'], "'ERF' is none of"),
    ('nn.softmax', [], ['input=real[3]'], "'axes' [1] are not all axes"),
    ('image.area_downsample', ['factor=[2]'], ['input=real[3]'], 'are no multiples of'),
    ('image.resize', ['size=[2]', "mode='BEST'"], ['input=real[3]'], "'BEST' is none of"),
    ('image.rescale', ['factor=[0.1]'], ['input=real[3]'], "'size' [0] is not positive"),
    ('quant.zero_point_linear_quantize', ['zero_point=0', 'scale=0.0', 'bits=8', 'channel_axis=0'],
     ['input=real[3]'], 'is not positive'),
    ('quant.min_max_linear_quantize', ['min=1.0', 'max=1.0', 'bits=8', 'channel_axis=0'],
     ['input=real[3]'], "is not greater than 'min'"),
    ('image.max_roi_pool', ['output_size=[2]'], ['input=real[3,1,6]', 'rois=real[2,2]', 'index=int[2]'],
     "There are 2 regions, but the output has a row for each of the 3 images; with 'by_region' true"),
    ('image.avg_roi_pool', ['output_size=[0]'], ['input=real[1,1,6]', 'rois=real[1,2]', 'index=int[1]'],
     "'output_size' [0] is not positive"),
    ('algo.top_k', ['k=0'], ['input=real[3]'], "'k' 0 is not positive"),
]


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
        if not lines or not re.match(r'[A-Z“`0-9].*[.:]$', lines[0]):
            yield f'{name} has no line that says what it computes'
        examples = [line for line in lines[1:] if line.startswith(f'Example: {name}')]
        if len(examples) != len(lines[1:]):
            yield f'{name} has a line that is no example of it'
        if (name in WITHOUT_EXAMPLE) == bool(examples):
            yield f'{name} has {len(examples)} examples'


def refuse(imaginet, folder):
    for name, attributes, inputs, message in REFUSED:
        module, operator = name.split('.')
        arguments = [f'--attrib={text}' for text in attributes]
        arguments += [f'--input={text}' for text in inputs]
        result = run(imaginet, 'dump', '--stage=instance', os.path.join(folder, module + '.sknd'),
                     '--operator', operator, *arguments)
        first = result.stderr.splitlines()[0] if result.stderr else result.stdout
        if result.returncode != 1 or message not in first:
            yield f'{name}: expected “{message}”, found “{first}”'


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
             ('refused', lambda: refuse(imaginet, folder)),
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
