#!/usr/bin/python3
"""Compiles every shipped unit for Cortex-M: without a warning, and without a heap.

usage: test-arm-units.py IMAGINET sample|examples|types CORE...

Each unit, or every third, is compiled for its first example, or each for the types that there
are.

SPDX-License-Identifier: MIT
"""
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import bundle_case
from arm_target import CORES, FORBIDDEN, symbols_of
from bundle_case import TOP, command

STRICT = ['-std=c99', '-O2', '-Wall', '-Wextra', '-Wpedantic', '-Wconversion',
          '-Wdouble-promotion', '-Wshadow', '-Wvla', '-Werror']
SHAPES = ['[4,8]', '[64]', '[4,8,2]', '[1]', '[4,64]', '[3]']
EXAMPLE, TYPES = 'example', ['float32', 'int16']
# What is compiled, of one of so many units.
JOBS = {'sample': ([EXAMPLE], 3), 'examples': ([EXAMPLE], 1), 'types': (TYPES, 1)}


def list_units(tests, step):
    """Returns the ids of the shipped units, the names of their inputs and their examples."""
    environment = {**os.environ, 'IMAGINET_DATA_PATH': TOP}

    def ask(*words):
        return json.loads(subprocess.run([tests.imaginet, *words, '--json'], check=True,
                                         capture_output=True, text=True, env=environment).stdout)

    shipped = [row for row in ask('list', 'units')['units'] if row['id'].startswith('Core.')]
    for row in shipped[::step]:
        unit, = ask('inspect', row['id'])['units']
        yield row['id'], [parameter['name'] for parameter in unit['parameters']
                          if parameter['kind'] == 'input' and not parameter['optional']
                          ], unit['examples'][0]


def words_of(example):
    """What an example puts in, as `--with` takes it."""
    values = [f"{item['name']}={item['type']}" for item in example['inputs']]
    values += [f'{name}={literal_of(value)}' for name, value in example['arguments'].items()]
    return [word for value in values for word in ('--with', value)]


def literal_of(value):
    """An argument as an expression: a shape, a number, true or false, or else a text."""
    if re.fullmatch(r'\[[-\d, ]*\]', value):
        return 'shape' + value
    return value if re.fullmatch(r'[-+\d.eE]+|true|false', value) else json.dumps(value)


def compile_unit(tests, job, cores, folder):
    """Exports a unit with what its first example has, or with the first shape of a type that it
    takes, and compiles it for the cores. Returns what is wrong, or None if nothing is
    accepted."""
    (unit, inputs, example), dtype = job
    out = os.path.join(folder, f'{unit}-{dtype}')
    attempts = [words_of(example)] if dtype == EXAMPLE else [
        [word for name in inputs for word in ('--with', f'{name}={dtype}{shape}@1000')]
        for shape in SHAPES]
    for words in attempts:
        if tests.export(unit, *words, '-o', out, '-n', 'unit', '--no-test').returncode == 0:
            return '\n'.join(text for core in cores for text in compile_for(out, core))
    return None


def compile_for(out, core):
    status, text = command(out, 'arm-none-eabi-gcc', *STRICT, *CORES[core].split(), '-Iinclude', '-c',
                           'src/unit.c', '-o', f'{core}.o')
    if status != 0 or text:
        return [f'{core}: {text}']
    return [f'{core}: {name}' for name in symbols_of(out, f'{core}.o', '-u', '-j')
            if FORBIDDEN.fullmatch(name)]


def test_units(tests, jobs, step, cores, folder):
    """Shipped units; a type is left out where the unit does not take it."""
    jobs = [(unit, job) for unit in list_units(tests, step) for job in jobs]
    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        results = list(executor.map(lambda job: compile_unit(tests, job, cores, folder), jobs))
    for ((unit, *_), dtype), problems in zip(jobs, results):
        if problems is not None:
            tests.check(f'{unit} {dtype}', not problems, problems)
        elif dtype == EXAMPLE:
            tests.check(f'{unit} {dtype}', False, 'the example was not accepted')


def test_forbidden(tests):
    """The check of symbols finds what it should."""
    bad = ['malloc', '_malloc_r', 'free', '_free_r', 'printf', 'vfprintf', '_sbrk', 'fopen',
           '__assert_func', 'snprintf', 'puts', 'write', 'abort', 'printf@GLIBC_2.2.5']
    good = ['memcpy', 'IMAI_free_run', 'expf', '__errno', '_exit_', 'opening']
    tests.check('forbidden', all(map(FORBIDDEN.fullmatch, bad))
                and not any(map(FORBIDDEN.fullmatch, good)),
                str([name for name in bad + good if FORBIDDEN.fullmatch(name)]))


def main(imaginet, jobs, *cores):
    tests = bundle_case.Tests(imaginet)
    if shutil.which('arm-none-eabi-gcc') is None:
        print('1..0 # SKIP arm-none-eabi-gcc is not installed; Debian: gcc-arm-none-eabi')
        return 0
    with tempfile.TemporaryDirectory() as folder:
        tests.work_in(folder)
        test_forbidden(tests)
        test_units(tests, *JOBS[jobs], cores, folder)
    return tests.finish()


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
