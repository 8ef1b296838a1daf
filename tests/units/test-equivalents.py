#!/usr/bin/python3
"""Computes what `units/equivalents.toml` says of numpy and scipy on the examples of units.

usage: test-equivalents.py IMAGINET UNITS

SPDX-License-Identifier: MIT
"""
import json
import os
import re
import subprocess
import sys
import tomllib

from tap import Tap

CHECKED = ['numpy', 'scipy']
NAMED = {'librosa': r'librosa\.[\w.]+\(', 'torchaudio': r'torchaudio\.functional\.\w+\(',
         'cmsis': r'^arm_\w+\('}
OTHER = ['examples', 'note', 'none']
NUMBER = re.compile(r'[-+]?[\d.]+(e[-+]?\d+)?')


def told_units(imaginet, units):
    """Returns what `imaginet` tells of each shipped unit, by id."""
    found = {}
    for folder, _, names in sorted(os.walk(os.path.join(units, 'Core'))):
        for name in names:
            if name.endswith('.imunit'):
                told = subprocess.run([imaginet, 'inspect', '--json',
                                       os.path.join(folder, name)], check=True, text=True,
                                      stdout=subprocess.PIPE, timeout=60).stdout
                unit, = json.loads(told)['units']
                found[unit['id']] = unit
    return found


def number(told):
    return float(told.replace('Infinity', 'inf')) if isinstance(told, str) else float(told)


def option(kind, text):
    """The value of an option, as an expression of Python takes it."""
    if kind == 'int':
        return int(text)
    if kind == 'double':
        return float(text)
    if kind == 'bool':
        return text.lower() == 'true'
    words = re.split(r'[\s,]+', text.strip('[] '))
    if all(NUMBER.fullmatch(word) for word in words):
        if kind == 'shape' or text.startswith('[') and all(word.isdigit() for word in words):
            return tuple(int(word) for word in words)
        return np.array([float(word) for word in words])
    return text


def values(unit, example):
    """The names that an expression may use, and the number of frames."""
    names = {}
    for parameter in unit['parameters']:
        if parameter['kind'] in ('int', 'double', 'bool', 'string', 'shape'):
            text = example['arguments'].get(parameter['name'], parameter.get('default', ''))
            names[parameter['name']] = option(parameter['kind'], text)
    for tensor in example['inputs']:
        shape = [int(size) for size in re.search(r'\[([\d,]*)\]', tensor['type'])[1].split(',')]
        numbers = np.array([number(told) for told in tensor['numbers']])
        names[tensor['name']] = numbers.reshape(-1, *shape)
        rate = re.search(r'@([\d.e+]+)', tensor['type'])
        if rate:
            names.setdefault('rate', float(rate[1]))
    return names, len(numbers) // np.prod(shape)


def flat(result):
    result = np.asarray(result)
    if np.iscomplexobj(result):
        result = np.stack([result.real, result.imag], axis=-1)
    return result.astype(float).ravel()


def compute(expression, unit, example):
    names, frames = values(unit, example)
    modules = {'np': np, 'scipy': scipy}
    inputs = [tensor['name'] for tensor in example['inputs']]
    with np.errstate(all='ignore'):
        if re.search(r'\bstream\b', expression):
            return flat(eval(expression, {**names, 'stream': names[inputs[0]], **modules}))
        return np.concatenate([
            flat(eval(expression, {**names, **{name: names[name][k] for name in inputs},
                                   **modules})) for k in range(int(frames))])


def problems_on(expression, unit, index):
    example = unit['examples'][index - 1]
    output, = (output for output in example['outputs'] if output['name'] == 'output')
    expected = np.array([number(told) for told in output['numbers']])
    try:
        found = compute(expression, unit, example)
    except Exception as error:
        return [f'example {index}: {type(error).__name__}: {error}']
    if found.shape != expected.shape:
        return [f'example {index}: {len(found)} numbers, the unit gives {len(expected)}']
    tolerance = output.get('tolerance', 0)
    same = np.isclose(found, expected, rtol=2e-6, atol=max(tolerance, 1e-7), equal_nan=True)
    return [f'example {index}: number {k} is {found[k]:.9g}, the unit gives {expected[k]:.9g}'
            for k in np.flatnonzero(~same)]


def problems_of(unit, row):
    if 'none' in row:
        return ['it has an equivalent and says “none”'] if len(row) > 1 else []
    problems = [f'“{key}” is no library; expected one of {", ".join([*CHECKED, *NAMED, *OTHER])}'
                for key in row if key not in [*CHECKED, *NAMED, *OTHER]]
    problems += [f'{key}: no function of it in “{row[key]}”' for key, pattern in NAMED.items()
                 if key in row and not re.search(pattern, row[key])]
    expressions = [row[key] for key in CHECKED if key in row]
    if not expressions and not any(key in row for key in NAMED):
        problems += ['it names no equivalent, and not why: “none”']
    indices = row.get('examples') or [
        k + 1 for k, example in enumerate(unit['examples'])
        if all(tensor['type'].startswith('float32') for tensor in example['inputs'])]
    if expressions and not indices:
        problems += ['it has no example to compute it on']
    for expression in expressions:
        for index in indices:
            problems += problems_on(expression, unit, index)
    return problems


def problems_told(unit, row):
    """What `imaginet inspect` tells otherwise than the table."""
    expected = {row[key] for key in [*CHECKED, *NAMED] if key in row}
    told = {equivalent['expression'] for equivalent in unit.get('equivalents', [])}
    return [f'imaginet inspect does not tell it, or another: {text}' for text in expected ^ told]


def main(imaginet, units):
    with open(os.path.join(units, 'equivalents.toml'), 'rb') as file:
        table = tomllib.load(file)
    tap = Tap()
    told = told_units(imaginet, units)
    for unit in sorted({*told, *table}):
        if unit not in table:
            tap.result(unit, ['units/equivalents.toml has no row of it'])
        elif unit not in told:
            tap.result(unit, ['there is no such unit'])
        else:
            tap.result(unit, [*problems_of(told[unit], table[unit]),
                              *problems_told(told[unit], table[unit])])
    return tap.finish()


if __name__ == '__main__':
    try:
        import numpy as np
        import scipy
        import scipy.fft
        import scipy.ndimage
        import scipy.signal
        import scipy.spatial.transform
        import scipy.special
        import scipy.stats
    except ModuleNotFoundError as missing:
        print(f'1..0 # SKIP {missing.name} is not installed')
        sys.exit(0)
    sys.exit(main(*sys.argv[1:]))
