#!/usr/bin/python3
"""Checks that no file speaks of unfinished work or of the machine it was written on.

usage: check-words.py TOP

SPDX-License-Identifier: MIT
"""
import re
import sys

import project

FOLDERS = ('data', 'flatpak', 'po', 'src', 'stdlib', 'tests', 'ui', 'units')
FOLDERS_WITH_WORK = ('src', 'stdlib', 'tests', 'ui', 'units')
TOP_FILES = ('README.md', 'meson.build', 'meson_options.txt', '.ci/run')

UNFINISHED = re.compile(r'\b(TODO|FIXME|XXX|HACK)\b')
MACHINE = re.compile(r'(?<![\w.}~)])/(?:home|media|mnt|root|tmp|work|Users)/')
EXEMPT = {
    'tests/checks/check-words.py': 'lists the words',
    'tests/checks/test-count-tests.py': 'one of the words is a directive of TAP',
    'tests/count-tests.py': 'one of the words is a directive of TAP',
}


def check(path, text):
    for number, line in enumerate(text.splitlines(), 1):
        word = UNFINISHED.search(line)
        if word and path.startswith(FOLDERS_WITH_WORK):
            yield f'{path}:{number}: {word[0]} marks unfinished work'
        place = MACHINE.search(line)
        if place:
            yield f'{path}:{number}: {place[0]} is a path of one machine'


def main(top):
    tap = project.Tap()
    paths = [*project.files(top, FOLDERS), *project.existing(top, TOP_FILES)]
    problems = {path: list(check(path, project.read(top, path)))
                for path in paths if path not in EXEMPT}
    tap.results_by_folder(paths, problems)
    return tap.finish()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
