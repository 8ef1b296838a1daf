#!/usr/bin/python3
"""Runs the real program with the command lines of a table and compares what it prints.

usage: test-cli.py IMAGINET [--update]

Each case has a file in golden/ with the command line, the exit status, standard output
and standard error. --update writes these files; read the difference before committing.
The program runs in fixtures/, whose units/ are the only units it knows.

SPDX-License-Identifier: MIT
"""
import difflib
import json
import os
import shlex
import subprocess
import sys
import tempfile
import wave
from xml.etree import ElementTree

import shape

HERE = os.path.dirname(os.path.abspath(__file__))
FIXTURES = os.path.join(HERE, 'fixtures')
GOLDEN = os.path.join(HERE, 'golden')

# name, arguments, and what differs from the usual environment or standard input
CONV = '../../skriptnd/examples/conv.sknd'
MODEL = '../../skriptnd/examples/model'
GRAPHS = '../../skriptnd/examples/graphs.sknd'

RELU = (b'# Rectified linear unit\npublic operator relu { @attrib { alpha: optional real; }\n'
        b'  @input { x: real[s..]; } @output { y: real[s..]; }\n'
        b'  @lower { y[i..] = x[i..] > 0.0 ? x[i..] : (alpha ?? 0.0) * x[i..], i < s; } }\n')
BROKEN = (b'operator a {\n  @using { x = 1 +; y = [1..(5)]; }\n  @imput { z: real[]; }\n'
          b'  @assert { x > 0: "x is {x -}"; }\n}\n')

SUM = b'function (I[M, N]) -> (O) {\n  O[n : N] = +(I[m, n]);\n}\n'
GROUPS = b'''function (I[H, W, C], K[KH, KW, CG, CO]) -> (O)
{
  G = C / CG;
  O[y, x, (CO / G) * g + o : H, W, CO] = +(I[y + 2 * i - 2, x + 2 * j - 2, CG * g + c] * K[i, j, c, (CO / G) * g + o]), o < CO / G, c < CG;
}
'''
OUTER = b'function (A[M], B[N]) -> (O) { O[i, j : M, N] = +(A[i] * B[j]); }\n'
DENSE = b'''function (I[M], W[M, N], B[N]) -> (O)
{
  S[n : N] = +(I[m] * W[m, n]);
  T = as_int(as_float(S + B, 32) * 0.5, 8);
  O = select(T > 0, T, 0);
}
'''
HOLES = b'function (I[N]) -> (O) { O[n : 8] = >(I[k]), 2 * k - n < 1; }\n'
CONVOLUTION = b'''function conv (I[X, CI], K[KX, CI, CO]) -> (O) {
  O[x, co : X, CO] = +(I[x + k - 2, ci] * K[k, ci, co]);
}
'''
POOL = b'function (I[N]) -> (O) { O[i : N / 2] = >(I[2 * i + j]), j < 2; }'

AVERAGE = b'''def avg(I):
  X, Y = TensorDims(2)
  x, y = TensorIndexes(2)
  I.bind_dims(X, Y)
  Sum = TensorOutput()
  Sum[y] += I[x, y]
  return Sum / X
'''
VECTORS = b'''// The other way round.
Tensor f(const Tensor& I, float a) {
  std::vector<TensorDim> X(2);
  std::vector<TensorIndex> x(2);
  I.bind_dims(X[0], X[1]);
  auto O = TensorOutput(X[1], X[0]);  // axes change places
  O(x[1], x[0]) = I(x[0], x[1]);
  return O * a;
}
'''
LOOP = b'''def f(I, n):
  X, Y = TensorDims(2)
  I.bind_dims(X)
  for i in range(n):
    Y = X + i
  return I / Y
'''

