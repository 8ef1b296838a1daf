#!/usr/bin/python3
"""Compares `units/costs.csv` with what the units cost.

usage: test-costs.py IMAGINET UNITS [--all|--update]

The bytes that `imaginet plan` tells are compared for every third unit, code and instructions
for some; with --all both for every unit. They must be those of the table, instructions
within 2 %; another version of the compiler may give more or less. With --update the table is
written.

SPDX-License-Identifier: MIT
"""
import os
import sys
import tempfile

import unit_costs
from tap import Tap

PLANNED = 3  # of so many units one is planned
MEASURED = ['Core.Math.Add', 'Core.Queues.Decimate', 'Core.Spectral.Mfcc']
INSTRUCTIONS = 0.02
OTHER_COMPILER = 0.25


def unit_files(units):
    for folder, _, names in sorted(os.walk(os.path.join(units, 'Core'))):
        for name in names:
            if name.endswith('.imunit'):
                yield os.path.join(folder, name)


def id_of(file):
    """Returns the id of a shipped unit, which its folders say."""
    return '.'.join(file.split(os.sep)[-4:-1])


def measure(unit):
    with tempfile.TemporaryDirectory() as folder:
        return unit.measure(folder)


def write(imaginet, units, path):
    rows = {}
    for file in unit_files(units):
        unit = unit_costs.Unit(imaginet, file)
        rows[unit.id] = {'unit': unit.id, 'example': unit.describe(), **unit.plan(),
                         **measure(unit)}
        print(rows[unit.id], flush=True)
    unit_costs.write(path, unit_costs.target(), rows)
    return 0


def differences(row, found, slack=0):
    """Yields what was found otherwise than a row says; numbers may be off by a part `slack`."""
    for name, value in found.items():
        allowed = slack
        if name == 'instructions':
            allowed = max(slack, INSTRUCTIONS)
        if value == row[name]:
            continue
        if not allowed or abs(value - row[name]) > 1 + allowed * row[name]:
            yield f'{name} is {value}, the table has {row[name]}'


def told(unit):
    """Returns the costs that `imaginet inspect` tells, named as in the table."""
    names = {'state': 'state_bytes', 'scratch': 'scratch_bytes', 'constants': 'constant_bytes',
             'code': 'code_bytes', 'instructions': 'instructions'}
    return {name: unit.told.get('cost', {}).get(key, 0) for name, key in names.items()}


def check(tap, unit, rows, is_measured, slack):
    if unit.id not in rows:
        tap.result(unit.id, ['units/costs.csv has no row of it; run with --update'])
        return
    row = rows[unit.id]
    found = {'example': unit.describe(), **unit.plan()}
    problems = list(differences(row, found))
    problems += [f'imaginet inspect: {name} is {value}, the table has {row[name]}'
                 for name, value in told(unit).items() if value != row[name]]
    if is_measured:
        problems += differences(row, measure(unit), slack)
    tap.result(unit.id, problems)


def main(imaginet, units, which=''):
    path = os.path.join(units, 'costs.csv')
    absent = unit_costs.missing()
    if which == '--update':
        return write(imaginet, units, path)
    if which == '--all' and absent:
        print(f'1..0 # SKIP {absent}')
        return 0

    tap = Tap()
    measured_on, rows = unit_costs.read(path)
    slack = 0 if absent or unit_costs.target() == measured_on else OTHER_COMPILER
    files = {id_of(file): file for file in unit_files(units)}
    for k, (name, file) in enumerate(files.items()):
        is_measured = not absent and (which == '--all' or name in MEASURED)
        if is_measured or which == '--all' or k % PLANNED == 0:
            check(tap, unit_costs.Unit(imaginet, file), rows, is_measured, slack)
        else:
            tap.result(name, [] if name in rows else ['units/costs.csv has no row of it'])
    tap.result('units', [f'{unit} is no unit' for unit in sorted({*rows} - {*files})])
    return tap.finish()


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
