#!/usr/bin/python3
"""Computes random contractions, and compares with an enumeration of all sets of indices.

usage: test-tile-random.py IMAGINET COUNT [ENGINE]

Factors are rational, negative or 0, constraints and defaults come and go. The box that is
enumerated follows from linear programs, one for each end of each index.

SPDX-License-Identifier: MIT
"""
import itertools
import json
import multiprocessing.pool
import random
import subprocess
import sys

try:
    import numpy as np
    from scipy.optimize import linprog
except ImportError as error:
    print(f'1..0 # SKIP {error.name} is not installed')
    sys.exit(0)

SIGNS = {'+': ('sum', np.add, 0.0), '*': ('product', np.multiply, 1.0),
         '>': ('max', np.fmax, -np.inf), '<': ('min', np.fmin, np.inf), '=': ('assign', None, 0.0)}
EPILOGUES = {
    'O * 2 + 1': lambda x: x * 2 + 1,
    'select(O > 3, O, -O)': lambda x: np.where(x > 3, x, -x),
    'as_float(as_int(O / 2, 8), 64) - O': lambda x: np.clip(np.trunc(x / 2), -128, 127) - x,
}
MAX_POINTS = 2000000
EMPTY, UNBOUNDED, CONFLICT = 'empty-domain', 'unbounded-index', 'assign-conflict'


