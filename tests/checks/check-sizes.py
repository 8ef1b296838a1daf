#!/usr/bin/python3
"""Checks the length of C files and functions: notes above one limit, fails above another.

usage: check-sizes.py TOP [--file NOTE FAIL] [--function NOTE FAIL]

The formatter puts the braces of a function body alone into the first column, which is how
its length is found: the lines from `{` to `}`, both included.

SPDX-License-Identifier: MIT
"""
import argparse
import re
import sys

import project

NAME = re.compile(r'^(\w+) \(')


def functions(lines):
    """Yields the name, first line and number of lines of each function body."""
    name, start = '?', None
    for number, line in enumerate(lines, 1):
        match = NAME.match(line)
        if match and start is None:
            name = match[1]
        if line == '{':
            start = number
        elif line == '}' and start is not None:
            yield name, start, number - start + 1
        if line.startswith('}'):
            start = None


def measure(path, text, limits):
    """Returns the lengths of a file over the notable limits and over the hard ones."""
    lines = text.splitlines()
    found = [(f'{path}: {len(lines)} lines', len(lines), limits.file)]
    found += [(f'{path}:{start}: {name} has {length} lines', length, limits.function)
              for name, start, length in functions(lines)]
    notes = [f'{what}, more than {note}' for what, length, (note, fail) in found
             if note < length <= fail]
    problems = [f'{what}, at most {fail} allowed' for what, length, (note, fail) in found
                if length > fail]
    return notes, problems


def main():
    parser = argparse.ArgumentParser(description='Checks the length of files and functions.')
    parser.add_argument('top')
    parser.add_argument('--file', type=int, nargs=2, default=(600, 800))
    parser.add_argument('--function', type=int, nargs=2, default=(60, 100))
    arguments = parser.parse_args()

    tap = project.Tap()
    notes, problems = {}, {}
    for path in project.files(arguments.top, ['src', 'tests'], ('.c', '.h')):
        text = project.read(arguments.top, path)
        notes[path], problems[path] = measure(path, text, arguments)
    tap.results_by_folder(notes, problems, notes)
    return tap.finish()


if __name__ == '__main__':
    sys.exit(main())
