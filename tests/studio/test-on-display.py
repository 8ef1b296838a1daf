#!/usr/bin/python3
"""Runs a test program on a display of its own with a window manager.

usage: test-on-display.py PROGRAM

SPDX-License-Identifier: MIT
"""
import os
import shutil
import subprocess
import sys
import tempfile

from session import TOOLS, Session


def main(program):
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        print(f'1..0 # SKIP not installed: {", ".join(missing)}')
        return 0
    with tempfile.TemporaryDirectory() as folder:
        session = Session(folder)
        try:
            return subprocess.run([os.path.abspath(program)], env=session.environment,
                                  timeout=100, check=False).returncode
        finally:
            session.close()


sys.exit(main(*sys.argv[1:]))
