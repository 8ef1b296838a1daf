"""What tests of the command line need besides the program itself.

SPDX-License-Identifier: MIT
"""
import shutil
import subprocess

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
