#!/usr/bin/python3
"""Compiles and runs the code of the shipped units and compares it with their definitions.

usage: test-units.py UNITS WORK_FOLDER [COMPILER…]

Each C file must compile without a warning, as C99 and as C++, and its functions must
compute what the definition says: the expected values are computed here with plain numbers.
The Python implementations must give the same. What needs a compiler or numpy that is not
there is skipped. The first COMPILER takes each unit, others every third one. Without
COMPILERs all take each.

SPDX-License-Identifier: MIT
"""
import importlib.util
import math
import os
import re
import shutil
import subprocess
import sys

import math_cases
import templates
import twin
from compilers import LANGUAGES, STRICT, whose_turn
from tap import Tap
from unit_case import C_TYPES, LIMITS, NAN, SHAPES, WAVE, Case, blocks, c_number, layout, reduce

COMPILERS = {name: LANGUAGES[name] for name in ('gcc', 'clang', 'g++', 'clang++')}
COMPILERS['gcc'] = [*COMPILERS['gcc'], '-fsanitize=address,undefined',
                    '-fno-sanitize-recover=all']
# Compiles in half of the time; the examples of units are compiled as firmware is.
FLAGS = {**COMPILERS, 'gcc-O0': [*COMPILERS['gcc'], '-O0']}
LINKER = ['-fuse-ld=gold'] if shutil.which('ld.gold') else []


def command_of(compiler):
    return [program_of(compiler), *STRICT, *FLAGS[compiler], *LINKER]


def program_of(compiler):
    return compiler.removesuffix('-O0')


def cosine_window(size, mean, swing):
    return [1.0] if size == 1 else [mean - swing * math.cos(2 * math.pi * k / (size - 1))
                                    for k in range(size)]


def weighted(shape, axis, values, window):
    output = list(values)
    for run in blocks(shape, axis):
        for index, weight in zip(run, window):
            output[index] *= weight
    return output


def largest(values):
    return NAN if any(math.isnan(value) for value in values) else max(values)


def rms(values):
    return math.sqrt(math.fsum(value * value for value in values) / len(values))


def abs_cases():
    values = WAVE + [-0.0, math.inf, -math.inf, NAN]
    yield Case('float32', 'Math/Abs', 'abs.h', f'abs_f32 (input, {len(values)}, output)',
               ('abs.py', 'abs_py(input, output)'), [len(values)], values,
               [len(values)], [math.fabs(value) for value in values])
    for dtype, limit in LIMITS.items():
        values = [-limit - 1, -limit, -1, 0, 1, limit]
        yield Case(dtype, 'Math/Abs', 'abs.h',
                   f'abs_i{dtype[3:]} (input, {len(values)}, output)',
                   ('abs.py', 'abs_py(input, output)'), [2, 3], values, [2, 3],
                   [min(abs(value), limit) for value in values], dtype)


def max_cases():
    for shape, axis in SHAPES:
        out_shape = [*shape[:len(shape) - 1 - axis], *shape[len(shape) - axis:]]
        for name, values in ('', WAVE), ('-nan', [NAN, *WAVE[1:13], NAN, *WAVE[14:]]):
            yield Case(f'float32-{shape}-{axis}{name}', 'Math/Max', 'max.h',
                       f'max_f32 (input, {layout(shape, axis)}, output)',
                       ('max.py', f'max_py(input, {axis}, output)'), shape, values,
                       out_shape, reduce(shape, axis, values, largest))
    for dtype, limit in LIMITS.items():
        values = [-limit - 1, limit, -limit - 1, 3, -limit, -5]
        yield Case(dtype, 'Math/Max', 'max.h',
                   f'max_i{dtype[3:]} (input, {layout([3, 2], 1)}, output)',
                   ('max.py', 'max_py(input, 1, output)'), [3, 2], values, [2],
                   reduce([3, 2], 1, values, max), dtype)


def add_constant_cases():
    for constant in 0.0, -2.75, 1e30:
        yield Case(f'{constant}', 'Math/AddConstant', 'add_constant.h',
                   f'add_constant_f32 (input, 24, {c_number(constant, "float32")}, output)',
                   ('add_constant.py', f'add_constant_py(input, {constant}, output)'),
                   [24], WAVE, [24], [value + constant for value in WAVE])


