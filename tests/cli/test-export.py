#!/usr/bin/python3
"""Tests `imaginet export`: the folder that it writes, and when it writes none.

usage: test-export.py IMAGINET TOP

SPDX-License-Identifier: MIT
"""
import json
import os
import subprocess
import sys
import tempfile

import tools

TEST_FILES = {'test/Makefile', 'test/pipeline.h', 'test/runner.c', 'test/stored.h',
              'test/vectors.h', 'test/vectors.json', 'test/qemu/link.ld', 'test/qemu/run.sh',
              'test/qemu/startup.c', 'test/qemu/targets', 'test/qemu/uart.c', 'test/serial.c'}
FILES = {'CMakeLists.txt', 'Imaginet.NAME.pdsc', 'LICENSE', 'Makefile', 'NAME.clayer.yml',
         'README.md', 'SBOM.spdx.json', 'examples/Basic/Basic.ino', 'library.json',
         'library.properties', 'manifest.json', 'docs/pipeline.svg',
         'docs/report.html',
         'include/NAME.h', 'include/NAME_compat.h',
         'pipeline/NAME.imunit', 'src/NAME.c', 'src/NAME.h', 'pyproject.toml', 'setup.py', 'python/NAME.c', 'examples/dask_features.py',
         'python/NAME/__init__.py', 'zephyr/CMakeLists.txt',
         'zephyr/Kconfig', 'zephyr/module.yml', *TEST_FILES}


class Tests:
    def __init__(self, program, top):
        self.program = os.path.abspath(program)
        self.top = os.path.abspath(top)
        self.pipelines = os.path.join(self.top, 'tests', 'emit')
        self.count = 0
        self.failed = 0

    def check(self, name, condition, detail=''):
        self.count += 1
        self.failed += not condition
        print(f'{"ok" if condition else "not ok"} {self.count} {name}', flush=True)
        if not condition:
            print(detail, file=sys.stderr)

    def run(self, *arguments):
        environment = {**os.environ, 'LC_ALL': 'C.UTF-8', 'COLUMNS': '80',
                       'IMAGINET_DATA_PATH': self.top}
        return subprocess.run([self.program, 'export', *arguments], text=True,
                              env=environment, timeout=60, capture_output=True)

    def export(self, *arguments):
        return self.run(*arguments, '--units', self.pipelines)

    def expect(self, name, result, status, text):
        found = result.stdout + result.stderr
        self.check(name, result.returncode == status and text in found,
                   f'{name}: expected {status} and {text!r}, '
                   f'found {result.returncode} and {found!r}')


def files_of(folder):
    """The files, without the units and fragments that are beside the pipeline."""
    files = {os.path.relpath(os.path.join(path, name), folder)
             for path, _, names in os.walk(folder) for name in names}
    return {name for name in files
            if not name.startswith(('pipeline/units/', 'pipeline/fixtures/'))}


def read_all(folder):
    texts = {}
    for name in files_of(folder):
        with open(os.path.join(folder, name), 'rb') as file:
            texts[name] = file.read()
    return texts


def test_files(tests, folder):
    out = os.path.join(folder, 'out')
    result = tests.export('Case.Chain', '--output', out)
    tests.expect('fine', result, 0, 'Case.Chain: 80 bytes of RAM (20 arena, 60 state)')
    expected = {name.replace('NAME', 'chain') for name in FILES | {'test/device.c'}}
    tests.check('files', files_of(out) == expected, str(files_of(out) ^ expected))
    before = read_all(out)
    tests.export('Case.Chain', '--output', out)
    tests.check('same-bytes', read_all(out) == before)
    spaces = [name for name, text in before.items() if b' \n' in text or b'\r' in text]
    tests.check('no-blanks-at-line-ends', not spaces, str(spaces))

    tests.export('Case.Compute', '-o', out, '-p', 'MY_P', '-n', 'other')
    expected = {name.replace('NAME', 'other') for name in FILES}
    tests.check('replaced', files_of(out) == expected, str(files_of(out) ^ expected))
    with open(os.path.join(out, 'include', 'other.h'), encoding='utf-8') as file:
        tests.check('prefix', 'int MY_P_compute(const float *data_in' in file.read())
    with open(os.path.join(out, 'manifest.json'), encoding='utf-8') as file:
        manifest = json.load(file)
    tests.check('manifest', manifest['memory']['arena_bytes'] == 48 and
                manifest['prefix'] == 'MY_P' and len(manifest['layers']) == 6, str(manifest))


