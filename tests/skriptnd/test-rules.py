#!/usr/bin/python3
"""Checks that every rule of the language is named by a test, and every message of Appendix A of
its digest is one that a test expects.

usage: test-rules.py

A rule is named at the beginning of a case, as in “E6-mask”, or of a line of expressions.txt. The
messages are those that tests expect, in parts; a row of a table is a condition and such a part.

SPDX-License-Identifier: MIT
"""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
RULES = {'L': 8, 'T': 8, 'E': 17, 'N': 3, 'A': 7, 'S': 10, 'V': 3, 'C': 4, 'K': 8, 'F': 6, 'W': 16}

# Where other implementations are known to differ from the document: what shows that we do not.
DIFFERENCES = {
    1: 'E8 -7 / 2 → int -4', 2: 'E8 -7 \\ 2 → int -3', 3: 'E2 [1,2,2] < .. → bool false',
    4: 'E2 [1,2,1] != .. → bool false', 5: 'E8 true ^ true → bool false', 6: 'E4 [5:2] → int.. []',
    7: 'using-head-and-tail', 8: 'V1-row-major', 9: '1.14-',
    10: '1.17-', 11: 'V3-VGG-labels', 12: "(259, [], ''", 14: 'E15 "\\{{k}\\}"',
    13: 'F5-declared', 15: 'L7-64-bits', 16: 'E1 [1,2,3] * .. == 6', 17: 'W8-reflect-too-far', 18: 'W7-assigned',
    19: 'W4-maximum-of-negative-ints', 20: 'E6-mask-of-an-attribute', 21: "E9 'a' < 'b'",
    22: 'S5-optional-last', 23: 'C1-names-without-a-message', 24: 'E6 [10,20,30][-4]',
    27: 'K2-nearest-upwards', 28: 'K2-negative-axis-of-scatter', 29: 'K2-negative-axis-of-shuffle',
    30: 'cannot be reflected', 31: 'E8-as-written',
}

CONDITIONS = {
    'illegal symbol': 'is no part of the language', 'open string': 'The string has no end',
    'bad exponent': 'Digits are missing', 'open brace in a string': 'whose “}” is missing',
    'unknown block': 'There is no block', 'block twice': 'is there twice in',
    'missing semicolon': 'Expected “;”', 'operator twice': 'is defined twice',
    'no module': 'There is no module', 'member': 'Expected shape, rank or size',
    'abstract type': 'Expected int, real, bool, str or a type of @dtype',
    'concrete type of @dtype': 'Expected type, arith or num',
    'generic not deduced': 'Neither an attribute nor an input says',
    'generic deduced twice': 'Input “y” has elements of type', 'base violated': 'is declared as num',
    'too many types': 'takes 1 types, found 2',
    'operands differ': 'Expected the same type on both sides', 'sign': 'behind a sign',
    'negation': 'Expected a bool behind “!”', 'binary': 'Expected numbers of type int or real at',
    'logic': 'Expected bools at', 'cast': 'Expected an int, real or bool',
    'built-in': 'Expected a real, found int', 'unknown built-in': 'There is no function',
    'tensor': 'Expected a value that is known before a run', 'list': 'Expected the same type in a list',
    'not expanded': 'Expected a value that is no pack', 'expanded single': 'Expected a pack in front of “..”',
    'expanded pack with a count': 'no pack where it is said how often', 'count': 'how often',
    'range': 'Expected an int, found real', 'zip': 'Expected a pack in a zip', 'index': 'as an index',
    'index of no pack': 'Expected a pack or a str in front of “[”', 'several indices': 'Expected one index of a pack',
    'substituted pack': 'Expected one value for one index',
    'substituted single': 'Expected a pack, a value for each index',
    'coalesce left': 'Expected a value that may be null in front of “??”',
    'coalesce right': 'Expected a value that is never null behind “??”',
    'null test': 'Expected a name that may be null behind “?”', 'containment': 'Expected a pack behind “in”',
    'condition': 'Expected a bool in front of “?”', 'condition without else': 'Expected a single bool',
    'fold operator': 'cannot be folded', 'fold of a single': 'Expected a pack in front of a fold',
    'lengths': 'Expected packs of one length', 'mask': 'Expected a mask of',
    'unzip': 'are not divided by', 'open items': 'One of several packs at most', 'hint': 'is said to have',
    'hint of a single': 'this is a single value', 'pack of extents': 'Expected “..” behind a pack of extents',
    'spread of a single': 'Expected a pack behind “..”', 'extents of a pack': 'Expected an extent for each',
    'twice': 'is declared twice', 'undeclared': 'There is no “', 'extent type': 'Expected an int as an extent',
    'optional output': 'Only attributes and inputs can be optional',
    'shape missing': 'Expected a shape behind the type',
    'shape in the shape of an input': 'The shape of “y” does not say', 'two bounds': 'has another bound above',
    'bound of an expression': 'Expected a name or “~” in front of “|”',
    'inputs not ordered': 'The shape of “x” does not say', 'no operator': 'There is no operator',
    'private': 'is private to its module', 'not imported': 'is not imported', 'attribute': 'has no attribute',
    'missing attribute': 'is not given', 'attribute type': 'is of type real, found int',
    'attribute tensor': 'An attribute is no tensor', 'length without value': 'Nothing says how many values',
    'divisibility': 'would be no integer', 'negative': 'would be negative', 'rank': 'of rank at least',
    'agreement': 'is expected', 'ranks of a pack': 'have ranks 2 and 1',
    'composed shape': 'but composed with', 'length of an attribute': 'The length of “z” is 1',
    'division by 0': 'An integer is divided by 0', 'stride': 'The stride of a range is 0',
    'index outside': 'There is no item', 'assert of no bool': 'Expected a bool, or a pack of bools, to assert',
    'optional message': 'The message may be null', 'initial value': '“:=” needs an output that “=”',
    'bars outside of an index': 'there in @lower only', 'lower and compose': 'either @lower or @compose',
    'output missing': 'is never assigned', 'assigned twice': 'is there already',
}


def read_tests():
    own = pathlib.Path(__file__).name
    paths = [p for p in HERE.iterdir() if p.suffix in ('.c', '.py', '.txt') and p.name != own]
    return '\n'.join(path.read_text(encoding='utf-8') for path in sorted(paths))


def find_problems(text):
    named = set(re.findall(r'''["'/]([A-Z]\d+)-[a-z]''', text)) | set(re.findall(r'^([A-Z]\d+) ', text, re.M))
    for letter, count in RULES.items():
        for number in range(1, count + 1):
            rule = f'{letter}{number}'
            if rule not in named:
                yield f'no test names the rule {rule}'
    # Strings of C are written with escapes, and may be cut.
    text = re.sub(r'"\s*\n\s*"', '', text)
    for number, case in DIFFERENCES.items():
        if case not in text:
            yield f'no test shows difference {number}: {case}'
    for condition, message in CONDITIONS.items():
        if message not in text:
            yield f'no test expects “{message}” ({condition})'


def main():
    problems = list(find_problems(read_tests()))
    for problem in problems:
        print('#', problem)
    print('not ok' if problems else 'ok', 1, 'rules')
    print('1..1')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