CASES = [
    ('no-command', []),
    ('help', ['--help']),
    ('unknown-command', ['evla', '1']),
    ('unknown-command-far', ['frobnicate']),
    ('option-before-command', ['--json', 'eval', '1']),
    ('help-eval', ['eval', '--help']),
    ('help-inspect', ['inspect', '-h']),
    ('help-check', ['check', '--help']),
    ('help-list', ['list', '--help']),
    ('help-new', ['new', '--help']),
    ('help-package', ['package', '--help']),
    ('help-rename', ['rename', '--help']),
    ('help-move', ['move', '--help']),
    ('help-convert', ['convert', '--help']),
    ('help-fmt', ['fmt', '--help']),
    ('help-diff', ['diff', '--help']),
    ('help-dump', ['dump', '--help']),
    ('help-edit', ['edit', '--help']),
    ('help-extract', ['extract', '--help']),
    ('help-launch', ['launch', '--help']),
    ('help-plan', ['plan', '--help']),
    ('help-render', ['render', '--help']),
    ('help-compare', ['compare', '--help']),
    ('diff-target', ['diff', 'broken/none', 'broken/none', '--target', 'm4']),
    ('diff-target-host', ['diff', 'broken/none', 'broken/none', '--target', 'gcc-O2']),
    ('help-budget', ['budget', '--help']),
    ('help-test', ['test', '--help']),
    ('help-try', ['try', '--help']),
    ('help-run', ['run', '--help']),
    ('help-probe', ['probe', '--help']),
    ('help-beside-errors', ['eval', '--help', '1', '2']),
    ('help-narrow', ['--help'], {'COLUMNS': '50'}),
    ('unknown-option', ['eval', '--wiht', 'a=1', 'a']),
    ('unknown-option-far', ['eval', '--frobnicate', '1']),
    ('unknown-option-of-command', ['eval', '--strict', '1']),
    ('attached-value', ['eval', '-wa=1', 'a']),
    ('unknown-letter', ['eval', '-3']),
    ('option-without-value', ['eval', '1', '--with']),
    ('flag-with-value', ['eval', '--json=yes', '1']),
    ('bad-color', ['eval', '--color=blue', '1']),

    ('eval-int', ['eval', '4*5+6*7']),
    ('eval-double', ['eval', '62.0']),
    ('eval-string', ['eval', "'text'"]),
    ('eval-null', ['eval', 'null']),
    ('eval-type', ['eval', 'System.Float32']),
    ('eval-shape', ['eval', '--with', 'input=float32[3,50]', 'input.shape.remove(0)']),
    ('eval-tensor', ['eval', '-w', 'input=float32[3,50]@16000', 'input']),
    ('eval-array', ['eval', '-w', 'a=float32[2,2]{1,2,3,4.5}', 'a * 2']),
    ('eval-dashes', ['eval', '--', '-3']),
    ('eval-stdin', ['eval', '-'], {'stdin': b'1 +\n2\n'}),
    ('eval-stdin-empty', ['eval', '-'], {'stdin': b''}),
    ('eval-stdin-nul', ['eval', '-', '--json'], {'stdin': b'1\0'}),
    ('eval-none', ['eval']),
    ('eval-many', ['eval', '1', '+', '2']),
    ('eval-error', ['eval', '1 + shape']),
    ('eval-error-colour', ['eval', '--color=always', '1 + true']),
    ('eval-error-at-end', ['eval', '1 +']),
    ('eval-error-lines', ['eval', '1 +\n\ttrue']),
    ('eval-error-not-utf8', ['eval', b'1 + \xff']),
    ('eval-error-wide', ['eval', "'äöü' + nmae"]),

    ('help-broadcast', ['broadcast', '--help']),
    ('broadcast-groups', ['broadcast', '[2,1,4,1,6]', '[2,3,4,5,6]']),
    ('broadcast-json', ['broadcast', '--json', '[2,1,1,5]', '[2,3,4,5]']),
    ('broadcast-bad', ['broadcast', '[2,3,4]', '[2,5,6]']),
    ('broadcast-bad-json', ['broadcast', '--json', '[2,3,4]', '[2,5,6]']),
    ('broadcast-open', ['broadcast', '[?,3]', '[4,1]', '--result', '[?,3]']),
    ('broadcast-cast-json',
     ['broadcast', '--json', '--allow-cast', 'tensor<?xf32>', 'tensor<?xf32>', '--result', 'tensor<4xf32>']),
    ('broadcast-mixed', ['broadcast', 'tensor<4xf32>', 'vector<4xf32>']),
    ('broadcast-nested', ['broadcast', 'tensor<tensor<int, 1>, 2>', 'tensor<tensor<real, 3>, 1>', '--op', '*']),
    ('broadcast-nested-json', ['broadcast', 'real', 'tensor<tensor<int, 3>, 2>', '--op', '>', '--json']),
    ('broadcast-texts', ['broadcast', '--op', '==', 'char', 'tensor<str, 2>']),
    ('broadcast-texts-order', ['broadcast', '--op', '<', 'char', 'str']),
    ('broadcast-numpy', ['broadcast', '--rules', 'numpy', '[3,1,1]', '[4,1]', '[0]']),
    ('broadcast-numpy-one', ['broadcast', '--rules', 'numpy', '[3,1]']),
    ('broadcast-numpy-in-place', ['broadcast', '--rules', 'numpy', '--op', '+=', '[3]', '[2,3]']),
    ('broadcast-numpy-assign', ['broadcast', '--rules', 'numpy', '--op', '=', '[2,3]', '[1,1,3]']),
    ('broadcast-numpy-matmul', ['broadcast', '--rules', 'numpy', '--op', '@', '[5,2,3]', '[3,4]']),
    ('broadcast-numpy-matmul-bad', ['broadcast', '--rules', 'numpy', '--op', 'matmul', '[2,3]', '[1,4]']),
    ('broadcast-numpy-matmul-scalar', ['broadcast', '--rules', 'numpy', '--op', '@', '[2,3]', '[]']),
    ('broadcast-numpy-where', ['broadcast', '--rules', 'numpy', '--op', 'where', '[2,1]', '[3]']),
    ('broadcast-numpy-op', ['broadcast', '--rules', 'numpy', '--op', 'convolve', '[2]', '[3]']),
    ('broadcast-mlir-op', ['broadcast', '--rules', 'mlir', '--op', 'tosa.conv2d', '[2]', '[3]']),
    ('broadcast-numpy-lines', ['broadcast', '--rules', 'numpy', '-'],
     {'stdin': b'[2,3] += [3]\n[3] += [1,3]\n[3] = [1,3]\n[2,3] @ [3]\n[2] [2,1] [3,1,1]\n'}),
    ('broadcast-lines', ['broadcast', '-'],
     {'stdin': b'# shapes\n[3,1] [1,4]\n[3,1] + [1,4]\n\n[?] [7] -> [7]\n[2] * [\ntensor<int, 3> = int\n'
               b'[2] [3] [4]\n[2] [2] -> [3]\n[2] [x]'}),
    ('broadcast-lines-json', ['broadcast', '-', '--json'], {'stdin': b'[3,1] + [1,4]\n[2,-3] [3]\n'}),
    ('broadcast-lines-empty', ['broadcast', '-', '--json'], {'stdin': b'\n'}),
    ('broadcast-lines-nul', ['broadcast', '-'], {'stdin': b'[2] [\0]\n'}),
    ('broadcast-mlir', ['broadcast', '--mlir', '-'],
     {'stdin': ': (i32) -> tensor<4xi32>\n// missing angles\n'
               '%r = "test.broadcastable"(%a, %b) : (tensor<1x2xi32>, tensor<?x2xi32) -> tensor<?x2xi32\n'
               '%r = tosa.add %a, %b : (tensor<3xi32>, tensor<2xi32>) -> tensor<?xi32>\n'
               '%r = "ä"() : () -> tensor<2xi32>\n'
               '%r = tosa.abs %ä : (tensor<2×3xi32>) -> tensor<2xi32>\n'
               'tosa.abs %a : (tensor<4xi32> -> tensor<4xi32>\n}\n'
               '"tosa.abs"(%a) : (vector<?xf32>) -> f32'.encode()}),
    ('broadcast-mlir-file', ['broadcast', '--mlir', 'broadcast/functions.mlir']),
    ('broadcast-mlir-file-json', ['broadcast', '--mlir', 'broadcast/functions.mlir', '--json', '--op', 'tosa.*',
                                  '--op', 'arith.addf']),
    ('broadcast-mlir-tests', ['broadcast', '--mlir', 'broadcast/tests.mlir', '--verify-diagnostics']),
    ('broadcast-mlir-upstream', ['broadcast', '--mlir', 'broadcast/tests.mlir', '--verify-diagnostics', '--upstream']),
    ('broadcast-mlir-wrong', ['broadcast', '--mlir', 'broadcast/functions.mlir', '--verify-diagnostics', '--json']),
    ('broadcast-verify-alone', ['broadcast', '--verify-diagnostics', '[2]']),
    ('broadcast-op-twice', ['broadcast', '--op', '+', '--op', '-', '[2]', '[2]']),
    ('broadcast-upstream', ['broadcast', '--upstream', '[?]', '[3]', '--result', '[2,3]']),
    ('broadcast-scalable', ['broadcast', 'vector<[4]x1xf32>', 'vector<1x3xf32>']),
    ('broadcast-mlir-none', ['broadcast', '--mlir', 'none.mlir']),
    ('broadcast-mlir-operands', ['broadcast', '--mlir', '-', '[2]']),
    ('broadcast-none', ['broadcast']),
    ('broadcast-one', ['broadcast', '[2]']),
    ('broadcast-no-operand', ['broadcast', '--result', '[2]']),
    ('broadcast-bad-rules', ['broadcast', '--rules', 'octave', '[2]', '[2]']),
    ('broadcast-bad-op', ['broadcast', '--op', '%', '[2]', '[2]']),
    ('broadcast-bad-result', ['broadcast', '--rules', 'numpy', '--result', '[2]', '[2]', '[2]']),
    ('broadcast-lookalike', ['broadcast', '[2,3]', '［2,3]'.encode()]),
    ('broadcast-not-utf8', ['broadcast', '[2,3]', b'[2,\xff]']),
    ('broadcast-huge', ['broadcast', '[3000000000,1]', '[3000000000,4000000000]']),
    ('broadcast-rank-200', ['broadcast', '[2]', '[' + '1,' * 199 + '1]']),

    ('help-scratch', ['scratch', '--help']),
    ('scratch', ['scratch', '-'],
     {'stdin': 'a = [1, 2, 3]; b = [1; 2; 3]\n"é" == a[0]; c = a + b\nd = a > b\nd[0]\ne = [1,\n2\n'
               'c[999]\nuint u = 6 & 3; a[0] = 7.5\n[a, a]'.encode()}),
    ('scratch-json', ['scratch', '--json', '-'],
     {'stdin': 'x = [1.5, 0.0 / 0; 1 / 0.0, -2]\nb = [[true], [false]]\ns = "é\\"; s[1]\ns[2]\n'.encode()}),
    ('scratch-empty', ['scratch', '-'], {'stdin': b''}),
    ('scratch-empty-json', ['scratch', '-', '--json'], {'stdin': b'# nothing\n'}),
    ('scratch-nul', ['scratch', '-'], {'stdin': b'a = 1\0\nb = 2'}),
    ('scratch-not-utf8', ['scratch', '-'], {'stdin': b"a = '\xff'\n\xff\nb = 2"}),
    ('scratch-lookalike', ['scratch', '-'],
     {'stdin': 'a = ［1］\nb = 2 × 3\nc = −1\ntensor<int, ？> d = 1\ntensor<int, 2×3> e = 1\n'.encode()}),
    ('scratch-too-many', ['scratch', '-'], {'stdin': b'a = 0\nfor i=0:2147483647:\na += 1\nend\nb = 1\n'}),
    ('scratch-missing', ['scratch', 'none.tml']),
    ('scratch-missing-json', ['scratch', '--json', 'none.tml']),
    ('scratch-none', ['scratch']),
    ('scratch-two', ['scratch', 'a.tml', 'b.tml']),
    ('help-tile', ['tile', '--help']),
    ('tile-run', ['tile', 'run', '-', '--input', 'I=[[1,2,3],[4,5,6]]'], {'stdin': SUM}),
    ('tile-run-json', ['tile', 'run', '-', '--json', '--input', 'I=int8[2,1]{3, 4}'], {'stdin': SUM}),
    ('tile-run-type', ['tile', 'run', '-', '--json', '--input', 'I=float32[2,1]'], {'stdin': SUM}),
    ('tile-run-rank', ['tile', 'run', '-', '--input', 'I=[1,2]'], {'stdin': SUM}),
    ('tile-run-rank-json', ['tile', 'run', '-', '--json', '--input', 'I=[1,2]'], {'stdin': SUM}),
    ('tile-run-no-value', ['tile', 'run', '-'], {'stdin': SUM}),
    ('tile-run-no-name', ['tile', 'run', '-', '--input', 'J=[1]'], {'stdin': SUM}),
    ('tile-run-ragged', ['tile', 'run', '-', '--input', 'I=[[1,2],[3]]'], {'stdin': SUM}),
    ('tile-run-element', ['tile', 'run', '-', '--input', 'I=q15[2,2]'], {'stdin': SUM}),
    ('tile-run-engine', ['tile', 'run', '-', '--engine', 'rust'], {'stdin': SUM}),
    ('tile-run-huge', ['tile', 'run', '-', '--input', 'I=float32[1]{1}'],
     {'stdin': b'function (I[N]) -> (O) { O[] = +(I[i] * I[i]), j < 1; }'}),
    ('tile-run-long', ['tile', 'run', '-', '--input', 'I=float32[1]{1}'],
     {'stdin': b'function (I[N]) -> (O) { O[i : 1000000] = +(I[j - k]), k < 1000000; }'}),
    ('tile-check', ['tile', 'check', '-'], {'stdin': SUM}),
    ('tile-check-syntax', ['tile', 'check', '-'], {'stdin': b'def f(I):\n  O = TensorOutput[2]\n'}),
    ('tile-check-syntax-json', ['tile', 'check', '-', '--json'], {'stdin': b'function (I) -> (O) { O = I +; }'}),
    ('tile-check-warnings', ['tile', 'check', '-', '--input', 'I=float32[2,3]'],
     {'stdin': b'function (I[M, N]) -> (O) { O[i, j : N, M] = +(I[i, k]); }'}),
    ('tile-emit', ['tile', 'emit', '-', '--input', 'I=float32[16,3]', '--input', 'K=float32[5,3,4]'],
     {'stdin': CONVOLUTION}),
    ('tile-emit-long', ['tile', 'emit', '-', '--input', 'I=int8[8,8,4]', '--input', 'K=int8[3,3,2,4]'],
     {'stdin': GROUPS}),
    ('tile-emit-single', ['tile', 'emit', '-', '--input', 'A=float32[3]', '--input', 'B=float32[4]'],
     {'stdin': OUTER}),
    ('tile-emit-epilogue', ['tile', 'emit', '-', '--input', 'I=int16[3]', '--input', 'W=int16[3,2]', '--input',
                            'B=int16[2]'], {'stdin': DENSE}),
    ('tile-emit-missed', ['tile', 'emit', '-', '--input', 'I=float32[5]'], {'stdin': HOLES}),
    ('tile-emit-numpy', ['tile', 'emit', '-', '--language', 'numpy', '--input', 'I=int8[2,3]'],
     {'stdin': SUM}),
    ('tile-emit-svg', ['tile', 'emit', '-', '--language', 'svg', '--input', 'I=[1,2,3]'], {'stdin': POOL}),
    ('tile-emit-language', ['tile', 'emit', '-', '--language', 'ada'], {'stdin': SUM}),
    ('tile-check-left', ['tile', 'check', '-', '--input', 'I=float32[3]'],
     {'stdin': b'function (I[N]) -> (O) { O[n, m : N, 2] = +(I[n]); }'}),
    ('tile-check-constrained', ['tile', 'check', '-', '--input', 'I=float32[3]'],
     {'stdin': b'function (I[N]) -> (O) { O[n : N] = +(I[k]), n - k < N; }'}),
    ('tile-fix-dim', ['tile', 'check', '-', '--fix', '--input', 'I=float32[2,3]'],
     {'stdin': b'function (I[M, N]) -> (O) { O[n : M] = +(I[m, n]); }'}),
    ('tile-fix-rank', ['tile', 'check', '-', '--fix', '--input', 'I=float32[2,3]'], {'stdin': AVERAGE}),
    ('tile-fix-auto', ['tile', 'check', '-', '--fix', '--input', 'I=float32[2,3]'],
     {'stdin': b'Tensor f(const Tensor& I) {\n  S = I * 2;\n  return S;\n}\n'}),
    ('tile-fix-json', ['tile', 'check', '-', '--fix', '--json'], {'stdin': SUM}),
    ('tile-emit-cpp', ['tile', 'emit', '-', '--language', 'cpp'], {'stdin': CONVOLUTION}),
    ('tile-emit-python', ['tile', 'emit', '-', '--language', 'python'], {'stdin': POOL}),
    ('tile-emit-tile', ['tile', 'emit', '-', '--language', 'tile'], {'stdin': VECTORS}),
    ('tile-emit-loop', ['tile', 'emit', '-', '--language', 'tile'], {'stdin': LOOP}),
    ('tile-explain', ['tile', 'explain', '-', '--input', 'I=float32[16,3]', '--input', 'K=float32[5,3,4]'],
     {'stdin': CONVOLUTION}),
    ('tile-explain-fused', ['tile', 'explain', '-', '--input', 'I=int16[3]', '--input', 'W=int16[3,8]', '--input',
                            'B=int16[8]'], {'stdin': DENSE}),
    ('tile-explain-json', ['tile', 'explain', '-', '--json', '--input', 'I=float32[2,3]'], {'stdin': SUM}),
    ('tile-explain-svg', ['tile', 'explain', '-', '--svg', '--input', 'I=float32[6]'], {'stdin': POOL}),
    ('tile-explain-indices', ['tile', 'explain', '-', '--svg', '--indices', 'i,k', '--input', 'I=float32[6]'],
     {'stdin': POOL}),
    ('tile-explain-kernel', ['tile', 'explain', '-', '--svg', '--kernel', '2', '--input', 'I=float32[6]'],
     {'stdin': POOL}),
    ('tile-what', ['tile', 'show', '-']),
    ('tile-missing', ['tile', 'run', 'none.tile']),
    ('tile-function', ['tile', 'run', '-', '--function', 'g'], {'stdin': SUM}),
    ('tile-none', ['tile', 'run']),
    ('help-sknd', ['sknd', '--help']),
    ('sknd-check', ['sknd', 'check', '-'], {'stdin': RELU}),
    ('sknd-check-json', ['sknd', 'check', '-', '--json'], {'stdin': RELU}),
    ('sknd-check-errors', ['sknd', 'check', '-'], {'stdin': BROKEN}),
    ('sknd-check-errors-json', ['sknd', 'check', '-', '--json'], {'stdin': BROKEN}),
    ('sknd-check-definition', ['sknd', 'check', '-'],
     {'stdin': b'operator a { @attrib { k: int = 1.0; } }\noperator b { @input { x: real[s.., t..]; } }\n'
               b'operator c { @using { a = 1; b = as; } @output { y: real[a]; } }\n'}),
    ('sknd-check-missing', ['sknd', 'check', 'none.sknd']),
    ('operator-without-inputs', ['inspect', 'layout.range'], {'IMAGINET_DATA_PATH': '../../..'}),
    ('operator-large-pack', ['launch', 'source float32[32,4] ! layout.split axis=0 count=16'],
     {'IMAGINET_DATA_PATH': '../../..'}),
    ('sknd-check-all', ['sknd', 'check', GRAPHS, '--all'],
     {'IMAGINET_DATA_PATH': '../../..'}),
    ('sknd-check-all-json', ['sknd', 'check', GRAPHS, '--all', '--json'],
     {'IMAGINET_DATA_PATH': '../../..'}),
    ('sknd-check-graph', ['sknd', 'check', GRAPHS, '--graph', 'Fine'],
     {'IMAGINET_DATA_PATH': '../../..'}),
    ('sknd-check-graph-given', ['sknd', 'check', GRAPHS, '--graph', 'Fine', '--input', 'x=real[2,5]'],
     {'IMAGINET_DATA_PATH': '../../..'}),
    ('sknd-check-graph-wrong', ['sknd', 'check', GRAPHS, '--graph', 'Wrong', '--json'],
     {'IMAGINET_DATA_PATH': '../../..'}),
    ('sknd-check-graph-attribute', ['sknd', 'check', GRAPHS, '--graph', 'Scaled'],
     {'IMAGINET_DATA_PATH': '../../..'}),
    ('sknd-check-graph-given-attribute', ['sknd', 'check', GRAPHS, '--graph', 'Scaled', '--attrib', 'by=2.0'],
     {'IMAGINET_DATA_PATH': '../../..'}),
    ('sknd-check-graph-unknown', ['sknd', 'check', GRAPHS, '--graph', 'Find'],
     {'IMAGINET_DATA_PATH': '../../..'}),
    ('sknd-check-graph-operator', ['sknd', 'check', GRAPHS, '--graph', 'sum'],
     {'IMAGINET_DATA_PATH': '../../..'}),
    ('sknd-check-operator-given', ['sknd', 'check', GRAPHS, '--operator', 'sum', '--input', 'x=real[2]', '--input',
                                   'y=real[3]'], {'IMAGINET_DATA_PATH': '../../..'}),
    ('sknd-check-all-standard', ['sknd', 'check', '-', '--all'], {'stdin': RELU}),
    ('sknd-check-all-graph', ['sknd', 'check', GRAPHS, '--all', '--graph', 'Fine']),
    ('sknd-fmt', ['sknd', 'fmt', '-'], {'stdin': RELU}),
    ('sknd-fmt-json', ['sknd', 'fmt', '-', '--json'], {'stdin': RELU}),
    ('sknd-fmt-errors', ['sknd', 'fmt', '-'], {'stdin': BROKEN}),
    ('sknd-list', ['sknd', 'list', '-'], {'stdin': RELU}),
    ('sknd-list-json', ['sknd', 'list', '-', '--json'], {'stdin': RELU}),
    ('sknd-dump-tokens', ['sknd', 'dump', '--stage', 'tokens', '-'], {'stdin': b'a <? 1.5e2 # b\n'}),
    ('sknd-dump-ast', ['sknd', 'dump', '--stage', 'ast', '-'], {'stdin': RELU}),
    ('sknd-dump-ast-json', ['sknd', 'dump', '--stage', 'ast', '-', '--json'], {'stdin': RELU}),
    ('sknd-instance', ['sknd', 'dump', '--stage', 'instance', CONV, '--input', 'input=real[1,3,32,30]',
                       '--input', 'filter=real[8,3,5,3]', '--attrib', 'padding=1']),
    ('sknd-instance-json', ['sknd', 'dump', '--stage', 'instance', '--json', CONV,
                            '--input', 'input=real[1,3,9]', '--input', 'filter=real[8,3,3]']),
    ('sknd-instance-assert', ['sknd', 'dump', '--stage', 'instance', CONV, '--input', 'input=real[1,3,4]',
                              '--input', 'filter=real[8,3,9]', '--attrib', 'padding=[1]']),
    ('sknd-instance-agreement', ['sknd', 'dump', '--stage', 'instance', CONV, '--input', 'input=real[1,3,4]',
                                 '--input', 'filter=real[8,4,3]']),
    ('sknd-instance-attribute', ['sknd', 'dump', '--stage', 'instance', CONV, '--attrib', 'strides=1']),
    ('sknd-instance-input', ['sknd', 'dump', '--stage', 'instance', CONV, '--input', 'input=3']),
    ('sknd-instance-operator', ['sknd', 'dump', '--stage', 'instance', CONV, '--operator', 'con']),
    ('sknd-kernels', ['sknd', 'dump', '--stage', 'kernels', CONV, '--input', 'input=real[1,3,32,30]',
                      '--input', 'filter=real[8,3,3,3]']),
    ('sknd-c', ['sknd', 'dump', '--stage', 'c', CONV, '--input', 'input=real[1,3,8]', '--input',
                'filter=real[2,3,3]']),
    ('sknd-c-locals', ['sknd', 'dump', '--stage', 'c', 'algo.top_k', '--attrib', 'k=2', '--input',
                       'input=real[8]'], {'IMAGINET_DATA_PATH': '../../..'}),
    ('sknd-run', ['sknd', 'run', CONV, '--operator', 'conv', '--input', 'input=[[[1, 2, 3]]]', '--input',
                  'filter=[[[1, 1]]]', '--attrib', 'padding=[0]']),
    ('sknd-run-json', ['sknd', 'run', CONV, '--json', '--input', 'input=[[[1, 2, 3]]]', '--input',
                       'filter=[[[1, 1, 1]]]', '--input', 'bias=[0.5]']),
    ('sknd-run-c', ['sknd', 'run', 'math.add', '--engine', 'c', '--input', 'x=[1, 2]', '--input', 'y=10'],
     {'IMAGINET_DATA_PATH': '../../..'}),
    ('sknd-run-types', ['sknd', 'run', 'layout.cast<bool>', '--json', '--input', 'x=[0, -3]'],
     {'IMAGINET_DATA_PATH': '../../..'}),
    ('sknd-run-shapes', ['sknd', 'run', 'nn.conv', '--input', 'input=real[1,3,8]', '--input',
                         'filter=real[4,3,3]'], {'IMAGINET_DATA_PATH': '../../..'}),
    ('sknd-run-pack', ['sknd', 'run', 'math.sum_n', '--input', 'xs=[1, 2]', '--input', 'xs=[3, 4]'],
     {'IMAGINET_DATA_PATH': '../../..'}),
    ('sknd-run-empty', ['sknd', 'run', 'layout.range', '--attrib', 'first=3', '--attrib', 'last=3'],
     {'IMAGINET_DATA_PATH': '../../..'}),
    ('sknd-run-no-operator', ['sknd', 'run', 'nn.cnv'], {'IMAGINET_DATA_PATH': '../../..'}),
    ('sknd-run-no-module', ['sknd', 'run', 'nm.conv']),
    ('sknd-run-engine', ['sknd', 'run', CONV, '--engine', 'gpu']),
    ('sknd-run-input', ['sknd', 'run', CONV, '--input', 'input=[[1, 2], [3]]']),
    ('sknd-run-other-input', ['sknd', 'run', CONV, '--input', 'inputs=[1]']),
    ('sknd-run-graph', ['sknd', 'run', MODEL, '--input', 'x=[[1, 2], [3, 4]]', '--json'],
     {'IMAGINET_DATA_PATH': '../../..'}),
    ('sknd-run-graph-name', ['sknd', 'run', MODEL, '--graph', 'Twice', '--input', 'x=[1, 2]'],
     {'IMAGINET_DATA_PATH': '../../..'}),
    ('sknd-run-graph-variable', ['sknd', 'run', MODEL, '--input', 'x=[[1, 2]]', '--input',
                                 'dense.w=[[1, 0], [0, 2]]'], {'IMAGINET_DATA_PATH': '../../..'}),
    ('sknd-run-graph-unknown', ['sknd', 'run', MODEL, '--graph', 'Ne'],
     {'IMAGINET_DATA_PATH': '../../..'}),
    ('sknd-run-graph-operator', ['sknd', 'run', MODEL, '--graph', 'dense'],
     {'IMAGINET_DATA_PATH': '../../..'}),
    ('sknd-run-graph-missing', ['sknd', 'run', MODEL, '--graph', 'Lost', '--input', 'x=[[1, 2]]'],
     {'IMAGINET_DATA_PATH': '../../..'}),
    ('sknd-run-graph-shapes', ['sknd', 'run', MODEL], {'IMAGINET_DATA_PATH': '../../..'}),
    ('sknd-export-output', ['sknd', 'export', MODEL], {'IMAGINET_DATA_PATH': '../../..'}),
    ('sknd-export-missing', ['sknd', 'export', MODEL, '--graph', 'Lost', '--output', 'none'],
     {'IMAGINET_DATA_PATH': '../../..'}),
    ('sknd-run-format', ['sknd', 'run', CONV, '--format', 'csv']),
    ('sknd-dump-stage', ['sknd', 'dump', '--stage', 'plan', '-'], {'stdin': RELU}),
    ('sknd-eval', ['sknd', 'eval', '[1, 2, 3] * .. == 6']),
    ('sknd-eval-dash', ['sknd', 'eval', '--json', '--', '-2 ** 2']),
    ('sknd-eval-json', ['sknd', 'eval', '--json', '[1 ..(2), 3:6]']),
    ('sknd-eval-real-json', ['sknd', 'eval', '--json', '[1.5, inf]']),
    ('sknd-eval-null-json', ['sknd', 'eval', '--json', 'false ? "a"']),
    ('sknd-eval-with', ['sknd', 'eval', '--with', 'xs=[3,1,2]', '--with', 'n=xs + ..', '"{xs} {n}"']),
    ('sknd-eval-with-error', ['sknd', 'eval', '--with', 'xs=[3,1.0]', 'xs']),
    ('sknd-eval-stdin', ['sknd', 'eval', '-'], {'stdin': b'1 +\n# a comment\n2\n'}),
    ('sknd-eval-syntax', ['sknd', 'eval', '1 + 2 .. ']),
    ('sknd-eval-dots-json', ['sknd', 'eval', '--json', '[1..(5)]']),
    ('sknd-eval-type-json', ['sknd', 'eval', '--json', '1 + 1.0']),
    ('sknd-eval-value-json', ['sknd', 'eval', '--json', '[1, 2][-4]']),
    ('sknd-what', ['sknd', 'show', '-']),

    ('unknown-size-eval', ['eval', '-w', 'a=float32[?,3]@50',
                           'a.shape.replace(0, a.shape.size(1))']),
    ('unknown-size-eval-json', ['eval', '--json', '-w', 'a=float32[?,3]@50', 'a']),
    ('unknown-size-value-json', ['eval', '--json', '-w', 'a=float32[?,3]', 'a.shape.flat']),
    ('unknown-size-text', ['eval', '-w', 'a=float32[3,?x]', 'a']),
    ('unknown-size-shape', ['eval', '-w', 'a=shape[?]', 'a']),
    ('unknown-size-array', ['eval', '-w', 'a=float32[?]{1,2}', 'a']),
    ('unknown-size-inspect', ['inspect', 'sizes/Sized.imunit', '-w', 'input=float32[?]@50']),
    ('unknown-size-inspect-json',
     ['inspect', 'sizes/Sized.imunit', '--json', '-w', 'input=float32[?]@50']),
    ('unknown-size-program', ['dump', '--stage', 'program', 'pipelines/Fine.imunit',
                              '-w', 'input=float32[?]@50']),
    ('unknown-size-plan', ['plan', 'pipelines/Fine.imunit', '-w', 'input=float32[?]@50']),
    ('unknown-size-plan-json',
     ['plan', '--json', 'pipelines/Fine.imunit', '-w', 'input=float32[?]@50']),
    ('unknown-size-export', ['export', 'pipelines/Fine.imunit', '-o', '/nonexistent/a',
                             '-w', 'input=float32[?]@50']),
    ('unknown-size-run', ['run', 'pipelines/Fine.imunit', '-i', 'a.csv', '-o', 'b.csv',
                          '-w', 'input=float32[?]@50']),
    ('unknown-size-launch', ['launch', 'source float32[3,?]@50 ! Test.Gain factor=2']),
    ('unknown-size-launch-text', ['launch', 'source float32[3,x]@50 ! Test.Gain']),
    ('unknown-size-compare', ['compare', 'pipelines/Fine.imunit',
                              '-w', 'input=float32[?]@50']),

    ('test-none', ['test']),
    ('test-unknown', ['test', 'Test.Gian']),
    ('test-no-examples', ['test', 'Test.Gain']),
    ('test-timeout', ['test', 'Test.Gain', '--timeout=-1']),
    ('test-no-python', ['test', 'examples'], {'PYTHON': '/nonexistent'}),
    ('try-none', ['try']),
    ('try-unknown', ['try', 'Test.Gian']),
    ('try-two', ['try', 'Test.Gain', 'input=1', '--input', 'a.csv']),
    ('try-name', ['try', 'Test.Gain', '-w', 'input=float32[2]', 'inptu=1 2']),
    ('try-word', ['try', 'Test.Gain', '-w', 'input=float32[2]', 'input=1 two']),
    ('try-count', ['try', 'Test.Gain', '-w', 'input=float32[2]', 'input=1 2 3']),
    ('try-empty', ['try', 'Test.Gain', '-w', 'input=float32[2]', 'input=']),
    ('try-frames', ['try', 'Test.Gain', '-w', 'input=float32[2]', '--frames', '10001']),
    ('compare-none', ['compare']),
    ('compare-target', ['compare', 'Test.Gain', '--target', 'm33']),
    ('compare-several-by-layer', ['compare', 'Test.Gain', 'pipelines/Fine.imunit', '--by-layer']),
    ('compare-unknown', ['compare', 'Test.Gian']),
    ('budget-board', ['budget', 'Test.Gain', '--board', 'nucleo']),
    ('budget-untyped', ['budget', 'Test.Gain']),
    ('compare-missing', ['compare', 'no-such.imunit']),
    ('compare-frames', ['compare', 'Test.Gain', '--frames=-1']),
    ('compare-too-many-frames', ['compare', 'Test.Gain', '--frames', '2147483647']),
    ('compare-many-frames', ['compare', 'Test.Gain', '--frames=1000001']),
    ('compare-large-frames', ['compare', 'pipelines/Fine.imunit', '--frames=1000000',
                              '-w', 'input=float32[100]@50']),
    ('compare-no-recording', ['compare', 'Test.Gain', '-i', 'no-such.csv']),
    ('compare-no-units', ['compare', 'no-units']),
    ('compare-unknown-parameter', ['compare', 'Test.Gain', '-w', 'inptu=int8[3]']),
    ('compare-long-timeout', ['compare', 'Test.Gain', '--timeout=700000']),
    ('compare-no-python', ['compare', 'pipelines/Fine.imunit'], {'PYTHON': '/nonexistent'}),
    ('compare-no-python-json', ['compare', 'pipelines/Fine.imunit', '--json'],
     {'PYTHON': '/nonexistent'}),
    ('compare-no-numpy', ['compare', 'pipelines/Fine.imunit'], {'PYTHON': '/bin/false'}),
    ('compare-timeout', ['compare', 'Test.Gain', '--timeout=-1']),
    ('manual', ['manual']),
    ('manual-json', ['manual', '--json']),
    ('manual-help', ['manual', '--help']),
    ('manual-unknown', ['manual', 'unts']),
    ('manual-no-page', ['manual', 'units']),
    ('manual-no-man', ['manual', 'first-steps'], {'PATH': '/nonexistent'}),
    ('manual-json-chapter', ['manual', '--json', 'first-steps']),
    ('manual-two', ['manual', 'units', 'first-steps']),
    ('manual-not-installed', ['manual'], {'IMAGINET_DATA_PATH': 'nowhere'}),

    ('trust-none', ['trust'], {'IMAGINET_SANDBOX': 'none', 'XDG_CONFIG_HOME': '/nonexistent'}),
    ('trust-json', ['trust', '--json'],
     {'IMAGINET_SANDBOX': 'none', 'XDG_CONFIG_HOME': '/nonexistent'}),
    ('trust-nowhere', ['trust', 'no-such-folder'], {'XDG_CONFIG_HOME': '/nonexistent'}),
    ('trust-remove-none', ['trust', '--remove']),
    ('trust-remove-unknown', ['trust', '--remove', 'units'],
     {'XDG_CONFIG_HOME': '/nonexistent'}),
    ('plan', ['plan', 'pipelines/Fine.imunit']),
    ('plan-json', ['plan', 'pipelines/Fine.imunit', '--json']),
    ('plan-none', ['plan']),
    ('plan-unknown', ['plan', 'Test.Gian']),
    ('plan-no-type', ['plan', 'Test.Gain']),
    ('plan-no-type-json', ['plan', 'Test.Gain', '--json']),
    ('plan-several', ['plan', 'several/Several.imunit']),
    ('plan-several-json', ['plan', 'several/Several.imunit', '--json']),
    ('plan-unit', ['plan', 'several/Several.imunit', '--unit', 'Test.Left.Level']),
    ('plan-unit-short', ['plan', 'several/Several.imunit', '--unit', 'Left.Level']),
    ('plan-unit-unknown', ['plan', 'several/Several.imunit', '--unit', 'Low']),
    ('plan-unit-ambiguous', ['plan', 'several/Several.imunit', '--unit', 'Level']),
    ('plan-unit-of-id', ['plan', 'Test.Gain', '--unit', 'Test.Gain']),
    ('plan-short', ['plan', 'Gain', '--with', 'input=float32[3]@50']),
    ('plan-ambiguous', ['plan', 'Level', '--units', 'several']),
    ('dump-unit-of-file', ['dump', '--stage', 'program', 'several/Several.imunit', '--unit', 'Peak']),
    ('run-several', ['run', 'several/Several.imunit', '--unit', 'Low', '-i', 'no.csv', '-o', 'no.npy']),
    ('compare-unit', ['compare', 'several/Several.imunit', '--unit', 'Low']),
    ('export-several', ['export', 'several/Several.imunit', '--unit', 'Low', '-o', '/nonexistent/x']),
    ('render-unit', ['render', 'several/Several.imunit', '--unit', 'Low', '-o', '-']),
    ('plan-unknown-parameter', ['plan', 'Test.Gain', '-w', 'inptu=int8[3]']),
    ('compare-refused', ['compare', 'Test.Gain', '-w', 'input=float32[3]', '-w', 'factor=0.0']),
    ('compare-misfit', ['compare', 'Test.Gain', '-w', 'input=int8[3]']),
    ('run-no-input', ['run', 'Test.Gain']),
    ('probe-no-input', ['probe', 'Test.Gain']),
    ('probe-bad-separator', ['probe', 'Test.Gain', '-w', 'input=float32[3]@50', '-i', 'a.csv',
                             '--separator', '|']),
    ('probe-no-recording', ['probe', 'pipelines/Fine.imunit', '-i', 'no-such.csv']),
    ('run-no-output', ['run', 'Test.Gain', '-i', 'a.csv']),
    ('run-bad-output', ['run', 'Test.Gain', '-i', 'a.csv', '-o', 'a.txt']),
    ('run-frames', ['run', 'Test.Gain', '-i', 'a.csv', '-o', 'a.csv', '--frames=-1']),
    ('run-bad-rate', ['run', 'Test.Gain', '-w', 'input=float32[3]@50', '-i', 'a.csv', '-o', 'a.csv',
                      '--rate=0']),
    ('run-no-type', ['run', 'Test.Gain', '-i', 'a.csv', '-o', 'a.csv']),
    ('run-labels-npy', ['run', 'Test.Gain', '-i', 'a.csv', '-o', 'a.npy', '--labels', 'a.label']),
    ('run-format-of-one', ['run', 'Test.Gain', '-i', 'a.csv', '-o', 'a.csv', '--format', 'npz']),
    ('run-folder-format', ['run', 'Test.Gain', '-i', 'recordings', '-o', 'none', '--format', 'wav']),
    ('run-folder-labels', ['run', 'Test.Gain', '-i', 'recordings', '-o', 'none', '--labels', 'a.label']),
    ('run-folder-file', ['run', 'Test.Gain', 'a.csv', 'b.csv', '-o', 'all.csv']),
    ('run-folder-empty', ['run', 'Test.Gain', '-i', 'units', '-o', 'none']),
    ('run-folder-same', ['run', 'Test.Gain', '-i', 'recordings', '-o', 'recordings']),
    ('run-folder-pattern', ['run', 'Test.Gain', '-i', 'recordings/*.mp3', '-o', 'none']),
    ('run-no-recording', ['run', 'pipelines/Fine.imunit', '-i', 'no-such.csv', '-o', 'a.csv']),

    ('json-null', ['eval', '--json', 'null']),
    ('json-bool', ['eval', '--json', '1 < 2']),
    ('json-int', ['eval', '--json', '4*5+6*7']),
    ('json-double', ['eval', '--json', '0.1 + 0.2']),
    ('json-double-whole', ['eval', '--json', '62.0']),
    ('json-double-large', ['eval', '--json', 'Math.MaxValue']),
    ('json-nan', ['eval', '--json', 'Math.NaN']),
    ('json-infinity', ['eval', '--json', '--', '-1 / 0.0']),
    ('json-string', ['eval', '--json', '\'"\\\t\n\x01\x7f\u0085ä€😀\'']),
    ('json-string-broken', ['eval', '--json', b"'a\xffb'"]),
    ('json-type', ['eval', '--json', 'System.Q15']),
    ('json-shape', ['eval', '--json', 'System.Shape(3, 50)']),
    ('json-shape-empty', ['eval', '--json', 'System.Shape(3).remove(0)']),
    ('json-shape-labels', ['eval', '--json', '-w', 'a=shape[2,3]', "a.withLabels(0, 'x,y,z')"]),
    ('json-broadcast', ['eval', '--json', '-w', 'a=shape[2,3,4]', '-w', 'b=shape[3,1]',
                        'a.broadcast(b)']),
    ('json-tensor', ['eval', '--json', '-w', 'a=q15[4]@50;shift=3', 'a']),
    ('json-tensor-d', ['eval', '--json', '-w', 'a=d8[2];scale=0.5;offset=-3', 'a']),
    ('json-buffer', ['eval', '--json', 'System.ArrayBuffer(System.Float32, System.Shape(3))']),
    ('json-array', ['eval', '--json', '-w', 'a=float32[2,2]{0.1,2,-3,1e-10}', 'a']),
    ('json-array-special', ['eval', '--json', '-w', 'a=float64[3]{1,0,-1}', 'a / 0']),
    ('json-array-int64', ['eval', '--json',
                          '-w', 'a=int64[2]{9223372036854775807,-9223372036854775808}', 'a']),
    ('json-array-empty', ['eval', '--json', '-w', 'a=int8[0]{}', 'a']),
    ('json-error', ['eval', '--json', '1 + shape']),
    ('json-error-syntax', ['eval', '--json', '1 + )']),
    ('json-error-at-end', ['eval', '--json', '1 +']),
    ('json-error-wide', ['eval', '--json', "'ä' - 1"]),

    ('with-null', ['eval', '--with', 'a=null', 'a == null']),
    ('with-bool', ['eval', '--with', 'a=true', '!a']),
    ('with-negative', ['eval', '--with', 'a=-3', 'a']),
    ('with-expression', ['eval', '--with', 'a=1/3.0', 'a']),
    ('with-text', ['eval', '--with', "a='b=c'", 'a']),
    ('with-type', ['eval', '--with', 'a=System.Float32', 'a']),
    ('with-earlier', ['eval', '--with', 'a=2', '--with', 'b=a*a', 'b+a']),
    ('with-blanks', ['eval', '--with', 'a= float32[3] ', 'a']),
    ('with-later', ['eval', '--with', 'b=a', '--with', 'a=2', 'b']),
    ('with-no-value', ['eval', '--with', 'a', 'a']),
    ('with-empty-value', ['eval', '--with', 'a=', 'a']),
    ('with-bad-name', ['eval', '--with', '2a=1', '1']),
    ('with-no-name', ['eval', '--with', '=1', '1']),
    ('with-reserved-name', ['eval', '--with', 'Math=1', '1']),
    ('with-twice', ['eval', '--with', 'a=1', '--with', 'a=2', 'a']),
    ('with-bad-tensor', ['eval', '--with', 'a=flaot32[3]', 'a']),
    ('with-open-tensor', ['eval', '--with', 'a=float32[3', 'a']),
    ('with-bad-array', ['eval', '--with', 'a=float32[2]{1}', 'a']),
    ('with-bad-shape', ['eval', '--with', 'a=shape[x]', 'a']),
    ('with-bad-expression', ['eval', '--json', '--with', 'a=1 + tru', 'a']),
    ('with-name-as-builtin', ['eval', '--with', 'max=3', 'max + 1']),

    ('dump-tokens', ['dump', '--stage', 'tokens', "1.5*a.b('x')"]),
    ('dump-tokens-error', ['dump', '--stage', 'tokens', 'a ≤ b']),
    ('dump-tokens-json', ['dump', '--stage', 'tokens', '--json', '1+a']),
    ('dump-ast', ['dump', '--stage', 'ast', '-'], {'stdin': b'1 + 2 * max(a, 3)\n'}),
    ('dump-ast-error', ['dump', '--stage', 'ast', '1 + * 2']),
    ('dump-ast-error-json', ['dump', '--stage=ast', '--json', '1 + * 2']),
    ('dump-unit', ['dump', '-s', 'unit', 'units/Gain/Gain.imunit']),
    ('dump-unit-json', ['dump', '-s', 'unit', '-j', 'broken/Open.imunit']),
    ('dump-unit-missing', ['dump', '-s', 'unit', 'nowhere.imunit']),
    ('dump-fragments', ['dump', '--stage', 'fragments', 'units/Gain/gain.h']),
    ('dump-fragments-broken', ['dump', '--stage', 'fragments', 'broken/open.h']),
    ('dump-fragments-folder', ['dump', '--stage', 'fragments', 'units']),
    ('dump-graph', ['dump', '--stage', 'graph', 'pipelines/Fine.imunit']),
    ('dump-graph-problems', ['dump', '--stage', 'graph', 'pipelines/Refused.imunit']),
    ('dump-graph-unknown', ['dump', '--stage', 'graph', 'Test.Gian']),
    ('dump-program', ['dump', '--stage', 'program', 'pipelines/Fine.imunit']),
    ('dump-plan', ['dump', '--stage', 'plan', 'pipelines/Fine.imunit']),
    ('dump-routines', ['dump', '--stage', 'routines', 'pipelines/Fine.imunit']),
    ('dump-routines-json', ['dump', '--stage', 'routines', '--json', 'pipelines/Fine.imunit']),
    ('dump-routines-refused', ['dump', '--stage', 'routines', 'pipelines/Refused.imunit']),
    ('dump-program-with', ['dump', '--stage', 'program', 'pipelines/Fine.imunit',
                           '--with', 'input=float32[2,2]', '--with', 'level=3.5']),
    ('dump-program-unit', ['dump', '--stage', 'program', 'Test.Gain', '--with',
                           'input=float32[3]@50']),
    ('dump-program-json', ['dump', '--json', '--stage', 'program', 'Test.Pair']),
    ('dump-program-bad-with', ['dump', '--stage', 'program', 'Test.Gain', '--with', 'input']),
    ('dump-with-elsewhere', ['dump', '--stage', 'ast', 'a', '--with', 'a=1']),
    ('dump-no-stage', ['dump', '1']),
    ('dump-bad-stage', ['dump', '--stage', 'token', '1']),
    ('dump-none', ['dump', '--stage', 'ast']),

    ('launch', ['launch', 'source float32[3]@50 ! Gain factor=input.rate/10 ! Pair']),
    ('launch-operators', ['launch', '--units', 'operators',
                          'source float32[6]@50 ! own.halved step=3 gains=[-0.5]']),
    ('launch-json', ['launch', '--json', 'source float32[3]@50 ! Gain']),
    ('launch-error', ['launch', 'source float32[3]@50 ! Gain factor=2 ! Gian facter=3']),
    ('launch-error-json', ['launch', '--json', 'source float32[3]@50 ! Gain factor=fast']),
    ('launch-refused', ['launch', 'source float32[3]@50 ! Gain factor=0.0']),
    ('launch-full-disk', ['launch', '--output', '/dev/full',
                          'source float32[3]@50 ! Gain factor=2']),
    ('launch-none', ['launch']),
    ('launch-words', ['launch', 'source', 'float32[3]@50', '!', 'Gain']),

    ('render', ['render', 'Test.Gain', '-w', 'input=float32[3]@50', '-o', '-']),
    ('render-not-written', ['render', 'Test.Gain', '-w', 'input=float32[3]', '-o',
                            '/dev/full/picture.svg']),
    ('render-refused', ['render', 'Test.Gain', '-w', 'input=float32[3]', '-w', 'factor=0.0', '-o',
                        '-']),
    ('render-refused-json', ['render', '--json', 'Test.Gain', '-w', 'input=float32[3]', '-w',
                             'factor=0.0', '-o', 'picture.svg']),
    ('render-unknown', ['render', 'Test.Gian', '-o', '-']),
    ('render-bad-with', ['render', 'Test.Gain', '-w', 'input', '-o', '-']),
    ('render-what', ['render', '--what', 'pipelines', 'Test.Gain', '-o', '-']),
    ('render-no-output', ['render', 'Test.Gain']),
    ('render-gif', ['render', 'Test.Gain', '-o', 'picture.gif']),
    ('render-format', ['render', 'Test.Gain', '-o', '-', '--format', 'PDF']),
    ('render-style', ['render', 'Test.Gain', '-o', '-', '--style', 'drak']),
    ('render-dark', ['render', 'Test.Gain', '-w', 'input=float32[3]@50', '-o', '-', '--style',
                     'dark']),
    ('render-memory', ['render', 'Test.Gain', '-w', 'input=float32[3]@50', '-o', '-', '--what',
                       'memory']),
    ('render-shapes', ['render', 'Test.Gain', '-w', 'input=float32[3]@50', '-o', '-', '--what',
                       'shapes', '--style', 'print']),
    ('render-shape', ['render', 'Test.Gain', '-w', 'input=float32[3]@50', '-o', '-', '--what',
                      'shape', '--layer', '1']),
    ('render-timeline', ['render', 'Test.Gain', '-w', 'input=float32[3]@50', '-o', '-', '--what',
                         'timeline']),
    ('render-layer', ['render', 'Test.Gain', '-w', 'input=float32[3]@50', '-o', '-', '--what',
                      'shape', '--layer', 'gian']),
    ('render-layer-0', ['render', 'Test.Gain', '-w', 'input=float32[3]@50', '-o', '-', '--what',
                        'shape', '--layer', '0']),
    ('render-layer-of-memory', ['render', 'Test.Gain', '-w', 'input=float32[3]@50', '-o', '-',
                                '--what', 'memory', '--layer', '1']),
    ('render-broadcast', ['render', '--what', 'broadcast', '[2,1,4,1,6]', '[2,3,4,5,6]',
                          '-o', '-']),
    ('render-broadcast-bad', ['render', '--what', 'broadcast', '--rules', 'tml', '--op', '>',
                              'tensor<int,2,1>', 'tensor<int,2,3>', '-o', '-']),
    ('render-broadcast-rules', ['render', '--what', 'broadcast', '--rules', 'nump', '[3]',
                                '-o', '-']),
    ('render-broadcast-op', ['render', '--what', 'broadcast', '--op', '%', '[3]', '[3]',
                             '-o', '-']),
    ('render-broadcast-result', ['render', '--what', 'broadcast', '--rules', 'numpy',
                                 '--result', '[3]', '[3]', '[3]', '-o', '-']),
    ('render-broadcast-syntax', ['render', '--what', 'broadcast', '[2,×]', '[3]', '-o', '-']),
    ('render-broadcast-with', ['render', '--what', 'broadcast', '-w', 'a=1', '[3]', '[3]',
                               '-o', '-']),
    ('render-recording', ['render', 'recordings/gap.data', '-o', '-']),
    ('render-recording-part', ['render', 'recordings/gap.imsession', '--start', '0.4', '--end', '1',
                               '--style', 'dark', '-o', '-']),
    ('render-recording-labels', ['render', 'recordings/gap.label', '-o', '-', '--style', 'print']),
    ('render-recording-rows', ['render', 'recordings/untimed.csv', '-o', '-']),
    ('render-recording-rows-labels', ['render', 'recordings/untimed.csv', '-o', '-', '--labels',
                                      'recordings/gap.label']),
    ('render-recording-rows-part', ['render', 'recordings/untimed.csv', '-o', '-', '--end', '1']),
    ('render-recording-outside', ['render', 'recordings/gap.data', '--start', '7', '-o', '-']),
    ('render-recording-start', ['render', 'recordings/gap.data', '--start', '1s', '-o', '-']),
    ('render-recording-with', ['render', 'recordings/gap.data', '--with', 'a=1', '-o', '-']),
    ('render-recording-layer', ['render', 'recordings/gap.data', '--layer', '1', '-o', '-']),
    ('render-recording-two', ['render', 'recordings/gap.data', 'recordings/gap.label', '-o', '-']),
    ('render-recording-none', ['render', 'recordings/none.wav', '-o', '-']),
    ('render-recording-absent', ['render', 'recordings/absent.imsession', '-o', '-']),
    ('render-recording-empty', ['render', 'recordings/empty.imsession', '-o', '-']),
    ('render-recording-no-recording', ['render', '--what', 'recording', 'gate/gate.h', '-o', '-']),
    ('render-recording-label-of-label', ['render', 'recordings/gap.label', '-o', '-', '--labels',
                                         'recordings/gap.label']),
    ('render-labels-of-pipeline', ['render', 'Test.Gain', '--labels', 'recordings/gap.label', '-o', '-']),
    ('render-start-of-broadcast', ['render', '--what', 'broadcast', '[3]', '[3]', '--start', '1', '-o', '-']),
    ('render-two', ['render', 'Test.Gain', '[3]', '-o', '-']),
    ('render-pipeline-rules', ['render', '--rules', 'mlir', 'Test.Gain', '-o', '-']),
    ('render-json-to-output', ['render', '--json', 'Test.Gain', '-o', '-']),
    ('render-none', ['render']),

    ('list-templates', ['list', 'templates']),
    ('list-types', ['list', 'types']),
    ('list-types-json', ['list', 'types', '--json']),
    ('list-units', ['list', 'units']),
    ('list-units-json', ['list', 'units', '--json']),
    ('list-units-folder', ['list', 'units', '--units', 'many']),
    ('list-units-path', ['list', 'units'], {'IMAGINET_UNIT_PATH': ':many:'}),
    ('list-units-no-folder', ['list', 'units', '-u', 'nowhere']),
    ('list-units-no-data', ['list', 'units', '--json'], {'IMAGINET_DATA_PATH': 'nowhere'}),
    ('list-units-broken', ['list', 'units', '--units=broken']),
    ('list-units-empty-json', ['list', 'units', '--json'],
     {'IMAGINET_DATA_PATH': 'no-units'}),
    ('list-builtin', ['list', 'builtins', 'max']),
    ('list-builtin-constant', ['list', 'builtins', 'Math.PI']),
    ('list-builtin-operator', ['list', 'builtins', '%']),
    ('list-builtin-samples', ['list', 'builtins', 'rate']),
    ('list-builtin-json', ['list', 'builtins', '--json', 'Tensor.rate']),
    ('list-builtin-unknown', ['list', 'builtins', 'mx']),
    ('list-builtin-unknown-json', ['list', 'builtins', '--json', 'System.max']),
    ('list-none', ['list']),
    ('list-unknown', ['list', 'unit']),
    ('list-surplus', ['list', 'types', 'float32']),

    ('inspect-id', ['inspect', 'Test.Gain']),
    ('inspect-narrow', ['inspect', 'Test.Gain'], {'COLUMNS': '44'}),
    ('inspect-colour', ['inspect', 'Test.Constant', '--color', 'always']),
    ('inspect-file', ['inspect', 'units/Constant.imunit']),
    ('inspect-json', ['inspect', '--json', 'Test.Gain']),
    ('inspect-with', ['inspect', 'Test.Gain', '--with', 'input=float32[3,50]@16000',
                      '--with', 'factor=1.5']),
    ('inspect-with-json', ['inspect', '--json', 'Test.Gain', '--with', 'input=q15[4]',
                           '--with', 'factor=1']),
    ('inspect-no-choice', ['inspect', 'Test.Gain', '--with', 'input=q15[4]@50']),
    ('inspect-contract', ['inspect', 'Test.Gain', '--with', 'input=float32[2,3,4]',
                          '--with', 'factor=-1']),
    ('inspect-contract-json', ['inspect', '--json', 'Test.Gain', '--with',
                               'input=float32[2,3,4]', '--with', 'factor=-1']),
    ('inspect-unknown-parameter', ['inspect', 'Test.Gain', '--with', 'inptu=float32[3]']),
    ('inspect-bad-with', ['inspect', 'Test.Gain', '--with', 'input=hann']),
    ('inspect-compound', ['inspect', 'Test.Pair']),
    ('inspect-compound-json', ['inspect', 'Test.Pair', '--json']),
    ('inspect-broken', ['inspect', 'broken/Broken.imunit', '--with', 'input=float32[3]']),
    ('inspect-not-xml', ['inspect', 'broken/Open.imunit']),
    ('inspect-not-xml-json', ['inspect', '--json', 'broken/Open.imunit']),
    ('inspect-missing', ['inspect', './nowhere.imunit']),
    ('inspect-folder', ['inspect', 'units']),
    ('inspect-short', ['inspect', 'Constant']),
    ('inspect-ambiguous', ['inspect', '--units', 'several', 'Level']),
    ('inspect-unknown', ['inspect', 'Test.Gian']),
    ('inspect-unknown-json', ['inspect', '--json', 'Core.Gain']),
    ('inspect-units', ['inspect', '--units', 'many', 'Test.Doubtful']),
    ('inspect-none', ['inspect']),
    ('inspect-two', ['inspect', 'Test.Gain', 'Test.Pair']),

    ('check-fine', ['check', 'units']),
    ('check-quiet', ['check', '--quiet', 'units']),
    ('check-json-fine', ['check', '--json', 'units']),
    ('check-broken', ['check', 'broken']),
    ('check-broken-json', ['check', '--json', 'broken']),
    ('check-warnings', ['check', 'many']),
    ('check-strict', ['check', '--strict', '--quiet', 'many']),
    ('check-file', ['check', 'units/Constant.imunit']),
    ('check-formulas', ['check', 'formulas']),
    ('compare-beside-formula', ['compare', '--units', 'beside', 'Beside.Right', '-w', 'input=float32[3,2]']),
    ('compare-not-its-formula', ['compare', '--units', 'beside', 'Beside.Wrong', '-w', 'input=float32[3,2]']),
    ('formula-in-place', ['plan', '--units', 'beside', 'beside/Chain.imunit']),
    ('compare-in-place', ['compare', '--units', 'beside', 'beside/Chain.imunit']),
    ('operators', ['check', 'operators']),
    ('operators-list', ['list', 'units', '--units', 'operators']),
    ('operator-inspect', ['inspect', '--units', 'operators', 'own.halved', '-w', 'xs_1=float32[6]@50',
                          '-w', 'xs_2=float32[6]', '-w', 'gains=0.5']),
    ('operator', ['dump', '--stage', 'plan', '--units', 'operators', 'own.halved', '-w',
                  'xs_1=float32[6]@50', '-w', 'xs_2=float32[6]', '-w', 'gains="[0.5, 2.0]"']),
    ('operator-assert', ['plan', '--units', 'operators', 'own.halved', '-w', 'xs_1=float32[1]']),
    ('operator-called', ['plan', '--units', 'operators', 'own.every_other', '-w', 'x=float32[6]']),
    ('operator-variable', ['plan', '--units', 'operators', 'own.dense', '-w', 'x=float32[2,3]', '-w',
                           'weights=float32[2,3]']),
    ('operator-variable-missing', ['plan', '--units', 'operators', 'own.dense', '-w', 'x=float32[2,3]']),
    ('operator-variable-inside', ['plan', '--units', 'operators', 'own.deep_dense', '-w',
                                  'x=float32[2,3]', '-w', 'weights=float32[2,3]']),
    ('operator-variables-missing', ['plan', '--units', 'operators', 'own.network', '-w', 'x=float32[2,3]']),
    ('operator-variables', ['plan', '--units', 'operators', 'own.network', '-w', 'x=float32[2,3]', '-w',
                            'first_weights=float32[2,3]', '-w', 'turned_second_weights=float32[2,2]', '-w',
                            'turned_third_weights=float32[2,2]', '-w',
                            'last_gains_1=float32[1]', '-w', 'last_gains_2=float32[1]']),
    ('operator-variables-listed', ['inspect', '--units', 'operators', 'own.network']),
    ('operator-source', ['plan', '--units', 'operators', 'sources/ramp.imunit', '-w', 'input=float32[2,3]@10']),
    ('operator-broken', ['plan', '--units', 'operators', 'broken.twice', '-w', 'x=float32[2]']),
    ('formula', ['dump', '--stage', 'plan', '--units', 'formulas', 'Formula.Mean', '-w', 'input=int8[2,3]']),
    ('formula-wide', ['dump', '--stage', 'plan', '--units', 'formulas', 'Formula.WideRows', '-w', 'input=int8[2,3]']),
    ('formula-option', ['dump', '--stage', 'plan', '--units', 'formulas', 'Formula.Shift', '-w', 'input=float32[4]',
                        '-w', 'by=2']),
    ('formula-size', ['plan', '--units', 'formulas', 'Formula.WrongSize', '-w', 'input=float32[4]']),
    ('formula-rank', ['plan', '--units', 'formulas', 'Formula.WrongRank', '-w', 'input=float32[4,3]']),
    ('formula-rank-of-input', ['plan', '--units', 'formulas', 'Formula.Shift', '-w', 'input=float32[4,3]']),
    ('formula-type', ['plan', '--units', 'formulas', 'Formula.WrongType', '-w', 'input=float32[4,3]']),
    ('formula-element-type', ['plan', '--units', 'formulas', 'Formula.Rows', '-w', 'input=q15[4,3]']),
    ('formula-unbound', ['plan', '--units', 'formulas', 'Formula.Unbound', '-w', 'input=float32[4]']),
    ('formula-argument', ['plan', '--units', 'formulas', 'Formula.Text', '-w', 'input=float32[4]']),
    ('formula-unknown', ['dump', '--stage', 'program', '--units', 'formulas', 'Formula.Rows', '-w',
                         'input=float32[?,3]']),
    ('check-again', ['check', 'many', './many/', 'many/sub', 'many/sub/Again.imunit',
                     'many/../many/Doubtful.imunit']),
    ('check-pipelines', ['check', 'pipelines']),
    ('check-pipelines-json', ['check', '--json', 'pipelines']),
    # What one of them refuses, all do, with the same words.
    ('verdict-halved-inspect', ['inspect', 'verdicts/Halved.imunit', '--units', 'verdicts',
                                '-w', 'input=float32[3]@100']),
    ('verdict-kinds-check', ['check', 'verdicts/Kinds.imunit']),
    ('verdict-rates-check', ['check', 'verdicts/Rates.imunit']),
    ('verdict-rates-export', ['export', 'verdicts/Rates.imunit', '-o', '/nonexistent/a']),
    ('verdict-rates-plan', ['plan', 'verdicts/Rates.imunit']),
    ('verdict-rates-render', ['render', '--what', 'memory', 'verdicts/Rates.imunit', '-o', '-']),
    ('verdict-files-check', ['check', 'verdicts/Files.imunit']),
    ('verdict-files-export', ['export', 'verdicts/Files.imunit', '-o', '/nonexistent/a']),
    ('verdict-files-render', ['render', '--what', 'memory', 'verdicts/Files.imunit', '-o', '-']),
    ('check-calls', ['check', 'calls']),
    ('check-missing', ['check', 'nowhere', 'units']),
    ('check-not-regular', ['check', '/dev/null']),
    ('check-no-units', ['check', 'no-units/units']),
    ('check-no-folder', ['check', 'units', '-u', 'nowhere']),
    ('check-none', ['check']),
]