def test_no_test(tests, folder):
    out = os.path.join(folder, 'no-test')
    tests.expect('no-test', tests.export('Case.Chain', '-o', out, '--no-test'), 0, '80 bytes')
    expected = {name.replace('NAME', 'chain') for name in FILES - TEST_FILES}
    tests.check('no-test-files', files_of(out) == expected, str(files_of(out) ^ expected))


def test_json(tests, folder):
    out = os.path.join(folder, 'json')
    result = json.loads(tests.export('Case.First', '-o', out, '--json').stdout)
    tests.check('json', result['state_bytes'] == 56 and result['name'] == 'first' and
                'src/first.c' in result['files'] and result['diagnostics'] == [],
                str(result))
    result = tests.export('Case.First', '-o', out, '-p', '1', '--json')
    problem = json.loads(result.stdout)['diagnostics'][0]
    tests.check('json-problem', result.returncode == 1 and problem['code'] == 'prefix' and
                result.stderr == '', str(problem))


def test_sources(tests, folder):
    """A file, a shipped unit by its id."""
    out = os.path.join(folder, 'sources')
    path = os.path.join(tests.pipelines, 'shipped.imunit')
    tests.expect('file', tests.run(path, '-o', out), 0, 'Case.Level: 104 bytes of RAM')
    tests.expect('shipped', tests.run('Core.Math.Max', '-o', out, '--with',
                                      'input=float32[3,50]@50'), 0, 'Core.Math.Max')


def test_problems(tests, folder):
    out = os.path.join(folder, 'none')
    foreign = os.path.join(folder, 'foreign')
    os.mkdir(foreign)
    with open(os.path.join(foreign, 'notes.txt'), 'w', encoding='utf-8') as file:
        file.write('mine')
    tests.expect('no-output', tests.export('Case.Chain'), 2, 'expected --output')
    tests.expect('bad-target', tests.export('Case.Chain', '-o', out, '-t', 'm4'), 2,
                 '“m4” is no target; expected some of host, cortex-m0plus, cortex-m4f, ')
    tests.expect('bad-seed', tests.export('Case.Chain', '-o', out, '--seed', '-1'), 2,
                 '--seed takes a number from 0')
    tests.expect('no-recording', tests.export('Case.Chain', '-o', out, '-i', 'nowhere.csv'), 1,
                 'nowhere.csv')
    tests.expect('bad-with', tests.export('Case.Chain', '-o', out, '--with', '1=2'), 2, '1')
    tests.expect('unknown', tests.export('Case.Chian', '-o', out), 1,
                 'there is no such unit')
    tests.expect('no-input', tests.run('Core.Math.Max', '-o', out), 1, 'input')
    tests.expect('no-file', tests.run('nowhere.imunit', '-o', out), 1, 'nowhere.imunit')
    tests.expect('prefix-keyword', tests.export('Case.Chain', '-o', out, '-p', 'int'), 1,
                 'the prefix “int” cannot begin names')
    tests.expect('bad-name', tests.export('Case.Chain', '-o', out, '-n', '../x'), 1,
                 '“../x” cannot name the files')
    tests.expect('foreign', tests.export('Case.Chain', '-o', foreign), 1, 'is not replaced')
    tests.check('foreign-stays', files_of(foreign) == {'notes.txt'})
    tests.check('nothing-written', not os.path.exists(out))


def main(program, top):
    absent = tools.missing_for_comparison()
    if absent:
        return tools.skip(absent)
    tests = Tests(program, top)
    with tempfile.TemporaryDirectory() as folder:
        for test in (test_files, test_no_test, test_json, test_sources, test_problems):
            test(tests, folder)
    print(f'1..{tests.count}')
    return 1 if tests.failed else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
