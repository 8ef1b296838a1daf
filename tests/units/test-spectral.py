#!/usr/bin/python3
"""Runs the code of the spectral units and filters and compares it with numpy and scipy.

usage: test-spectral.py UNITS WORK_FOLDER [COMPILER…]

The expected values are computed here in double precision from the definitions. Where scipy
is installed, the expected values themselves are compared with what it computes. Errors are
relative to the largest magnitude of a result. The first COMPILER takes each unit, others every
third one. Without COMPILERs all take each.

SPDX-License-Identifier: MIT
"""
import importlib
import importlib.util
import os
import shutil
import subprocess
import sys

units = importlib.import_module('test-units')
try:
    import numpy as np
    import spectral_cases
except ImportError:
    np = None

C_TYPES = {'float32': 'float', 'int16': 'int16_t'}


def c_case(index, case, in_place):
    """Reads each input, calls the function and writes the output, all as raw numbers."""
    shape = case.expected.shape
    input_bytes = case.inputs[0].size * 4
    output_bytes = case.expected[0].size * 4
    tables = [f'{C_TYPES[str(table.dtype)]} *{name} = ({C_TYPES[str(table.dtype)]} *) '
              f'allocate ({table.nbytes});\n  get ({name}, {table.nbytes});'
              for name, table in case.tables.items()]
    output = 'input' if in_place else f'(float *) allocate ({output_bytes})'
    return '\n'.join([
        'static void', f'case_{index} (void)', '{',
        f'  float *input = (float *) allocate ({max(input_bytes, output_bytes * in_place)});',
        f'  float *output = {output};',
        f'  void *state = allocate ({case.state_bytes});', *tables,
        f'  {case.init[0]};' if case.init else '',
        f'  for (int call = 0; call < {shape[0]}; call++)', '    {',
        f'      get (input, {input_bytes});',
        f'      if (call == {case.reset_at})\n        {case.reset[0]};' if case.reset else '',
        f'      {case.call};', f'      put (output, {output_bytes});', '    }',
        f'  {"" if in_place else "free (output); "}free (state); free (input);',
        *(f'  free ({name});' for name in case.tables), '}', ''])


PROLOGUE = '''#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "{header}"

static void
check (int condition)
{{
  if (!condition)
    abort ();
}}

static void *
allocate (size_t size)
{{
  void *memory = malloc (size + (size == 0));

  check (memory != NULL);
  memset (memory, 0xa5, size);
  return memory;
}}

static void
get (void *target, size_t size)
{{
  check (fread (target, 1, size, stdin) == size);
}}

static void
put (const void *source, size_t size)
{{
  check (fwrite (source, 1, size, stdout) == size);
}}
'''


def c_program(header, runs):
    functions = [c_case(index, case, in_place) for index, (case, in_place) in enumerate(runs)]
    calls = [f'  case_{index} ();' for index in range(len(runs))]
    return '\n'.join([PROLOGUE.format(header=header), *functions, 'int', 'main (void)', '{',
                      *calls, '  return 0;', '}', ''])


def build_and_run(compiler, header, runs, work):
    """Returns what the program writes, or the messages of the compiler."""
    path = os.path.join(work, os.path.basename(header).replace('.', '_') + '-' + compiler)
    with open(path + '.c', 'w', encoding='utf-8') as file:
        file.write(c_program(header, runs))
    build = subprocess.run([*units.command_of(compiler), path + '.c', '-o', path, '-lm'],
                           capture_output=True, text=True)
    if build.returncode != 0 or build.stderr:
        return b'', build.stderr.splitlines()[:10]
    data = b''.join(array.tobytes() for case, _ in runs
                    for array in (*case.tables.values(), case.inputs))
    run = subprocess.run([path], input=data, capture_output=True, timeout=60)
    if run.returncode != 0 or run.stderr:
        return b'', [f'{path} ended with {run.returncode}',
                     *run.stderr.decode(errors='replace').splitlines()[:10]]
    return run.stdout, []


def check_c(tap, unit, core, work, compilers):
    folder = os.path.join(core, unit.folder)
    runs = [(case, False) for case in unit.cases]
    if units.in_place_of(folder):
        runs += [(case, True) for case in unit.cases]
    for compiler in compilers:
        name = f'{unit.folder} {compiler}'
        if shutil.which(units.program_of(compiler)) is None:
            tap.skip(name, f'{compiler} is not installed')
            continue
        data, problems = build_and_run(compiler, os.path.join(folder, unit.header), runs, work)
        if not problems:
            actual = np.frombuffer(data, 'float32')
            ends = np.cumsum([case.expected.size for case, _ in runs])
            for (case, _), part in zip(runs, np.split(actual, ends[:-1])):
                problems += case.problems(part.astype('float64').reshape(case.expected.shape))
        tap.result(name, problems)


def run_python(code, case):
    """Calls the Python implementation; a handle is a dictionary."""
    output = np.full(case.expected.shape, 99, 'float32')
    scope = {**code, **case.tables, 'state': {}}
    if case.init:
        eval(case.init[1], scope)
    for call, input in enumerate(case.inputs):
        scope['input'], scope['output'] = input.copy(), output[call]
        if call == case.reset_at:
            eval(case.reset[1], scope)
        eval(case.python, scope)
        if scope['input'].tobytes() != input.tobytes():
            return [f'{case.name}: the input was changed']
    return case.problems(output.astype('float64'))


def check_python(tap, unit, core):
    code = units.load(os.path.join(core, unit.folder, unit.python))
    tap.result(f'{unit.folder} Python',
               [problem for case in unit.cases for problem in run_python(code, case)])


def check_references(tap, unit):
    """Compares the expected values with scipy: the test of this test."""
    if unit.references is None:
        return
    name = f'{unit.folder} scipy'
    if importlib.util.find_spec('scipy') is None:
        tap.skip(name, 'scipy is not installed')
        return
    tap.result(name, [f'{row}: {np.max(np.abs(a - b))} apart'
                      for row, a, b in unit.references()
                      if not np.allclose(a, b, rtol=1e-9, atol=1e-9 * np.max(np.abs(b)))])


def main(folder, work, *compilers):
    core = os.path.join(folder, 'Core')
    os.makedirs(work, exist_ok=True)
    sys.dont_write_bytecode = True
    if np is None:
        print('1..0 # SKIP numpy is not installed')
        return 0

    np.seterr(all='ignore')
    tap = units.Tap()
    for number, unit in enumerate(spectral_cases.units()):
        check_c(tap, unit, core, work,
                units.whose_turn(compilers, number) if compilers else units.COMPILERS)
        check_python(tap, unit, core)
        check_references(tap, unit)
    return tap.finish()


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