def run(program, arguments, settings, **keywords):
    environment = {'PATH': os.environ['PATH'], 'LC_ALL': 'C.UTF-8', 'COLUMNS': '80',
                   'IMAGINET_DATA_PATH': '.', 'G_DEBUG': 'fatal-criticals'}
    environment.update({name: value for name, value in os.environ.items()
                        if name.startswith(('ASAN_', 'LSAN_', 'UBSAN_', 'MALLOC_', 'G_SLICE'))})
    environment.update({name: value for name, value in settings.items() if name != 'stdin'})
    keywords = {'stdout': subprocess.PIPE, 'stderr': subprocess.PIPE, **keywords}
    return subprocess.run([program, *arguments], input=settings.get('stdin', b''),
                          env=environment, cwd=FIXTURES, timeout=60, **keywords)


def describe(arguments, settings, result):
    """Returns the text of a golden file."""
    words = [os.fsdecode(word) for word in arguments]
    names = [f'{name}={value}' for name, value in settings.items() if name != 'stdin']
    lines = ['$ ' + ' '.join([*names, 'imaginet', *map(shlex.quote, words)])]
    if 'stdin' in settings:
        lines.append(f'standard input: {settings["stdin"]!r}')
    lines += [f'exit status: {result.returncode}', '--- standard output']
    text = '\n'.join(lines).encode(errors='backslashreplace') + b'\n' + result.stdout
    return text + b'--- standard error\n' + result.stderr