class Case:
    """A contraction of up to four indices, which reads one or two tensors."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.n = self.random.randint(1, 4)
        self.sign = self.random.choice('+++*><=')
        # Several elements at a time are computed where an axis is long.
        self.sizes = (8, 9, 12, 13, 21) if self.n < 4 and seed % 3 == 0 else range(1, 7)
        self.output = self.forms(self.random.randint(0, 2))
        self.loads = [self.forms(self.random.randint(1, 2))
                      for _ in range(self.random.randint(1, 2))]
        self.constraints = self.forms(self.random.choice((0, 0, 1, 2)))
        self.default = self.random.choice((None, None, None, 2.0))
        self.data = [np.array([self.random.randint(-4, 4) for _ in range(self.count(load))],
                              np.float64).reshape([form[3] for form in load])
                     for load in self.loads]
        # What is computed of each element.
        self.epilogue = self.random.choice((None, None, *EPILOGUES))

    def forms(self, n):
        """Factors, constant, divisor and size of each axis. Constants alone are no indices: they
        divide as sizes do."""
        forms = [([self.random.choice((0, 0, 0, 1, 1, 1, -1, 2, 3, -2)) for _ in range(self.n)],
                  self.random.randint(-2, 3), self.random.choice((1, 1, 1, 1, 2, 3)),
                  self.random.choice(self.sizes)) for _ in range(n)]
        return [(factors, constant, divisor if any(factors) else 1, size)
                for factors, constant, divisor, size in forms]

    @staticmethod
    def count(forms):
        return int(np.prod([form[3] for form in forms], dtype=int))

    @staticmethod
    def text_of(form):
        terms = [f'{factor} * x{i}' for i, factor in enumerate(form[0]) if factor]
        return f'({" + ".join([*terms, str(form[1])])}) / {form[2]}'.replace('+ -', '- ')

    def text(self):
        def access(name, forms, sizes=''):
            return f'{name}[{", ".join(map(self.text_of, forms))}{sizes}]'
        heads = ', '.join(f'I{k}[{", ".join(f"D{k}{axis}" for axis in range(len(load)))}]'
                          for k, load in enumerate(self.loads))
        sizes = ' : ' + ', '.join(str(form[3]) for form in self.output) if self.output else ''
        right = ' * '.join(access(f'I{k}', load) for k, load in enumerate(self.loads))
        limits = ''.join(f', {self.text_of(form)} < {form[3]}' for form in self.constraints)
        end = '' if self.default is None else f' default {self.default}'
        name, more = ('O', '') if self.epilogue is None else ('P', f' P = {self.epilogue};')
        return f'function ({heads}) -> ({name}) {{ {access("O", self.output, sizes)} = {self.sign}' \
               f'({right}){limits}{end};{more} }}'

    def rows(self):
        return [*self.output, *itertools.chain(*self.loads), *self.constraints]

    def box(self):
        """First and last value of each index, or what is wrong."""
        factors = np.array([row[0] for row in self.rows()], float)
        high = np.array([row[2] * (row[3] - 1) - row[1] for row in self.rows()], float)
        low = np.array([-row[1] for row in self.rows()], float)
        ends = []
        for i, sign in itertools.product(range(self.n), (1, -1)):
            found = linprog(sign * np.eye(self.n)[i], np.vstack((factors, -factors)),
                            np.concatenate((high, -low)), bounds=(None, None), method='highs')
            if found.status != 0:
                return EMPTY if found.status == 2 else UNBOUNDED
            ends.append(int(np.ceil(found.fun - 1e-6)) if sign > 0 else
                        int(np.floor(-found.fun + 1e-6)))
        return list(zip(ends[::2], ends[1::2]))

    def expect(self):
        """The elements, or the code of what is wrong; None if there are too many points."""
        used = [any(form[0][i] for form in [*self.output, *itertools.chain(*self.loads)])
                for i in range(self.n)]
        named = [any(row[0][i] for row in self.rows()) for i in range(self.n)]
        if any(name and not use for name, use in zip(named, used)):
            return 'constraint-only-index'
        keep = [i for i in range(self.n) if named[i]]  # an index that is nowhere is none
        if len(keep) < self.n:
            self.n = len(keep)
            for row in self.rows():
                row[0][:] = [row[0][i] for i in keep]
        box = self.box() if self.n else []
        if isinstance(box, str):
            return box
        counts = [max(0, last - first + 1) for first, last in box]
        if np.prod(counts, dtype=float) > MAX_POINTS:
            return None
        index = np.array(list(np.ndindex(*counts)), np.int64).reshape(int(np.prod(counts)), self.n)
        index += np.array([first for first, _ in box], np.int64).reshape(1, -1)
        numbers = [index @ np.array(row[0], np.int64).reshape(self.n) + row[1] for row in self.rows()]
        valid = np.ones(len(index), bool)
        for number, row in zip(numbers, self.rows()):
            valid &= (number % row[2] == 0) & (number >= 0) & (number < row[2] * row[3])
        if not valid.any():
            return EMPTY
        return self.compute([number[valid] // row[2] for number, row in zip(numbers, self.rows())],
                            int(valid.sum()))

    def finish(self, expected):
        if self.epilogue is None or expected is None or isinstance(expected, str):
            return expected
        return EPILOGUES[self.epilogue](expected)

    def compute(self, numbers, n_points):
        def take(forms):
            at = np.zeros(n_points, np.int64)
            for form in forms:
                at = at * form[3] + numbers.pop(0)
            return at
        at = take(self.output)
        values = np.ones(n_points)
        for load, data in zip(self.loads, self.data):
            values = values * data.ravel()[take(load)]
        _, function, start = SIGNS[self.sign]
        size = self.count(self.output)
        result = np.full(size, 0.0 if self.default is None else self.default)
        if function is None:
            if len(np.unique(at)) != n_points:
                return CONFLICT
            result[at] = values
            return result
        sums = np.full(size, start) if self.default is None else result.copy()
        function.at(sums, at, values)
        written = np.unique(at)
        result[written] = sums[written]
        return result


def problem(imaginet, engine, seed):
    case = Case(seed)
    text = case.text()
    expected = case.finish(case.expect())
    words = [word for k, data in enumerate(case.data) for word in
             ('--input', f'I{k}=float64{json.dumps(list(data.shape))}'
              '{' + ', '.join(map(str, data.ravel())) + '}')]
    run = subprocess.run([imaginet, 'tile', 'run', '-', '--json', '--engine', engine, *words], input=text, text=True,
                         capture_output=True, timeout=120)
    told = f'{seed}: {text} {" ".join(words)}'
    if not run.stdout:
        return f'{told}: exit status {run.returncode}, {run.stderr}'
    found = json.loads(run.stdout)
    if expected is None:
        return None
    if isinstance(expected, str):
        codes = {expected} if expected in (CONFLICT, 'constraint-only-index') else {EMPTY, UNBOUNDED}
        return None if found.get('code') in codes else f'{told}: expected {expected}, found {found}'
    if found['verdict'] != 'ok':
        return f'{told}: expected {list(expected)}, found {found["code"]}: {found["message"]}'
    data = np.array([float(number) for number in found['outputs'][0]['data']])
    if np.allclose(data, expected, rtol=1e-12, atol=0):
        return None
    return f'{told}: expected {list(expected)}, found {list(data)}'


def main(imaginet, count, engine='interpreter'):
    with multiprocessing.pool.ThreadPool(2) as pool:
        found = pool.imap(lambda seed: problem(imaginet, engine, seed), range(int(count)))
        wrong = [text for text in found if text]
    print(f'{"not ok" if wrong else "ok"} 1 random-contractions')
    for text in wrong[:10]:
        print('# ' + text.replace('\n', ' '))
    print('1..1')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
