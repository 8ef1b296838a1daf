"""What the tests of bundles share: exports, commands in their folders, TAP.

SPDX-License-Identifier: MIT
"""
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
PYTHON = '/usr/bin/python3'
SHIPPED = os.path.join(TOP, 'tests', 'emit', 'shipped.imunit')
MFCC = os.path.join(HERE, 'mfcc.imunit')
MOTION = os.path.join(TOP, 'data', 'examples', 'motion-features.imunit')
AUDIO = os.path.join(TOP, 'data', 'examples', 'audio-window.imunit')


class Tests:
    def __init__(self, imaginet):
        self.imaginet = os.path.abspath(imaginet)
        self.count = self.failed = 0
        self.temporary = None

    def check(self, name, condition, detail=''):
        self.count += 1
        self.failed += not condition
        print(f'{"ok" if condition else "not ok"} {self.count} {name}', flush=True)
        if not condition:
            print(f'{name}: {detail}', file=sys.stderr)

    def skip(self, name, reason):
        self.count += 1
        print(f'ok {self.count} {name} # SKIP {reason}', flush=True)

    def work_in(self, folder):
        """Gives exports a folder for their own temporary files."""
        self.temporary = os.path.join(folder, 'temporary')
        os.mkdir(self.temporary)
        os.environ['TMPDIR'] = self.temporary

    def check_left(self):
        left = os.listdir(self.temporary)
        self.check('no-temporary-files', not left, str(left))

    def export(self, *arguments, **variables):
        environment = {**os.environ, 'LC_ALL': 'C.UTF-8', 'IMAGINET_DATA_PATH': TOP, **variables}
        return subprocess.run([self.imaginet, 'export', *arguments], text=True, env=environment,
                              timeout=300, capture_output=True)

    def export_json(self, *arguments, **variables):
        """Returns the exit status and the result."""
        run = self.export(*arguments, '--json', **variables)
        return run.returncode, json.loads(run.stdout)

    def finish(self):
        print(f'1..{self.count}')
        return 1 if self.failed else 0


def command(folder, *words, **variables):
    """Returns the exit status and all that a command in a folder prints."""
    run = subprocess.run(words, cwd=folder, text=True, timeout=300, stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         env={**os.environ, 'LC_ALL': 'C.UTF-8', **variables})
    return run.returncode, run.stdout


def verify(folder, target='verify', python=PYTHON, **variables):
    """Runs `make verify` in a bundle."""
    return command(folder, 'make', '-s', target, f'PYTHON={python}', **variables)


def read_all(folder):
    contents = {}
    for path, _, names in os.walk(folder):
        for name in names:
            full = os.path.join(path, name)
            with open(full, 'rb') as file:
                contents[os.path.relpath(full, folder)] = file.read()
    return contents


def replace(folder, name, old, new):
    path = os.path.join(folder, name)
    with open(path, encoding='utf-8') as file:
        text = file.read()
    assert old in text, (name, old)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text.replace(old, new))