def rms_cases():
    for shape, axis in SHAPES:
        out_shape = [*shape[:len(shape) - 1 - axis], *shape[len(shape) - axis:]]
        yield Case(f'{shape}-{axis}', 'Math/Rms', 'rms.h',
                   f'rms_f32 (input, {layout(shape, axis)}, output)',
                   ('rms.py', f'rms_py(input, {axis}, output)'), shape, WAVE, out_shape,
                   reduce(shape, axis, WAVE, rms))


def window_cases(unit, name, mean, swing):
    for shape, axis in [*SHAPES, ([24], 0), ([24, 1], 0)]:
        window = cosine_window(shape[-1 - axis], mean, swing)
        yield Case(f'{shape}-{axis}', unit, '../Hann/window.h',
                   f'window_f32 (input, window, {layout(shape, axis)}, output)',
                   (f'{name}.py', f'{name}_py(input, {axis}, output)'), shape, WAVE, shape,
                   weighted(shape, axis, WAVE, window), tables={'window': window})


class Stream:
    """A run of a sliding window over 1, 2, 3, ...: in chunks, dequeued every so often."""

    def __init__(self, name, chunk, window, stride, multiplier=1, times=0, chunks=40,
                 every=1, reset_at=None):
        self.name, self.chunk, self.window, self.stride = name, chunk, window, stride
        self.multiplier, self.times, self.chunks = multiplier, times, chunks
        self.every, self.reset_at = every, reset_at
        even = window % chunk == 0 and stride % chunk == 0
        self.capacity = window * multiplier + (0 if even else chunk - 1)
        self.time_capacity = (self.capacity + 2 * chunk - 2) // chunk

    def time(self, n):
        """The earliest and the latest time of a chunk; they are not in order."""
        time = (n * 7 % 11) / 4
        return (time, time + 0.5) if self.times == 2 else (time, time)

    def run(self):
        """Yields what happens, from the definition: every element with its chunk's time."""
        elements = []
        for n in range(self.chunks):
            if n == self.reset_at:
                elements = []
            if len(elements) + self.chunk > self.capacity:
                yield ['full']
            else:
                elements += [(n * self.chunk + i + 1, self.time(n))
                             for i in range(self.chunk)]
            while n % self.every == self.every - 1 and len(elements) >= self.window:
                window = elements[:self.window]
                line = ['window', *(value for value, _ in window)]
                if self.times:
                    line += [min(time[0] for _, time in window),
                             max(time[1] for _, time in window)]
                elements = elements[self.stride:]
                yield line


STREAMS = [
    Stream('one-by-one', 1, 5, 2),
    Stream('chunk-divides', 6, 18, 6),
    Stream('chunk-is-odd', 4, 10, 3),
    Stream('chunk-larger-than-window', 16, 5, 5),
    Stream('no-overlap', 3, 9, 9),
    Stream('stride-one', 1, 4, 1),
    Stream('single', 1, 1, 1),
    Stream('late', 2, 6, 4, multiplier=3, every=4),
    Stream('full', 2, 6, 6, multiplier=2, every=9),
    Stream('reset', 4, 10, 3, reset_at=17),
    Stream('times', 1, 5, 2, times=1),
    Stream('times-chunk-is-odd', 4, 10, 3, times=1),
    Stream('times-pairs', 3, 7, 7, times=2),
    Stream('times-chunk-larger-than-window', 16, 5, 3, times=2),
    Stream('times-full', 2, 6, 6, multiplier=2, times=1, every=9),
    Stream('times-reset', 4, 10, 3, times=2, reset_at=18),
]


def c_array(name, values, dtype):
    numbers = ', '.join(c_number(value, dtype) for value in values)
    return f'static const {C_TYPES[dtype]} {name}[] = {{ {numbers} }};'


def c_call(case, call):
    return [f'{call};',
            f'for (int i = 0; i < {len(case.expected)}; i++)',
            '  printf ("%.17g ", (double) output[i]);',
            'printf ("\\n");']


def c_function(index, case, in_place):
    """Prints the output on one line, and once more for a call with one memory for both."""
    lines = ['static void', f'case_{index} (void)', '{',
             *(c_array(name, values, case.dtype) for name, (_, values) in case.inputs.items()),
             *(c_array(name, values, 'float32') for name, values in case.tables.items()),
             f'{C_TYPES[case.out_dtype]} output[{len(case.expected)}];',
             *c_call(case, case.call)]
    if in_place:
        lines += [f'memcpy (output, {in_place}, sizeof output);',
                  *c_call(case, re.sub(rf'\b{in_place}\b', 'output', case.call))]
    return '\n'.join([*lines, '}', ''])


