#!/usr/bin/python3
"""Makes units of formulas, and checks what was written.

usage: test-tile-units.py IMAGINET CASES HEADS DOCUMENT

Each formula of the cases that can be computed becomes a unit without problems, whose example has
the values that the case expects. CASES, HEADS and DOCUMENT are those of test-tile-cases.py.

SPDX-License-Identifier: MIT
"""
import os
import re
import subprocess
import sys
import tempfile

from tile_cases import arguments, read_cases

SUM = 'function (I[M, N]) -> (O) { O[n : N] = +(I[m, n]); }'
CONVOLUTION = '''function (I[N, CI], K[T, CI, CO], S) -> (O) {
  O[x, co : (N - T) / S + 1, CO] = +(I[S * x + t, ci] * K[t, ci, co]);
}'''
POOL = '''Tensor pool(Tensor I, std::vector<size_t> k) {
  TensorDim X, Y; TensorIndex i, j, a, b; I.bind_dims(X, Y); auto O = TensorOutput(X / k[0], Y / k[1]);
  O(i, j) >= I(k[0] * i + a, k[1] * j + b); O.add_constraints({a < k[0], b < k[1]}); return O; }'''
SOFTMAX = '''def softmax(I):
    X, Y = TensorDims(2)
    i, j = TensorIndexes(2)
    I.bind_dims(X, Y)
    M = TensorOutput(X, 1)
    M[i, 0] >= I[i, j]
    E = exp(I - M)
    N = TensorOutput(X, 1)
    N[i, 0] += E[i, j]
    return E / N
'''
# A formula, its inputs, and parts of the unit that becomes of it.
UNITS = (
    (SUM, ['I=int8[2,2]{100,100,100,3}'], [
        'shape="System.Shape(N)"', 'type="I.type == System.Float32 ? System.Float32 : System.Int32"',
        'System.Int8', '>200 103</im:Output>']),
    (CONVOLUTION, ['S=2'], [
        '"System.Shape((N - T) / S + 1, CO)"', '<Int32Option name="S" default="2"',
        '|| K.shape.size(1) == CI"', '|| (N - T) / S + 1 >= 1"']),
    (POOL, ['k=[2,2]'], ['"System.Shape(X / k_0, Y / k_1)"', 'pool(I, System.Shape(k_0, k_1))',
             'type="I.type"']),
    (SOFTMAX, [], ['shape="System.Shape(X, Y)"']),
    ('function (A, B) -> (O) { O = A + B; }', ['A=float32[3,2]', 'B=float32[2]'], [
        'shape="System.Shape(3, 2)"', 'A.shape == System.Shape(3, 2)']),
    ('function (I, F) -> (O) { O = I * F; }', ['I=float32[4]', 'F=2.5'], [
        '<DoubleOption name="F" default="2.5"', 'shape="I.shape"', '>2.5 5 7.5 10</im:Output>']),
    ('function (I[M], J[M]) -> (O) { O[n : M] = +(I[n] * J[n]); }',
     ['I=int8[2]{100,3}', 'J=int16[2]{300,2}'], ['>30000 6</im:Output>', 'J.type == System.Int16']),
)
# What cannot be written: the unit's id, the formula, its inputs, and what is said.
REFUSED = (
    ('Sum', SUM, [], 'two names or more'),
    ('Core.Sum', SUM, [], 'belong to the units that come along'),
    ('Own.2', SUM, [], 'begins with a letter'),
    ('Own.a/b', SUM, [], 'letters of the English alphabet'),
    ('Own.Taken', SUM, [], 'already: choose another name'),
    ('Own.Wrong', SUM.replace('m, n])', 'm * n, n])'), [], 'multiplied by an index'),
    ('Own.Wrong', SUM, ['I=float32[2]'], 'expected|axes|rank'),
    ('Own.Number', 'function (I[N]) -> (O) { O[] = +(I[n]); }', [], 'without an axis'),
    ('Own.Half', 'function (I[N]) -> (O) { O[n : N] = +(I[n]); }', ['I=float16[2]'], 'float16|Float16'),
)
# What formulas can have, but no unit: an output without axes, and a padding that is a tensor.
NO_UNIT = 'without an axis|is a tensor, not a number'


