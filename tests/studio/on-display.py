#!/usr/bin/python3
"""Runs a test program on an X server of its own.

usage: on-display.py PROGRAM [ARGUMENT…]

SPDX-License-Identifier: MIT
"""
import subprocess
import sys
import tempfile

from session import TOOLS, Session, missing


def main(*command):
    absent = missing(*TOOLS)
    if absent:
        print(f'1..0 # SKIP not installed: {", ".join(absent)}')
        return 0
    with tempfile.TemporaryDirectory() as folder:
        session = Session(folder)
        try:
            environment = {**session.environment, 'GTK_A11Y': 'test'}
            return subprocess.run(command, env=environment, timeout=900).returncode
        finally:
            session.close()


sys.exit(main(*sys.argv[1:]))
