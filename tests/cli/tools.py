"""What tests of the command line need besides the program itself.

SPDX-License-Identifier: MIT
"""
import os
import shutil
import subprocess
import sys

PYTHON = '/usr/bin/python3'  # which compares


def missing(*tools):
    """Which tools are not installed."""
    return [tool for tool in tools if shutil.which(tool) is None]


def missing_for_comparison():
    """What is not installed of what a comparison of C and Python needs."""
    absent = [] if not missing('gcc') or not missing('clang') else ['gcc']
    if subprocess.run([PYTHON, '-c', 'import numpy'], stderr=subprocess.DEVNULL).returncode != 0:
        absent.append('python3-numpy')
    return absent


def skip(absent):
    """Reports that no test can be made, and returns the exit status."""
    print(f'1..0 # SKIP not installed: {", ".join(absent)}')
    return 0


class Tests:
    """Runs the program in a folder of its own, and reports what is found in TAP."""

    def __init__(self, program, top, folder):
        self.program, self.top, self.folder = os.path.abspath(program), os.path.abspath(top), folder
        self.environment = {**os.environ, 'LC_ALL': 'C.UTF-8', 'COLUMNS': '80',
                            'IMAGINET_DATA_PATH': self.top}
        self.count = 0
        self.failed = 0

    def check(self, name, condition, detail=''):
        self.count += 1
        self.failed += not condition
        print(f'{"ok" if condition else "not ok"} {self.count} {name}', flush=True)
        if not condition:
            print(f'{name}: {detail}', file=sys.stderr)

    def run(self, *arguments, text=None, **environment):
        """Runs a command; @text goes into it, and @environment is added to its variables."""
        return subprocess.run([self.program, *arguments], text=True, timeout=120, input=text,
                              env={**self.environment, **environment}, capture_output=True,
                              cwd=self.folder)

    def expect(self, name, result, status, text):
        found = result.stdout + result.stderr
        self.check(name, result.returncode == status and text in found,
                   f'expected {status} and {text!r}, found {result.returncode} and {found!r}')
