#!/usr/bin/python3
"""Checks how many files of a folder of src/ form a circle: each of them reaches all others by
calls of global functions.

usage: check-circles.py TOP

Files in a circle cannot be read one after the other. Circles of LARGEST files may be.

SPDX-License-Identifier: MIT
"""
import collections
import re
import sys

import project

LARGEST = 3

DEFINITION = re.compile(r'^(static\b)?[\w \t*]+\n([a-z]\w+) \([^;]*?\)\n\{', re.M)
WORD = re.compile(r'[A-Za-z_]\w+')
NO_CODE = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)


class File:
    def __init__(self, top, path):
        text = NO_CODE.sub(' ', project.read(top, path))
        functions = DEFINITION.findall(text)
        self.functions = {name for static, name in functions if not static}
        self.words = set(WORD.findall(text)) - {name for _, name in functions}


def find_calls(files):
    """Returns of each file those whose global functions it names."""
    owners = {name: path for path, file in files.items() for name in file.functions}
    return {path: sorted({owners[word] for word in file.words if word in owners} - {path})
            for path, file in files.items()}


def find_reached(calls, start):
    reached, open_paths = {start}, [start]
    while open_paths:
        for path in calls[open_paths.pop()]:
            if path not in reached:
                reached.add(path)
                open_paths.append(path)
    return reached


def find_circles(calls):
    """Returns the circles, the largest first; each file that is in one is in one only."""
    reached = {path: find_reached(calls, path) for path in calls}
    circles = {tuple(other for other in sorted(reached[path]) if path in reached[other])
               for path in calls}
    return sorted((circle for circle in circles if len(circle) > 1),
                  key=lambda circle: (-len(circle), circle))


def check(folder, circles):
    return [f'{folder}: {len(circle)} files call each other in a circle, at most {LARGEST} '
            f'may: {", ".join(path[len(folder) + 1:] for path in circle)}'
            for circle in circles if len(circle) > LARGEST]


def main(top):
    tap, folders = project.Tap(), collections.defaultdict(dict)
    for path in project.files(top, ['src'], ('.c',)):
        folders['/'.join(path.split('/')[:2])][path] = File(top, path)
    for folder, files in folders.items():
        tap.result(folder, check(folder, find_circles(find_calls(files))))
    return tap.finish()


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
