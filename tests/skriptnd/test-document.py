#!/usr/bin/python3
"""Checks the examples of the document, chapter 2, with what the scan has damaged repaired.

usage: test-document.py IMAGINET TOP SHARED

The document is read from SHARED/spec; without it, or with another edition, nothing is tested. A
case names the line on which an example begins, what is repaired, what is put around it, and what
is expected: numbers of a run, names of an instance, or a part of the error.

SPDX-License-Identifier: MIT
"""
import hashlib
import json
import os
import subprocess
import sys
import tempfile

EDITION = 'f5c8012f1a39fe3881f9b094ea79774399edfc1df600f32abbe27251be6464b9'
IN_OPERATOR = ('operator it {', '}')
X = '@input { x: real[n]; } @output { y: real[n]; }'
COMPOSE = ('operator it { @input { x: real[n]; y: real[n]; z: real[n]; } @output { out: real[n]; }', '}')

# What stands in for the operators that examples call.
HELPERS = '''
operator mul { @input { x: real[s..]; y: real[s..]; } @output { z: real[s..]; }
    @lower { z[i..] = x[i..] * y[i..], i < s; } }
operator add { @input { x: real[s..]; y: real[s..]; } @output { z: real[s..]; }
    @lower { z[i..] = x[i..] + y[i..], i < s; } }
'''

# (line, repairs, (before, behind), how it is checked)
PARSED = [
    # 2.1 and 2.2
    (177, [], ('', ''), 200), (304, [], ('', ''), None),
    # 2.6: dynamic shapes
    (687, [], ('', ''), None), (700, [], ('', ''), None), (721, [], ('', ''), None),
    # 2.10
    (991, [], COMPOSE, None), (999, [], COMPOSE, None), (1007, [], COMPOSE, None),
    (1015, [], COMPOSE, None), (1025, [('a: 42', 'a=42')], COMPOSE, None), (1042, [], ('', ''), None),
    (1062, [], ('operator it { @compose { out =', '; } }'), None),
    (1074, [('        ...\n', '')], ('operator it { @compose { out =', '; } }'), None,
     [('    }\n}', '    };\n yield y; }')]),
    (1085, [('}', 'yield y; }')], ('operator it { @compose { out =', '; } }'), None),
    (1097, [], COMPOSE, None), (1105, [('    }\n}', '    };\n}')], COMPOSE, None), (1124, [], COMPOSE, None),
    (1139, [('then {', 'then { yield x;'), ('else {', 'else { yield y;')], COMPOSE, None),
    (1151, [('...', 'yield x;')], ('operator it { @compose { out =', 'else x; } }'), None),
    (1223, [], COMPOSE, None), (1253, [], COMPOSE, None), (1261, [], COMPOSE, None),
    (1269, [('True', 'true')], COMPOSE, None),
    # 2.11, 2.13 to 2.15
    (1305, [('dw = ...;', 'dw = op(x);')], IN_OPERATOR, None),
    (1540, [], ('operator it { @compose {', '} }'), None),
    (1552, [], ('graph it {', '}'), None), (1569, [], ('', ''), None),
    (1577, [('A.op1(...)', 'A.op1(y)')], ('', ''), None),
]

