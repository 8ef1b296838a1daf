"""The chapters of the manual, as the program that builds it reads them.

SPDX-License-Identifier: MIT
"""
import os
import sys


def read(top, paths):
    sys.path.insert(0, os.path.join(top, 'data', 'manual'))
    import manual
    return manual.read_chapters(paths)
