#!/usr/bin/python3
"""Times files that are four times as long, which may take eight times as long at most.

Sixteen times would be quadratic. All of a file stands in one line, so that places in it are far
from the last line end, and most of it has a message.

usage: bench-linear.py IMAGINET

SPDX-License-Identifier: MIT
"""
import os
import resource
import subprocess
import sys
import tempfile

FACTOR = 4
MAX_RATIO = 8
RUNS = 2
MIN_S = 0.05  # what is shorter is not measured well


def repeat(text):
    return lambda n: ''.join(text.format(i) for i in range(n))


def wrap(before, text, after):
    return lambda n: before + repeat(text)(n) + after


UNIT = '<Function unit="A.B">', '<Implementations/></Function>'
CASES = {
    'units': (10000, repeat('<Function unit="A.U{0}"><Implementations><Implementation '
                            'language="C" fragment="a.h:f" call="f(1)"/></Implementations>'
                            '</Function>')),
    'units-of-one-id': (10000, repeat('<Function unit="A.B"><Implementations/></Function>')),
    'parameters': (15000, wrap(UNIT[0] + '<Parameters>', '<Int32Option name="p{0}" x="1"/>',
                               '</Parameters>' + UNIT[1])),
    'parameters-of-one-name': (15000, wrap(UNIT[0] + '<Parameters>',
                                           '<Int32Option name="p" default="1"/>',
                                           '</Parameters>' + UNIT[1])),
    'expressions': (15000, wrap(UNIT[0] + '<Parameters>', '<Hidden name="p{0}" value="q{0} + p0"/>',
                                '</Parameters>' + UNIT[1])),
    'nodes': (10000, wrap('<Compound unit="A.B"><Nodes>', '<UnitNode id="n{0}" unit="X.Y"/>',
                          '</Nodes></Compound>')),
    'layers': (10000, wrap('<Composite unit="A.B"><Stacked>', '<Unit id="X.Y{0}"/>',
                           '</Stacked></Composite>')),
    'attributes': (20, wrap(UNIT[0], '<x ' + ' '.join(f'a{i:x}=""' for i in range(6000)) + '/>',
                            UNIT[1])),
}


# Brackets that stay open, and names without end.
MLIR = {f'mlir-{name}': (40000, repeat(text)) for name, text in {
    'parentheses': '(((((((', 'brackets': '[(<{{[(<{{', 'operations': 'tosa.abs (\n',
    'operands': '%a,%b,%c,',
    'quotes': '"""""""', 'regions': 'tosa.abs %a {{\n', 'blocks': '^a(^a('}.items()}


def measure(imaginet, folder, name, content):
    """Returns the time of the processor in seconds, the least of some runs."""
    is_mlir = name.startswith('mlir')
    path = os.path.join(folder, 'case.mlir' if is_mlir else 'case.imunit')
    command = ['broadcast', '--mlir'] if is_mlir else ['check']
    with open(path, 'w', encoding='utf-8') as file:
        file.write(f'tosa.abs {content}' if is_mlir else
                   f'<?xml version="1.0"?><Imaginet>{content}</Imaginet>')
    times = []
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([imaginet, *command, path], capture_output=True, timeout=120, check=False,
                       env={**os.environ, 'IMAGINET_UNIT_PATH': '', 'LC_ALL': 'C.UTF-8'})
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime - before.ru_utime)
    return min(times)


def main():
    imaginet, failed = sys.argv[1], 0
    with tempfile.TemporaryDirectory(prefix='linear-') as folder:
        start = measure(imaginet, folder, 'start', '')
        for number, (name, (n, make)) in enumerate({**CASES, **MLIR}.items(), 1):
            short = max(measure(imaginet, folder, name, make(n)) - start, MIN_S)
            long = measure(imaginet, folder, name, make(FACTOR * n)) - start
            is_bad = long > MAX_RATIO * short
            failed += is_bad
            print(f'{"not ok" if is_bad else "ok"} {number} {name}')
            print(f'# {n}: {short:.3f} s, {FACTOR * n}: {long:.3f} s', flush=True)
    print(f'1..{len(CASES) + len(MLIR)}')
    return failed > 0


if __name__ == '__main__':
    sys.exit(main())
