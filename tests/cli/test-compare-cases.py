#!/usr/bin/python3
"""Looks at what `imaginet compare` tries of units, told nothing else.

usage: test-compare-cases.py IMAGINET TOP

SPDX-License-Identifier: MIT
"""
import json
import os
import subprocess
import sys

import tools

# unit, type of an output, how many of its cases have it at least, why there is such a case
CASES = [
    ('Core.Math.Clip', 'uint8[4,8]', 1, 'the default bounds are none of integers without a sign'),
    ('Core.Math.MatMul', 'float32[3,6]', 1, 'the unit states these shapes'),
    ('Core.Math.MatMul', 'float32[33,33]', 1, 'a matrix of more than a block'),
    ('Core.Motion.Statistics', 'float32[6,2]', 1, 'a long column'),
    ('Core.Queues.SlidingWindow', 'float32[50]', 1, 'the default where none fits the input'),
    ('Core.Shape.Pad', 'float32[8,8]', 1, 'a choice with all numbers one step further'),
    ('Core.Shape.Take', 'float64[4]', 1, 'elements of 8 bytes'),
    ('Core.Tensor.PairwiseDistance', 'float32[2,2]', 1, 'long rows'),
    ('Core.Spectral.SpectralFlux', 'float32[8]', 2, 'each norm along the next axis'),
]
MAX_CASES = {'Core.Math.Clip': 20, 'Core.Queues.SlidingWindow': 20}
# Outputs of long columns that Python takes half of a minute for.
TOO_LARGE = {'Core.Tensor.PairwiseDistance': 'float32[256,256]'}


def list_types(imaginet, top, unit):
    result = subprocess.run([imaginet, 'compare', '--json', unit], text=True, timeout=120,
                            env={**os.environ, 'IMAGINET_DATA_PATH': top},
                            stdout=subprocess.PIPE, check=True)
    return [[output['type'] for output in comparison['layers'][0]['outputs']]
            for comparison in json.loads(result.stdout)['comparisons']]


def main():
    absent = tools.missing_for_comparison()
    if absent:
        return tools.skip(absent)
    found = {unit: list_types(sys.argv[1], sys.argv[2], unit)
             for unit in dict.fromkeys(unit for unit, *_ in CASES)}
    rows = [(f'{unit} {expected}: {reason}',
             sum(expected in types for types in found[unit]) >= least, found[unit])
            for unit, expected, least, reason in CASES]
    rows += [(f'{unit} has at most {most} cases', len(found[unit]) <= most, found[unit])
             for unit, most in MAX_CASES.items()]
    rows += [(f'{unit} has no {large}', all(large not in types for types in found[unit]),
              found[unit]) for unit, large in TOO_LARGE.items()]
    print(f'1..{len(rows)}')
    for number, (name, passed, types) in enumerate(rows, 1):
        if not passed:
            print(f'# {len(types)} cases: {types}')
        print(f'{"ok" if passed else "not ok"} {number} {name}')
    return 0 if all(passed for _, passed, _ in rows) else 1


sys.exit(main())
