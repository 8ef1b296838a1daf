#!/usr/bin/python3
"""Runs operators, each for a rule of the language that names the case.

usage: test-run.py IMAGINET TOP [--all]

The interpreter runs all cases, C and Python one of six; with --all they run all, too. A case is
an operator, what it is called with, and its outputs, or a part of the error.

SPDX-License-Identifier: MIT
"""
import json
import os
import subprocess
import sys
import tempfile

VECTOR = '@input { x: real[n]; } @output { y: real[n]; } '
BOUNDED = '@input { x: real[n|9]; } @output { y: real[n]; } '
MATRIX = '@input { x: real[m, n]; } @output { y: real[m, n]; } '
X3 = {'x': [1.0, 2.0, 3.0]}
X23 = {'x': [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]}

COMPILED = {'W4-names-of-sums'}  # which is about what the other engines are given

CASES = [
    # W1: loops in the order in which they are listed
    ('W1-pack-of-indices', '@input { x: real[s..]; } @output { y: real[s..]; } '
     '@lower { y[i..] = x[i..] + 1.0, i < s; }', {}, X23, [[[2, 3, 4], [5, 6, 7]]]),
    ('W1-triangle', MATRIX + '@lower { y[i, j] = x[i, j], i < m, j < i + 1; }', {}, X23,
     [[[1, 0, 0], [4, 5, 0]]]),
    ('W1-table-of-bounds', '@attrib { z: int..; } @input { x: real[m, n]; } @output { y: real[m]; } '
     '@lower { y[i,] += x[i, j], i < m, j < z[i]; }', {'z': '[2, 1]'}, X23, [[3, 4]]),
    ('W1-no-value-of-an-index', '@input { x: real[n]; } @output { y: real[]; } '
     '@lower { y[] *= x[i,], i < n - 3; }', {}, X3, [1]),
    # W2: reduced, spread and repeated
    ('W2-reduction', '@input { x: real[m, n]; } @output { y: real[n]; } '
     '@lower { y[j,] += x[i, j], i < m, j < n; }', {}, X23, [[5, 7, 9]]),
    ('W2-broadcast', '@input { x: real[n]; } @output { y: real[2, n]; } '
     '@lower { y[i, j] = x[j,], i < 2, j < n; }', {}, X3, [[[1, 2, 3], [1, 2, 3]]]),
    ('W2-repetition', VECTOR + '@lower { y[i,] += x[i,], i < n, k < 3; }', {}, X3, [[3, 6, 9]]),
    ('W2-index-as-a-value', '@input { x: real[n]; } @output { y: real[]; } '
     '@lower { y[] += real(i), i < n; }', {}, X3, [3]),
    # W3: any integer on the left
    ('W3-strided', '@input { x: real[n]; } @output { y: real[2 * n]; } '
     '@lower { y[2 * i + 1,] = x[i,], i < n; }', {}, X3, [[0, 1, 0, 2, 0, 3]]),
    ('W3-bounded', VECTOR + '@lower { y[|i - 1|,] = x[i,], i < n; }', {}, X3, [[2, 3, 0]]),
    ('W3-scatter', '@input { x: real[n]; at: int[n]; } @output { y: real[4]; } '
     '@lower { y[at[i,],] = x[i,], i < n; }', {}, {**X3, 'at': [3, 0, 1]}, [[2, 3, 0, 1]]),
    ('W3-tuple', '@input { x: real[m, n]; } @output { at: int[]..(2); } '
     '@lower { at[] = 0; at[] := [i, j], i < m, j < n | x[i, j] > x[at[]..]; }', {},
     {'x': [[1.0, 2.0, 9.0], [4.0, 5.0, 6.0]]}, [0, 2]),
    # W4: what an output begins with
    ('W4-add', VECTOR + '@lower { y[i,] = 1.0, i < n; y[i,] += x[i,], i < n; }', {}, X3, [[2, 3, 4]]),
    ('W4-product', '@input { x: real[n]; } @output { y: real[]; } @lower { y[] *= x[i,], i < n; }',
     {}, X3, [6]),
    ('W4-and', '@input { x: real[n]; } @output { y: bool[]; } '
     '@lower { y[] &= x[i,] > 1.5, i < n; }', {}, X3, [False]),
    ('W4-or', '@input { x: real[n]; } @output { y: bool[]; } '
     '@lower { y[] |= x[i,] > 2.5, i < n; }', {}, X3, [True]),
    ('W4-minimum-has-none', '@input { x: real[n]; } @output { y: real[]; } '
     '@lower { y[] <= x[i,], i < n; }', {}, X3, [1]),
    ('W4-maximum-of-negative-ints', '@input { x: int[n]; } @output { y: int[]; } '
     '@lower { y[] >= x[i,], i < n; }', {}, {'x': [-7, -5, -9]}, [-5]),
    ('W4-null-init', '@input { x: real[n]; b: optional real[]; } @output { y: real[n]; } '
     '@lower { y[i,] = b[], i < n; y[i,] += x[i,], i < n; }', {}, X3, [[1, 2, 3]]),
    ('W4-update-needs-init', '@input { x: real[n]; } @output { y: int[]; } '
     '@lower { y[] := i, i < n | x[i,] > x[y[],]; }', {}, X3, '“:=” needs an output that “=”'),
    ('W4-least-of-none', '@input { x: int[n]; } @output { y: int[]; z: real[]; } '
     '@lower { y[] <= x[i,], i < n | x[i,] > 9; z[] >= real(x[i,]), i < n | x[i,] > 9; }', {},
     {'x': [1, 2]}, [9223372036854775807, '-Infinity']),
    ('W4-init-of-maximum', '@input { x: real[n]; } @output { y: real[]; } '
     '@lower { y[] = 2.5, i < n; y[] >= x[i,], i < n - 1; }', {}, X3, [2.5]),
    ('W4-three-statements', VECTOR + '@lower { y[i,] = 1.0, i < n; y[i,] += x[i,], i < n; '
     'y[i,] *= 2.0, i < n; }', {}, X3, '“y” is written before; at most two statements'),
    ('W4-two-that-assign', VECTOR + '@lower { y[i,] = x[i,], i < n; y[0,] = 9.0; }', {}, X3,
     '“y” is written before; at most two statements'),
    ('W4-accumulation-first', VECTOR + '@lower { y[i,] += x[i,], i < n; y[i,] = 9.0, i < n; }', {},
     X3, '“y” is written before; at most two statements'),
    # W5, W6: in order, with a condition that reads what is written
    ('W5-last-one-wins', '@input { x: real[n]; at: int[n]; } @output { y: real[2]; } '
     '@lower { y[i,] = 0.0, i < 2; y[at[i,],] := x[i,], i < n; }', {}, {**X3, 'at': [1, 0, 1]},
     [[2, 3]]),
    ('W5-first-of-equals', '@input { x: real[n]; } @output { y: int[]; } '
     '@lower { y[] = 0; y[] := i, i < n | x[i,] > x[y[],]; }', {}, {'x': [1.0, 5.0, 2.0, 5.0]}, [1]),
    ('W6-condition', VECTOR + '@lower { y[i,] = x[i,], i < n | x[i,] > 1.5; }', {}, X3, [[0, 2, 3]]),
    ('W6-condition-of-indices', MATRIX + '@lower { y[i, j] = x[i, j], i < m, j < n | i == j; }', {},
     X23, [[[1, 0, 0], [0, 5, 0]]]),
    # W7: one index outside, and the whole term is left out
    ('W7-skip', '@input { x: real[n]; } @output { y: real[n]; } '
     '@lower { y[i,] += x[i,] + x[|i + 1|,], i < n; }', {}, X3, [[3, 5, 0]]),
    ('W7-constants-too', '@constant { c: real[2] = 1.0; } @input { x: real[n]; } '
     '@output { y: real[n]; } @lower { y[i,] += x[i,] * c[|i|,], i < n; }', {}, X3, [[1, 2, 0]]),
    ('W7-computed', '@input { x: real[n]; at: int[n]; } @output { y: real[n]; } '
     '@lower { y[i,] += x[|at[i,]|,], i < n; }', {}, {**X3, 'at': [2, -1, 7]}, [[3, 0, 0]]),
    ('W7-assigned', VECTOR + '@lower { y[i,] = x[|i - 1|,], i < n; }', {}, X3, [[0, 1, 2]]),
    ('W7-assigned-bool', '@input { x: real[n]; } @output { y: bool[n]; } '
     '@lower { y[i,] = x[|i + 1|,] > 2.5, i < n; }', {}, X3, [[False, True, False]]),
    ('W7-in-a-branch', VECTOR + '@lower { y[i,] += x[i,] > 5.0 ? x[|i + 1|,] : 1.0, i < n; }', {}, X3,
     [[1, 1, 0]]),
    # W8: remaps are proven
    ('W8-replicate', '@input { x: real[n]; } @output { y: real[n + 4]; } '
     '@lower { y[i,] = x[|i - 2 <> 0 : n - 1|,], i < n + 4; }', {}, X3, [[1, 1, 1, 2, 3, 3, 3]]),
    ('W8-reflect', '@input { x: real[n]; } @output { y: real[n + 4]; } '
     '@lower { y[i,] = x[|i - 2 <> 2 - i : 2 * n - i|,], i < n + 4; }', {}, X3,
     [[3, 2, 1, 2, 3, 2, 1]]),
    ('W8-reflect-too-far', '@input { x: real[n]; } @output { y: real[n + 6]; } '
     '@lower { y[i,] = x[|i - 3 <> 3 - i : 2 * n + 1 - i|,], i < n + 6; }', {}, X3,
     'of axis 0 goes from'),
    # W9: without bars it is proven, or looked at
    ('W9-outside', VECTOR + '@lower { y[i,] = x[i + 1,], i < n; }', {}, X3,
     'The index of axis 0 goes from 1 to 3, but the axis has 3 elements'),
    ('W9-guarded-by-a-condition', VECTOR +
     '@lower { y[i,] = i > 0 ? x[i - 1,] : 7.0, i < n; }', {}, X3, [[7, 1, 2]]),
    ('W9-data-outside', '@input { x: real[n]; at: int[n]; } @output { y: real[n]; } '
     '@lower { y[i,] = x[at[i,],], i < n; }', {}, {**X3, 'at': [0, 3, 1]}, '3'),
    # W10: locals
    ('W10-local', VECTOR + '@lower { z = x[i,] * x[i,], y[i,] = z + z, i < n; }', {}, X3,
     [[2, 8, 18]]),
    ('W10-local-with-bars', VECTOR + '@lower { ii = [|i + 1|], y[i,] += x[ii..], i < n; }', {}, X3,
     [[2, 3, 0]]),
    ('W10-locals-of-locals', '@input { x: real[n]; at: int[n]; } @output { y: real[n]; } '
     '@lower { a = `exp`(x[at[i,],] - 2.0), b = a * a + a, c = b * b / (a * a + b), '
     'y[i,] = `round`(c * c + c + b + a), i < n; }', {}, {**X3, 'at': [1, 0, 0]}, [[6, 1, 1]]),
    ('W10-pack', '@input { x: real[s..(d)]; } @output { y: real[s..]; } '
     '@lower { k = real(i) * 0.5, y[i..] = k[0] + k[-1] * x[i..], i < s; }', {}, X23,
     [[[0, 1, 3], [0.5, 3, 6.5]]]),
    ('W10-in-a-branch', '@input { x: real[n]; at: int[n]; } @output { y: real[n]; } '
     '@lower { y[i,] = at[i,] < n && at[i,] >= 0 ? `exp`(x[at[i,],]) / `exp`(x[at[i,],]) : 0.0, i < n; }',
     {}, {**X3, 'at': [9, 0, -9]}, [[0, 1, 0]]),
    # W11: what is known is folded
    ('W11-format', "@attrib { f: str = 'A'; } " + MATRIX +
     "@lower { y[i, j] = f == 'B' ? x[m + 9, 0] : x[i, j], i < m, j < n; }", {}, X23,
     [[[1, 2, 3], [4, 5, 6]]]),
    ('W11-null', '@attrib { a: optional real; } ' + VECTOR +
     '@lower { y[i,] = a * x[i,] ?? -x[i,], i < n; }', {}, X3, [[-1, -2, -3]]),
    # W12: tables
    ('W12-table', '@attrib { t: real..; } ' + VECTOR + '@lower { y[i,] = t[i] * x[i,], i < n; }',
     {'t': '[2.0, 0.5, 4.0]'}, X3, [[2, 1, 12]]),
    ('W12-even-steps', '@attrib { t: int..; } ' + '@input { x: real[n]; } @output { y: real[2]; } '
     '@lower { y[i,] = x[t[i],], i < 2; }', {'t': '[0, 2]'}, X3, [[1, 3]]),
    ('W12-table-as-index', '@attrib { t: int..; } @input { x: real[n]; } @output { y: real[n]; } '
     '@lower { y[i,] = x[t[i],], i < n; }', {'t': '[2, 0, 1]'}, X3, [[3, 1, 2]]),
    ('W12-table-too-short', '@attrib { t: real..; } ' + VECTOR + '@lower { y[i,] = t[i], i < n; }',
     {'t': '[2.0, 0.5]'}, X3, 'The index goes from 0 to 2, but the pack has 2 items'),
    ('W12-shape', '@input { x: real[s..(d)]; } @output { y: int[d]; } '
     '@lower { y[i,] = x.shape[i], i < d; }', {}, X23, [[2, 3]]),
    # names that mean something in the languages that the engines write
    ('W4-names-of-sums', '@input { all: bool[n]; int32_t: real[n]; } @output { any: bool[]; sum: real[]; '
     'value: real[n]; } @lower { any[] |= all[i,], i < n; sum[] += int32_t[i,], i < n; '
     'value[size_t,] = int32_t[size_t,] * 2.0, size_t < n; }', {},
     {'all': [False, True], 'int32_t': [1.0, 2.0]}, [True, 3, [2, 4]]),
    # W13: indices that are not affine
    ('W13-floor', '@input { x: real[n]; } @output { y: real[2 * n]; } '
     '@lower { y[i,] = x[int(`floor`(real(i) / 2.0)),], i < 2 * n; }', {}, X3, [[1, 1, 2, 2, 3, 3]]),
    ('W13-quotient', '@input { x: real[n]; } @output { y: real[2 * n]; } '
     '@lower { y[i,] = x[i / 2,], i < 2 * n; }', {}, X3, [[1, 1, 2, 2, 3, 3]]),
    # W14: unrolled
    ('W14-unroll', '@input { xs: real[n]..(k); } @output { ys: real[n]..(k); } '
     '@lower { unroll..(i -> k) ys[i][j,] = xs[i][j,] * real(i), j < n; }', {},
     {'xs': ([1.0, 2.0], [3.0, 4.0])}, [[0, 0], [3, 4]]),
    ('W14-too-often', '@attrib { k: int; } ' + VECTOR + '@lower { unroll..(i -> k) y[j,] += x[j,] * real(i), j < n; }',
     {'k': '100000000'}, X3, 'Expected a count of statements from 0 to 100000'),
    ('W14-pack-by-index', '@input { xs: real[n]..(k); } @output { y: real[n]; } '
     '@lower { y[j,] += xs[i][j,], i < k, j < n; }', {}, {'xs': ([1.0, 2.0], [3.0, 4.0])}, [[4, 6]]),
    ('W14-all-of-a-pack', '@input { xs: real[n]..(k); } @output { ys: real[n]..(k); } '
     '@lower { ys[j,] = xs[j,] + 1.0, j < n; }', {}, {'xs': ([1.0, 2.0], [3.0, 4.0])},
     [[2, 3], [4, 5]]),
    ('W14-all-of-a-pack-beside-one', '@input { xs: real[n]..(k); z: real[n]; } '
     '@output { ys: real[n]..(k); } @lower { ys[i,] = xs[i,] + z[i,], i < n; }', {},
     {'xs': ([1.0, 2.0], [3.0, 4.0], [5.0, 6.0]), 'z': [10.0, 20.0]}, [[11, 22], [13, 24], [15, 26]]),
    ('W14-all-of-a-pack-and-one', '@input { xs: real[n]..(k); z: real[n]; w: real[n]; } '
     '@output { ys: real[n]..(k); } @lower { ys[j,] = xs[j,] * z[j,] + w[j,], j < n | z[j,] > 1.5; }',
     {}, {'xs': ([1.0, 2.0], [3.0, 4.0], [5.0, 6.0]), 'z': [1.0, 2.0], 'w': [10.0, 20.0]},
     [[0, 24], [0, 28], [0, 32]]),
    # W15: folds, here also of elements
    ('W15-fold', '@attrib { c: int.. = [2, 3]; } ' + VECTOR +
     '@lower { y[i,] = x[i,] * real(c * ..), i < n; }', {}, X3, [[6, 12, 18]]),
    # W16: one output after the other
    ('W16-order', '@input { x: real[n]; } @output { y: real[n]; z: real[n]; } '
     '@lower { y[i,] = x[i,] * 2.0, i < n; z[i,] = y[i,] + 1.0, i < n; }', {}, X3,
     [[2, 4, 6], [3, 5, 7]]),
    # E16, E17: accesses
    ('E16-without-comma', VECTOR + '@lower { y[i] = x[i], i < n; }', {}, X3, [[1, 2, 3]]),
    ('E16-rank-0', '@input { x: real[]; } @output { y: real[]; } @lower { y[] = x[]; }', {},
     {'x': 4.0}, [4]),
    ('E16-too-few', MATRIX + '@lower { y[i, j] = x[i,], i < m, j < n; }', {}, X23,
     'Expected 2 indices of a tensor of rank 2, found 1'),
    ('E16-nested', '@input { x: real[n]; at: int[n]; } @output { y: real[n]; } '
     '@lower { y[i,] = x[at[at[i,],],], i < n; }', {}, {**X3, 'at': [1, 2, 0]}, [[3, 1, 2]]),
    ('E16-tensor-as-a-number', VECTOR + '@lower { y[i,] = x + 1.0, i < n; }', {}, X3,
     '“x” is a tensor; expected an element of it'),
    ('E17-packed', '@input { x: real[s..]; } @output { y: real[s..]; } '
     '@lower { y[i..] += x[|i + 1|..], i < s; }', {}, X23, [[[5, 6, 0], [0, 0, 0]]]),
    ('E17-in-arithmetic', VECTOR + '@lower { y[i,] += x[|i| + 1,], i < n; }', {}, X3,
     '“|i|” is a whole index of a tensor'),
    # T3, E13 in formulas
    ('T3-types', VECTOR + '@lower { y[i,] = x[i,] * 2, i < n; }', {}, X3,
     'Expected the same type on both sides, found real and int'),
    ('E13-casts', '@input { x: real[n]; } @output { y: int[n]; } @lower { y[i,] = int(x[i,]), i < n; }',
     {}, {'x': [-1.5, 0.0, 2.75]}, [[-1, 0, 2]]),
    ('E8-quotients', '@input { x: int[n]; } @output { y: int[n]; z: int[n]; r: int[n]; } '
     '@lower { y[i,] = x[i,] / 2, i < n; z[i,] = x[i,] \\ 2, i < n; r[i,] = x[i,] % 3, i < n; }', {},
     {'x': [7, -7, 4]}, [[3, -4, 2], [4, -3, 2], [1, 2, 1]]),
    ('E14-halves', VECTOR + '@lower { y[i,] = `round`(x[i,]), i < n; }', {},
     {'x': [0.5, -0.5, 2.5, 0.49999997]}, [[1, -1, 3, 0]]),
    ('E8-as-written', '@attrib { w: int = 15; } ' + VECTOR + '@lower { y[i,] = x[i,] / real(w), i < n; }',
     {}, {'x': [7.0, 11.0, 49.0]}, [[0.46666667, 0.73333335, 3.2666667]]),
    # N2, N3: what is null is left out
    ('N2-statement', '@input { x: real[n]; b: optional real[n]; } @output { y: real[n]; } '
     '@lower { y[i,] = x[i,], i < n; y[i,] += b[i,], i < n; }', {}, X3, [[1, 2, 3]]),
    ('N2-extent', '@attrib { k: optional int; } @input { x: real[n]; } @output { y: real[k, n]; } '
     '@lower { y[i,] = x[i,], i < n; }', {}, X3, [[1, 2, 3]]),
    ('N3-optional-given', '@input { x: real[n]; b: optional real[n]; } @output { y: real[n]; } '
     '@lower { y[i,] = x[i,] + (b[i,] ?? 5.0), i < n; }', {}, {**X3, 'b': [1.0, 1.0, 1.0]}, [[2, 3, 4]]),
    ('N3-optional-missing', '@input { x: real[n]; b: optional real[n]; } @output { y: real[n]; } '
     '@lower { y[i,] = x[i,] + (b[i,] ?? 5.0), i < n; }', {}, X3, [[6, 7, 8]]),
    # V1, V2
    ('V1-uniform', '@constant { c: real[n] = 2.0; } ' + VECTOR +
     '@lower { y[i,] = c[i,] * x[i,], i < n; }', {}, X3, [[2, 4, 6]]),
    ('V1-list', '@constant { c: real[3] = [1.0, 0.0, -1.0]; } ' + VECTOR +
     '@lower { y[i,] = c[i,] * x[i,], i < n; }', {}, X3, [[1, 0, -3]]),
    ('V1-formula', '@constant { c: real[n, n] = i == j ? 1.0 : 0.5, i < n, j < n; } ' + VECTOR +
     '@lower { y[i,] += c[i, j] * x[j,], i < n, j < n; }', {}, X3, [[3.5, 4, 4.5]]),
    ('V1-row-major', '@constant { c: real[2, 3] = real(i * 10 + j), i < 2, j < 3; } '
     '@input { x: real[]; } @output { y: real[2, 3]; } @lower { y[i, j] = c[i, j] + x[], i < 2, j < 3; }',
     {}, {'x': 0.0}, [[[0, 1, 2], [10, 11, 12]]]),
    ('V1-length', '@constant { c: real[4] = [1.0, 2.0]; } ' + VECTOR + '@lower { y[i,] = c[i,], i < n; }',
     {}, X3, '“c” has 4 elements, but 2 values are given'),
    ('V2-without-value', '@variable { w: real[n]; } ' + VECTOR + '@lower { y[i,] = w[i,], i < n; }', {},
     X3, 'There is no file of the variable “w”'),
    ('S10-other-shape', '@input { x: real[n]; } @output { y: real[n + 1]; } @compose { y = x; }', {}, X3,
     '“y” is declared with the shape [4], but composed with [3]'),
]

