#!/usr/bin/python3
"""Runs a benchmark on an X server of its own.

usage: bench-canvas.py STUDIO_TESTS PROGRAM [ARGUMENT...]

SPDX-License-Identifier: MIT
"""
import shutil
import subprocess
import sys
import tempfile

SKIP = 77


def main(studio_tests, program, *arguments):
    sys.path.insert(0, studio_tests)
    from session import TOOLS, Session
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        print(f'skipped: not installed: {", ".join(missing)}')
        return SKIP
    with tempfile.TemporaryDirectory() as folder:
        session = Session(folder)
        try:
            return subprocess.run([program, *arguments], env=session.environment,
                                  stderr=subprocess.DEVNULL, timeout=400).returncode
        finally:
            session.close()


sys.exit(main(*sys.argv[1:]))
