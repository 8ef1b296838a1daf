#!/usr/bin/python3
"""Tests what is written about the program: its manual page and its completion for bash.

usage: test-manual.py IMAGINET DATA_FOLDER

SPDX-License-Identifier: MIT
"""
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
FIXTURES = os.path.join(HERE, 'fixtures')
LINTERS = [['mandoc', '-T', 'lint', '-W', 'style'], ['man', '--warnings', '-E', 'UTF-8', '-l']]

# Words of a command line up to the cursor, and everything that completes the last one.
COMPLETIONS = [
    (['imaginet', ''], ['eval', 'inspect', 'check', 'list', 'dump', 'launch', 'new', 'edit', 'fmt', 'convert', 'diff', 'extract', 'plan', 'render',
                        'export',
                        'compare', 'budget', 'run', 'probe', 'test', 'try', 'pack', 'unpack', 'package', 'rename', 'move', 'trust', 'broadcast', 'scratch', 'tile', 'sknd', 'manual',
                        '--help', '--version']),
    (['imaginet', 'la'], ['launch']),
    (['imaginet', '--v'], ['--version']),
    (['imaginet', 'eval', '--'], ['--with', '--json', '--color', '--help']),
    (['imaginet', 'check', '--s'], ['--strict']),
    (['imaginet', 'eval', '--color', '=', 'a'], ['always', 'auto']),
    (['imaginet', 'eval', '--color', '='], ['always', 'never', 'auto']),
    (['imaginet', 'sknd', 'fm'], ['fmt']),
    (['imaginet', 'sknd', 'ex'], ['export']),
    (['imaginet', 'sknd', '--stage', 'i'], ['instance']),
    (['imaginet', 'sknd', '--format', 'd'], ['dat']),
    (['imaginet', 'list', ''], ['units', 'templates', 'builtins', 'types']),
    (['imaginet', 'new', ''], ['unit', 'pipeline', 'package']),
    (['imaginet', 'new', 'unit', 'Own.A', '--wrap', 'units/Gain/g'], ['units/Gain/gain.h', 'units/Gain/gain.py']),
    (['imaginet', 'list', 'builtins', 'broadcas'], ['broadcast']),
    (['imaginet', 'dump', '--stage', 't'], ['tokens']),
    (['imaginet', 'render', '--rules', 'm'], ['mlir']),
    (['imaginet', 'compare', '--target', 'm5'], ['m55']),
    (['imaginet', 'diff', '--target', 'm5'], ['m55']),
    (['imaginet', 'budget', '--board', 'nucleo-f4'], ['nucleo-f401re', 'nucleo-f446re']),
    (['imaginet', 'dump', '--stage', 'p'], ['program', 'plan']),
    (['imaginet', 'edit', 'projects/e'], ['projects/engine.improj']),
    (['imaginet', 'extract', 'projects/e'], ['projects/engine.improj']),
    (['imaginet', 'launch', '--output', 'pipelines/F'], ['pipelines/Fine.imunit']),
    (['imaginet', 'dump', '--stage', 'fragments', 'units/Gain/g'],
     ['units/Gain/gain.h', 'units/Gain/gain.py']),
    (['imaginet', 'inspect', 'Test.G'], ['Test.Gain']),
    (['imaginet', 'inspect', 'units/C'], ['units/Constant.imunit']),
    (['imaginet', 'inspect', '--units', 'un'], ['units']),
    (['imaginet', 'plan', 'several/Several.imunit', '--unit', 'Test.'],
     ['Test.Left.Level', 'Test.Right.Level', 'Test.Peak']),
    (['imaginet', 'inspect', '--json', 'units/C'], ['units/Constant.imunit']),
    (['imaginet', 'inspect', '--with', 'Te'], []),
    (['imaginet', 'compare', 'Test.G'], ['Test.Gain']),
    (['imaginet', 'try', 'Test.G'], ['Test.Gain']),
    (['imaginet', 'compare', '--fr'], ['--frames', '--from']),
    (['imaginet', 'render', 'Test.G'], ['Test.Gain']),
    (['imaginet', 'render', '--what', ''],
     ['pipeline', 'memory', 'shapes', 'shape', 'timeline', 'broadcast', 'recording']),
    (['imaginet', 'render', '--format', 'p'], ['pdf', 'png']),
    (['imaginet', 'render', '--style', 'l'], ['light']),
    (['imaginet', 'render', 'recordings/g'], ['recordings/gap.data', 'recordings/gap.imsession', 'recordings/gap.label']),
    (['imaginet', 'render', '-o', 'pipelines/F'], ['pipelines/Fine.imunit']),
    (['imaginet', 'export', '--no'], ['--no-test']),
    (['imaginet', 'export', '--targets', 'cortex-m'],
     ['cortex-m0plus', 'cortex-m4f', 'cortex-m7', 'cortex-m55']),
    (['imaginet', 'run', '--input', 'pipelines/F'], ['pipelines/Fine.imunit']),
    (['imaginet', 'run', '--format', 'np'], ['npz', 'npy']),
    (['imaginet', 'run', '--fo'], ['--format', '--force']),
    (['imaginet', 'broadcast', '--rules', 'm'], ['mlir']),
    (['imaginet', 'tile', 'e'], ['emit', 'explain']),
    (['imaginet', 'tile', '--engine', 'p'], ['python']),
    (['imaginet', 'broadcast', '--mlir', 'pipelines/F'], ['pipelines/Fine.imunit']),
    (['imaginet', 'scratch', 'pipelines/F'], ['pipelines/Fine.imunit']),
    (['imaginet', 'fmt', '--di'], ['--diff']),
    (['imaginet', 'convert', 'u'], ['unit']),
    (['imaginet', 'convert', 'unit', 'pipelines/F'], ['pipelines/Fine.imunit']),
    (['imaginet', 'pack', 'pipelines/F'], ['pipelines/Fine.imunit']),
    (['imaginet', 'package', 'u'], ['units']),
    (['imaginet', 'rename', 'u'], ['units']),
    (['imaginet', 'move', 'u'], ['units']),
    (['imaginet', 'unpack', '--c'], ['--check', '--color']),
    (['imaginet', 'manual', ''], ['first-steps', 'units']),
    (['imaginet', 'frobnicate', ''], []),
]
COMPLETE = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _imaginet; '
            'printf "%s\\n" "${COMPREPLY[@]}"')


