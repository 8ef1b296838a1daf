#!/usr/bin/python3
"""Runs the real program where the machine fails it: no compiler, one that fails, hangs or
talks, no room, no folder, Ctrl-C. Each must be said plainly and leave nothing half-written.

usage: test-troubles.py IMAGINET

SPDX-License-Identifier: MIT
"""
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PIPELINE = 'source float32[6]@50 ! Scale factor=0.3333333'
ROWS = 45_000  # the outputs need more than LIMIT_BYTES, all other files less
LIMIT_BYTES = 2_400_000
TALKS = '#!/bin/sh\nyes "case_0.c:1: error: nothing is right" | head -c 100000000\nexit 1\n'
HANGS = '#!/bin/sh\nsleep 600\n'


class Trouble:
    """A folder with a pipeline, a recording, and a place for temporary files."""

    def __init__(self, imaginet, folder):
        self.imaginet, self.folder = imaginet, folder
        self.temporary = os.path.join(folder, 'temporary')
        self.output = os.path.join(folder, 'out.csv')
        os.mkdir(self.temporary)
        self.call(['launch', PIPELINE, '-o', self.path('p.imunit')])
        with open(self.path('in.csv'), 'w', encoding='utf-8') as file:
            file.writelines(','.join(f'{-(i * k % 997 + 0.123) / 99991:.9f}'
                                     for k in (1, 3, 7, 11, 13, 17)) + '\n'
                            for i in range(ROWS))
        with open(self.output, 'w', encoding='utf-8') as file:
            file.write('earlier\n')

    def path(self, name):
        return os.path.join(self.folder, name)

    def start(self, arguments, settings=(), **keywords):
        environment = {'PATH': os.environ['PATH'], 'LC_ALL': 'C.UTF-8',
                       'TMPDIR': self.temporary, **dict(settings)}
        return subprocess.Popen([self.imaginet, *arguments], env=environment, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, **keywords)

    def call(self, arguments, settings=(), **keywords):
        process = self.start(arguments, settings, **keywords)
        output, errors = process.communicate(timeout=120)
        return process.returncode, output, errors

    def arguments(self, *more):
        return ['run', self.path('p.imunit'), '-i', self.path('in.csv'), '-o', self.output,
                *more]

    def run(self, settings=(), *more, **keywords):
        return self.call(self.arguments(*more), settings, **keywords)

    def script(self, name, text):
        path = self.path(name)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        os.chmod(path, 0o755)
        return path

    def fails(self, result, *patterns, keeps=False, expected=1):
        """Returns what is wrong with a failure."""
        status, output, errors = result
        problems = [f'status {status}, expected {expected}'] if status != expected else []
        problems += [f'printed {output!r}'] if output else []
        problems += [f'no “{pattern}” in {errors[:400]!r}' for pattern in patterns
                     if not re.search(pattern, errors)]
        with open(self.output, encoding='utf-8') as file:
            problems += ['the output was touched'] if file.read() != 'earlier\n' else []
        left = os.listdir(self.temporary)
        if keeps:
            kept = re.search(r'kept in (\S+?):', errors)
            problems += [] if kept and os.path.exists(os.path.join(kept[1], 'case_0.c')) else [
                'there is no source where the message says']
        elif left:
            problems.append(f'it left {left}')
        others = set(os.listdir(self.folder)) - {'temporary', 'out.csv', 'p.imunit', 'in.csv',
                                                 'compiler'}
        return problems + ([f'it left {others}'] if others else [])


def compiler_missing(trouble):
    return trouble.fails(trouble.run({'CC': 'nonesuch'}.items()), '“nonesuch”', 'variable CC',
                         keeps=True)


def compiler_fails(trouble):
    return trouble.fails(trouble.run({'CC': 'false'}.items()), 'false ended with status 1',
                         keeps=True)


def compiler_hangs(trouble):
    compiler = trouble.script('compiler', HANGS)
    start = time.monotonic()
    result = trouble.run({'CC': compiler}.items(), '--timeout', '1')
    problems = trouble.fails(result, 'did not end within 1 seconds', keeps=True)
    return problems + (['it took too long'] if time.monotonic() - start > 30 else [])


def compiler_talks(trouble):
    compiler = trouble.script('compiler', TALKS)
    result = trouble.run({'CC': compiler}.items())
    problems = trouble.fails(result, 'nothing is right', 'ended with status 1', keeps=True)
    return problems + (['it repeats all of it'] if len(result[2]) > 10_000 else [])


def no_temporary_folder(trouble):
    return trouble.fails(trouble.run({'TMPDIR': '/nonexistent'}.items()),
                         'cannot make a folder .* “/nonexistent”', 'variable TMPDIR')


def no_temporary_room(trouble):
    return trouble.fails(trouble.run({'TMPDIR': '/proc'}.items()), 'cannot make .* “/proc”')


def no_output_folder(trouble):
    trouble.output, real = trouble.path('none/out.csv'), trouble.output
    result = trouble.run()
    trouble.output = real
    return trouble.fails(result, 'No such file or directory')


def keep_folder_in_use(trouble):
    return trouble.fails(trouble.run((), '--keep', trouble.temporary + '/..'),
                         'is there already', 'empty or does not exist')


def set_limit():
    resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT_BYTES, resource.RLIM_INFINITY))


def output_too_large(trouble):
    return trouble.fails(trouble.run(preexec_fn=set_limit), 'out.csv', 'File too large')


def set_small_limit():
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))


def sources_too_large(trouble):
    return trouble.fails(trouble.run(preexec_fn=set_small_limit), 'File too large')


def output_of_terminal(trouble):
    """Standard output is full where the result is printed."""
    with open('/dev/full', 'w', encoding='utf-8') as full:
        environment = {'PATH': os.environ['PATH'], 'LC_ALL': 'C.UTF-8'}
        result = subprocess.run([trouble.imaginet, 'plan', trouble.path('p.imunit')],
                                stdout=full, stderr=subprocess.PIPE, text=True,
                                env=environment)
    return trouble.fails((result.returncode, '', result.stderr),
                         'cannot write to standard output: No space left')


def interrupted(trouble):
    process = trouble.start(trouble.arguments(), {'CC': trouble.script('compiler', HANGS)}.items())
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and not any(
            'case_0.c' in files for _, _, files in os.walk(trouble.temporary)):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=30)
    return trouble.fails((process.returncode, output, errors), 'run: interrupted\n',
                         expected=128 + signal.SIGINT)


TROUBLES = [compiler_missing, compiler_fails, compiler_hangs, compiler_talks,
            no_temporary_folder, no_temporary_room, no_output_folder, keep_folder_in_use,
            output_too_large, sources_too_large, output_of_terminal, interrupted]


def main():
    imaginet = os.path.abspath(sys.argv[1])
    if shutil.which('gcc') is None and shutil.which('clang') is None:
        print('1..0 # SKIP there is no C compiler')
        return 0
    failed = False
    print(f'1..{len(TROUBLES)}')
    for number, test in enumerate(TROUBLES, 1):
        with tempfile.TemporaryDirectory() as folder:
            problems = test(Trouble(imaginet, folder))
        failed = failed or bool(problems)
        print(f'{"not ok" if problems else "ok"} {number} {test.__name__}', flush=True)
        for problem in problems:
            print(f'# {problem}')
    return 1 if failed else 0


sys.exit(main())