class Tests:
    def __init__(self, program, is_update):
        self.program = program
        self.is_update = is_update
        self.count = 0
        self.failed = 0

    def result(self, name, problems):
        self.count += 1
        self.failed += bool(problems)
        print(f'{"not ok" if problems else "ok"} {self.count} {name}', flush=True)
        for text in problems:
            print(text, file=sys.stderr)

    def golden(self, name, arguments, settings):
        path = os.path.join(GOLDEN, name + '.txt')
        actual = describe(arguments, settings, run(self.program, arguments, settings))
        if self.is_update:
            with open(path, 'wb') as file:
                file.write(actual)
        expected = b''
        if os.path.exists(path):
            with open(path, 'rb') as file:
                expected = file.read()
        self.result(name, [] if actual == expected else difflib.unified_diff(
            *[text.decode(errors='backslashreplace').splitlines()
              for text in (expected, actual)], path, 'actual', lineterm=''))

    def no_spare_golden(self):
        names = {case[0] + '.txt' for case in CASES}
        spare = sorted(set(os.listdir(GOLDEN)) - names)
        self.result('golden', [f'golden/{name} belongs to no case' for name in spare])

    def json_is_json(self, name, arguments, settings):
        """Whatever is printed for a script can be read by one, and nothing else is said."""
        result = run(self.program, arguments, settings)
        problems = shape.find_faults(result.stdout, FIXTURES)
        if result.stderr:
            problems.append(f'{name}: found {result.stderr!r} on standard error')
        self.result('script/' + name, problems)

    def bad_input(self, name, arguments, status):
        """What cannot be done is told in one form, whatever the command is."""
        result = run(self.program, arguments, {})
        problems = shape.find_faults(result.stdout, FIXTURES, needs_error=True)
        if result.returncode != status or result.stderr:
            problems.append(f'found {result.returncode} and {result.stderr!r}')
        self.result('bad-input/' + name, problems)

    def expect(self, name, arguments, expected, settings=(), **keywords):
        result = run(self.program, arguments, dict(settings), **keywords)
        found = (result.returncode, result.stdout, result.stderr)
        self.result(name, [] if found == expected else
                    [f'{name}: expected {expected}', f'{name}: found {found}'])


