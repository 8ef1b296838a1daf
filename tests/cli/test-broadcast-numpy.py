#!/usr/bin/python3
"""Compares verdicts and shapes of `imaginet broadcast --rules numpy` with those of NumPy.

usage: test-broadcast-numpy.py IMAGINET

50000 random pairs and 5000 random triples: ranks 0 to 6, sizes 0 to 5, half of them related so
that about as many broadcast as do not. Skipped without NumPy.

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


def ask_imaginet(imaginet, cases):
    lines = [' '.join(str(shape).replace(' ', '') for shape in operands) for operands in cases]
    result = subprocess.run([imaginet, 'broadcast', '--rules', 'numpy', '--json', '-'], timeout=120,
                            input='\n'.join(lines) + '\n', capture_output=True, text=True)
    if result.stderr:
        raise RuntimeError(result.stderr)
    return json.loads(result.stdout)


def main():
    print('1..1')
    try:
        import numpy
    except ImportError:
        print('ok 1 random shapes # SKIP there is no NumPy')
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
    return 0 if good else 1


sys.exit(main())
