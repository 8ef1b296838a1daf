#!/usr/bin/python3
"""Computes random einsum strings as formulas, and compares with numpy.

usage: test-einsum.py IMAGINET COUNT

Up to three operands have up to five letters together; a contraction multiplies two tensors, so
that three of them are two contractions, the first of which keeps every letter that it has.

SPDX-License-Identifier: MIT
"""
import json
import multiprocessing.pool
import random
import subprocess
import sys

try:
    import numpy as np
except ImportError:
    print('1..0 # SKIP numpy is not installed')
    sys.exit(0)

LETTERS = 'abcde'


class Einsum:
    """A string such as `ab,bc->ac`, with sizes and data."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        letters = LETTERS[:self.random.randint(1, 5)]
        sizes = {letter: self.random.randint(1, 4) for letter in letters}
        self.operands = [''.join(self.random.choice(letters)
                                 for _ in range(self.random.randint(1, 3)))
                         for _ in range(self.random.randint(1, 3))]
        used = sorted(set(''.join(self.operands)))
        self.result = ''.join(self.random.sample(used, self.random.randint(0, len(used))))
        self.data = [np.array([self.random.randint(-5, 5) for _ in
                               range(int(np.prod([sizes[letter] for letter in operand])))],
                              np.float64).reshape([sizes[letter] for letter in operand])
                     for operand in self.operands]

    def string(self):
        return ','.join(self.operands) + '->' + self.result

    def text(self):
        def contraction(name, letters, factors):
            sizes = ', '.join(letter.upper() for letter in letters)
            return f'{name}[{", ".join(letters)}{" : " if letters else ""}{sizes}] = ' \
                   f'+({" * ".join(factors)});'
        access = [f'T{k}[{", ".join(operand)}]' for k, operand in enumerate(self.operands)]
        head = ', '.join(name.upper() for name in access)
        body = []
        if len(access) == 3:
            kept = ''.join(sorted(set(self.operands[0] + self.operands[1])))
            body.append(contraction('P', kept, access[:2]))
            access = [f'P[{", ".join(kept)}]', access[2]]
        body.append(contraction('R', self.result, access))
        return f'function ({head}) -> (R) {{ {" ".join(body)} }}'


def problem(imaginet, seed):
    case = Einsum(seed)
    expected = np.einsum(case.string(), *case.data)
    words = [word for k, data in enumerate(case.data)
             for word in ('--input', f'T{k}=float64{json.dumps(list(data.shape))}'
                          '{' + ', '.join(map(str, data.ravel())) + '}')]
    result = subprocess.run([imaginet, 'tile', 'run', '-', '--json', *words], input=case.text(),
                            text=True, capture_output=True, timeout=60)
    told = f'{seed}: {case.string()}: {case.text()}'
    found = json.loads(result.stdout) if result.stdout else {'code': result.stderr}
    if found.get('verdict') != 'ok':
        return f'{told}: {found["code"]}: {found.get("message")}'
    data = np.array([float(number) for number in found['outputs'][0]['data']])
    if found['outputs'][0]['shape'] == list(expected.shape) and \
            np.array_equal(data.reshape(expected.shape), expected):
        return None
    return f'{told}: expected {expected.tolist()}, found {data.tolist()}'


def main(imaginet, count):
    with multiprocessing.pool.ThreadPool(2) as pool:
        wrong = [text for text in pool.imap(lambda seed: problem(imaginet, seed),
                                            range(int(count))) if text]
    print(f'{"not ok" if wrong else "ok"} 1 einsum')
    for text in wrong[:10]:
        print('# ' + text.replace('\n', ' '))
    print('1..1')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
