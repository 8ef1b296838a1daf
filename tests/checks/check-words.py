#!/usr/bin/python3
"""Checks that no file speaks of unfinished work or of the machine it was written on, and that
what users read has the words of the field.

The words are those of the glossary, data/manual/glossary.rst. A term of it must be used
elsewhere, too, in the manual, on screen or in a header; a word that stands for a term only here
must not be read by users. What they read are manuals, templates, translated texts, and texts
in the code of the command line.

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

GLOSSARY = 'data/manual/glossary.rst'
SPOKEN = ('README.md', 'CONTRIBUTING.md', 'data/imaginet.1', 'data/imaginet-studio.1',
          'data/imunit-schema.md')
# Words that this project alone had, and the term for each.
DIALECT = {
    r'heal(?:s|ed|ing)?': 'bypass, or reconnect',
    r'free[ _]+graphs?': 'node graph',
    r'(?:shapes?|sizes?|operands?|types?|axes) (?:\S+ )?(?:meet|meets|met)\b': 'broadcasting, or are paired',
    r'pills?': 'pipe label',
    r'takes? part': 'enabled',
}
DIALECT_WORDS = [(re.compile(rf'\b{word}\b', re.I), term) for word, term in DIALECT.items()]
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
SHOWN = re.compile(r'translatable="yes"[^>]*>([^<]*)<')
MESSAGE = re.compile(r'^(?:msgid(?:_plural)? )?"(.*)"$')
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


def texts(path, text):
    """Yields the numbers and texts of the lines of a file that users read."""
    for number, line in enumerate(text.splitlines(), 1):
        plain = line.replace('_', '') if path.endswith(('.po', '.ui')) else line
        if path.endswith('.ui'):
            yield from ((number, shown) for shown in SHOWN.findall(plain))
        elif path.endswith('.po'):
            yield from ((number, shown) for shown in MESSAGE.findall(plain))
        elif path.endswith('.c'):
            yield from ((number, shown) for shown in LITERAL.findall(line))
        else:
            yield number, line


def check_dialect(path, text):
    for number, shown in texts(path, text):
        for word, term in DIALECT_WORDS:
            found = word.search(shown)
            if found:
                yield f'{path}:{number}: “{found[0]}” is a word of this project; the field says {term}'


def terms(text):
    """The terms of a glossary: each line before an indented one."""
    lines = text.splitlines()
    return [line for line, after in zip(lines, lines[1:])
            if re.match(r'\w', line) and re.match(r'   \S', after)]


def check_terms(text, others):
    found = terms(text)
    if found != sorted(set(found), key=found.index):
        yield f'{GLOSSARY}: a term is defined twice'
    for term in found:
        if not any(re.search(rf'\b{re.escape(term)}', other, re.I) for other in others):
            yield f'{GLOSSARY}: “{term}” is used nowhere else'


def main(top):
    tap = project.Tap()
    paths = [*project.files(top, FOLDERS), *project.existing(top, TOP_FILES)]
    problems = {path: list(check(path, project.read(top, path)))
                for path in paths if path not in EXEMPT}
    tap.results_by_folder(paths, problems)
    spoken = [*project.existing(top, SPOKEN), *project.files(top, ['data/manual'], ('.rst',)),
              *project.files(top, ['ui'], ('.ui',)), *project.files(top, ['po'], ('.po',)),
              *project.files(top, ['src/cli'], ('.c',))]
    tap.result('dialect', [problem for path in spoken
                           for problem in check_dialect(path, project.read(top, path))])
    if project.existing(top, [GLOSSARY]):
        users = [path for path in spoken if path != GLOSSARY]
        users += project.files(top, ['src'], ('.h',))
        tap.result('glossary', list(check_terms(project.read(top, GLOSSARY),
                                                [project.read(top, path) for path in users])))
    return tap.finish()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
