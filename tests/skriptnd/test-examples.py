#!/usr/bin/python3
"""Runs the examples in the documentation of operators as those of units, in C and Python.

usage: test-examples.py IMAGINET TOP [MODULE…]

Without modules all of the library are taken.

SPDX-License-Identifier: MIT
"""
import json
import os
import subprocess
import sys

# without inputs, with variables, or with outputs whose size only a run tells
NO_EXAMPLES = {'algo.nonmax_suppress', 'layer.batch_norm', 'layer.conv', 'layer.deconv',
               'layer.linear', 'layout.constant', 'layout.nonzero', 'layout.range',
               'layout.tensor', 'nn.lstm', 'rand.bernoulli', 'rand.normal', 'rand.uniform'}


def main(imaginet, top, *modules):
    folder = os.path.join(top, 'stdlib', 'skriptnd')
    names = [os.path.join(folder, name + '.sknd') for name in modules] or [folder]
    result = subprocess.run(
        [imaginet, 'test', '--json', *names], capture_output=True, text=True, check=False,
        env={**os.environ, 'IMAGINET_DATA_PATH': top, 'LC_ALL': 'C.UTF-8'})
    found = json.loads(result.stdout)
    for number, example in enumerate(found['examples'], 1):
        passed = all(example[language]['state'] == 'pass' for language in ('c', 'python'))
        print(f"{'ok' if passed else 'not ok'} {number} {example['unit']}-{example['number']}")
        if not passed:
            print('# ' + json.dumps(example))
    count = len(found['examples'])
    left = set(found['without']) - NO_EXAMPLES
    is_whole = not left and count > 3
    print(f"{'ok' if is_whole else 'not ok'} {count + 1} all-have-examples")
    print(f'1..{count + 1}')
    if not is_whole:
        print(f'# {sorted(left)} {result.stderr}')


if __name__ == '__main__':
    main(*sys.argv[1:])
