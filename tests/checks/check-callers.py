#!/usr/bin/python3
"""Checks that the product calls each global function of src/.

usage: check-callers.py TOP OBJECTS

OBJECTS is the folder of the build with the objects of the product. A function is called if
another object needs it, or a function of its own file that is called itself or static. What only
tests call is not used. Handlers that the templates of ui/ name, and what GLib's macros and
modules export, are called from outside; the domain of an error belongs to what fails.

SPDX-License-Identifier: MIT
"""
import collections
import os
import re
import subprocess
import sys

import project

COMMENT = re.compile(r'/\*.*?\*/', re.S)
FUNCTION = re.compile(r'^(\w+) \([^;]*?\)\n\{\n(.*?)^\}', re.M | re.S)
HANDLER = re.compile(r'\b(?:handler|function)="(\w+)"')
WORD = re.compile(r'[A-Za-z_]\w+')
FROM_OUTSIDE = re.compile(r'main|_.*|g_io_\w+|g_module_\w+|\w+_(get_type|error_quark|get_resource)')


def list_objects(folder):
    return [os.path.join(path, name) for path, _, names in os.walk(folder) for name in names
            if name.endswith('.o')]


def read_symbols(objects):
    """Returns the global functions that objects define, and the names that they need."""
    output = subprocess.run(['nm', '-g', *objects], stdout=subprocess.PIPE, text=True, check=True).stdout
    symbols = [line.split()[-2:] for line in output.splitlines() if len(line.split()) in (2, 3)]
    return ({name for kind, name in symbols if kind == 'T'},
            {name for kind, name in symbols if kind == 'U'})


def find_dead(text, suspects):
    """Returns those of SUSPECTS that nothing of their own file calls but others of them."""
    text, bodies = COMMENT.sub('', text), collections.defaultdict(str)
    outside = FUNCTION.sub('', text)
    for name, body in FUNCTION.findall(text):
        bodies[name] += body
    dead = {name for name in suspects if name in bodies}
    while True:
        used = set(WORD.findall(outside))
        used.update(word for name in bodies if name not in dead for word in WORD.findall(bodies[name]))
        if not dead & used:
            return dead
        dead -= used


def main(top, folder):
    objects = list_objects(folder)
    if not objects:
        print('1..0 # SKIP there are no objects')
        return 0
    templates = '\n'.join(project.read(top, path) for path in project.files(top, ['ui'], ('.ui',)))
    defined, needed = read_symbols(objects)
    suspects = {name for name in defined - needed - set(HANDLER.findall(templates))
                if not FROM_OUTSIDE.fullmatch(name)}
    tap = project.Tap()
    for path in project.files(top, ['src'], ('.c',)):
        dead = find_dead(project.read(top, path), suspects)
        tap.result(path, [f'{path}: the product does not call {name}' for name in sorted(dead)])
    return tap.finish()


sys.exit(main(*sys.argv[1:]))
