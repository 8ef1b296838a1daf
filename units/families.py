#!/usr/bin/python3
"""Writes the passages that units of a family share into their files.

usage: families.py UNITS [--check]

A passage of `families.toml` stands in each of its units between comments with its name; what
is there is written anew, with the words of the unit in place of `{{word}}`. With --check
nothing is written, and the exit status is 1 if a file would change.

SPDX-License-Identifier: MIT
"""
import os
import re
import sys
import tomllib


def begin(name):
    return f'<!-- {name}: of units/families.toml -->'


def end(name):
    return f'<!-- end of {name} -->'


def passage_of(name, text, words):
    """Returns the lines of a passage with its comments, indented as its text is."""
    indent = re.match(r' *', text)[0]
    text = re.sub(r'{{(\w+)}}', lambda word: words[word[1]], text)
    return f'{indent}{begin(name)}\n{text}{indent}{end(name)}\n'


def renew(text, name, passage):
    """Returns the text of a unit with a passage anew."""
    place = re.compile(rf'^ *{re.escape(begin(name))}\n.*?^ *{re.escape(end(name))}\n',
                       re.MULTILINE | re.DOTALL)
    renewed, n = place.subn(lambda _: passage, text)
    if n != 1:
        raise ValueError(f'has “{begin(name)}” {n} times, expected once')
    return renewed


def main(units, mode=''):
    with open(os.path.join(units, 'families.toml'), 'rb') as file:
        families = tomllib.load(file)
    differing = []
    for family in families.values():
        for unit, words in family['units'].items():
            parts = unit.split('.')
            path = os.path.join(units, *parts, parts[-1] + '.imunit')
            with open(path, encoding='utf-8') as file:
                old = new = file.read()
            for name, text in family['passages'].items():
                try:
                    new = renew(new, name, passage_of(name, text, words))
                except (KeyError, ValueError) as error:
                    sys.exit(f'{path}: {error}')
            if new != old:
                differing.append(path)
            if new != old and mode != '--check':
                with open(path, 'w', encoding='utf-8') as file:
                    file.write(new)
    for path in differing:
        print(f'{path}: {"is not what families.py writes" if mode else "written"}')
    return mode == '--check' and bool(differing)


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
