#!/usr/bin/python3
"""Compares the C of shipped units with their Python.

usage: test-comparison.py IMAGINET UNITS FOLDER [--thorough|--optimized] [RECORDING…]

The units below UNITS/Core/FOLDER are compared on random, edge and extreme values, and those
that take what a recording holds also on each RECORDING, a CSV or WAV file, if it is there.
Their C is compiled as it stands, with --optimized as firmware is; the tests of examples do that,
too. --thorough compiles them with the address and undefined behaviour sanitizers and tries every
type, rank and axis. Then the file of FOLDER in the folder `settings`, if there is one, has
settings in which units run for many frames, one a line: the name of the unit, then NAME=VALUE
as in --with.

SPDX-License-Identifier: MIT
"""
import collections
import json
import os
import shlex
import shutil
import subprocess
import sys

from tap import Tap

PLAIN = 'gcc -O0'
SANITIZED = PLAIN + ' -fsanitize=address,undefined -fno-sanitize-recover=all'
FITS_NOT = 'recording-shape'
SETTINGS = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'settings')
LONG_RUN = '3000'  # frames


class Comparer:
    def __init__(self, imaginet, units, words):
        self.imaginet, self.data = imaginet, os.path.dirname(units)
        self.environment = {**os.environ, 'IMAGINET_DATA_PATH': self.data}
        if '--optimized' not in words:
            self.environment['CC'] = SANITIZED if '--thorough' in words else PLAIN

    def run(self, *arguments):
        """Returns the comparisons and the problems. Other tests run beside this one."""
        result = subprocess.run([self.imaginet, 'compare', '--json', '--jobs', '1', *arguments],
                                text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                env=self.environment)
        if not result.stdout:
            return [], [{'code': 'no-output', 'severity': 'error', 'message': result.stderr}]
        data = json.loads(result.stdout)
        return data['comparisons'], data['diagnostics']


def describe(comparison):
    """What of a comparison is not equal."""
    for layer in [*comparison['layers'], comparison['whole']]:
        if layer['state'] == 'equal':
            continue
        name = f"{comparison['pipeline']} {layer.get('layer', 'whole')}: {layer['state']}"
        yield f"{name} {layer.get('message', '')}"
        yield from (f"  {output['name']} {output['type']}, {data}: {output[data]['first']}"
                    for output in layer['outputs'] for data in ('ordinary', 'edges')
                    if output[data]['first'] is not None)


def tell(diagnostics):
    return [f"{problem['code']}: {problem['message']}" for problem in diagnostics]


def list_units(comparer, folder):
    """Returns the ids of the units below a folder."""
    result = subprocess.run([comparer.imaginet, 'list', 'units', '--json'], text=True,
                            stdout=subprocess.PIPE, check=True, env=comparer.environment)
    return [unit['id'] for unit in json.loads(result.stdout)['units']
            if unit['file'].startswith(folder + os.sep)]


def show(tap, comparisons, name, ids=()):
    """Has a result for each unit that was compared, and for each of IDS."""
    found = collections.defaultdict(list)
    for comparison in comparisons:
        found[comparison['pipeline']].append(comparison)
    for unit in sorted({*found, *ids}):
        problems = [line for comparison in found[unit] for line in describe(comparison)]
        if not found[unit]:
            problems.append('nothing was compared')
        tap.result(f'{unit}{name}: {len(found[unit])} cases', problems)


def check_units(tap, comparer, folder, options):
    comparisons, diagnostics = comparer.run(*options, folder)
    show(tap, comparisons, '', list_units(comparer, folder))
    tap.result('problems', tell(diagnostics))


def check_recording(tap, comparer, folder, recording):
    """Units that take what the recording holds; others say that they do not."""
    name = f' on {os.path.basename(recording)}'
    comparisons, diagnostics = comparer.run('--frames', '200', '--input', recording, folder)
    show(tap, comparisons, name)
    tap.result(f'problems{name}', tell(
        problem for problem in diagnostics
        if problem['severity'] == 'error' and problem['code'] != FITS_NOT))


def find_settings(folder):
    path = os.path.join(SETTINGS, folder.lower() + '.txt')
    if not os.path.exists(path):
        return []
    with open(path, encoding='utf-8') as file:
        return [line.strip() for line in file if line.strip()]


def check_setting(tap, comparer, folder, line):
    unit, *bindings = shlex.split(line)
    options = [word for binding in bindings for word in ('--with', binding)]
    comparisons, diagnostics = comparer.run('--frames', LONG_RUN, *options,
                                            f'Core.{folder}.{unit}')
    problems = [text for comparison in comparisons for text in describe(comparison)]
    problems += tell(diagnostics)
    if not comparisons:
        problems.append('nothing was compared')
    tap.result(line, problems)


def main(imaginet, units, family, *words):
    if shutil.which('gcc') is None:
        print('1..0 # SKIP gcc is not installed')
        return 0
    if subprocess.run(['/usr/bin/python3', '-c', 'import numpy'],
                      stderr=subprocess.DEVNULL).returncode != 0:
        print('1..0 # SKIP numpy is not installed')
        return 0

    tap = Tap()
    folder = os.path.join(units, 'Core', family)
    is_thorough = '--thorough' in words
    comparer = Comparer(imaginet, units, words)
    check_units(tap, comparer, folder, ['--thorough'] if is_thorough else [])
    for word in words:
        if os.path.exists(word):
            check_recording(tap, comparer, folder, word)
    for line in find_settings(family) if is_thorough else []:
        check_setting(tap, comparer, family, line)
    return tap.finish()


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
