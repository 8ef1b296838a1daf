#!/usr/bin/python3
"""Checks that each global function of src/ is called from another file, or from a test.

usage: check-globals.py TOP

One that only its own file calls is static there, one that nothing calls goes. Functions that
macros name, or the generated table of the language's functions, are left out.

SPDX-License-Identifier: MIT
"""
import collections
import re
import sys

import project

DEFINITION = re.compile(r'^(?!static\b)[\w \t*]+\n([a-z]\w+) \([^;]*?\)\n\{', re.M)
WORD = re.compile(r'[A-Za-z_]\w+')
OF_MACROS = re.compile(r'\w+_(get_type|error_quark|free|clear|unref)|im_builtin_\w+|main')


def find_users(top):
    """Returns the files that each word is in, without headers: they declare what they name."""
    users = collections.defaultdict(set)
    for path in project.files(top, ['src', 'tests', 'ui'], ('.c', '.ui')):
        for word in set(WORD.findall(project.read(top, path))):
            users[word].add(path)
    return users


def main(top):
    tap, users = project.Tap(), find_users(top)
    headers = '\n'.join(project.read(top, path) for path in project.files(top, ['src'], ('.h',)))
    in_macros = set(WORD.findall('\n'.join(re.findall(r'^#define.*(?:\\\n.*)*', headers, re.M))))
    for path in project.files(top, ['src'], ('.c',)):
        alone = [name for name in DEFINITION.findall(project.read(top, path))
                 if users[name] <= {path} and name not in in_macros
                 and not OF_MACROS.fullmatch(name)]
        tap.result(path, [f'{path}: no other file calls {name}' for name in alone])
    return tap.finish()


sys.exit(main(*sys.argv[1:]))
