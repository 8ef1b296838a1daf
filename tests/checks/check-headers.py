#!/usr/bin/python3
"""Checks that each header of src/ compiles alone and says what it is.

usage: check-headers.py TOP COMPILER...

COMPILER is the command with its flags. A header is compiled as the only content of a
file, twice, so that it neither leans on others nor defines things again. Every C file
starts with a comment that names the licence.

SPDX-License-Identifier: MIT
"""
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import project

FIRST_COMMENT = re.compile(r'\A/\*(.*?)\*/', re.S)
JOBS = 2


def check_text(path, text):
    problems = []
    comment = FIRST_COMMENT.match(text)
    if not comment:
        problems.append(f'{path}:1: does not start with a comment')
    elif 'SPDX-License-Identifier: MIT' not in comment[1]:
        problems.append(f'{path}:1: the first comment has no SPDX-License-Identifier: MIT')
    if path.endswith('.h') and not re.search(r'^#pragma once$', text, re.M):
        problems.append(f'{path}: has no line "#pragma once"')
    return problems


def compile_alone(top, path, compiler):
    line = f'#include "{os.path.relpath(path, "src")}"\n'
    command = [*compiler, '-fsyntax-only', '-x', 'c', '-I', os.path.join(top, 'src'), '-']
    run = subprocess.run(command, input=line * 2, capture_output=True, text=True,
                         env={**os.environ, 'LC_ALL': 'C'})
    if run.returncode == 0:
        return []
    return [f'{path}: does not compile alone'] + run.stderr.splitlines()


def main(top, compiler):
    tap = project.Tap()
    paths = list(project.files(top, ['src'], ('.c', '.h')))
    problems = {path: check_text(path, project.read(top, path)) for path in paths}

    headers = [path for path in paths if path.endswith('.h')]
    with ThreadPoolExecutor(JOBS) as executor:
        found = executor.map(lambda path: compile_alone(top, path, compiler), headers)
        for path, texts in zip(headers, found):
            problems[path] += texts

    tap.results_by_folder(paths, problems)
    return tap.finish()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], sys.argv[2:]))
