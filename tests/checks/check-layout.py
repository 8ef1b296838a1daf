#!/usr/bin/python3
"""Checks that the root of the source tree holds what it should and nothing else.

usage: check-layout.py TOP

Folders may be absent until they hold something. Build folders and files whose names start
with a dot are ignored.

SPDX-License-Identifier: MIT
"""
import os
import sys

import project

FILES = ('CONTRIBUTING.md', 'LICENSE', 'README.md', 'meson.build', 'meson_options.txt')
FOLDERS = ('data', 'flatpak', 'po', 'src', 'stdlib', 'tests', 'ui', 'units')


def main(top):
    tap = project.Tap()
    names = sorted(entry.name for entry in os.scandir(top)
                   if not entry.name.startswith(('.', 'build')))
    for name in FILES:
        there = os.path.isfile(os.path.join(top, name))
        tap.result(name, [] if there else [f'{name}: missing'])
    for name in FOLDERS:
        path = os.path.join(top, name)
        tap.result(name, [f'{name}: not a folder']
                   if os.path.exists(path) and not os.path.isdir(path) else [])
    allowed = ', '.join([*FILES, *FOLDERS])
    tap.result('nothing else', [f'{name}: not one of {allowed}' for name in names
                                if name not in FILES and name not in FOLDERS])
    return tap.finish()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