def test_values(tests):
    """Every double and string comes back as it was."""
    for text in ['0.1', '1e-300', '5e-324', '123456789.125', '1e22', '4503599627370497.5']:
        result = run(tests.program, ['eval', '--json', text], {})
        value = json.loads(result.stdout)['value']
        tests.result(f'double/{text}', [] if value == float(text) else
                     [f'expected {text}, found {value!r}'])
    for code in [*range(1, 0x30), 0x7f, 0x80, 0x9f, 0xa0, 0x7ff, 0x2028, 0xfffd, 0x10ffff]:
        text = chr(code) + 'x'
        quote = "'" if text[0] == '"' else '"'
        result = run(tests.program, ['eval', '--json', quote + text + quote], {})
        value = json.loads(result.stdout)['value']
        tests.result(f'string/{code:04x}', [] if value == text else
                     [f'expected {text!r}, found {value!r}'])


def test_output(tests):
    """Readers that go away and disks that are full."""
    reading, writing = os.pipe()
    os.close(reading)
    tests.expect('closed-pipe', ['list', 'builtins'], (0, None, b''), stdout=writing)
    tests.expect('closed-pipe-keeps-status', ['eval', '--json', '1 +'], (1, None, b''),
                 stdout=writing)
    os.close(writing)
    with open('/dev/full', 'wb') as full:
        tests.expect('full-disk', ['list', 'types'],
                     (1, None, b'imaginet: cannot write to standard output: '
                               b'No space left on device\n'), stdout=full)
        tests.expect('full-disk-unused', ['eval', '1 +'],
                     (1, None, b'<expression>:1:4: error: expected a value, found the end\n'
                               b'    1 | 1 +\n      |    ^\n'), stdout=full)


