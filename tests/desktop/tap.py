"""TAP output for tests that call the tools of the desktop.

SPDX-License-Identifier: MIT
"""
import shutil
import subprocess


class Tap:
    def __init__(self):
        self.count = 0
        self.failed = 0

    def result(self, name, problems=()):
        """Prints one line, and each problem as a comment."""
        self.count += 1
        self.failed += bool(problems)
        print(f'{"not ok" if problems else "ok"} {self.count} {name}', flush=True)
        for problem in problems:
            for line in problem.splitlines():
                print(f'# {line}')

    def skip(self, name, reason):
        self.count += 1
        print(f'ok {self.count} {name} # SKIP {reason}', flush=True)

    def tool(self, name, command, output=None, **options):
        """Runs a validator; it must succeed, and print the text `output` if one is given."""
        if shutil.which(command[0]) is None:
            self.skip(name, f'{command[0]} is not installed')
            return None
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, **options)
        text = done.stdout + done.stderr
        problems = []
        if done.returncode != 0:
            problems.append(f'{" ".join(command)}: expected status 0, got {done.returncode}')
        elif output is not None and output not in text:
            problems.append(f'{" ".join(command)}: expected “{output}” in its output')
        self.result(name, problems + [text] if problems else [])
        return text

    def finish(self):
        """Prints the plan and returns the exit status."""
        print(f'1..{self.count}')
        return 1 if self.failed or self.count == 0 else 0
