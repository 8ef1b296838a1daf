#!/usr/bin/python3
"""Measures how fast a folder of 100 packages loads.

usage: bench-library.py PROGRAM FOLDER

The packages are copies of the unit files below FOLDER with ids of their own. The time is
that of a warm load; the instructions are counted by callgrind, those of a start that does
nothing taken off, and compared with those that libxml2 needs to parse the same files.

SPDX-License-Identifier: MIT
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

N_PACKAGES = 100
GOAL_RATIO = 3
TOLERANCE = 1.02
SKIPPED = 77
ID = re.compile(rb'(<(?:Unit|Function|Queue|Composite|Compound)\b[^>]*?\b(?:id|name|unit)=")')


def skip(reason):
    print(f'skipped: {reason}')
    sys.exit(SKIPPED)


def make_packages(files, folder):
    for number in range(N_PACKAGES):
        file = files[number % len(files)]
        package = folder / f'package-{number:03}'
        package.mkdir()
        content = ID.sub(rb'\g<1>Copy%d.' % number, file.read_bytes(), count=1)
        (package / file.name).write_bytes(content)


def run(*command):
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def count_instructions(program, mode, folder, expected):
    with tempfile.NamedTemporaryFile(suffix='.callgrind') as out:
        found = run('valgrind', '-q', '--tool=callgrind', f'--callgrind-out-file={out.name}',
                    program, mode, folder)
        text = pathlib.Path(out.name).read_text(encoding='utf-8')
    if int(found) != expected:
        sys.exit(f'{mode}: expected {expected} files, found {found}')
    return int(re.search(r'^(?:summary|totals): (\d+)', text, re.M)[1])


def report(rows):
    ok = True
    print(f'{"name":34}{"measured":>12}{"goal":>10}  verdict')
    for name, measured, goal in rows:
        if goal is None:
            print(f'{name:34}{measured:>12}')
            continue
        good = measured <= goal * TOLERANCE
        ok = ok and good
        print(f'{name:34}{measured:>12.2f}{goal:>10}  {"ok" if good else "MISSED"}')
    return 0 if ok else 1


def main():
    program, source = sys.argv[1], pathlib.Path(sys.argv[2])
    files = sorted(source.rglob('*.imunit'))
    if not files:
        skip(f'there are no unit files to measure with at {source}')
    if shutil.which('valgrind') is None:
        skip('valgrind, which counts the instructions, is not installed')

    with tempfile.TemporaryDirectory() as folder:
        make_packages(files, pathlib.Path(folder))
        milliseconds = float(run(program, 'time', folder))
        start = count_instructions(program, 'start', folder, 0)
        load = count_instructions(program, 'load', folder, N_PACKAGES) - start
        parse = count_instructions(program, 'parse', folder, N_PACKAGES) - start

    return report([
        (f'{N_PACKAGES} packages, warm load, ms', milliseconds, None),
        ('instructions to load', load, None),
        ('instructions of libxml2 to parse', parse, None),
        ('ratio of instructions', load / parse, GOAL_RATIO),
    ])


if __name__ == '__main__':
    sys.exit(main())
