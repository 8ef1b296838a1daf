#!/usr/bin/python3
"""Compiles each C file of the shipped units on its own, strictly, with all compilers.

usage: test-headers.py UNITS [FOLDER…]

A file must be complete with what it includes, be C99 and C++, and not get a warning; with
folders below UNITS/Core, such as Math/Max, only those are looked at. Fragments with templates
are compiled in all types. A compiler that is not installed is skipped.

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


def main(units, *folders):
    core = os.path.join(units, 'Core')
    paths = [path for folder in folders or ['']
             for path in files_below(os.path.join(core, folder))]
    tap = Tap()
    for compiler in LANGUAGES:
        if shutil.which(compiler) is None:
            tap.skip(compiler, f'{compiler} is not installed')
            continue
        for path in paths:
            tap.result(f'{os.path.relpath(path, core)} {compiler}',
                       compile_alone(compiler, path))
    if not paths:
        tap.result('files', [f'no C file below {core} {" ".join(folders)}'])
    return tap.finish()


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
