#!/usr/bin/python3
"""Checks that src/ is built in the layers that the table in src/README.md allows.

usage: check-layers.py TOP

The table has a row for each folder: name, what it holds, which folders above it may be
used besides `base`, and the target that it builds. Every `#include "folder/file"` in
src/FOLDER and in tests/FOLDER must follow it. A row may also say `all`, or all but some.

A folder may have rooms, which are folders in it, with a table of their own: `folder/room`,
what it holds, and which rooms above it may be used. Every `#include "folder/room/file"` in
src/FOLDER/ROOM must follow that; what lies in no room may use all.

SPDX-License-Identifier: MIT
"""
import os
import re
import sys

import project

ROW = re.compile(r'^\|\s*`([\w-]+)`\s*\|[^|]*\|([^|]*)\|([^|]*)\|\s*$', re.M)
ROOM_ROW = re.compile(r'^\|\s*`([\w-]+)/([\w-]+)`\s*\|[^|]*\|([^|]*)\|\s*$', re.M)
NAME = re.compile(r'`([\w-]+)`')
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)
LIBRARY = re.compile(r"^\s*(?:\w+\s*=\s*)?static_library\(\s*'([^']+)'", re.M)
TARGET = re.compile(r"\b(?:static_library|executable)\(\s*'([^']+)'")
SUBDIR = re.compile(r"^subdir\('([^']+)'\)", re.M)


class Layer:
    def __init__(self, folder, uses, builds, above):
        self.folder = folder
        self.builds = NAME.findall(builds)
        self.named = NAME.findall(uses)
        self.uses = [name for name in above if name not in self.named] \
            if 'all' in uses.split() else self.named
        self.allowed = {folder, *self.uses, *(['base'] if 'base' in above else [])}


def read_table(top):
    layers = {}
    for folder, uses, builds in ROW.findall(project.read(top, 'src/README.md')):
        layers[folder] = Layer(folder, uses, builds, list(layers))
    return layers


def read_rooms(top):
    """Returns the rooms of each folder in order, each with those that it may use."""
    rooms = {}
    for folder, room, uses in ROOM_ROW.findall(project.read(top, 'src/README.md')):
        above = rooms.setdefault(folder, {})
        above[room] = list(above) if 'all' in uses.split() else NAME.findall(uses)
    return rooms


def check_room_table(top, folder, rooms):
    there = [name for name in project.subfolders(os.path.join(top, 'src', folder))
             if project.is_ours(name)]
    problems = [f'src/README.md: the table of rooms has no row for src/{folder}/{name}'
                for name in there if name not in rooms]
    problems += [f'src/README.md: there is no folder src/{folder}/{name}'
                 for name in rooms if name not in there]
    above = set()
    for name, uses in rooms.items():
        problems += [f'src/README.md: {folder}/{name} may use {used}, which is not above it'
                     for used in uses if used not in above]
        above.add(name)
    return problems


def check_rooms(top, folder, rooms):
    problems = check_room_table(top, folder, rooms)
    for path, line, included in find_includes(top, f'src/{folder}'):
        place, target = path.split('/')[2:-1], included.split('/')
        if len(place) == 1 and place[0] in rooms and len(target) == 3 and \
                target[0] == folder and target[1] not in (place[0], *rooms[place[0]]):
            allowed = ', '.join(sorted([place[0], *rooms[place[0]]]))
            problems.append(f'{path}:{line}: {folder}/{place[0]} may not use "{included}", '
                            f'only {allowed}')
    return problems


def check_table(top, layers):
    problems = []
    folders = project.subfolders(os.path.join(top, 'src'))
    problems += [f'src/README.md: the table has no row for src/{folder}'
                 for folder in folders if folder not in layers]
    problems += [f'src/README.md: there is no folder src/{folder}'
                 for folder in layers if folder not in folders]

    above = set()
    for layer in layers.values():
        problems += [f'src/README.md: {layer.folder} may use {used}, which is not above it'
                     for used in layer.named if used not in above]
        above.add(layer.folder)

    order = SUBDIR.findall(project.read(top, 'src/meson.build'))
    if order != list(layers):
        problems.append(f'src/meson.build: has {", ".join(order)}; '
                        f'the table has {", ".join(layers)}')
    return problems


def check_targets(top, layer):
    path = f'src/{layer.folder}/meson.build'
    if not os.path.exists(os.path.join(top, path)):
        return [f'{path}: missing']
    text = project.read(top, path)
    problems = [f'{path}: builds no {name}, which the table names'
                for name in layer.builds if name not in TARGET.findall(text)]
    problems += [f'{path}: builds the library {name}; '
                 f'the one library of a folder is im-{layer.folder}'
                 for name in LIBRARY.findall(text) if name != f'im-{layer.folder}']
    return problems


def find_includes(top, folder):
    for path in project.files(top, [folder], ('.c', '.h')):
        text = project.read(top, path)
        for match in INCLUDE.finditer(text):
            yield path, text.count('\n', 0, match.start(1)) + 1, match[1]


def check_includes(top, folder, layer, layers):
    problems = []
    for path, line, included in find_includes(top, folder):
        target = included.split('/')[0] if '/' in included else None
        if folder.startswith('src/') and target is None:
            problems.append(f'{path}:{line}: "{included}" has no folder, '
                            f'write "{layer.folder}/{included}"')
        elif target in layers and target not in layer.allowed:
            problems.append(f'{path}:{line}: {layer.folder} may not use "{included}", '
                            f'only {", ".join(sorted(layer.allowed))}')
    return problems


def main(top):
    tap = project.Tap()
    layers = read_table(top)
    tap.result('src/README.md', check_table(top, layers))
    for layer in layers.values():
        source, tests = f'src/{layer.folder}', f'tests/{layer.folder}'
        tap.result(source, check_targets(top, layer)
                   + check_includes(top, source, layer, layers))
        if os.path.isdir(os.path.join(top, tests)):
            tap.result(tests, check_includes(top, tests, layer, layers))
    for folder, rooms in read_rooms(top).items():
        tap.result(f'rooms of src/{folder}', check_rooms(top, folder, rooms))
    return tap.finish()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
