#!/usr/bin/python3
"""Proves that a check trips: runs it on a tree that breaks its rules.

usage: check-fixture.py FIXTURE COMMAND...

COMMAND must fail, and its output must hold each line of FIXTURE/expected.txt, in that
order, as a part of a line of its own; it must report no failure besides those.

SPDX-License-Identifier: MIT
"""
import os
import subprocess
import sys

import project


def check(expected, output, status):
    if status == 0:
        yield 'exit status 0, although the fixture breaks the rules'
    lines = iter(output)
    for text in expected:
        if not any(text in line for line in lines):
            yield f'expected, but missing or out of order: {text}'
    for line in output:
        if line.startswith('not ok') and not any(text in line for text in expected):
            yield f'not expected: {line}'


def main(fixture, command):
    with open(os.path.join(fixture, 'expected.txt'), encoding='utf-8') as file:
        expected = file.read().splitlines()
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    output = run.stdout.splitlines()
    if output and output[0].startswith('1..0 # SKIP'):
        print(run.stdout, end='')
        return 0

    tap = project.Tap()
    problems = list(check(expected, output, run.returncode))
    tap.result(f'trips on {os.path.basename(fixture)}',
               [*problems, 'output:', *output] if problems else [])
    return tap.finish()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], sys.argv[2:]))