class Tests:
    def __init__(self, program, data):
        self.program = program
        self.manual = os.path.join(data, 'imaginet.1')
        self.completion = os.path.join(data, 'imaginet.bash')
        self.environment = {
            'PATH': os.path.dirname(program) + ':' + os.environ['PATH'],
            'LC_ALL': 'C.UTF-8', 'COLUMNS': '80', 'IMAGINET_DATA_PATH': '.',
        }
        self.count = 0
        self.failed = 0

    def result(self, name, problems, skipped=''):
        self.count += 1
        self.failed += bool(problems)
        print(f'{"not ok" if problems else "ok"} {self.count} {name}{skipped}', flush=True)
        for text in problems:
            print(text, file=sys.stderr)

    def run(self, *words):
        return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              env=self.environment, cwd=FIXTURES, text=True, timeout=60).stdout

    def words_of_help(self):
        """Returns the commands, and the options of the program and of all commands."""
        text = self.run(self.program, '--help')
        commands = re.findall(r'^  ([a-z]+)  ', text, re.M)
        texts = [text, *(self.run(self.program, command, '--help') for command in commands)]
        options = {option for text in texts
                   for option in re.findall(r'^  (?:-\w, )?--([a-z]+)', text, re.M)}
        return set(commands), options

    def words_of_manual(self):
        with open(self.manual, encoding='utf-8') as file:
            text = file.read()
        commands = set(re.findall(r'^\.It Cm ([a-z]+)', text, re.M))
        options = set(re.findall(r'^\.It Fl (?:\w , Fl )?\\-([a-z]+)', text, re.M))
        return commands, options

    def compare(self, what, said, real):
        self.result(f'manual/{what}',
                    [f'imaginet.1 does not describe {word}' for word in sorted(real - said)] +
                    [f'imaginet.1 describes {word}, which the program does not have'
                     for word in sorted(said - real)] +
                    ([] if real else [f'--help names no {what}']))

    def lint(self, linter):
        name = f'manual/{linter[0]}'
        if shutil.which(linter[0]) is None:
            self.result(name, [], f' # SKIP {linter[0]} is not installed')
            return
        result = subprocess.run([*linter, self.manual], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True,
                                env={**self.environment, 'MANWIDTH': '80', 'MANPAGER': 'cat'})
        problems = result.stdout if linter[0] == 'mandoc' else result.stderr
        self.result(name, problems.splitlines())

    def complete(self, words, expected):
        found = self.run('bash', '--norc', '-c', COMPLETE, 'bash', self.completion, *words)
        found = [word for word in found.split('\n') if word]
        name = 'completion/' + ' '.join(words[1:])
        self.result(name, [] if sorted(found) == sorted(expected) else
                    [f'{name}: expected {expected}, found {found}'])


def main(program, data):
    tests = Tests(os.path.abspath(program), os.path.abspath(data))
    commands, options = tests.words_of_help()
    said_commands, said_options = tests.words_of_manual()
    tests.compare('commands', said_commands, commands)
    tests.compare('options', said_options, options)
    for linter in LINTERS:
        tests.lint(linter)
    for words, expected in COMPLETIONS:
        tests.complete(words, expected)
    print(f'1..{tests.count}')
    return 1 if tests.failed else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