def test_locale(tests):
    """Numbers have a point everywhere, and any bytes are taken where there is no UTF-8."""
    for locale in ['C', 'POSIX', 'de_DE.UTF-8', 'tr_TR.UTF-8']:
        tests.expect(f'locale/{locale}', ['eval', '2.5 + 0.25'], (0, b'2.75\n', b''),
                     {'LC_ALL': locale})
    tests.expect('locale/text', ['eval', "'ä' + 'b'"], (0, '"äb"\n'.encode(), b''),
                 {'LC_ALL': 'C'})


def test_launch(tests):
    """What is launched into a file has no problems and is what it is said to be."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'audio-level.imunit')
        line = 'source float32[3]@50 ! Gain factor=0.5 ! Gain factor=4.0'
        tests.expect('launch/file', ['launch', '-o', path, line], (0, b'', b''))
        tests.expect('launch/check', ['check', '--strict', '--quiet', path], (0, b'', b''))
        result = run(tests.program, ['dump', '--stage', 'program', path], {})
        first, last = result.stdout.decode().splitlines()[::len(result.stdout.splitlines()) - 1]
        tests.result('launch/program', [] if (first, last) == (
            'program Launch.audio_level', 'output output = Gain2.output float32[3]@50')
                     else [f'found {first!r} and {last!r}'])


def test_edit(tests):
    """Edits change what they say and nothing else, all of them or none."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'level.imunit')
        script = os.path.join(folder, 'edits')
        tests.expect('edit/launch', ['launch', '-o', path, 'source float32[3]@50 ! Gain factor=0.5'], (0, b'', b''))
        with open(path, 'rb') as file:
            first = file.read()
        with open(script, 'w') as file:
            file.write('# twice\ninsert Test.Gain before Gain\n')
        changed = first.replace(b'>0.5<', b'>2.0<').replace(b'      <Unit id="Test.Gain">',
                                                          b'      <Unit id="Test.Gain" />\n      <Unit id="Test.Gain">')
        edits = ['edit', path, 'set Gain.factor = 2.0', '--script', script]
        tests.expect('edit/output', [*edits, '-o', '-'], (0, changed, b''))
        tests.expect('edit/refused', ['edit', path, 'set Gain.factor = 2.0', 'enable Gian'], (
            1, b'', 'imaginet edit: “enable Gian”: Gian: there is no such node, did you mean “Gain”?\n'.encode()))
        broken = run(tests.program, ['edit', path, 'set Gain.factor = 1 +'], {})
        tests.result('edit/broken', [] if broken.returncode == 1 and b'stays as it was' in broken.stderr else
                     [f'{broken.returncode} {broken.stderr!r}'])
        with open(path, 'rb') as file:
            tests.result('edit/unchanged', [] if file.read() == first else ['the file has changed'])
        tests.expect('edit/written', edits, (0, b'', b''))
        with open(path, 'rb') as file:
            tests.result('edit/changed', [] if file.read() == changed else ['the file is not what was printed'])
        forced = run(tests.program, ['edit', '--json', '--force', path, 'set Gain.factor = 1 +'], {})
        found = json.loads(forced.stdout)
        tests.result('edit/forced', [] if forced.returncode == 0 and found['changed'] and
                     found['file'] == path and '>1 +<' in found['text'] and found['diagnostics'] else [f'{found}'])


