#!/usr/bin/python3
"""Writes the table of aliases as rows of C.

usage: aliases.py ALIASES.INI OUTPUT.H

SPDX-License-Identifier: MIT
"""
import configparser
import json
import sys


def quote(text):
    return json.dumps(text) if text else 'NULL'


def main():
    table = configparser.ConfigParser(interpolation=None)
    table.optionxform = str
    with open(sys.argv[1], encoding='utf-8') as file:
        table.read_file(file)
    rows = []
    for name in sorted(table.sections()):
        unit = table[name]['unit']
        pairs = ''.join(f'{{ {quote(theirs)}, {quote(ours)} }}, '
                        for theirs, ours in table[name].items() if theirs != 'unit')
        rows.append(f'  {{ {quote(name)}, {quote(unit)}, {{ {pairs}{{ NULL, NULL }} }} }},\n')
    with open(sys.argv[2], 'w', encoding='utf-8') as file:
        file.write('/* Made of aliases.ini. */\n')
        file.writelines(rows)


if __name__ == '__main__':
    main()
