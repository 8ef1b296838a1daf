#!/usr/bin/python3
"""Compares verdicts and shapes of `imaginet broadcast --rules numpy` with those of NumPy.

usage: test-broadcast-numpy.py IMAGINET

50000 random pairs and 5000 random triples: ranks 0 to 6, sizes 0 to 5, half of them related so
that about as many broadcast as do not; and 600 of each operation with rules of its own. Skipped
without NumPy.

SPDX-License-Identifier: MIT
"""
import json
import os
import random
import subprocess
import sys

SEED = 20261121
N_PAIRS = 50000
N_TRIPLES = 5000
N_EACH = int(os.environ.get('N_EACH', 600))


def make_shape(rng):
    return [rng.choice((0, 1, 1, 2, 3, 4, 5)) for _ in range(rng.randrange(7))]


def make_related(rng, shape):
    """A shape that broadcasts with another one, but for a column now and then."""
    related = [size if rng.random() < 0.6 else 1 for size in shape[rng.randrange(len(shape) + 1):]]
    if related and rng.random() < 0.2:
        related[rng.randrange(len(related))] = rng.randrange(6)
    return [rng.randrange(1, 4) for _ in range(max(0, 6 - len(related)) * (rng.random() < 0.2))] + related


def make_operands(rng, count):
    first = make_shape(rng)
    return [first] + [make_related(rng, first) if rng.random() < 0.6 else make_shape(rng)
                      for _ in range(count - 1)]


def ask_numpy(numpy, operands):
    try:
        return list(numpy.broadcast_shapes(*(tuple(shape) for shape in operands)))
    except ValueError:
        return None


def ask_operation(numpy, operation, operands):
    """The shape of the result of an operation on arrays, None if there is none."""
    arrays = [numpy.ones(tuple(shape), dtype=numpy.int64) for shape in operands]
    try:
        if operation == 'where':
            return list(numpy.where(*arrays).shape)
        if operation == '=':
            arrays[0][...] = arrays[1]
            return list(arrays[0].shape)
        names = {'a': arrays[0], 'b': arrays[1]}
        if operation.endswith('='):
            exec(f'a {operation} b', names)  # pylint: disable=exec-used
            return list(names['a'].shape)
        return list(eval(f'a {operation} b', names).shape)  # pylint: disable=eval-used
    except ValueError:
        return None


def make_value(rng, shape):
    """What can be assigned to a shape, but for a column now and then, with 1s in front."""
    value = [1] * rng.choice((0, 0, 1, 2)) + [size if rng.random() < 0.7 else 1 for size in shape]
    if value and rng.random() < 0.3:
        value[rng.randrange(len(value))] = rng.randrange(4)
    return value[rng.randrange(len(value) + 1):] if rng.random() < 0.4 else value


def make_matrices(rng):
    a, b = make_shape(rng)[:4], make_shape(rng)[:4]
    if a and b and rng.random() < 0.8:
        b[-1 if len(b) == 1 else -2] = a[-1]
        for axis in range(3, min(len(a), len(b)) + 1):
            if rng.random() < 0.7:
                b[-axis] = rng.choice((1, a[-axis]))
    return [a, b]


def check_operations(imaginet, numpy, rng):
    """Yields each operation, how many of its cases there are and broadcast, and differences."""
    for operation in ('+', '+=', '**=', '=', '@', 'where'):
        cases = []
        for _ in range(N_EACH):
            first = make_shape(rng)[:5]
            cases.append(make_matrices(rng) if operation == '@' else
                         make_operands(rng, 3) if operation == 'where' else
                         [first, make_value(rng, first)] if rng.random() < 0.8 else make_operands(rng, 2))
        reports = ask_imaginet(imaginet, cases, '--op', operation)
        expected = [ask_operation(numpy, operation, operands) for operands in cases]
        yield operation, cases, expected, [
            f'{operands}: {report["verdict"]} {report["result"]}, NumPy {shape}'
            for operands, report, shape in zip(cases, reports, expected, strict=True)
            if (report['verdict'] == 'ok') != (shape is not None) or
            (shape is not None and report['result'] != shape)]


def ask_imaginet(imaginet, cases, *options):
    lines = [' '.join(str(shape).replace(' ', '') for shape in operands) for operands in cases]
    result = subprocess.run([imaginet, 'broadcast', '--rules', 'numpy', '--json', *options, '-'], timeout=600,
                            input='\n'.join(lines) + '\n', capture_output=True, text=True)
    if result.stderr:
        raise RuntimeError(result.stderr)
    return json.loads(result.stdout)['results']


def main():
    print('1..2')
    try:
        import numpy
    except ImportError:
        print('ok 1 random shapes # SKIP there is no NumPy')
        print('ok 2 operations # SKIP there is no NumPy')
        return 0

    rng = random.Random(SEED)
    cases = [make_operands(rng, 2) for _ in range(N_PAIRS)] + [make_operands(rng, 3) for _ in range(N_TRIPLES)]
    reports = ask_imaginet(os.path.abspath(sys.argv[1]), cases)
    n_broadcast, differences = 0, []
    for operands, report in zip(cases, reports, strict=True):
        expected = ask_numpy(numpy, operands)
        n_broadcast += expected is not None
        if report['result'] != expected or (report['verdict'] == 'ok') != (expected is not None):
            differences.append(f'{operands}: {report["verdict"]} {report["result"]}, NumPy {expected}')
    good = not differences and len(cases) / 4 < n_broadcast < len(cases) * 3 / 4
    print(f'{"ok" if good else "not ok"} 1 random shapes: {n_broadcast} of {len(cases)} broadcast, '
          f'{len(differences)} differ from NumPy {numpy.__version__}')
    for difference in differences[:10]:
        print(f'# {difference}')

    all_good = True
    for operation, operands, expected, differences in check_operations(os.path.abspath(sys.argv[1]), numpy, rng):
        n_fine = sum(shape is not None for shape in expected)
        all_good = all_good and not differences and len(operands) / 5 < n_fine < len(operands)
        print(f'# {operation}: {n_fine} of {len(operands)} have a result, {len(differences)} differ')
        for difference in differences[:5]:
            print(f'# {difference}')
    print(f'{"ok" if all_good else "not ok"} 2 operations')
    return 0 if good and all_good else 1


sys.exit(main())