DIFFERENCES = """\
Launch.level
  ~  layer  Gain.factor  0.5 → 2.0
  +  layer  Gain2
Memory in bytes
             before  after
  arena      0       12     +12
  states     0       0
  RAM        0       12     +12
  constants  0       0
Calls per second
  50 → 100, +50
"""


def test_diff(tests):
    """What differs is told by meaning, and the status says whether anything does."""
    with tempfile.TemporaryDirectory() as folder:
        before, after, none = (os.path.join(folder, name) for name in ('level.imunit', 'after.imunit', 'none.imunit'))
        tests.expect('diff/launch', ['launch', '-o', before, 'source float32[3]@50 ! Gain factor=0.5'], (0, b'', b''))
        tests.expect('diff/same', ['diff', before, before], (0, b'', b''))
        run(tests.program, ['edit', before, 'set Gain.factor = 2.0', 'insert Test.Gain', '-o', after], {})
        tests.expect('diff/changed', ['diff', before, after], (1, DIFFERENCES.encode(), b''))
        found = json.loads(run(tests.program, ['diff', '--json', before, after], {}).stdout)
        tests.result('diff/json', [] if [change['kind'] for change in found['changes']] == ['changed', 'added'] and
                     found['memory']['after']['ram'] > found['memory']['before']['ram'] else [f'{found}'])
        picture = run(tests.program, ['diff', '--svg', before, after], {})
        texts = [text.text for text in ElementTree.fromstring(picture.stdout).iter('{http://www.w3.org/2000/svg}text')]
        signs = [text for text in texts if text in ['+', '-', '~', '=']]
        tests.result('diff/svg', [] if picture.returncode == 1 and signs == ['~', '+'] and 'before' in texts
                     and any(text.startswith('RAM: 0 → 12 bytes') for text in texts) else [f'{texts}'])
        rates = {'calls_per_second': {'before': 50.0, 'after': 100.0}}
        tests.result('diff/calls', [] if rates.items() <= found.items() else [f'{found}'])
        tests.expect('diff/new', ['diff', '/dev/null', before], (1, b'Launch.level\n  +  unit  Launch.level\n', b''))
        missing = run(tests.program, ['diff', before, none], {})
        tests.result('diff/missing', [] if missing.returncode == 2 and b'cannot open' in missing.stderr else
                     [f'{missing}'])


