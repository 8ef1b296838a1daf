#!/usr/bin/python3
"""Compiles each C file of the shipped units on its own, strictly, with all compilers.

usage: test-headers.py UNITS [--all|FOLDER…]

A file must be complete with what it includes, be C99 and C++, and not get a warning. Each is
compiled by one compiler of C and one of C++, in turn, with --all by every compiler, and so are
those in folders below UNITS/Core, such as Math/Max. Fragments with templates are compiled in all
types. A compiler that is not installed is skipped.

SPDX-License-Identifier: MIT
"""
import os
import shutil
import subprocess
import sys

import templates
from compilers import LANGUAGES, STRICT
from tap import Tap


def files_below(folder):
    for path, _, names in sorted(os.walk(folder)):
        yield from (os.path.join(path, name) for name in sorted(names)
                    if name.endswith(('.h', '.c')))


def compile_alone(compiler, path):
    source = templates.load(path) or f'#include "{os.path.abspath(path)}"\n'
    language = LANGUAGES[compiler]
    if '-x' not in language:
        language = [*language, '-x', 'c']
    result = subprocess.run([compiler, *STRICT, *language, '-fsyntax-only', '-'], input=source,
                            cwd=os.path.dirname(path), capture_output=True, text=True,
                            timeout=60)
    return result.stderr.splitlines()[:10] if result.returncode or result.stderr else []


def choose(paths, compiler):
    """The files whose turn it is."""
    is_cpp = 'c++' in LANGUAGES[compiler]
    alike = [name for name, flags in LANGUAGES.items() if ('c++' in flags) == is_cpp]
    return paths[alike.index(compiler)::len(alike)]


def main(units, *folders):
    core = os.path.join(units, 'Core')
    is_sample = not folders
    paths = [path for folder in ([''] if is_sample or '--all' in folders else folders)
             for path in files_below(os.path.join(core, folder))]
    tap = Tap()
    for compiler in LANGUAGES:
        if shutil.which(compiler) is None:
            tap.skip(compiler, f'{compiler} is not installed')
            continue
        for path in choose(paths, compiler) if is_sample else paths:
            tap.result(f'{os.path.relpath(path, core)} {compiler}',
                       compile_alone(compiler, path))
    if not paths:
        tap.result('files', [f'no C file below {core} {" ".join(folders)}'])
    return tap.finish()


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
