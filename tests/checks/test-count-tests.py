#!/usr/bin/python3
"""Tests count-tests.py: for each kind of log, the whole output and the exit status.

usage: test-count-tests.py COUNT-TESTS

SPDX-License-Identifier: MIT
"""
import json
import os
import subprocess
import sys
import tempfile

import project


def entry(result, stdout=None, returncode=0):
    return json.dumps({'name': 't', 'result': result, 'stdout': stdout,
                       'returncode': returncode})


# name, exit status of the run, log (None if missing), expected output, expected exit status
CASES = [
    ('ok', 0, entry('OK', 'TAP version 13\nok 1 /a\nok 2 /b\n1..2\n'),
     '2 passed, 0 failed, 0 skipped\n', 0),
    ('noise', 0, entry('OK', 'okay\n# ok 7\n  ok 8\nok 1 /a # took 3 ms\n1..1\n'),
     '1 passed, 0 failed, 0 skipped\n', 0),
    ('not-ok', 1, entry('ERROR', 'ok 1 /a\nnot ok 2 /b - assertion\n1..2\n', 1),
     'FAILED t: /b - assertion\n1 passed, 1 failed, 0 skipped\n', 1),
    ('remarks', 1, entry('ERROR', 'not ok 1 /a\n# expected 1\n#   found 2\nok 2 /b\n# fine\n1..2\n', 1),
     'FAILED t: /a\n  expected 1\n    found 2\n1 passed, 1 failed, 0 skipped\n', 1),
    ('long-remarks', 1, entry('ERROR', 'not ok 1 /a\n' + '# x\n' * 30 + '1..1\n', 1),
     'FAILED t: /a\n' + '  x\n' * 20 + '0 passed, 1 failed, 0 skipped\n', 1),
    ('crash', 1, entry('ERROR', 'ok 1 /a\n', -6),
     'FAILED t: ERROR, exit status -6\n1 passed, 1 failed, 0 skipped\n', 1),
    ('timeout', 1, entry('TIMEOUT', None, -15),
     'FAILED t: TIMEOUT, exit status -15\n0 passed, 1 failed, 0 skipped\n', 1),
    ('skip-one', 0, entry('OK', 'ok 1 /a\nok 2 /b # SKIP needs root\n1..2\n'),
     'SKIPPED t: /b: needs root\n1 passed, 0 failed, 1 skipped\n', 0),
    ('skip-only', 0, entry('SKIP', '1..0 # SKIP no display\n'),
     'SKIPPED t: no display\nFAILED the run: no test ran\n'
     '0 passed, 1 failed, 1 skipped\n', 1),
    ('skip-without-reason', 0, entry('SKIP') + '\n' + entry('OK', 'ok 1 /a\n1..1\n'),
     'SKIPPED t: no reason given\n1 passed, 0 failed, 1 skipped\n', 0),
    ('known-failure', 0, entry('OK', 'not ok 1 /a # TODO later\nok 2 /b\n1..2\n'),
     'SKIPPED t: /a: later\n1 passed, 0 failed, 1 skipped\n', 0),
    ('expected-failure', 0, entry('EXPECTEDFAIL', 'not ok 1 /a\n1..1\n', 1),
     '1 passed, 0 failed, 0 skipped\n', 0),
    ('unexpected-pass', 1, entry('UNEXPECTEDPASS', 'ok 1 /a\n1..1\n'),
     'FAILED t: UNEXPECTEDPASS, exit status 0\n1 passed, 1 failed, 0 skipped\n', 1),
    ('no-tap', 0, entry('OK', 'hello\n'), '1 passed, 0 failed, 0 skipped\n', 0),
    ('run-failed', 3, entry('OK', 'ok 1 /a\n1..1\n'),
     'FAILED the run: exit status 3, though no test failed\n'
     '1 passed, 1 failed, 0 skipped\n', 1),
    ('empty-log', 0, '', 'FAILED the run: no test ran\n0 passed, 1 failed, 0 skipped\n', 1),
    ('no-log', 0, None,
     'FAILED LOG: No such file or directory\n0 passed, 1 failed, 0 skipped\n', 1),
    ('broken-log', 0, '{}', "FAILED LOG: not a test log of meson: 'name'\n"
     '0 passed, 1 failed, 0 skipped\n', 1),
]


def run(script, status, log, folder):
    path = os.path.join(folder, 'testlog.json')
    if log is not None:
        with open(path, 'w', encoding='utf-8') as file:
            file.write(log)
    result = subprocess.run([sys.executable, script, str(status), path],
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return result.stdout.replace(path, 'LOG'), result.returncode


def main(script):
    tap = project.Tap()
    for name, status, log, *expected in CASES:
        with tempfile.TemporaryDirectory() as folder:
            actual = list(run(script, status, log, folder))
        tap.result(name, [] if actual == expected else
                   [f'expected {expected}', f'found {actual}'])
    return tap.finish()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