def test_render(tests):
    """A picture in a file is the one of standard output, and scripts learn its size."""
    arguments = ['render', 'Test.Gain', '-w', 'input=float32[3]@50', '-o']
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'gain.svg')
        tests.expect('render/file', [*arguments, path], (0, b'', b''))
        with open(path, 'rb') as file:
            picture = file.read()
        tests.expect('render/same', [*arguments, '-'], (0, picture, b''))
        found = json.loads(run(tests.program, [*arguments, path, '--json'], {}).stdout)
        size = f' width="{found["width"]}" height="{found["height"]}" '.encode()
        for kind, start in ('pdf', b'%PDF-'), ('png', b'\x89PNG\r\n'):
            tests.expect(f'render/{kind}', [*arguments, f'{path}.{kind}'], (0, b'', b''))
            with open(f'{path}.{kind}', 'rb') as file:
                drawn = file.read()
            tests.result(f'render/{kind}-bytes', [] if drawn.startswith(start) else
                         [f'found {drawn[:20]}'])
            tests.expect(f'render/{kind}-same', [*arguments, '-', '--format', kind],
                         (0, drawn, b''))
        tests.result('render/json', [] if found['file'] == path and size in picture else
                     [f'found {found}'])


def test_render_long(tests):
    """The picture of a long recording needs no room for the recording: 128 MB as numbers."""
    n_samples = 16000000
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'long.wav')
        with wave.open(path, 'wb') as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(16000)
            for _ in range(16):
                file.writeframesraw(bytes(range(250)) * (n_samples // 2000))
        process = subprocess.Popen([tests.program, 'render', path, '-o', path + '.svg'])
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
        size = os.path.getsize(path + '.svg') if status == 0 else 0
        # Sanitizers keep what was freed.
        is_small = usage.ru_maxrss < 64000 or 'ASAN_OPTIONS' in os.environ
        tests.result('render/long', [] if status == 0 and is_small and 10000 < size < 200000
                     else [f'status {status}, {usage.ru_maxrss} KiB, a picture of {size} bytes'])
        print(f'# {usage.ru_maxrss} KiB, a picture of {size} bytes, {usage.ru_utime:.2f} s')


def test_version(tests):
    result = run(tests.program, ['--version'], {})
    words = result.stdout.split()
    tests.result('version', [] if result.returncode == 0 and words[:1] == [b'imaginet'] and
                 len(words) == 2 else [f'found {result.stdout!r}'])


def test_builtins(tests):
    """The list for scripts has every function; each one can be looked up by its name."""
    result = run(tests.program, ['list', 'builtins', '--json'], {})
    rows = json.loads(result.stdout)['builtins']
    short = run(tests.program, ['list', 'builtins'], {}).stdout.decode()
    missing = [row['name'] for row in rows if row['summary'].split()[0] not in short]
    tests.result('builtins', [f'{name}: not in the short list' for name in missing] or
                 ([] if len(rows) > 50 else ['the list is short']))


MISSING = 'nowhere/none.imunit'

# What each command fails at besides its options.
BAD_INPUT = {
    'tile': ['run', MISSING],
    'sknd': ['check', MISSING],
    'eval': ['1 +'],
    'inspect': [MISSING],
    'check': [MISSING],
    'list': ['builtins', 'frobnicate'],
    'dump': ['--stage', 'unit', MISSING],
    'launch': ['source float32[3] ! Frobnicate'],
    'new': ['unit', 'Core.Abs'],
    'edit': [MISSING, 'layout'],
    'fmt': [MISSING],
    'convert': ['unit', MISSING],
    'diff': [MISSING, MISSING],
    'extract': [MISSING],
    'plan': [MISSING],
    'render': [MISSING, '--output', 'none.svg'],
    'export': [MISSING, '--output', 'none'],
    'compare': [MISSING],
    'budget': [MISSING],
    'run': ['Test.Gain', '--input', 'nowhere/none.csv', '--output', 'none.csv'],
    'probe': ['Test.Gain', '--input', 'nowhere/none.csv'],
    'test': [MISSING],
    'try': [MISSING],
    'pack': [MISSING],
    'unpack': [MISSING],
    'package': [MISSING],
    'rename': [MISSING, 'Own.Gain', 'Own.Other'],
    'move': [MISSING, 'Own.Gain', 'units/Gain'],
    'trust': ['--remove', 'nowhere/none'],
    'broadcast': ['[2]', '[3]'],
    'scratch': ['nowhere/none.tml'],
    'manual': ['frobnicate'],
}


def test_bad_input(tests):
    """Each command of the table, with options it does not have and with what it cannot read."""
    text = run(tests.program, ['--help'], {}).stdout.decode()
    block = text[text.index('Commands:'):text.index('Options:')]
    commands = [line.split()[0] for line in block.splitlines() if line[:2] == '  ' and line[2:3].strip()]
    tests.result('bad-input', [] if len(commands) == len(BAD_INPUT) else [f'found {commands}'])
    for command in commands:
        tests.bad_input(f'{command}-option', [command, '--json', '--frobnicate'], 2)
        tests.bad_input(f'{command}-letters', [command, '-j', '-~'], 2)
        tests.bad_input(f'{command}-color', [command, '--color=blue', '--json', *BAD_INPUT[command]], 2)
        tests.bad_input(command, [command, '--json', *BAD_INPUT[command]], 2 if command == 'diff' else 1)
    tests.bad_input('none', ['frobnicate', '--json'], 2)


def main():
    tests = Tests(os.path.abspath(sys.argv[1]), '--update' in sys.argv[2:])
    for name, arguments, *settings in CASES:
        tests.golden(name, arguments, settings[0] if settings else {})
    tests.no_spare_golden()
    for name, arguments, *settings in CASES:
        if '--json' in arguments or '-j' in arguments:
            tests.json_is_json(name, arguments, settings[0] if settings else {})
    for test in [test_values, test_output, test_locale, test_launch, test_edit, test_diff, test_render, test_render_long,
                 test_version, test_builtins, test_bad_input]:
        test(tests)
    print(f'1..{tests.count}')
    return 1 if tests.failed else 0


if __name__ == '__main__':
    sys.exit(main())
