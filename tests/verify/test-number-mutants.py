#!/usr/bin/python3
"""Changes the C of the shipped units; each change must be found.

usage: test-number-mutants.py IMAGINET UNITS WORK_FOLDER [--all] [FOLDER…]

Some numbers of each fragment file, or all, are changed one at a time in a copy of the units,
and `imaginet compare` must call the unit different, or fail to run its C, on the inputs that it
tries or on one of FURTHER, or an example of the unit must fail. A change that makes no
difference by design stands in EQUIVALENT with the reason. With folders, such as Core/Spectral,
only what is below them is changed.

SPDX-License-Identifier: MIT
"""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys

import mutation

PER_FILE = 3
NUMBER = re.compile(r'(?<![\w.])(\d+\.\d*(?:[eE][-+]?\d+)?[fF]?|\d+)(?![\w.])')

ORDER = 'another order of the same sum'
ROOM = 'more room than is needed'
UNREAD = 'nobody reads it before it is written'
BLOCK = 'a block of 16 ends at the same element either way'

# (file, text of the line, column of the number in it): why the change makes no difference
EQUIVALENT = {
    ('Core/Math/Abs/abs.h', 'output[i] = (int{{bits}}_t) (x < 0 ? -x : x);', 33): '-0 is 0',
    ('Core/Math/Abs/abs.h', 'const int y = (x < 0 ? -x : x) + zero;', 19): '-0 is 0',
    ('Core/Math/Log/log.h',
     'square * (0.4F + square * (0.28571429F + square * 0.22222222F));', 50):
        'the last term adds no more than 2e-7 of the logarithm, and 5 % of it are lost in rounding',
    ('Core/Math/Sum/sum.h', 'const int whole = count - count % 4;', 34): ORDER,
    ('Core/Math/Sum/sum.h', 'const int size = 32;', 17): ORDER,
    ('Core/Math/Sum/sum.h', 'float pending[27] = { 0.0F };', 14): ROOM,
    ('Core/Math/Sum/sum.h', 'float pending[27] = { 0.0F };', 22): UNREAD,
    ('Core/Math/Sum/sum.h', 'int blocks = 0;', 13): 'a block of zeros is added',
    ('Core/Math/Sum/pairs.h', 'float pending[27];', 14): ROOM,
    ('Core/Math/Variance/variance.h', 'const int size = 32;', 17): ORDER,
    ('Core/Math/Variance/variance.h', 'variance_f32_t pending[27] = { { 0.0F, 0.0F } };', 23):
        ROOM,
    ('Core/Math/Variance/variance.h', 'variance_f32_t pending[27] = { { 0.0F, 0.0F } };', 33):
        UNREAD,
    ('Core/Math/Variance/variance.h', 'variance_f32_t pending[27] = { { 0.0F, 0.0F } };', 39):
        UNREAD,
    ('Core/Math/Variance/variance.h', 'int blocks = 0;', 13): 'a block of zeros is added',
    ('Core/Math/Variance/variance.h',
     'output[j * d0 + i] = variance < 0.0F ? 0.0F : variance;', 39):
        'a guard for a rounding that no frame provokes',
    ('Core/Motion/Magnitude3/magnitude3.h',
     'const float up = 1267650600228229401496703205376.0F; /* 2^100 */', 17):
        'the result is divided by the same number',
    ('Core/Queues/SlidingWindow/sliding_window.h', 'return 0;', 7):
        'any status from 0 is success',
    ('Core/Queues/SlidingWindow/sliding_window.h',
     'SLIDING_WINDOW_FULL = -2     /* no room for a chunk */', 23):
        'any other negative status is an error',
    ('Core/Queues/SlidingWindow/sliding_window.h', 'window->first = 0;', 16):
        'a ring may begin anywhere',
    ('Core/Queues/SlidingWindow/sliding_window.h', 'times->first = 0;', 15):
        'a ring may begin anywhere',
    ('Core/Spectral/Magnitude/magnitude_q.h',
     'uint32_t root = x > y ? x + (3 * y >> 3) : y + (3 * x >> 3);', 29):
        'a first guess, from which two steps of Newton come within 1 of the root',
    ('Core/Spectral/MelFilterbank/mel_filterbank_q.h',
     'const uint64_t magnitude = x < 0 ? 0U - (uint64_t) x : (uint64_t) x;', 31): '-0 is 0',
    ('Core/Spectral/MelFilterbank/mel_filterbank_q.h', 'int64_t all = 0;', 14):
        'adds 1/256 for each bin of a sum that is divided by their number or more',
    ('Core/Spectral/MelFilterbank/mel_filterbank_q.h',
     'const int64_t half = ((int64_t) 1 << growth) >> 1;', 32):
        'rounds up instead of to nearest, which the tolerance of the unit allows',
    ('Core/Spectral/RealFft/real_fft.h',
     'while (digit > 0 && (reversed & (3 * digit)) == 3 * digit)', 15):
        'only what follows the last block is another',
    ('Core/Spectral/Dct/dct.h', 'const int end = count - i < 16 ? count : i + 16;', 28): BLOCK,
}