INSTANCES = [
    # 2.5: attributes
    (538, [], '', [], [], 'a: int = 42'), (546, [], '', [], [], 'a: int.. = []'),
    (546, [], '', ['a=[7,8]'], [], 'k: int = 2'),
    (556, [], '', ['r=3'], [], 'a: int.. = [0, 1, 2]'), (556, [], '', ['r=3', 'a=[5]'], [], 'a: int.. = [5]'),
    (565, [], '', ['r=3'], [], 'a: int.. = [0, 0, 0]'), (565, [], '', ['r=2', 'a=4'], [], 'a: int.. = [4, 4]'),
    (576, [], '', [], [], 'a: optional int = null'), (576, [], '', ['a=1'], [], 'a: optional int = 1'),
    (586, [], '', ['r=2'], [], 'a: int.. = [0, 1]'), (586, [], '', ['a=[4]'], [], 'a: int.. = [4]'),
    (586, [], '', [], [], 'Attribute “a” is not given'),
    # 2.6: shapes
    (599, [], '', [], ['x=real[2,3]'], 'n: int = 3'), (607, [], '', [], ['x=real[2,3]'], 's: int.. = [2, 3]'),
    (607, [], '', [], ['x=real[]'], 'd: int = 0'),
    (617, [], '@attrib { d: int = 1; }', [], ['x=real[2,3,4]'], 'r: int = 3'),
    (629, [], '', [], ['x=real[2,3]', 'y=real[3,4]'], 'k: int = 3'),
    (629, [], '', [], ['x=real[2,3]', 'y=real[2,4]'], 'Axis 0 of “y” is 2, but 3 is expected'),
    (638, [], '', [], ['xs=real[2,5,3]', 'xs=real[2,5,4]'], 't: int.. = [3, 4]'),
    (638, [], '', [], ['xs=real[2,5,3]', 'xs=real[1,5,4]'], 'Axis 0 of “xs” is 1 in tensor 1, but 2 in'),
    (652, [], '', ['n=8'], ['x=real[3,6,1,2,3,4,4]'], 'd: int = 2'),
    (652, [], '', ['n=8'], ['x=real[3,6,1,2,3,4]'], '“d” would be no integer'),
    (667, [], '', [], ['x=real[2,3]', 'y=real[4,3]'], 'z: real[6, 6]'),
    # 2.6.1: what can be bound
    (752, [], '', [], [], 'The shape of “x” does not say what its names are'),
    (760, [], '', ['r=1'], ['x=real[2,3,4]'], 't: int.. = [3, 4]'),
    (760, [], '', ['r=4'], ['x=real[2,3,4]'], 'Expected “x” of rank at least 4, found rank 3'),
    (773, [], '', [], ['x=real[2,3,4]', 'y=real[2]'], 't: int.. = [3, 4]'),
    (784, [], '', [], [], 'The shape of “x” does not say what its names are'),
    (807, [], '', ['r=1'], ['x=real[2,3,4]', 'y=real[2,3]'], 'c: int = 3'),
    (807, [], '', ['r=1'], ['x=real[2,3,4]', 'y=real[2,3]'], 'b: int.. = [0]'),
    # 2.7 to 2.9
    (843, [], '', ['b=2'], ['x=real[3]'], 'b: int = 2'),
    (860, [], '', ['n=3'], [], 'n: int = 3'),
    (877, [], '', ['a=3'], [], 'a: int = 3'), (877, [], '', ['a=-3'], [], 'a must be positive'),
    (877, [], '', ['a=-3'], [], 'a = -3'),
    (897, [], '', ['a=40'], ['x=real[2,3]'], 'c: int = 42'),
    (914, [('Qusing', '@using'), ('...', 'a + 1')], '@attrib { a: int..(n); }', ['a=[1,2]'], [], 'c: int.. = [2, 3]'),
    (922, [], '@attrib { c: int..; }', ['c=[1,2,3,4]'], [], 'b: int.. = [2, 3, 4]'),
    (922, [], '@attrib { c: int..; }', ['c=[1,2,3,4]'], [], 'f: int.. = [2, 4]'),
    (937, [], '', ['a=1', 'b=0', 'c=1'], [], 'b must be positive'),
    (937, [], '', ['a=1', 'b=0', 'c=1'], [], 'b = 0'),
    (937, [], '', ['a=3', 'b=2', 'c=1'], [], 'a must be divisible by b'),
    (937, [], '', ['a=4', 'b=2', 'c=1'], [], 'some condition must be true for a/b and c'),
    (937, [], '', ['a=4', 'b=2', 'c=40'], [], 'r: int = 2'),
    # 2.13
    (1529, [], '@attrib { a: T; }', ['a=1'], [], 'a: int = 1'),
    (1529, [], '@attrib { a: T; }', ['a=true'], [], '“T” would be bool, but is declared as num'),
]

