#!/usr/bin/python3
"""Does what the manual says: writes its files, runs its commands, compares what they print.

usage: test-examples.py IMAGINET TOP PAGES CHAPTER.rst…

Each chapter has a folder of its own; a command sees what those before it left. A picture of
the manual is compared with what the reader of the chapter gets.

SPDX-License-Identifier: MIT
"""
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile

import chapters

ANY = '…'
TOOLS = ('cc', 'make', 'man')
LIMIT_S = 60
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'desktop'))
import tap as tap_module  # noqa: E402  one TAP for all that is not a walk


def split(console):
    """Yields each command with the lines that it prints."""
    command, expected = None, []
    for line in console.splitlines():
        if line.startswith('$ '):
            if command is not None:
                yield command, expected
            command, expected = line[2:], []
        elif line.startswith('> ') and command is not None and not expected:
            command += '\n' + line[2:]
        else:
            expected.append(line)
    yield command, expected


def narrow(line):
    """A line whose columns are one blank apart: how wide they are may depend on a number."""
    return re.sub(' +', ' ', line.rstrip())


def pattern(expected):
    """What matches the lines that are expected; the ellipsis is any text or any lines."""
    parts = []
    for line in expected:
        if line == ANY:
            parts.append('(?:.*\n)*')
        else:
            parts.append('.*'.join(re.escape(part) for part in narrow(line).split(ANY)) + '\n')
    return ''.join(parts)


def output_fits(expected, output):
    lines = ''.join(narrow(line) + '\n' for line in output.splitlines())
    return re.fullmatch(pattern(expected), lines) is not None


class Reader:
    """Somebody who does what a chapter says, in a folder."""

    def __init__(self, tap, chapter, folder, environment):
        self.tap, self.chapter, self.folder = tap, chapter, folder
        self.environment = environment
        self.count = 0

    def run(self, command, expected, status):
        done = subprocess.run(['sh', '-c', command], cwd=self.folder, env=self.environment,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              stdin=subprocess.DEVNULL, timeout=LIMIT_S, check=False)
        problems = []
        if done.returncode != status:
            problems.append(f'expected status {status}, got {done.returncode}')
        if not output_fits(expected, done.stdout):
            problems += ['expected:', *expected]
        if problems:
            problems += ['found:', done.stdout]
        self.count += 1
        self.tap.result(f'{self.chapter.name}-{self.count} {command.splitlines()[0][:60]}',
                        problems)

    def open_window(self, command):
        """The window is walked through elsewhere; here the file must be there."""
        words = command.split()
        problems = [f'{word}: there is no such file' for word in words[1:]
                    if not os.path.exists(os.path.join(self.folder, word))]
        if words[0] != 'imaginet-studio':
            problems.append(f'{words[0]} is not the studio')
        self.count += 1
        self.tap.result(f'{self.chapter.name}-{self.count} {command}', problems)

    def do(self, step):
        if 'file' in step:
            path = os.path.join(self.folder, step['file'])
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, 'w', encoding='utf-8') as file:
                file.write(step.astext() + '\n')
            return
        commands = list(split(step['console']))
        for number, (command, expected) in enumerate(commands, 1):
            if step['needs'] and importlib.util.find_spec(step['needs']) is None:
                self.tap.skip(command, f'{step["needs"]} is not installed')
            elif step['window']:
                self.open_window(command)
            else:
                self.run(command, expected, step['status'] if number == len(commands) else 0)

    def compare_pictures(self, pages):
        for name in self.chapter.pictures():
            mine = os.path.join(self.folder, name)
            if not os.path.exists(mine):
                continue
            with open(mine, 'rb') as a, open(os.path.join(pages, name), 'rb') as b:
                same = a.read() == b.read()
            self.tap.result(f'{self.chapter.name}-{name}',
                            [] if same else ['the picture of the manual is another one'])


def main(program, top, pages, *paths):
    absent = [tool for tool in TOOLS if shutil.which(tool) is None]
    if absent:
        print(f'1..0 # SKIP not installed: {", ".join(absent)}')
        return 0
    tap = tap_module.Tap()
    for chapter in chapters.read(top, paths):
        with tempfile.TemporaryDirectory() as folder:
            environment = {'PATH': os.path.dirname(os.path.abspath(program)) + ':' + os.environ['PATH'],
                           'LC_ALL': 'C.UTF-8', 'COLUMNS': '100', 'MANWIDTH': '80',
                           'HOME': folder, 'TMPDIR': os.environ.get('TMPDIR', '/tmp'),
                           'PYTHONDONTWRITEBYTECODE': '1'}
            reader = Reader(tap, chapter, folder, environment)
            for step in chapter.steps():
                reader.do(step)
            reader.compare_pictures(pages)
    return tap.finish()


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