def c_stream(index, stream):
    window, chunk, capacity = (4 * n for n in (stream.window, stream.chunk, stream.capacity))
    enqueue = f'sliding_window_enqueue (state, input, {chunk}, {capacity})'
    dequeue = f'sliding_window_dequeue (state, {window}, {4 * stream.stride}, {capacity}, output)'
    reset = 'sliding_window_reset (state)'
    if stream.times:
        enqueue = (f'sliding_window_times_enqueue (state, times, input, time, {stream.times}, '
                   f'{chunk}, {capacity}, {stream.time_capacity})')
        dequeue = (f'sliding_window_times_dequeue (state, times, {window}, '
                   f'{4 * stream.stride}, {chunk}, {capacity}, {stream.time_capacity}, '
                   f'output, output + {stream.window})')
        reset = 'sliding_window_times_reset (state, times)'
    total = stream.window + (2 if stream.times else 0)
    pairs = ', '.join(f'{{ {a}f, {b}f }}' for a, b in map(stream.time, range(stream.chunks)))
    return f'''static void
case_{index} (void)
{{
  static const float all_times[{stream.chunks}][2] = {{ {pairs} }};
  void *state = malloc (8 + {capacity});
  void *times = malloc (12 + 8 * {stream.time_capacity});
  float output[{total}];
  float input[{stream.chunk}];

  {reset};
  for (int n = 0; n < {stream.chunks}; n++)
    {{
      const float *time = all_times[n];

      (void) time;
      if (n == {stream.reset_at if stream.reset_at is not None else -1})
        {reset};
      for (int i = 0; i < {stream.chunk}; i++)
        input[i] = (float) (n * {stream.chunk} + i + 1);
      if ({enqueue} == -2)
        printf ("full\\n");
      while (n % {stream.every} == {stream.every - 1} && {dequeue} == 0)
        {{
          printf ("window ");
          for (int i = 0; i < {total}; i++)
            printf ("%.17g ", (double) output[i]);
          printf ("\\n");
        }}
    }}
  printf ("end\\n");
  free (state);
  free (times);
}}
'''


def c_program(header, functions):
    calls = '\n'.join(f'  case_{index} ();' for index in range(len(functions)))
    return '\n'.join(['#include <math.h>', '#include <stdint.h>', '#include <stdio.h>',
                      '#include <stdlib.h>', '#include <string.h>',
                      templates.load(header) or f'#include "{header}"', '', *functions,
                      'int', 'main (void)', '{', calls, '  return 0;', '}', ''])


def build_and_run(compiler, header, functions, work):
    """Returns the lines that the program prints, or the messages of the compiler."""
    path = os.path.join(work, re.sub(r'\W', '_', os.path.basename(header)) + '-' + compiler)
    with open(path + '.c', 'w', encoding='utf-8') as file:
        file.write(c_program(header, functions))
    build = subprocess.run([*command_of(compiler), path + '.c', '-o', path, '-lm'],
                           capture_output=True, text=True)
    if build.returncode != 0 or build.stderr:
        return None, build.stderr.splitlines()[:10]
    run = subprocess.run([path], capture_output=True, text=True, timeout=60)
    if run.returncode != 0:
        return None, [f'{path} ended with {run.returncode}', *run.stderr.splitlines()[:10]]
    return run.stdout.splitlines(), []


def in_place_of(folder):
    """The input whose memory the output may share, as the unit says."""
    name = next(name for name in os.listdir(folder) if name.endswith('.imunit'))
    with open(os.path.join(folder, name), encoding='utf-8') as file:
        found = re.search('im:in-place-of="([^"]*)"', file.read())
    return found and found[1]


def check_c(tap, folder, cases, work, compilers):
    header = os.path.join(folder, cases[0].code)
    in_place = in_place_of(folder)
    functions = [c_function(index, case, in_place) for index, case in enumerate(cases)]
    for compiler in compilers:
        name = f'{cases[0].unit} {compiler}'
        if shutil.which(program_of(compiler)) is None:
            tap.skip(name, f'{compiler} is not installed')
            continue
        lines, problems = build_and_run(compiler, header, functions, work)
        cases_of_lines = [case for case in cases for _ in range(2 if in_place else 1)]
        for case, line in zip(cases_of_lines, lines or []):
            problems += case.differences([float(word) for word in line.split()])
        tap.result(name, problems)


