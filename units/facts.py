#!/usr/bin/python3
"""Writes what the tables of the shipped units say as rows of C.

usage: facts.py COSTS.CSV EQUIVALENTS.TOML OUTPUT.INC

SPDX-License-Identifier: MIT
"""
import csv
import json
import sys
import tomllib

# key in the table, name, whether a test computes it
LIBRARIES = [('numpy', 'NumPy', True), ('scipy', 'SciPy', True), ('librosa', 'librosa', False),
             ('torchaudio', 'torchaudio', False), ('cmsis', 'CMSIS-DSP', False)]
COSTS = ['state', 'scratch', 'constants', 'code', 'instructions']


def quote(text):
    return json.dumps(text) if text else 'NULL'


def row(unit, cost, told):
    known = [(name, told[key], checked) for key, name, checked in LIBRARIES if key in told]
    equivalents = ', '.join(f'{{ {quote(name)}, {quote(text)}, {"TRUE" if checked else "FALSE"} }}'
                            for name, text, checked in known)
    numbers = ', '.join(cost[name] for name in COSTS)
    return (f'  {{ {quote(unit)}, {quote(cost["example"])}, {numbers},\n'
            f'    {quote(told.get("note") or told.get("none"))}, {len(known)}, '
            f'{{ {equivalents or "{ NULL, NULL, FALSE }"} }} }},\n')


def main():
    with open(sys.argv[1], encoding='utf-8', newline='') as file:
        target = file.readline().removeprefix('#').strip()
        costs = {cost['unit']: cost for cost in csv.DictReader(file)}
    with open(sys.argv[2], 'rb') as file:
        equivalents = tomllib.load(file)
    with open(sys.argv[3], 'w', encoding='utf-8') as file:
        file.write('/* Made of costs.csv and equivalents.toml. */\n'
                   f'static const char target[] = {quote(target)};\n'
                   'static const ImUnitFacts rows[] = {\n')
        for unit, cost in sorted(costs.items()):
            file.write(row(unit, cost, equivalents.get(unit, {})))
        file.write('};\n')


if __name__ == '__main__':
    main()
