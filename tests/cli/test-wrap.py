#!/usr/bin/python3
"""Makes units of functions of C and Python that are there, and lets the program check, run and
compare them.

usage: test-wrap.py IMAGINET TOP

SPDX-License-Identifier: MIT
"""
import json
import os
import shutil
import sys
import tempfile

from tools import Tests, missing_for_comparison, skip

# What each line says, without the blanks that make columns.
MADE = {
    'filters.c:smooth': ['x input Float32', 'n hidden x.shape.flat', 'a option 1',
                         'y output x.type, shape x.shape'],
    'filters.c:rms': ['samples input Float32', 'count hidden samples.shape.flat',
                      'output output samples.type, shape System.Shape(1)'],
    'filters.c:soft': ['x input Float32, the function is called for each element',
                       'knee option 1', 'output output x.type, shape x.shape'],
    'filters.c:normalize': ['x input Float32', 'n hidden x.shape.flat',
                            'output output x.type, shape x.shape'],
    'filters.c:iir': ['x input Float32', 'n hidden x.shape.flat', 'state state 4 bytes',
                      'a option 1', 'y output x.type, shape x.shape'],
    'filters.c:row_mean': ['x input Float32', 'rows hidden x.shape.size(1)',
                           'cols hidden x.shape.size(0)',
                           'out output x.type, shape x.shape.remove(0)'],
    'filters.c:decimate': ['in input Float32', 'n hidden in.shape.flat', 'factor option 1',
                           'out output in.type, shape System.Shape(in.shape.flat / factor)'],
    'filters.c:first_above': ['x input Int16', 'n hidden x.shape.flat', 'level option 1',
                              'output output System.Int32, shape System.Shape(1)'],
    'filters.c:diff': ['in input Float32', 'n hidden in.shape.flat',
                       'out output in.type, shape System.Shape(in.shape.flat - 1)'],
    'filters.c:minmax': ['in input Float32', 'n hidden in.shape.flat',
                         'low output in.type, shape System.Shape(1)',
                         'high output in.type, shape System.Shape(1)'],
    'filters.c:dots': ['a input Float32', 'na hidden a.shape.flat', 'b input Float32',
                       'nb hidden b.shape.flat', 'out output a.type, shape System.Shape(1)'],
    'filters.c:moving': ['x input Float32, the function is called for each element',
                         'history state 4 * taps bytes', 'taps option 1',
                         'output output x.type, shape x.shape'],
    'filters.c:mix': ['other input Float32', 'io input Float32', 'n hidden other.shape.flat',
                      'output output other.type, shape io.shape'],
    'features.py:peak': ['x input Float32', 'threshold option 0.5',
                         'output output x.type, shape System.Shape(1)'],
    'features.py:centre': ['x input Float32', 'output output x.type, shape x.shape'],
    'features.py:spectrum': ['x input Float32', 'log option false',
                             'output output x.type, shape '
                             'x.shape.replace(0, x.shape.size(0) / 2 + 1)'],
    'features.py:both': ['x input Float32', 'y input Float32', 'w option 1.0',
                         'total output x.type, shape x.shape',
                         'output output x.type, shape x.shape'],
    'features.py:rows': ['x input Float32', 'output output x.type, shape x.shape.remove(0)'],
    'features.py:diff': ['x input Float32', 'n option 1',
                         'output output x.type, shape System.Shape(x.shape.size(0) - n)'],
    'features.py:hist': ['x input Float32', 'bins option 10',
                         'output output System.Int32, shape System.Shape(bins)'],
    'features.py:step': ['x input Float32', 'k fixed 2',
                         'output output x.type, shape System.Shape((x.shape.size(0) + 1) / 2)'],
    'features.py:frames': ['x input Float32', 'size fixed 8',
                           'output output x.type, shape System.Shape(x.shape.size(0) / 8, 8)'],
    'features.py:outer': ['x input Float32', 'y input Float32',
                          'output output x.type, shape '
                          'System.Shape(x.shape.size(0), x.shape.size(0))'],
    'features.py:above': ['x input Float32', 'level option 0.0',
                          'output output System.UInt8, shape x.shape'],
}

NOTES = {
    'filters.c:iir': 'state is a state, as its content changes results; it has 4 bytes',
    'filters.c:crash': 'crash could not be called (was killed by signal 11',
    'filters.c:counter': 'counter keeps a static variable',
    'filters.c:moving': 'it has 4 * taps bytes',
    'features.py:diff': 'x is to have 1 axis',
    'features.py:hist': 'x is to have 1 axis',
    'features.py:step': 'k keeps its default, 2, as the shape of the result depends on it',
    'features.py:outer': 'x is to have 1 axis',
    'features.py:stateful': 'stateful keeps a global variable',
}

# One more note says that the result follows in another way for other numbers of axes.
TWICE = ['features.py:step', 'features.py:frames']

