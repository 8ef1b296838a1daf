#!/usr/bin/python3
"""Counts the instructions of operators of SkriptND, and of the same contractions in Tile.

usage: bench-operators.py IMAGINET

Both are emitted as C, compiled by gcc and counted by callgrind; both results must have the same
bits. The goal is at most 1.05 of what Tile takes; where it is out of reach the limit beside it is
what must hold.

SPDX-License-Identifier: MIT
"""
import importlib.util
import os
import re
import shutil
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
GOAL = 1.05
SKIP = 77
NEEDED = {'gcc': 'gcc', 'valgrind': 'valgrind'}
IMAGE, FILTER = 'float32[8,32,32]', 'float32[8,8,3,3]'
# name, operator, its attributes, inputs, the same in Tile, bytes of the output, limit
CASES = (
    ('conv 3x3, same', 'nn.conv', ['padding=[1,1,1,1]'],
     {'input': 'float32[1,8,32,32]', 'filter': FILTER},
     'function (I[B, C, Y, X], K[D, C, I0, I1]) -> (O) '
     '{ O[b, d, y, x : B, D, Y, X] = +(I[b, c, y + i - 1, x + j - 1] * K[d, c, i, j]); }',
     4 * 8192, None),
    ('conv 3x3, valid, stride 2', 'nn.conv', ['padding=[0,0,0,0]', 'stride=[2,2]'],
     {'input': 'float32[1,8,33,33]', 'filter': FILTER},
     'function (I[B, C, Y, X], K[D, C, I0, I1]) -> (O) { O[b, d, y, x : B, D, 16, 16] = '
     '+(I[b, c, 2 * y + i, 2 * x + j] * K[d, c, i, j]); }', 4 * 2048, None),
    ('conv 9 of 512', 'nn.conv', ['padding=[4,4]'],
     {'input': 'float32[1,3,512]', 'filter': 'float32[1,3,9]'},
     'function (I[B, C, X], K[D, C, T]) -> (O) '
     '{ O[b, d, x : B, D, X] = +(I[b, c, x + t - 4] * K[d, c, t]); }', 4 * 512, None),
    ('max_pool 2x2', 'nn.max_pool', ['size=[2,2]', 'stride=[2,2]', 'padding=[0,0,0,0]'],
     {'input': 'float32[1,8,32,32]'},
     'function (I[B, C, Y, X]) -> (O) { O[b, c, y, x : B, C, Y / 2, X / 2] = '
     '>(I[b, c, 2 * y + i, 2 * x + j]), i < 2, j < 2; }', 4 * 2048, None),
    ('max_pool 3x3, border', 'nn.max_pool', ['size=[3,3]', 'padding=[1,1,1,1]'],
     {'input': 'float32[1,8,32,32]'},
     'function (I[B, C, Y, X]) -> (O) { O[b, c, y, x : B, C, Y, X] = '
     '>(I[b, c, y + i - 1, x + j - 1]), i < 3, j < 3; }', 4 * 8192, None),
    ('sum_pool 3x3, border', 'nn.sum_pool', ['size=[3,3]', 'padding=[1,1,1,1]'],
     {'input': 'float32[1,8,32,32]'},
     'function (I[B, C, Y, X]) -> (O) { O[b, c, y, x : B, C, Y, X] = '
     '+(I[b, c, y + i - 1, x + j - 1]), i < 3, j < 3; }', 4 * 8192, None),
    ('matmul 48', 'linalg.matmul', [], {'A': 'float32[48,48]', 'B': 'float32[48,48]'},
     'function (A[M, K], B[K, N]) -> (C) { C[m, n : M, N] = +(A[m, k] * B[k, n]); }', 4 * 2304,
     None),
    ('linear 128-64, bias', 'nn.linear', [],
     {'input': 'float32[4,128]', 'filter': 'float32[64,128]', 'bias': 'float32[64]'},
     'function (I[B, C], K[N, C], S[N]) -> (O) '
     '{ T[b, n : B, N] = +(I[b, c] * K[n, c]); O = T + S; }', 4 * 256, None),
    ('sum_reduce, rows', 'math.sum_reduce', ['axes=[1]'], {'input': 'float32[64,256]'},
     'function (I[Y, X]) -> (O) { O[y, 0 : Y, 1] = +(I[y, x]); }', 4 * 64, None),
    ('sum_reduce, columns', 'math.sum_reduce', ['axes=[0]'], {'input': 'float32[64,256]'},
     'function (I[Y, X]) -> (O) { O[0, x : 1, X] = +(I[y, x]); }', 4 * 256, None),
    ('max_reduce, rows', 'math.max_reduce', ['axes=[1]'], {'input': 'float32[64,256]'},
     'function (I[Y, X]) -> (O) { O[y, 0 : Y, 1] = >(I[y, x]); }', 4 * 64, None),
    ('softmax 32 of 64', 'nn.softmax', [], {'input': 'float32[32,64]'},
     'function (I[Y, X]) -> (O) { M[y, 0 : Y, 1] = >(I[y, x]); S = I - M; E = exp(S); '
     'T[y, 0 : Y, 1] = +(E[y, x]); O = E / T; }', 4 * 2048, None),
)


def load_kernels():
    """The benchmark of kernels, which has what measures."""
    spec = importlib.util.spec_from_file_location('kernels', os.path.join(HERE, 'bench-kernel.py'))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def emit_operator(kernels, bench, operator, attributes, inputs):
    words = [word for text in attributes for word in ('--attrib', text)]
    words += [word for name, text in inputs.items() for word in ('--input', f'{name}={text}')]
    text = kernels.shell(bench.imaginet, 'sknd', 'dump', '--stage', 'c', operator, *words)
    with open(os.path.join(bench.folder, 'operator.c'), 'w', encoding='utf-8') as file:
        file.write(text)
    return operator.replace('.', '_')


def count_arguments(bench, source, function):
    with open(os.path.join(bench.folder, source), encoding='utf-8') as file:
        return len(re.search(rf'^{function} \(([^)]*)\)', file.read(), re.M)[1].split(','))


def measure(kernels, bench):
    for name, operator, attributes, inputs, formula, n_bytes, limit in CASES:
        tensors = dict(zip('IKS' if 'I[' in formula else 'AB', inputs.values()))
        bench.emit(formula, tensors)
        function = emit_operator(kernels, bench, operator, attributes, inputs)
        n = count_arguments(bench, 'operator.c', function)
        m = count_arguments(bench, 'kernel.c', 'function')
        # What is kept between two kernels is no larger than the output.
        bench.prepare(tensors, [n_bytes] * (max(n, m) - len(tensors)))
        for option in ('-O2', '-Os'):
            number, mine = bench.on_host(option, 'operator.c', function, n)
            peer, theirs = bench.on_host(option, 'kernel.c', 'function', m)
            bench.check(name, mine[0].split()[-1], theirs[0].split()[-1])
            bench.add(name, f'x86 {option}', number, peer, GOAL, limit)


def main(imaginet):
    absent = [f'{program} is not installed; Debian: {package}'
              for program, package in NEEDED.items() if shutil.which(program) is None]
    if absent:
        print('skipped: ' + '; '.join(absent))
        return SKIP
    os.environ.setdefault('IMAGINET_DATA_PATH', os.path.dirname(os.path.dirname(HERE)))
    kernels = load_kernels()
    with tempfile.TemporaryDirectory() as folder:
        bench = kernels.Bench(os.path.abspath(imaginet), folder)
        measure(kernels, bench)
    return 1 if bench.failed else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