RUNS = [
    # 2.1
    (239, [], '', [], {'A': [[1, 2], [3, 4]], 'B': [[5, 6], [7, 8]]}, [[[19, 22], [43, 50]]]),
    (259, [], '', ['padding=[0]'], {'input': [[[1, 2, 3]]], 'filter': [[[1, 1]]]}, [[[[3, 5]]]]),
    (259, [], '', ['padding=[0]'], {'input': [[[1, 2, 3]]], 'filter': [[[1, 1]]], 'bias': [10]}, [[[[13, 15]]]]),
    (259, [], '', ['stride=2'], {'input': [[[1, 2, 3]]], 'filter': [[[0, 1, 0]]]}, [[[[1, 3]]]]),
    (259, [], '', ['stride=0'], {'input': [[[1, 2, 3]]], 'filter': [[[1, 1]]]}, "'stride' must be positive; got [0]"),
    (259, [], '', ['padding=[0]'], {'input': [[[1]]], 'filter': [[[1, 1, 1]]]},
     'must be greater than (dilated) filter-'),
    (259, [], '', ['padding=[0]'], {'input': [[[1]]], 'filter': [[[1, 1, 1]]]}, 'got input-size=[1], filter-size=[3]'),
    # 2.10
    (969, [], HELPERS, [], {'x': [1, 2], 'a': [3, 4], 'b': [10, 20]}, [[13, 28]]),
    # 2.12
    (1324, [], '', [], {'A': [[1, 2], [3, 4]], 'B': [[5, 6], [7, 8]]}, [[[19, 22], [43, 50]]]),
    (1355, [], '', [], {'A': [[1, 2]], 'B': [[3], [4]], 'Z': [[100]]}, [[[111]]]),
    (1355, [], '', [], {'A': [[1, 2]], 'B': [[3], [4]]}, [[[11]]]),
    (1382, [], '', [], {'xs': ([[1, 2]], [[3, 4]]), 'z': [[10, 20]]}, [[[11, 22]], [[13, 24]]]),
    (1402, [], 'operator it { @input { xs: real[n,m]..(k); z: real[n,m]; } @output { ys: real[n,m]..(k); }', [],
     {'xs': ([[1, 2]], [[3, 4]]), 'z': [[10, 20]]}, [[[11, 22]], [[13, 24]]]),
    (1419, [('x[idx[],]', 'x[idx[],]')], '', [], {'x': [1, 5, 2, 5]}, [1]),
    (1437, [], '', [], {'x': [[1, 2, 9], [4, 9, 6]]}, [0, 2]),
    (1465, [], 'operator it {', [], {'x': [[0, 0]]}, [[[0, 0]]]),
    (1487, [], 'operator it {', ['w=3'], {'x': [3, 6, 9, 12]}, [[3, 6, 9, 7]]),
    (1509, [], 'operator it {', ['n=2'], {'x': [1, 2, 3]}, [[1, 1, 1, 2, 3, 3, 3]]),
]


def close_blocks(lines):
    """Braces that the scan has lost stand in front of the next block, or at the end."""
    depth, is_block = 0, False
    for line in lines:
        if line.lstrip().startswith('@'):
            if is_block:
                yield '}'
                depth -= 1
            is_block = True
        depth += line.count('{') - line.count('}')
        if is_block and line.strip() == '}' or line.lstrip().startswith('@') and '}' in line:
            is_block = False
        yield line
    if depth > 0:
        yield '}' * depth


def read_block(lines, start):
    end = next(i for i in range(start, len(lines)) if '```' in lines[i])
    return '\n'.join(line.replace('</pre>', '') for line in lines[start:end])


def repair(text, repairs):
    for damaged, right in repairs:
        if damaged not in text:
            raise ValueError(f'“{damaged}” is not in the example')
        text = text.replace(damaged, right)
    return '\n'.join(close_blocks(text.split('\n')))