REFUSED = {
    'filters.c': '“filters.c” has 17 functions: say which, as filters.c:NAME; they are smooth, rms,',
    'filters.c:smoth': '“filters.c” defines no function “smoth”; did you mean “smooth”?',
    'filters.c:main': '“filters.c” defines no function “main”',
    'filters.c:takes_struct': 'the parameter s is “struct s *”, whose size differs between targets',
    'filters.c:endless': 'endless wrote 65536 elements or more to y',
    'features.py:pick': 'the shape of what pick returns depends on the values of its input',
    'features.py:analytic': 'it returns complex numbers',
    'features.py:fails': 'fails raised ValueError: no, for an input float32[35]',
    'features.py:write': 'write raised ',
    'features.py:inplace': 'it is to leave its input as it is',
    'features.py:nothing': 'it returns nothing',
    'features.py:args': 'takes any number of arguments, *x',
    'none.c': '“none.c” cannot be read: No such file or directory',
    'none.txt': 'functions are taken from .c, .h and .py',
    'empty.c': '“empty.c” defines no function',
    'broken.py:f': 'line 2',
    'missing.c:f': 'includes “nowhere.h”, which is not in its folder or below',
    'inside.c:f': '“#include <math.h>” stands inside of #if',
    'unit.h:f': 'has code fragments already',
    'text.c:f': 'the parameter text is “const char *”, a text',
    'nothing.c:f': 'returns nothing and writes to no pointer',
    'variadic.c:f': 'takes any number of arguments',
    'pointers.c:f': 'a pointer to pointers',
}

FILES = {
    'empty.c': '/* void f(int n); */\n',
    'broken.py': 'def f(x):\nreturn x\n',
    'missing.c': '#include "nowhere.h"\nfloat f(float x) { return x; }\n',
    'inside.c': '#ifdef A\n#include <math.h>\n#endif\nfloat f(float x) { return x; }\n',
    'unit.h': '#pragma IMAGINET_FRAGMENT_BEGIN "f"\nfloat f(float x);\n',
    'text.c': 'int f(const char *text) { return text[0]; }\n',
    'nothing.c': 'void f(const float *x, int n) { (void) x; (void) n; }\n',
    'variadic.c': 'int f(const float *x, ...) { return x[0] > 0; }\n',
    'pointers.c': 'void f(const float **x, int n, float *y) { y[0] = x[0][n]; }\n',
}

# What twins compute, of which one has a parameter that Python keeps for itself.
TWINS = [
    ('SoftC', 'soft_c.py', 'soft',
     'x = x.astype(np.float64)\n    output[...] = x / (1 + np.abs(x) / knee)'),
    ('DiffC', 'diff_c.py', 'diff', 'out[...] = np.diff(in_.astype(np.float64).ravel())'),
]


def name_of(function):
    return 'Own.' + function.split(':')[1].title().replace('_', '') + ('Py' if '.py' in function else 'C')


def wrap(tests, function, *more):
    return tests.run('new', 'unit', name_of(function), '--wrap', function, '-o', 'units', *more)


def test_made(tests):
    for function, expected in MADE.items():
        result = wrap(tests, function)
        lines = result.stdout.splitlines()
        found = [' '.join(line.split()) for line in lines if line.startswith('  ')]
        tests.check(f'made-{function}', result.returncode == 0 and found == expected,
                    f'expected {expected}, found {found}\n{result.stderr}')
        notes = [line for line in lines if line.startswith('note: ')]
        tests.check(f'note-{function}', len(notes) == (2 if function in TWICE else function in NOTES)
                    and NOTES.get(function, '') in result.stdout, result.stdout)


def test_notes(tests):
    for function, note in NOTES.items():
        if function not in MADE:
            tests.expect(f'note-{function}', wrap(tests, function), 0, note)


def test_refused(tests):
    before = sorted(os.listdir(os.path.join(tests.folder, 'units')))
    for function, message in REFUSED.items():
        tests.expect(f'refused-{function}',
                     tests.run('new', 'unit', 'Own.Refused', '--wrap', function, '-o', 'units'),
                     1, message)
    tests.expect('two-ways', tests.run('new', 'unit', 'Own.Two', '--wrap', 'filters.c:rms', '-t',
                                       'filter'), 2, 'not both')
    tests.expect('pipeline', tests.run('new', 'pipeline', 'p', '--wrap', 'filters.c:rms'), 2,
                 'functions become units')
    tests.expect('id', tests.run('new', 'unit', 'Rms', '--wrap', 'filters.c:rms'), 1,
                 'two names or more')
    tests.expect('is-there', wrap(tests, 'filters.c:rms'), 1, 'choose another name')
    after = sorted(os.listdir(os.path.join(tests.folder, 'units')))
    tests.check('nothing-of-the-refused', before == after, after)


