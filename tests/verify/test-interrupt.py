#!/usr/bin/python3
"""Interrupts a long comparison: it ends soon, says so, and leaves no file behind.

usage: test-interrupt.py IMAGINET UNITS

SPDX-License-Identifier: MIT
"""
import os
import signal
import subprocess
import sys
import tempfile
import time

SIGNALS = [signal.SIGINT, signal.SIGTERM]


def interrupt(imaginet, units, number):
    """Returns what is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, 'TMPDIR': folder}
        process = subprocess.Popen([imaginet, 'compare', units], env=environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 60
        while not os.listdir(folder) and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
        if process.poll() is not None:
            return f'it ended before it was interrupted: {process.stderr.read()}'
        process.send_signal(number)
        output, errors = process.communicate(timeout=60)
        left = os.listdir(folder)
    if process.returncode != 128 + number or output or errors != 'imaginet compare: interrupted\n':
        return f'status {process.returncode}, printed {output!r} and {errors!r}'
    return f'it left {left}' if left else None


def main():
    imaginet, units = sys.argv[1:]
    failed = False
    print(f'1..{len(SIGNALS)}')
    for index, number in enumerate(SIGNALS, 1):
        problem = interrupt(imaginet, units, number)
        failed = failed or problem is not None
        print(f'{"ok" if problem is None else "not ok"} {index} {number.name}')
        if problem is not None:
            print(f'# {problem}')
    return 1 if failed else 0


sys.exit(main())