HELPERS = '''
operator scale { @attrib { by: real; } @input { x: real[s..]; } @output { y: real[s..]; }
    @assert { by > 0.0: "by is {by}"; } @lower { y[i..] = x[i..] * by, i < s; } }
operator halves { @input { x: real[2 * n]; } @output { a: real[n]; b: real[n]; }
    @lower { a[i,] = x[i,], i < n; b[i,] = x[i + n,], i < n; } }
operator parts { @input { x: real[n]; } @output { y: real[]..(n); }
    @lower { y[k][] = x[k,], k < n; } }
operator by { @input { x: real[n]; w: real[n]; } @output { y: real[n]; }
    @lower { y[i,] = x[i,] * w[i,], i < n; } }
operator by_constant { @constant { c: real[n] = 3.0; } @input { x: real[n]; } @output { y: real[n]; }
    @lower { y[i,] = x[i,] * c[i,], i < n; } }
operator primitive { @input { x: real[n]; } @output { y: real[n]; } }
operator deep { @input { x: real[n]; } @output { y: real[n]; } @compose { y = scale{by = -1.0}(x); } }
'''
COMPOSED = [
    ('K1-twice', VECTOR + '@compose { y = scale{by = 2.0}(x); y = scale{by = 3.0}(x); }', {}, X3,
     '“y” is there already'),
    ('K1-missing', VECTOR + '@compose { z = scale{by = 2.0}(x); }', {}, X3,
     'The output “y” is never assigned'),
    ('K2-call', VECTOR + '@compose { z = scale{by = 2.0}(x); y = scale{by = 4.0}(z); }', {}, X3,
     [[8, 16, 24]]),
    ('K2-alias', VECTOR + '@compose { y = x; }', {}, X3, [[1, 2, 3]]),
    ('K2-library', 'IMPORT math;' + VECTOR + '@compose { y = math.add(x, 1.0); }', {}, X3, [[2, 3, 4]]),
    ('K2-negative-axis-of-scatter', 'IMPORT layout;@input { x: real[n]; at: int[m]; u: real[m]; } '
     '@output { y: real[n]; } @compose { y = layout.scatter{axis = -1}(x, at, u); }', {},
     {**X3, 'at': [2, 0], 'u': [7.0, 8.0]}, [[8, 2, 7]]),
    ('K2-negative-axis-of-shuffle', 'IMPORT layout;@input { x: real[n, m]; } @output { y: real[n, m]; } '
     '@compose { y = layout.shuffle{axis = -2, groups = 2}(x); }', {},
     {'x': [[1.0], [2.0], [3.0], [4.0]]}, [[[1], [3], [2], [4]]]),
    ('K2-nearest-upwards', 'IMPORT image;@input { x: real[n]; } @output { y: real[6]; } '
     "@compose { y = image.nearest_resize{size = [6], rounding_method = 'FLOOR'}(x); }", {}, X3,
     [[1, 1, 1, 2, 2, 3]]),
    ('K1-other-type', '@input { x: real[n]; } @output { y: int[n]; } @compose { y = scale{by = 2.0}(x); }',
     {}, X3, '“y” is declared with elements of type int, but composed with real'),
    ('K1-other-number', '@input { x: real[n]; } @output { y: real[]..(2); } @compose { y..(n) = parts(x); }',
     {}, X3, '“y” is declared as 2 tensors, but composed with 3'),
    ('A7-twice', VECTOR + '@compose { y = scale{by = 2.0, by = 3.0}(x); }', {}, X3,
     'Attribute “by” is given twice'),
    ('K2-private', 'IMPORT nn;' + VECTOR + '@compose { y = nn._lstm_step(x); }', {}, X3,
     'is private to its module'),
    ('K2-too-many-types', 'IMPORT math;' + VECTOR + '@compose { y = math.abs<real, real>(x); }', {}, X3,
     'takes 1 types, found 2'),
    ('K2-not-imported', VECTOR + '@compose { y = nn.relu(x); }', {}, X3, '“nn” is not imported'),
    ('K2-unknown', VECTOR + '@compose { y = scales{by = 2.0}(x); }', {}, X3,
     'There is no operator “scales”'),
    ('K3-pack', '@input { x: real[n]; } @output { y: real[]; } '
     '@compose { p..(n) = parts(x); y = p[1]; }', {}, X3, [2]),
    ('K3-list', '@input { x: real[3]; } @output { y: real[]; z: real[]; } '
     '@compose { [y, z, r..(1)] = parts(x); }', {}, X3, [1, 2]),
    ('K3-pack-without-dots', '@input { x: real[n]; } @output { y: real[]; } '
     '@compose { p = parts(x); y = p[1]; }', {}, X3, '“p” is assigned a pack; write “..”'),
    ('K4-left-out', '@input { x: real[4]; } @output { y: real[2]; } @compose { ~, y = halves(x); }', {},
     {'x': [1.0, 2.0, 3.0, 4.0]}, [[3, 4]]),
    ('K8-if', '@attrib { big: bool; } ' + VECTOR +
     '@compose { y = if big then scale{by = 9.0}(x) else x; }', {'big': 'true'}, X3, [[9, 18, 27]]),
    ('K8-null', '@input { x: real[n]; b: optional real[n]; } @output { y: real[n]; } '
     '@compose { y = if ?b then b else scale{by = 2.0}(x); }', {}, X3, [[2, 4, 6]]),
    ('K8-block', VECTOR + '@compose { y = { z = scale{by = 2.0}(x); yield z; }; }', {}, X3, [[2, 4, 6]]),
    ('F6-unroll', VECTOR + '@compose { y = with z = x unroll..(i -> 3) scale{by = real(i + 1)}(z); }',
     {}, X3, [[6, 12, 18]]),
    ('C4-stack', VECTOR + '@compose { y = deep(x); }', {}, X3, 'by is -1.0'),
    ('S9-graph', 'GRAPH' + BOUNDED + '@compose { y = scale{by = 2.0}(x); }', {}, X3, [[2, 4, 6]]),
    ('V3-constants-of-calls', '@constant { c: real[n] = 2.0; } ' + VECTOR +
     '@compose { z = by_constant(x); y = by(z, c); }', {}, X3, [[6, 12, 18]]),
    ('no-formula', VECTOR + '@compose { y = primitive(x); }', {}, X3, '“primitive” has no formula'),
    ('K-recursion', VECTOR + '@compose { y = it(x); }', {}, X3, 'Operators call each other more than'),
]


