#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds test-threads with the thread sanitizer in a build of its own, and runs it.

usage: test-threads-sanitized.py SOURCE BUILD, where BUILD is a folder that may be there
"""
import os
import pathlib
import subprocess
import sys

SKIPPED = 77
PROGRAM = 'tests/run/test-threads'


def can_sanitize(folder):
    """Whether the compiler has the sanitizer, and it works on this kernel."""
    program = folder / 'empty'
    compiler = os.environ.get('CC', 'cc').split()
    built = subprocess.run(
        [*compiler, '-fsanitize=thread', '-x', 'c', '-', '-o', program],
        input='int main (void) { return 0; }', text=True, check=False)
    return built.returncode == 0 and subprocess.run([program], check=False).returncode == 0


def main():
    source, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    build.mkdir(parents=True, exist_ok=True)
    if not can_sanitize(build):
        print('the thread sanitizer does not work here')
        return SKIPPED
    if not (build / 'build.ninja').exists():
        subprocess.run(['meson', 'setup', '-Dbuildtype=debugoptimized', '-Db_sanitize=thread',
                        '-Db_lundef=false', build, source], check=True)
    subprocess.run(['meson', 'compile', '-C', build, PROGRAM], check=True)
    # Memory that GLib hands from one thread to another is not seen by the sanitizer.
    environment = dict(os.environ, G_SLICE='always-malloc',
                       TSAN_OPTIONS='halt_on_error=1 second_deadlock_stack=1')
    environment.pop('MALLOC_PERTURB_', None)
    environment['G_TEST_BUILDDIR'] = str(build / 'tests')
    return subprocess.run([build / PROGRAM, '--tap'], env=environment, check=False).returncode


if __name__ == '__main__':
    sys.exit(main())
