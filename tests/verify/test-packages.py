#!/usr/bin/python3
"""Units with the habits of packages that others have made: optional sections without an
alternative that applies, codes, constants, helpers and headers that they take for granted.

usage: test-packages.py IMAGINET [real]

With "real" only the unit files of ../shared are tried.

SPDX-License-Identifier: MIT
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

import bundle_case
import stub_units

CMSIS = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'cmsis-dsp')
PACKAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'packages')

# Unit, input, what the source must hold, and what it must not.
CASES = [
    ('Window', 'float32[1]', ['#define IPWIN_RET_NOMEM IMAI_RET_FULL', 'window_init(',
                              '#ifdef IMAGINET_PRINT_ERRORS'], ['IPWIN_RET_STREAMEND']),
    ('Spectrum', 'float32[16]', ['#define M_PI 3.14', '#include <stdlib.h>'],
     ['spectrum_cmsis', 'M_PI_2']),
    ('Levels', 'q7[16]', ['typedef int8_t q7_t;', '#include <limits.h>', '#include <stdbool.h>',
                          '#define LEVEL_SHIFT 3'], ['arm_math', '#include "limits', 'Q31_MAX']),
    ('Levels', 'q15[16]', ['typedef int16_t q15_t;', '#define __SSAT('], ['arm_math', '__USAT']),
    ('Levels', 'q31[16]', ['#define Q31_MAX ', 'clip_q63_to_q31 (q63_t x)'], ['arm_math']),
]
REAL = os.path.join(bundle_case.TOP, '..', 'shared', 'real-units')
WITHOUT = ['Imaginet.Units.Filter.BandPassFilter']  # needs a unit that is not there
ALONE = ['bandpassfilter.imunit']
COMPILERS = [('gcc', 'c99'), ('gcc', 'gnu11'), ('gcc', 'c17'), ('g++', 'c++17'),
             ('clang', 'c99'), ('clang', 'c17'), ('clang++', 'c++17')]


class Tests(bundle_case.Tests):
    def run_program(self, *arguments, **variables):
        return subprocess.run([self.imaginet, *arguments], text=True, timeout=600,
                              capture_output=True, env={
                                  **os.environ, 'LC_ALL': 'C.UTF-8',
                                  'IMAGINET_DATA_PATH': bundle_case.TOP, **variables})


def compile_source(compiler, standard, out, *options):
    """Compiles the emitted source alone, as a firmware engineer would."""
    source = os.path.join(out, 'src', 'habit.c')
    language = ['-x', 'c++'] if '++' in standard else []
    return subprocess.run([compiler, f'-std={standard}', '-O1', '-Werror', '-Wno-unused-function',
                           '-I', os.path.join(out, 'include'), *options, *language, '-c', source,
                           '-o', os.path.join(out, 'object.o')], text=True, capture_output=True)


def test_case(tests, folder, unit, tensor, there, absent):
    name, out = f'{unit}-{tensor.split("[")[0]}', os.path.join(folder, f'{unit}-{tensor}')
    chosen = ['--unit', f'Habits.{unit}', '--with', f'input={tensor}']
    path = os.path.join(PACKAGE, 'Habits.imunit')
    run = tests.run_program('compare', path, *chosen)
    tests.check(f'{name}-compare', run.returncode == 0 and 'different' not in run.stdout, run)
    run = tests.run_program('export', path, *chosen, '--name', 'habit', '-o', out)
    tests.check(f'{name}-export', run.returncode == 0 and 'C and Python: equal' in run.stdout, run)
    with open(os.path.join(out, 'src', 'habit.c'), encoding='utf-8') as file:
        text = file.read()
    tests.check(f'{name}-source', all(word in text for word in there) and
                not any(word in text for word in absent), text)
    for compiler, standard in COMPILERS:
        if shutil.which(compiler) is None:
            tests.skip(f'{name}-{compiler}-{standard}', f'{compiler} is not installed')
            continue
        run = compile_source(compiler, standard, out)
        tests.check(f'{name}-{compiler}-{standard}', run.returncode == 0, run.stderr)
    # What the bundle was made from is whole.
    run = tests.run_program('compare', os.path.join(out, 'pipeline', 'habit.imunit'), *chosen)
    tests.check(f'{name}-pipeline', run.returncode == 0, run)


def test_errors(tests, folder):
    """Messages of a package are silent in firmware, and go to stderr in tests."""
    out = os.path.join(folder, 'Window-float32[1]')
    for name, options, expected in (('silent', ['-O0'], False),
                                    ('printed', ['-O0', '-DIMAGINET_PRINT_ERRORS'], True)):
        run = compile_source('gcc', 'c99', out, *options)
        symbols = subprocess.run(['nm', os.path.join(out, 'object.o')], text=True,
                                 capture_output=True).stdout
        tests.check(f'errors-{name}', run.returncode == 0 and
                    (' stderr' in symbols) == expected, symbols)


def test_switch(tests, folder):
    """One option of a pipeline switches all its layers."""
    for name, options, expected in (('off', [], False),
                                    ('on', ['--with', 'global_use_cmsis=true'], True)):
        out = os.path.join(folder, f'chain-{name}')
        run = tests.run_program('export', os.path.join(PACKAGE, 'Habits.imunit'), '--unit',
                                'Habits.Chain', '--no-test', '--name', 'habit', '-o', out, *options)
        with open(os.path.join(out, 'src', 'habit.c'), encoding='utf-8') as file:
            text = file.read()
        with open(os.path.join(out, 'README.md'), encoding='utf-8') as file:
            readme = file.read()
        tests.check(f'switch-{name}', run.returncode == 0 and
                    ('arm_rfft_fast_f32' in text) == expected == ('`cmsis-dsp`' in readme), run)


def test_library(tests, folder):
    """Code that calls a library is compared where its folder is given, here and in the bundle;
    where it is not, both say so."""
    out = os.path.join(folder, 'library')
    chosen = [os.path.join(PACKAGE, 'Habits.imunit'), '--unit', 'Habits.Chain', '--with',
              'global_use_cmsis=true']
    run = tests.run_program('compare', *chosen)
    tests.check('library-absent', run.returncode == 1 and
                'the code needs cmsis-dsp, which is not there; set the variable CMSIS_DSP' in
                run.stderr, run)
    run = tests.run_program('compare', *chosen, CMSIS_DSP=PACKAGE)
    tests.check('library-elsewhere', run.returncode == 1 and
                f'no Include/arm_math.h in {PACKAGE};' in run.stderr, run)
    run = tests.run_program('compare', *chosen, CMSIS_DSP=CMSIS)
    tests.check('library-compare', run.returncode == 0 and 'different' not in run.stdout, run)
    run = tests.run_program('export', *chosen, '--name', 'habit', '--targets', 'host', '-o', out,
                            CMSIS_DSP=CMSIS)
    tests.check('library-export', run.returncode == 0 and 'C and Python: equal' in run.stdout and
                os.path.exists(os.path.join(out, 'demo', 'host', 'habit')), run)
    make = ['make', '-s', '-C', out, 'verify']
    run = subprocess.run(make, text=True, capture_output=True)
    tests.check('library-verify-absent', run.returncode != 0 and
                'The test was not built' in run.stdout, run)
    run = subprocess.run([*make, 'CMSIS_DSP=' + os.path.relpath(CMSIS, out)], text=True,
                         capture_output=True)
    tests.check('library-verify', run.returncode == 0 and 'results: equal' in run.stdout, run)


def test_table(tests):
    """How far units come; their types and options are found from contracts."""
    run = tests.run_program('check', '--compile', '--json', PACKAGE)
    table = json.loads(run.stdout) if run.stdout else {'units': []}
    tests.check('table', run.returncode == 0 and len(table['units']) == 4 and all(
        row['compares'] == 'equal' and row['builds']['gcc']['links'] for row in table['units']),
        run)
    # One case for each implementation: types and a switch choose them.
    reached = {row['unit']: (row['reached'], row['implementations'], len(row['unreached']))
               for row in table['units']}
    tests.check('table-implementations', reached == {
        'Habits.Window': (3, 3, 0), 'Habits.Spectrum': (1, 3, 2), 'Habits.Chain': (0, 0, 0),
        'Habits.Levels': (3, 3, 0)}, reached)
    reasons = [one['reason'] for row in table['units'] for one in row['unreached']]
    tests.check('table-unreached', all('needs cmsis-dsp' in reason for reason in reasons), reasons)
    run = tests.run_program('check', '--compile', '--with', 'global_use_cmsis=true', PACKAGE)
    row = [line for line in run.stdout.splitlines() if line.startswith('Habits.Spectrum')]
    tests.check('table-cmsis', run.returncode == 1 and row and 'not tried' in row[0], run)
    run = tests.run_program('check', '--compile', '--json', PACKAGE, CMSIS_DSP=CMSIS)
    rows = {row['unit']: row for row in json.loads(run.stdout or '{"units": []}')['units']}
    tests.check('table-library', 'Habits.Spectrum' in rows and
                not any(row['unreached'] for row in rows.values()) and all(
                    rows['Habits.Spectrum']['builds'][name]['links'] for name in ('gcc', 'clang')
                    if shutil.which(name)), run)


def test_real(tests, folder):
    """Unit files of others, whose code is not there: functions of the same names that do
    nothing, so that the way from the file to the linked program is tried."""
    if not os.path.isdir(REAL):
        tests.skip('real', '../shared/real-units is not there')
        return
    units = os.path.join(folder, 'real')
    shutil.copytree(REAL, units)
    n = sum(stub_units.write(os.path.join(base, name)) for base, _, names in os.walk(units)
            for name in names if name.endswith('.imunit') and name not in ALONE)
    run = tests.run_program('check', '--compile', '--json', units)
    rows = [row for row in json.loads(run.stdout)['units'] if row['unit'] not in WITHOUT]
    failed = [row for row in rows if not row['exports'] or not all(
        build['links'] for build in row['builds'].values() if build['tried'])]
    tests.check('real', len(rows) == n and n > 40 and not failed, failed or run)


def main(imaginet, *names):
    tests = Tests(imaginet)
    if 'real' in names:
        with tempfile.TemporaryDirectory() as folder:
            test_real(tests, folder)
        print(f'1..{tests.count}')
        return 1 if tests.failed else 0
    run = tests.run_program('check', PACKAGE)
    tests.check('check', run.returncode == 0 and '0 errors, 0 warnings' in run.stdout, run)
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            test_case(tests, folder, *case)
        test_errors(tests, folder)
        test_switch(tests, folder)
        test_library(tests, folder)
    test_table(tests)
    print(f'1..{tests.count}')
    return 1 if tests.failed else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
