#!/usr/bin/python3
"""Counts what meson's test logs say and prints `N passed, N failed, N skipped` last.

usage: count-tests.py [--label TEXT] STATUS LOG...

STATUS is the exit status of the test run. Each LOG is a testlog.json of meson: one JSON
object a line, whose "stdout" holds the TAP of that test. The unit is the TAP line; a test
without TAP counts as one. What failed or was skipped is listed before, with the reason of
each skip. A log that is missing or broken, and a run that failed without a failing test,
count as one failure. The exit status is 1 if anything failed or nothing ran.

SPDX-License-Identifier: MIT
"""
import argparse
import itertools
import json
import re
import sys

TAP_LINE = re.compile(r'^(?P<no>not )?ok\b\s*\d*\s*(?P<name>[^#]*)'
                      r'(#\s*(?P<directive>SKIP|TODO)\S*\s*(?P<reason>.*))?', re.I)
TAP_SKIP_ALL = re.compile(r'^1\.\.0\s*#\s*SKIP\S*\s*(.*)', re.I | re.M)
GOOD_RESULTS = ('OK', 'EXPECTEDFAIL', 'SKIP')
REMARKS = 20  # lines that are listed of a failure


class Count:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def add_failure(self, what, remarks=()):
        self.failed += 1
        print('\n'.join([f'FAILED {what}', *('  ' + line for line in remarks)]))

    def add_skip(self, what, reason):
        self.skipped += 1
        print(f'SKIPPED {what}: {reason or "no reason given"}')

    def add_tap_line(self, test, match, behind):
        name = f'{test}: {match["name"].strip(" -") or "unnamed"}'
        directive = (match['directive'] or '').upper()
        if directive == 'SKIP' or (directive and match['no']):
            self.add_skip(name, match['reason'])
        elif match['no']:
            remarks = itertools.takewhile(lambda line: line.startswith('# '), behind)
            self.add_failure(name, [line[2:] for line in itertools.islice(remarks, REMARKS)])
        else:
            self.passed += 1

    def add_test(self, entry):
        name, result, output = entry['name'], entry['result'], entry.get('stdout') or ''
        failed_before = self.failed
        lines = output.splitlines()
        matches = [(m, at) for at, m in enumerate(map(TAP_LINE.match, lines), 1) if m]

        if result == 'SKIP' and not matches:
            reason = TAP_SKIP_ALL.search(output)
            self.add_skip(name, reason[1] if reason else output.strip())
            return
        if result == 'EXPECTEDFAIL':
            matches = []
        for match, at in matches:
            self.add_tap_line(name, match, lines[at:])
        if result not in GOOD_RESULTS and self.failed == failed_before:
            self.add_failure(f'{name}: {result}, exit status {entry.get("returncode")}')
        elif result in GOOD_RESULTS and not matches:
            self.passed += 1

    def add_log(self, path):
        try:
            with open(path, encoding='utf-8', errors='replace') as log:
                for line in log:
                    self.add_test(json.loads(line))
        except OSError as error:
            self.add_failure(f'{path}: {error.strerror}')
        except (ValueError, KeyError, TypeError) as error:
            self.add_failure(f'{path}: not a test log of meson: {error}')


def main():
    parser = argparse.ArgumentParser(description='Counts the tests in logs of meson.')
    parser.add_argument('--label', help='text before the last line')
    parser.add_argument('status', type=int, help='exit status of the test run')
    parser.add_argument('logs', nargs='+', help='testlog.json files')
    arguments = parser.parse_args()

    count = Count()
    for path in arguments.logs:
        count.add_log(path)
    if count.failed == 0 and arguments.status != 0:
        count.add_failure(f'the run: exit status {arguments.status}, though no test failed')
    if count.passed + count.failed == 0:
        count.add_failure('the run: no test ran')

    label = f'{arguments.label}: ' if arguments.label else ''
    print(f'{label}{count.passed} passed, {count.failed} failed, {count.skipped} skipped')
    return 1 if count.failed else 0


if __name__ == '__main__':
    sys.exit(main())