# What else finds changes of a unit: inputs and options that reach all of its code, also those
# of another unit that uses it.
FURTHER = {
    'Core.Math.Clip': [f'input={dtype}[9] low=5.0 high=100.0'
                       for dtype in ('uint8', 'uint16', 'uint32')],
    'Core.Spectral.Dct': ['input=float32[2,41] outputs=40 axis=0', 'input=float32[80,2] axis=1',
                          'input=float32[300] outputs=33', 'input=float32[9] outputs=9 dct_type=3'],
    'Core.Spectral.MelFilterbank': ['input=float32[1025] filters=2'],
    'Core.Spectral.MelSpectrogram': ['input=float32[1]@16000 window_size=256',
                                     'input=float32[3]@16000 window_size=16 stride=10 filters=3',
                                     'input=float32[1]@16000 spectrum="magnitude"',
                                     'input=q31[1]@16000 spectrum="magnitude"'],
    'Core.Spectral.RealFft': ['input=float32[24]', 'input=float32[20,2] axis=1',
                              'input=float32[48]', 'input=float32[40]', 'input=float32[512]',
                              'input=float32[320]', 'input=float32[384,1] axis=1',
                              'input=q15[2,32]', 'input=q31[2,32]',
                              *(f'Core.Spectral.Fft axis=1 input=float32[{n},2]'
                                for n in (20, 24, 32, 40, 48, 64))],
    'Core.Math.Log': ['input=float32[100] base=2.5 floor=0', 'input=float32[100] base=2'],
}


def find_numbers(text):
    """Returns the numbers of the code: not those of comments, strings and directives."""
    return list(NUMBER.finditer(mutation.hide_comments(text)))


def choose(numbers, wants_all):
    """All, or some of them, spread evenly over the file."""
    if wants_all or len(numbers) <= PER_FILE:
        return numbers
    return [numbers[i * (len(numbers) - 1) // (PER_FILE - 1)] for i in range(PER_FILE)]


def place_of(text, position):
    """Returns the text of the line and the column in it."""
    start = text.rfind('\n', 0, position) + 1
    line = text[start:text.index('\n', position)]
    return line.strip(), position - start - (len(line) - len(line.lstrip()))


# Files beside the folders of units, and a unit that uses them.
SHARED = {
    'Core/Math/Sum/pairs.h': 'Core.Math.MeanAbs',
    'Core/Math/broadcast.h': 'Core.Math.Min2',
    'Core/Filter/filter.h': 'Core.Filter.MovingAverage',
    'Core/Queues/queue.h': 'Core.Queues.Decimate',
}


def find_unit(folder):
    for name in sorted(os.listdir(folder)):
        if name.endswith('.imunit'):
            return re.search(r'<(?:Function|Queue|Unit)\s+(?:unit|name|id)="([^"]+)"',
                             mutation.read(os.path.join(folder, name))).group(1)
    return None


def list_files(units, below):
    """Yields the folders and names of the files of C."""
    for part in below or ['']:
        for folder, _, names in sorted(os.walk(os.path.join(units, part))):
            yield from ((folder, name) for name in sorted(names) if name.endswith(('.h', '.c')))


def list_mutants(units, wants_all, below):
    """Yields file, unit, and the change as (start, end, text) with its description."""
    for folder, name in list_files(units, below):
        path = os.path.join(folder, name)
        relative = os.path.relpath(path, units)
        text = mutation.read(path)
        for number in choose(find_numbers(text), wants_all):
            place = place_of(text, number.start())
            if (relative, *place) in EQUIVALENT:
                continue
            changed = (text[:number.start()] + mutation.change_number(number.group())
                       + text[number.end():])
            line = text.count('\n', 0, number.start()) + 1
            yield (relative, SHARED.get(relative) or find_unit(folder), changed,
                   f'{relative}:{line}: {number.group()} in column {place[1]} of '
                   f'“{place[0]}”')


def fails_an_example(imaginet, data, unit):
    """An example states options that reach other code, and what is expected."""
    environment = {**os.environ, 'IMAGINET_DATA_PATH': data, 'IMAGINET_UNIT_PATH': ''}
    return subprocess.run([imaginet, 'test', unit], env=environment, capture_output=True,
                          timeout=600).returncode != 0


def try_mutant(imaginet, units, work, number, mutant):
    relative, unit, changed, description = mutant
    data = os.path.join(work, str(number))
    copy = os.path.join(data, 'units')
    shutil.copytree(units, copy)
    with open(os.path.join(copy, relative), 'w', encoding='utf-8') as file:
        file.write(changed)
    found, output = False, ''
    for values in ['', *FURTHER.get(unit, [])]:
        words = values.split()
        other = words and '=' not in words[0]
        status, output = mutation.compare(imaginet, data, words.pop(0) if other else unit,
                                          words)
        found = mutation.is_found(status, output)
        if found:
            break
    if not found:
        found = fails_an_example(imaginet, data, unit)
    shutil.rmtree(data)
    return found, description, output


def main():
    imaginet, units, work = sys.argv[1], os.path.abspath(sys.argv[2]), sys.argv[3]
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    ready, output = mutation.has_reference(imaginet, units, work)
    if not ready:
        print(f'1..0 # SKIP no comparison is possible here: {output.strip()[:200]}')
        return 0
    below = [word for word in sys.argv[4:] if not word.startswith('--')]
    mutants = list(list_mutants(units, '--all' in sys.argv[4:], below))
    print(f'1..{len(mutants)}')
    failed = False
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = pool.map(lambda item: try_mutant(imaginet, units, work, *item),
                           enumerate(mutants))
        for number, (found, description, output) in enumerate(results, 1):
            print(f'{"ok" if found else "not ok"} {number} {description}', flush=True)
            failed = failed or not found
    return 1 if failed else 0


sys.exit(main())
