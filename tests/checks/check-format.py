#!/usr/bin/python3
"""Checks that clang-format would change nothing in the project's C files.

usage: check-format.py TOP

Version 14, because each version formats a little differently.

SPDX-License-Identifier: MIT
"""
import re
import shutil
import subprocess
import sys

import project

FORMATTER = 'clang-format-14'
PROBLEM = re.compile(r'^(\S+):\d+:\d+: error: ')


def main(top):
    if shutil.which(FORMATTER) is None:
        return project.skip_all(f'{FORMATTER} is not installed')

    tap = project.Tap()
    paths = list(project.files(top, ['src', 'stdlib', 'tests'], ('.c', '.h')))
    problems = {}
    if paths:
        run = subprocess.run([FORMATTER, '--style=file', '--dry-run', '-Werror', *paths],
                             cwd=top, capture_output=True, text=True)
        for match in filter(None, map(PROBLEM.match, run.stderr.splitlines())):
            problems.setdefault(match[1], [f'{match[1]}: run {FORMATTER} -i on it'])
        if run.returncode != 0 and not problems:
            tap.result(FORMATTER, run.stderr.splitlines())
    tap.results_by_folder(paths, problems)
    return tap.finish()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