# What is told beside the outputs.
WARNED = {'W7-assigned': '“=” assigns nothing, and the element is 0',
          'W7-assigned-bool': '“=” assigns nothing, and the element is false'}
# C does not look at indices that only a run knows.
UNCHECKED = {('c', 'W9-data-outside')}


def write_value(value):
    return json.dumps(value)


def run(imaginet, case, engine, folder):
    name, body, attributes, inputs, _ = case
    is_composed = case in COMPOSED
    text = HELPERS if is_composed else ''
    keyword = 'operator'
    if body.startswith('GRAPH'):
        keyword, body = 'graph', body[5:]
    if body.startswith('IMPORT'):
        line, body = body.split(';', 1)
        text = line.lower() + ';' + text
    path = os.path.join(folder, 'main.sknd')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(f'{text}{keyword} it {{ {body} }}\n')
    command = [imaginet, 'sknd', 'run', path, '--operator', 'it', '--json', '--engine', engine]
    for key, value in attributes.items():
        command += ['--attrib', f'{key}={value}']
    for key, value in inputs.items():
        for item in value if isinstance(value, tuple) else (value,):
            command += ['--input', f'{key}={write_value(item)}']
    return subprocess.run(command, capture_output=True, text=True, check=False)


def nest(shape, data):
    if not shape:
        return data[0]
    step = len(data) // shape[0] if shape[0] else 0
    return [nest(shape[1:], data[i * step:(i + 1) * step]) for i in range(shape[0])]