class Maker:
    def __init__(self, imaginet, folder):
        self.imaginet, self.folder = imaginet, folder
        self.count = self.failed = 0

    def run(self, *words, text=None):
        return subprocess.run([self.imaginet, *words], input=text, capture_output=True, text=True)

    def make(self, unit, text, inputs):
        return self.run('tile', 'unit', '-', '--unit', unit, '-o', self.folder, *(
            word for one in inputs for word in ('--input', one)), text=text)

    def path(self, unit):
        name = unit.split('.')[-1]
        return os.path.join(self.folder, name, name + '.imunit')

    def read(self, unit):
        with open(self.path(unit), encoding='utf-8') as file:
            return file.read()

    def report(self, name, wrong):
        self.count += 1
        self.failed += bool(wrong)
        print(f'{"not ok" if wrong else "ok"} {self.count} {name}', flush=True)
        if wrong:
            print('# ' + str(wrong).replace('\n', '\n# '), flush=True)


def differs(expected, text):
    """What is wrong with the example in a text; large ones have none."""
    example = re.search('<im:Output [^>]*>([^<]*)<', text)
    if example is None or 'data' not in expected:
        return example is None and len(expected.get('data', [])) in range(1, 500) and text
    found = [float(word) for word in example[1].split()]
    is_near = len(found) == len(expected['data']) and all(
        abs(a - b) <= expected['tol'] * max(1, abs(a)) for a, b in zip(expected['data'], found))
    return not is_near and f'expected {expected["data"]}, found {found}'


def make_cases(maker, cases):
    """All cases that can be computed; their units are checked at once."""
    made = []
    for number, (case, spelling) in enumerate(
            (case, spelling) for case in cases for spelling in ('cpp', 'py', 'tile')
            if spelling in case and case['expect']['verdict'] == 'ok'):
        unit, code = f'Own.Case{number}', case[spelling]
        words = arguments(case, code, spelling)
        done = maker.make(unit, code, words[1::2])
        name = f'{case["id"]}-{spelling}'
        if done.returncode:
            maker.report(name, not re.search(NO_UNIT, done.stderr) and done.stderr)
            continue
        text = maker.read(unit)
        made.append(maker.path(unit))
        # Units compute narrow integers in 32 bits.
        is_narrow = re.search('type="u?int(8|16)"', text)
        maker.report(name, not is_narrow and differs(case['expect'], text))
    done = maker.run('check', *made)
    maker.report('cases-are-units', done.returncode and done.stdout + done.stderr)


def make_units(maker):
    made = []
    for number, (text, inputs, parts) in enumerate(UNITS):
        unit = f'Own.Unit{number}'
        done = maker.make(unit, text, inputs)
        if done.returncode:
            maker.report(unit, done.stderr)
            continue
        written = maker.read(unit)
        missing = [part for part in parts if part not in written]
        maker.report(unit, missing and f'expected {missing}, found {written}')
        made.append(maker.path(unit))
    done = maker.run('check', '--compile', *made)
    maker.report('units-compile', done.returncode and done.stdout + done.stderr)


def refuse(maker):
    os.mkdir(os.path.join(maker.folder, 'Taken'))
    for unit, text, inputs, expected in REFUSED:
        before = sorted(os.listdir(maker.folder))
        done = maker.make(unit, text, inputs)
        wrong = done.returncode == 0 or not re.search(expected, done.stderr) or \
            before != sorted(os.listdir(maker.folder))
        maker.report('refuses-' + unit, wrong and done.stderr)
    done = maker.run('tile', 'unit', '-', '--unit', 'Own.Sum', '-o',
                     os.path.join(maker.folder, 'missing'), text=SUM)
    maker.report('no-folder', 'nothing can be written into' not in done.stderr and done.stderr)


def main(imaginet, own, heads, document):
    with tempfile.TemporaryDirectory() as folder:
        maker = Maker(os.path.abspath(imaginet), folder)
        make_units(maker)
        refuse(maker)
        make_cases(maker, [case for cases in read_cases(own, heads, document) for case in cases])
    print(f'1..{maker.count}')
    return 1 if maker.failed else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
