#!/usr/bin/python3
"""Prints the tests of today, one a line: all of every day, and those whose turn it is.

usage: choose-tests.py BUILD [SUITE…]

Tests of the suite `turns` take long, and stand beside others that would notice most faults: each
of them runs every third day, whatever the machine. Those of the suite `long`, and of each SUITE,
are left out. What waits for its turn is said on stderr; `sh tests/run.sh --long` runs it, too, and
so does whoever asks for it by its name or suite.

SPDX-License-Identifier: MIT
"""
import json
import os
import sys
import time

DAYS = 3
DAY_S = 24 * 60 * 60


def main(build, *left_out):
    with open(os.path.join(build, 'meson-info', 'intro-tests.json'), encoding='utf-8') as file:
        tests = json.load(file)
    # A suite is PROJECT:SUITE.
    suites = {test['name']: {suite.split(':')[-1] for suite in test['suite']} for test in tests}
    turns = sorted(name for name in suites if 'turns' in suites[name])
    today = int(time.time() / DAY_S) % DAYS
    waiting = [name for number, name in enumerate(turns) if number % DAYS != today]
    chosen = [name for name in suites
              if name not in waiting and not suites[name] & {'long', *left_out}]
    print('\n'.join(chosen))
    print(f'Another day, or with --long: {" ".join(waiting)}', file=sys.stderr)
    return 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
