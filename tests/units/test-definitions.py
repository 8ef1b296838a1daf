#!/usr/bin/python3
"""Compares the Python implementations of the shipped units with their definitions.

usage: test-definitions.py UNITS [FAMILY…]

Runs each function test_… of the files in the folder `definitions`, which compare with
numpy, scipy, or a formula. Without numpy all are skipped; one that imports scipy is
skipped where that is missing.

SPDX-License-Identifier: MIT
"""
import importlib.util
import os
import sys
import traceback

import twin
from tap import Tap

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'definitions')


def load_family(family):
    spec = importlib.util.spec_from_file_location(f'definitions_{family}',
                                                  os.path.join(FOLDER, family + '.py'))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(tap, family):
    try:
        module = load_family(family)
    except ModuleNotFoundError as error:
        if error.name.split('.')[0] not in ('numpy', 'scipy'):
            raise
        tap.skip(family, f'{error.name} is not installed')
        return
    for name, function in vars(module).items():
        if not name.startswith('test_') or not callable(function):
            continue
        try:
            function()
            problems = []
        except Exception:
            problems = traceback.format_exc().splitlines()
        tap.result(f'{family} {name[5:]}', problems)


def main(units, *families):
    twin.core = os.path.join(units, 'Core')
    sys.dont_write_bytecode = True
    tap = Tap()
    found = sorted(name[:-3] for name in os.listdir(FOLDER) if name.endswith('.py'))
    for family in families or found:
        run(tap, family)
    return tap.finish()


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
