#!/usr/bin/python3
"""Checks that each header of src/ compiles alone and says what it is.

usage: check-headers.py TOP COMPILER...

COMPILER is the command with its flags. A header that some C file includes before all others is
compiled alone by the build, except in the folder whose files get a precompiled one. Any other is
compiled as the only content of a file, twice, so that it neither leans on others nor defines
things again. What it includes of GTK and GLib, by itself or through headers that are looked at
like it, is compiled once and given to all. Every C file starts with a comment that names the
licence. The header that the build itself precompiles is included by no file.

SPDX-License-Identifier: MIT
"""
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import project

# Headers of libraries that are worth compiling once, those that include others first.
LARGE = ('adwaita.h', 'gtk/gtk.h', 'gio/gio.h', 'glib-object.h', 'glib.h')
INCLUDE = re.compile(r'^#include (?:<([^>]+)>|"([^"]+)")', re.M)
FIRST_COMMENT = re.compile(r'\A/\*(.*?)\*/', re.S)
PRECOMPILED = 'src/studio/common/studio-headers.h'
JOBS = 2


def check_text(path, text):
    problems = []
    comment = FIRST_COMMENT.match(text)
    if not comment:
        problems.append(f'{path}:1: does not start with a comment')
    elif 'SPDX-License-Identifier: MIT' not in comment[1]:
        problems.append(f'{path}:1: the first comment has no SPDX-License-Identifier: MIT')
    if path.endswith('.h') and path != PRECOMPILED and not re.search(r'^#pragma once$', text, re.M):
        problems.append(f'{path}: has no line "#pragma once"')
    return problems


def find_large(top, path, found):
    """Finds which large headers a header of src/ includes, by itself or through others;
    `found` holds the answers that are known."""
    if path not in found:
        found[path] = set()
        for outer, inner in INCLUDE.findall(project.read(top, path)):
            inner = os.path.join('src', inner)
            if outer in LARGE:
                found[path].add(outer)
            elif os.path.exists(os.path.join(top, inner)) and inner != 'src/':
                found[path] |= find_large(top, inner, found)
    return found[path]


def find_first(text):
    """The header of src/ that a C file includes first; it sees nothing of what follows."""
    include = INCLUDE.search(text)
    return os.path.join('src', include[2]) if include and include[2] else None


def precompile(compiler, name, folder):
    """Compiles a large header; returns the options that give it to another compilation."""
    path = os.path.join(folder, name.replace('/', '-'))
    with open(path, 'w', encoding='utf-8') as file:
        file.write(f'#include <{name}>\n')
    done = subprocess.run([*compiler, '-x', 'c-header', path, '-o', path + '.gch'],
                          capture_output=True)
    return ['-include', path] if done.returncode == 0 else []


def compile_alone(top, path, compiler, options):
    line = f'#include "{os.path.relpath(path, "src")}"\n'
    command = [*compiler, *options, '-fsyntax-only', '-x', 'c', '-I', os.path.join(top, 'src'),
               '-']
    run = subprocess.run(command, input=line * 2, capture_output=True, text=True,
                         env={**os.environ, 'LC_ALL': 'C'})
    if run.returncode == 0:
        return []
    return [f'{path}: does not compile alone'] + run.stderr.splitlines()


def main(top, compiler):
    tap = project.Tap()
    paths = list(project.files(top, ['src'], ('.c', '.h')))
    problems = {path: check_text(path, project.read(top, path)) for path in paths}

    first = set(map(find_first, (project.read(top, path) for path in paths if path.endswith('.c'))))
    headers = [path for path in paths if path.endswith('.h') and
               (path not in first or path.startswith(PRECOMPILED.rsplit('/', 2)[0]))]
    known = {}
    large = {path: next((name for name in LARGE if name in find_large(top, path, known)), None)
             for path in headers}
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(JOBS) as executor:
        options = {name: precompile(compiler, name, folder)
                   for name in set(large.values()) if name}
        found = executor.map(lambda path: compile_alone(top, path, compiler,
                                                        options.get(large[path], [])), headers)
        for path, texts in zip(headers, found):
            problems[path] += texts

    tap.results_by_folder(paths, problems)
    return tap.finish()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], sys.argv[2:]))