def split_streams(lines):
    streams = [[]]
    for line in lines:
        words = line.split()
        if words == ['end']:
            streams.append([])
        else:
            streams[-1].append([words[0], *map(float, words[1:])])
    return streams[:-1]


def stream_differences(stream, actual):
    expected = list(stream.run())
    if actual == expected:
        return []
    n = next((i for i, (a, e) in enumerate(zip(actual, expected)) if a != e),
             min(len(actual), len(expected)))
    return [f'{stream.name}: step {n} is {actual[n:n + 1]}, expected {expected[n:n + 1]}']


def check_streams_c(tap, header, work, compilers):
    functions = [c_stream(index, stream) for index, stream in enumerate(STREAMS)]
    for compiler in compilers:
        name = f'Queues/SlidingWindow {compiler}'
        if shutil.which(program_of(compiler)) is None:
            tap.skip(name, f'{compiler} is not installed')
            continue
        lines, problems = build_and_run(compiler, header, functions, work)
        if not problems:
            for stream, actual in zip(STREAMS, split_streams(lines)):
                problems += stream_differences(stream, actual)
        tap.result(name, problems)


def load(path):
    return vars(twin.load_file(path))


def check_python(tap, folder, cases):
    import numpy
    problems = []
    for case in cases:
        file, call = case.python
        scope = load(os.path.join(folder, file))
        inputs = {name: numpy.array(values, case.dtype).reshape(shape)
                  for name, (shape, values) in case.inputs.items()}
        scope.update({name: array.copy() for name, array in inputs.items()})
        scope['output'] = numpy.full(case.out_shape, 99, case.out_dtype)
        with numpy.errstate(all='ignore'):
            eval(call, scope)
        problems += [f'{case.name}: {name} was changed' for name, array in inputs.items()
                     if array.tobytes() != scope[name].tobytes()]
        problems += case.differences(scope['output'].ravel().tolist())
    tap.result(f'{cases[0].unit} Python', problems)


def run_stream_python(code, stream):
    import numpy
    state, lines = {}, []
    output, times = numpy.zeros(stream.window, 'float32'), numpy.zeros(2, 'float32')
    code['sliding_window_reset'](state)
    for n in range(stream.chunks):
        if n == stream.reset_at:
            code['sliding_window_reset'](state)
        input = numpy.arange(1, stream.chunk + 1, dtype='float32') + n * stream.chunk
        time = numpy.array(stream.time(n)[:stream.times], 'float32')
        if stream.times:
            status = code['sliding_window_times_enqueue'](state, input, time, stream.capacity)
        else:
            status = code['sliding_window_enqueue'](state, input, stream.capacity)
        lines += [['full']] if status == -2 else []
        while n % stream.every == stream.every - 1:
            if stream.times:
                status = code['sliding_window_times_dequeue'](state, stream.stride, output,
                                                              times)
            else:
                status = code['sliding_window_dequeue'](state, stream.stride, output)
            if status == -1:
                break
            lines.append(['window', *output.tolist(), *(times.tolist() if stream.times else [])])
    return lines


def check_streams_python(tap, folder):
    code = load(os.path.join(folder, 'sliding_window.py'))
    problems = []
    for stream in STREAMS:
        problems += stream_differences(stream, run_stream_python(code, stream))
    tap.result('Queues/SlidingWindow Python', problems)


def main(units, work, *compilers):
    core = os.path.join(units, 'Core')
    os.makedirs(work, exist_ok=True)
    sys.dont_write_bytecode = True
    tap = Tap()
    has_numpy = importlib.util.find_spec('numpy') is not None

    tables = (abs_cases(), max_cases(), add_constant_cases(), rms_cases(),
              window_cases('Window/Hann', 'hann', 0.5, 0.5),
              window_cases('Window/Hamming', 'hamming', 0.54, 0.46), *math_cases.tables())
    for number, cases in enumerate(map(list, tables)):
        folder = os.path.join(core, cases[0].unit)
        check_c(tap, folder, cases, work, whose_turn(compilers, number) if compilers else COMPILERS)
        if has_numpy:
            check_python(tap, folder, cases)
        else:
            tap.skip(f'{cases[0].unit} Python', 'numpy is not installed')

    folder = os.path.join(core, 'Queues/SlidingWindow')
    check_streams_c(tap, os.path.join(folder, 'sliding_window.h'), work, compilers or COMPILERS)
    if has_numpy:
        check_streams_python(tap, folder)
    else:
        tap.skip('Queues/SlidingWindow Python', 'numpy is not installed')

    return tap.finish()


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
