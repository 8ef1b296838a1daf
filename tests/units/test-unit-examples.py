#!/usr/bin/python3
"""Runs the examples of shipped units in C and Python; each unit must have one.

usage: test-unit-examples.py IMAGINET UNITS FOLDER

SPDX-License-Identifier: MIT
"""
import json
import os
import shutil
import subprocess
import sys

from tap import Tap


def describe(example):
    for language in 'c', 'python':
        result = example[language]
        if result['state'] != 'pass':
            yield f"{language}: {result['state']} {result.get('message', '')}"


def main(imaginet, units, folder):
    if shutil.which('gcc') is None:
        print('1..0 # SKIP gcc is not installed')
        return 0

    result = subprocess.run([imaginet, 'test', '--json', '--jobs', '1',
                             os.path.join(units, 'Core', folder)],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            timeout=900,
                            env={**os.environ, 'IMAGINET_DATA_PATH': os.path.dirname(units)})
    if result.returncode == 3:
        print('1..0 # SKIP there is no Python with numpy')
        return 0
    tap = Tap()
    data = json.loads(result.stdout) if result.stdout else {}
    for example in data.get('examples', []):
        tap.result(f"{example['unit']} {example['number']}", list(describe(example)))
    for unit in data.get('without', []):
        tap.result(unit, ['it has no example'])
    tap.result('problems', [f"{problem['file']}: {problem['message']}"
                            for problem in data.get('diagnostics', [])]
               if data else [result.stderr])
    return tap.finish()


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
