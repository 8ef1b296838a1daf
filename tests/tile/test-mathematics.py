#!/usr/bin/python3
"""Writes formulas as mathematics: which signs and words stand where.

usage: test-mathematics.py IMAGINET

SPDX-License-Identifier: MIT
"""
import subprocess
import sys
import xml.etree.ElementTree as tree

SVG = '{http://www.w3.org/2000/svg}'
INPUTS = {'I': 'float32[6,3]', 'K': 'float32[3]'}
MAX_WIDTH = 720

SUM = '''def f(I):
  M, N = TensorDims(2)
  m, n = TensorIndexes(2)
  I.bind_dims(M, N)
  S = TensorOutput(N)
  S[n] += I[m, n]
  return S / M
'''
LONG = ('function (I[M, N], K[N]) -> (O) { O[output_row : M] = +(I[output_row, input_column] * '
        'K[input_column]), input_column < 3, output_row + input_column < 8, output_row < 4; }')

# name, formula, its texts without blanks in their order, | between two kernels, and how many
# signs, lines and brackets are drawn
CASES = [
    ('sum', 'function (I[M, N]) -> (O) { O[n : N] = +(I[m, n]); }', 'O[n]=mI[m,n]', 1),
    ('product', 'function (I[M, N]) -> (O) { O[n : N] = *(I[m, n]); }', 'O[n]=mI[m,n]', 1),
    ('minimum', 'function (I[M, N]) -> (O) { O[n : N] = <(I[m, n]); }', 'O[n]=minmI[m,n]', 0),
    ('pool', 'function (I[M, N]) -> (O) { O[i, n : M / 2, N] = >(I[2 * i + j, n]), j < 2; }',
     'O[i,n]=maxjI[2i+j,n],0≤j<2', 0),
    ('copy', 'function (I[M, N]) -> (O) { O[n, m : N, M] = =(I[m, n]); }', 'O[n,m]=I[m,n]', 0),
    ('subscripts', 'function (I[M, N]) -> (O) { O[k_out : M] = +(I[k_out, x0]); }',
     'O[kout]=x0I[kout,x0]', 1),
    ('half', 'function (I[M, N]) -> (O) { O[i : 12] = +(I[(i - 1) / 2, n]); }',
     'O[i]=nI[i−1/2,n]', 3),
    ('scatter', 'function (I[M, N]) -> (O) { O[2 * m + n : 14] = +(I[m, n]); }',
     'O[2m+n]=m,nI[m,n]', 1),
    ('fraction', 'def f(I):\n  return -I / (1 + abs(I))\n',
     'result[i0,i1]=−I[i0,i1]1+I[i0,i1]', 3),
    ('brackets', 'def f(I, K):\n  return (I + K) * (I - (K - 1)) - 2 * I\n',
     'result[i0,i1]=I[i0,i1]+K[i1]·I[i0,i1]−K[i1]−1−2·I[i0,i1]', 6),
    ('cases', 'def f(I, K):\n  return select(I < 0, sqrt(K), exp(I))\n',
     'result[i0,i1]=K[i1]ifI[i0,i1]<0expI[i0,i1]otherwise', 5),
    ('two', SUM, 'S[n]=mI[m,n]|result[i0]=S[i0]6', 2),
    ('broken', LONG, 'O[outputrow]=inputcolumnI[outputrow,inputcolumn]·K[inputcolumn],'
     '0≤inputcolumn<3,0≤outputrow+inputcolumn<8,0≤outputrow<4', 1),
]


def draw(imaginet, formula):
    head = formula.split(')', 1)[0]
    inputs = [word for name, type_ in INPUTS.items() if name in head.replace('(', ' ').replace(
        '[', ' ').replace(',', ' ').split() for word in ('--input', f'{name}={type_}')]
    done = subprocess.run([imaginet, 'tile', 'emit', '-', '--language', 'svg', *inputs],
                          input=formula, capture_output=True, text=True, check=False, timeout=60)
    if done.returncode != 0:
        raise ValueError(done.stderr)
    return tree.fromstring(done.stdout)


def check(picture, expected, n_paths):
    groups = picture.findall(f'{SVG}g')
    texts = picture.findall(f'.//{SVG}text')
    found = '|'.join(''.join(text.text.replace(' ', '') for text in group.iter(f'{SVG}text'))
                     for group in groups)
    paths = len(picture.findall(f'.//{SVG}path'))
    if (found, paths) != (expected, n_paths):
        return f'{found}, {paths} paths, not {expected}, {n_paths}'
    width, height = float(picture.get('width')), float(picture.get('height'))
    out = [text.text for text in texts if not 0 < float(text.get('x')) < width or
           not 0 < float(text.get('y')) < height]
    if out or width > MAX_WIDTH:
        return f'{out} not in {width}x{height}'
    return None


def main(imaginet):
    print(f'1..{len(CASES)}')
    for number, (name, formula, expected, n_paths) in enumerate(CASES, 1):
        wrong = check(draw(imaginet, formula), expected, n_paths)
        print(f'{"not " if wrong else ""}ok {number} {name}')
        if wrong:
            print(f'# {wrong}')


main(*sys.argv[1:])
