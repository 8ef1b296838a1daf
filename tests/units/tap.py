"""Results of tests in the Test Anything Protocol.

SPDX-License-Identifier: MIT
"""
import sys


class Tap:
    def __init__(self):
        self.count = self.failed = 0

    def result(self, name, problems):
        """Reports a test, which passes if the list of problems is empty."""
        self.count += 1
        self.failed += bool(problems)
        print(f'{"not ok" if problems else "ok"} {self.count} {name}', flush=True)
        for problem in problems:
            print(problem, file=sys.stderr)

    def skip(self, name, reason):
        self.count += 1
        print(f'ok {self.count} {name} # SKIP {reason}', flush=True)

    def finish(self):
        """Returns the exit status."""
        print(f'1..{self.count}')
        return 1 if self.failed else 0
