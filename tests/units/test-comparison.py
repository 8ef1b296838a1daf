#!/usr/bin/python3
"""Compares the C of shipped units with their Python, in every type, rank and axis.

usage: test-comparison.py IMAGINET UNITS FOLDER [RECORDING…]

The units below UNITS/Core/FOLDER are compiled with the address and undefined behaviour
sanitizers and run on random, edge and extreme values; those that take what a recording
holds also run on each RECORDING, a CSV or WAV file, if it is there.

The file of FOLDER in the folder `settings`, if there is one, has settings in which units
run for many frames, one a line: the name of the unit, then NAME=VALUE as in --with.

SPDX-License-Identifier: MIT
"""
import json
import os
import shlex
import shutil
import subprocess
import sys

from tap import Tap

COMPILER = 'gcc -O0 -fsanitize=address,undefined -fno-sanitize-recover=all'
FITS_NOT = 'recording-shape'
SETTINGS = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'settings')
LONG_RUN = '3000'  # frames


def run(imaginet, units, *arguments):
    """Returns the comparisons and the problems."""
    result = subprocess.run([imaginet, 'compare', '--json', *arguments], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=1800,
                            env={**os.environ, 'CC': COMPILER,
                                 'IMAGINET_DATA_PATH': os.path.dirname(units)})
    if not result.stdout:
        return [], [{'code': 'no-output', 'message': result.stderr}]
    data = json.loads(result.stdout)
    return data['comparisons'], data['diagnostics']


def describe(comparison):
    """What of a comparison is not equal."""
    for layer in [*comparison['layers'], comparison['whole']]:
        if layer['state'] == 'equal':
            continue
        name = f"{comparison['pipeline']} {layer.get('layer', 'whole')}: {layer['state']}"
        yield f"{name} {layer.get('message', '')}"
        yield from (f"  {output['name']} {output['type']}: {output['first']}"
                    for output in layer['outputs'] if output['first'] is not None)


def find_units(folder):
    return [os.path.join(path, name) for path, _, names in sorted(os.walk(folder))
            for name in sorted(names) if name.endswith('.imunit')]


def find_settings(folder):
    path = os.path.join(SETTINGS, folder.lower() + '.txt')
    if not os.path.exists(path):
        return []
    with open(path, encoding='utf-8') as file:
        return [line.strip() for line in file if line.strip()]


def check_setting(tap, imaginet, units, folder, line):
    unit, *bindings = shlex.split(line)
    options = [word for binding in bindings for word in ('--with', binding)]
    comparisons, diagnostics = run(imaginet, units, '--frames', LONG_RUN, *options,
                                   f'Core.{folder}.{unit}')
    problems = [text for comparison in comparisons for text in describe(comparison)]
    problems += [f"{problem['code']}: {problem['message']}" for problem in diagnostics]
    if not comparisons:
        problems.append('nothing was compared')
    tap.result(line, problems)


def check(tap, imaginet, units, path, recordings):
    name = os.path.relpath(path, os.path.join(units, 'Core'))
    comparisons, diagnostics = run(imaginet, units, '--thorough', path)
    problems = [line for comparison in comparisons for line in describe(comparison)]
    problems += [f"{problem['code']}: {problem['message']}" for problem in diagnostics]
    if not comparisons:
        problems.append('nothing was compared')
    tap.result(f'{os.path.dirname(name)}: {len(comparisons)} cases', problems)

    for recording in recordings:
        comparisons, diagnostics = run(imaginet, units, '--frames', '200', '--input', recording,
                                       path)
        problems = [line for comparison in comparisons for line in describe(comparison)]
        problems += [f"{problem['code']}: {problem['message']}" for problem in diagnostics
                     if problem['code'] != FITS_NOT and problem['severity'] == 'error']
        if comparisons or problems:
            tap.result(f'{os.path.dirname(name)}: {os.path.basename(recording)}', problems)


def main(imaginet, units, folder, *recordings):
    if shutil.which('gcc') is None:
        print('1..0 # SKIP gcc is not installed')
        return 0
    if subprocess.run(['/usr/bin/python3', '-c', 'import numpy'],
                      stderr=subprocess.DEVNULL).returncode != 0:
        print('1..0 # SKIP numpy is not installed')
        return 0

    tap = Tap()
    for path in find_units(os.path.join(units, 'Core', folder)):
        check(tap, imaginet, units, path, [path for path in recordings if os.path.exists(path)])
    for line in find_settings(folder):
        check_setting(tap, imaginet, units, folder, line)
    return tap.finish()


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