def test_files(tests):
    """Code comes along as it is, with headers, and without what the function does not need."""
    folder = os.path.join(tests.folder, 'units', 'SmoothC')
    names = sorted(os.listdir(folder))
    tests.check('files', names == ['SmoothC.imunit', 'filters.c', 'helper.h', 'smooth_c.py'], names)
    with open(os.path.join(folder, 'filters.c'), encoding='utf-8') as file:
        code = file.read()
    tests.check('code', '/* Smooths. */\nvoid smooth(const float *x, int n, float a, float *y)\n{'
                in code and 'main' not in code and 'rms' not in code and 'LIMIT' not in code,
                code)
    with open(os.path.join(tests.folder, 'units', 'CentrePy', 'features.py'),
              encoding='utf-8') as file:
        code = file.read()
    tests.check('python', 'SCALE = 2.0' in code and 'def helper' in code and 'def peak' not in code
                and 'from math' not in code, code)
    report = json.loads(wrap(tests, 'filters.c:counter', '-o', 'json', '--json').stdout)
    tests.check('json', report['path'] == 'json/CounterC/CounterC.imunit'
                and report['notes'][0].startswith('counter keeps'), report)


def test_used(tests):
    """Units are fine as they are; a function of Python runs, and one of C follows its twin."""
    tests.expect('check', tests.run('check', '--strict', '--json', 'units'), 0,
                 '"diagnostics": []')
    examples = json.loads(tests.run('test', '--json', 'units').stdout)['examples']
    failed = [example['unit'] for example in examples if example['python']['state'] != 'pass']
    tests.check('examples', len(examples) == 12 and failed == ['Own.StatefulPy'], examples)
    with open(os.path.join(tests.folder, 'in.csv'), 'w', encoding='utf-8') as file:
        file.write('3,-1,2,0\n1,1,1,1\n')
    result = tests.run('run', os.path.join('units', 'PeakPy', 'PeakPy.imunit'), '--with',
                       'x=float32[4]@1', '--input', 'in.csv', '--output', 'out.csv')
    tests.expect('runs-at-once', result, 0, 'computed by Python')
    with open(os.path.join(tests.folder, 'out.csv'), encoding='utf-8') as file:
        tests.check('computes', file.read().split()[-2:] == ['2.5', '0.5'])
    for unit, twin, name, body in TWINS:
        path = os.path.join(tests.folder, 'units', unit, twin)
        line = f'raise NotImplementedError("the Python twin of {name} is to be written")'
        with open(path, encoding='utf-8') as file:
            text = file.read()
        tests.check(f'twin-{unit}', line in text, text)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text.replace(line, body))
        tests.expect(f'equal-{unit}', tests.run('check', '--strict', '--compile', f'units/{unit}'), 0,
                     '1 equal, 0 different')


SHARED = '''#include <math.h>

#define GAIN 2.0f
#define UNUSED (ALSO_UNUSED + \\
                1)
#define ALSO_UNUSED 17
#ifdef UNKNOWN
#define KEPT 1
#endif
#define FACTOR HALF
#define HALF 0.5f
static const float table[2] = {1.0f, FACTOR};
static float helper(float x) { return x * GAIN * table[1]; }
void first(const float *x, int n, float *out)
{
    for (int i = 0; i < n; i++) out[i] = helper(x[i]);
}
void second(const float *x, int n, float *out)
{
    for (int i = 0; i < n; i++) out[i] = fabsf(helper(x[i]));
}
'''


def test_same_file(tests):
    """Two units of one file have its helpers, tables and macros, each for itself, in one firmware."""
    with open(os.path.join(tests.folder, 'shared.c'), 'w', encoding='utf-8') as file:
        file.write(SHARED)
    for name in 'first', 'second':
        tests.expect(f'same-file-{name}', tests.run('new', 'unit', f'Own.{name.title()}', '--wrap',
                                                    f'shared.c:{name}', '-o', 'units'), 0, '')
        with open(os.path.join(tests.folder, 'units', name.title(), 'shared.c'), encoding='utf-8') as file:
            text = file.read()
        tests.check(f'same-file-{name}-macros', 'UNUSED' not in text and
                    all(f'#define {macro} ' in text for macro in ('GAIN', 'KEPT', 'FACTOR', 'HALF')), text)
    tests.run('launch', '--units', 'units', '--output', 'both.imunit',
              'source float32[8]@10 ! First ! Second')
    tests.expect('same-file-compiles', tests.run('check', 'both.imunit', '-u', 'units', '--compile'), 0,
                 '1 export, 1 compile, 1 link')


def main(program, top):
    absent = missing_for_comparison()
    if absent:
        return skip(absent)
    with tempfile.TemporaryDirectory() as folder:
        tests = Tests(program, top, folder)
        fixtures = os.path.join(top, 'tests', 'cli', 'fixtures', 'wrap')
        for name in os.listdir(fixtures):
            shutil.copy(os.path.join(fixtures, name), folder)
        for name, text in FILES.items():
            with open(os.path.join(folder, name), 'w', encoding='utf-8') as file:
                file.write(text)
        test_made(tests)
        test_notes(tests)
        test_refused(tests)
        test_files(tests)
        test_used(tests)
        test_same_file(tests)
    print(f'1..{tests.count}')
    return 1 if tests.failed else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