def find_problem(imaginet, case, engine, folder):
    expected = case[-1]
    result = run(imaginet, case, engine, folder)
    try:
        found = json.loads(result.stdout)
    except ValueError:
        return f'{engine}: {result.returncode} {result.stderr}'
    if isinstance(expected, str):
        messages = [row['message'] for row in found['diagnostics']]
        if result.returncode == 1 and len(messages) == 1 and expected in messages[0]:
            return None
        return f'{engine}: expected “{expected}”, found {messages}, {result.returncode}'
    warnings = [row['message'] for row in found['diagnostics']]
    told = WARNED.get(case[0])
    if result.returncode or len(warnings) != (told is not None) or told and told not in warnings[0]:
        return f'{engine}: expected {told}, found {warnings}'
    values = [nest(row['shape'], row['data']) for row in found['outputs']]
    return None if values == expected else f'{engine}: expected {expected}, found {values}'


def check_cycle(imaginet, folder):
    """Modules that import each other, and one that is there neither."""
    for name, text in (('a', 'import b;'), ('b', 'import a;'), ('main', 'import a;')):
        with open(os.path.join(folder, name + '.sknd'), 'w', encoding='utf-8') as file:
            file.write(text + '\noperator it { @output { y: real[]; } @lower { y[] = 1.0; } }\n')
    result = subprocess.run([imaginet, 'sknd', 'run', os.path.join(folder, 'main.sknd')],
                            capture_output=True, text=True, check=False)
    if 'Modules import each other: a → b → a' not in result.stderr:
        return result.stderr or 'no error'
    with open(os.path.join(folder, 'main.sknd'), 'w', encoding='utf-8') as file:
        file.write('import c;\n')
    result = subprocess.run([imaginet, 'sknd', 'run', os.path.join(folder, 'main.sknd')],
                            capture_output=True, text=True, check=False)
    return None if 'There is no module “c”' in result.stderr else result.stderr


def main():
    imaginet, top = sys.argv[1:3]
    os.environ['IMAGINET_DATA_PATH'] = top
    failed = 0
    cases = CASES + COMPOSED
    with tempfile.TemporaryDirectory() as folder:
        for number, case in enumerate(cases):
            engines = ['interpreter']
            if '--all' in sys.argv or number % 6 == 0 or case[0] in COMPILED:
                engines += ['c', 'python']
            engines = [e for e in engines if (e, case[0]) not in UNCHECKED]
            problems = [p for e in engines if (p := find_problem(imaginet, case, e, folder))]
            for problem in problems:
                print('#', problem)
            print('not ok' if problems else 'ok', number + 1, case[0])
            failed += bool(problems)
        problem = check_cycle(imaginet, folder)
        if problem:
            print('#', problem)
        print('not ok' if problem else 'ok', len(cases) + 1, 'modules')
        failed += bool(problem)
    print(f'1..{len(cases) + 1}')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