def call(imaginet, *arguments, stdin=None):
    return subprocess.run([imaginet, 'sknd', *arguments], input=stdin, capture_output=True, text=True,
                          check=False)


def find_parse_problem(imaginet, lines, case):
    line, repairs, (before, behind), more = case[:4]
    text = read_block(lines, line)
    if more:
        text += '\n' + read_block(lines, more)
    text = before + '\n' + repair(text, repairs + (case[4] if len(case) > 4 else [])) + '\n' + behind + '\n'
    once = call(imaginet, 'fmt', '-', stdin=text)
    if once.returncode or once.stderr:
        return once.stderr
    twice = call(imaginet, 'fmt', '-', stdin=once.stdout)
    trees = [call(imaginet, 'dump', '--stage', 'ast', '-', stdin=t).stdout for t in (text, once.stdout)]
    return None if twice.stdout == once.stdout and trees[0] == trees[1] else 'is not printed as what it is'


def write(folder, text):
    path = os.path.join(folder, 'main.sknd')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return path


def find_instance_problem(imaginet, lines, case, folder):
    line, repairs, before, attributes, inputs, expected = case
    path = write(folder, f'operator it {{ {before}\n{repair(read_block(lines, line), repairs)}\n}}\n')
    words = [w for a in attributes for w in ('--attrib', a)] + [w for i in inputs for w in ('--input', i)]
    result = call(imaginet, 'dump', '--stage', 'instance', path, *words)
    found = result.stdout + result.stderr
    return None if expected in found else f'expected “{expected}”, found {found}'


def nest(shape, data):
    if not shape:
        return data[0]
    step = len(data) // shape[0] if shape[0] else 0
    return [nest(shape[1:], data[i * step:(i + 1) * step]) for i in range(shape[0])]


def find_run_problem(imaginet, lines, case, folder):
    line, repairs, before, attributes, inputs, expected = case
    text = repair(read_block(lines, line), repairs)
    name = 'it'
    if before.startswith('operator it'):
        text += '\n}'
    else:
        name = text.split('operator ')[1].split()[0]
    path = write(folder, before + '\n' + text + '\n')
    words = [w for a in attributes for w in ('--attrib', a)]
    for key, value in inputs.items():
        for item in value if isinstance(value, tuple) else (value,):
            words += ['--input', f'{key}={json.dumps(item)}']
    result = call(imaginet, 'run', path, '--operator', name, '--json', *words)
    try:
        found = json.loads(result.stdout)
    except ValueError:
        return result.stderr
    if isinstance(expected, str):
        messages = ' '.join(row['message'] for row in found['diagnostics'])
        return None if expected in messages else f'expected “{expected}”, found “{messages}”'
    values = [nest(row['shape'], row['data']) for row in found.get('outputs', [])]
    return None if values == expected else f"expected {expected}, found {values} {found['diagnostics']}"


def main():
    imaginet, top, shared = sys.argv[1:4]
    os.environ['IMAGINET_DATA_PATH'] = top
    path = os.path.join(shared, 'spec', 'skriptnd-nnef2.txt')
    if not os.path.exists(path):
        print('1..0 # SKIP the document is not here')
        return 0
    with open(path, 'rb') as file:
        content = file.read()
    if hashlib.sha256(content).hexdigest() != EDITION:
        print('1..0 # SKIP this is another edition of the document')
        return 0
    lines = content.decode().split('\n')
    failed = number = 0
    with tempfile.TemporaryDirectory() as folder:
        for find, cases in ((lambda c: find_parse_problem(imaginet, lines, c), PARSED),
                            (lambda c: find_instance_problem(imaginet, lines, c, folder), INSTANCES),
                            (lambda c: find_run_problem(imaginet, lines, c, folder), RUNS)):
            for case in cases:
                number += 1
                try:
                    problem = find(case)
                except ValueError as error:
                    problem = str(error)
                for row in (problem or '').split('\n') if problem else []:
                    print('#', row)
                print('not ok' if problem else 'ok', number, f'line-{case[0]}')
                failed += bool(problem)
    print(f'1..{number}')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
