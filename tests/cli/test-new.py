#!/usr/bin/python3
"""Makes a unit from each template and pipelines, and lets the program check and test them.

usage: test-new.py IMAGINET TOP [--compile]

With --compile they are also compiled with the compilers that are there, and their C is compared
with their Python.

SPDX-License-Identifier: MIT
"""
import json
import os
import sys
import tempfile

from tools import Tests


def id_of(template):
    return 'Own.Try' + ''.join(word.title() for word in template.split('-'))


def test_units(tests, templates, options):
    """Every template gives a unit without problems, whose examples pass in C and Python."""
    for template in templates:
        result = tests.run('new', 'unit', id_of(template), '--template', template, '--output',
                           'units')
        path = os.path.join(tests.folder, result.stdout.strip())
        tests.check(f'makes-{template}', result.returncode == 0 and os.path.isfile(path), result)
    texts = []
    for folder, _, names in os.walk(os.path.join(tests.folder, 'units')):
        for name in names:
            with open(os.path.join(folder, name), encoding='utf-8') as file:
                texts.append((name, file.read()))
    left = [name for name, text in texts if 'template' in (name + text).lower()]
    tests.check('nothing-of-the-template-is-left', not left, left)
    expected = f'{len(templates)} units: 0 errors, 0 warnings'
    tests.expect('check', tests.run('check', '--strict', 'units'), 0, expected)
    result = tests.run('test', '--json', 'units')
    examples = json.loads(result.stdout)['examples']
    units = {example['unit'] for example in examples}
    tests.check('examples', result.returncode == 0 and len(units) == len(templates), result)
    if '--compile' in options:
        tests.expect('compile', tests.run('check', '--strict', '--compile', 'units'), 0,
                     f'{len(templates)} equal, 0 different')


def test_names(tests):
    """Files are called after the unit, functions after the whole id."""
    tests.run('new', 'unit', 'Own.Audio.FFTFilter2', '-t', 'filter')
    folder = os.path.join(tests.folder, 'FFTFilter2')
    names = sorted(os.listdir(folder))
    tests.check('files', names == ['FFTFilter2.imunit', 'fft_filter2.h', 'fft_filter2.py'], names)
    with open(os.path.join(folder, 'FFTFilter2.imunit'), encoding='utf-8') as file:
        text = file.read()
    for part in ('<DisplayName>FFT Filter2<', '<DisplayPath>/Own/Audio<',
                 'call="own_audio_fft_filter2_f32('):
        tests.check(f'has-{part[:13]}', part in text, text)


def test_pipelines(tests):
    for kind, element in (('stack', '<Composite unit="Pipelines.Stack'),
                          ('graph', '<Compound unit="Pipelines.Graph')):
        tests.expect(kind, tests.run('new', 'pipeline', f'{kind}.imunit', '-t', kind), 0, kind)
        with open(os.path.join(tests.folder, f'{kind}.imunit'), encoding='utf-8') as file:
            tests.check(f'{kind}-is-one', element in file.read())
    tests.expect('pipelines-are-fine', tests.run('check', '--strict', 'stack.imunit',
                                                 'graph.imunit'), 0, '0 errors, 0 warnings')


def test_refused(tests):
    """What is there stays, and a message says what would be allowed."""
    tests.expect('unit-is-there', tests.run('new', 'unit', 'Other.FFTFilter2'), 1,
                 'choose another name')
    tests.expect('pipeline-is-there', tests.run('new', 'pipeline', 'stack'), 1,
                 'choose another name')
    tests.expect('shipped-id', tests.run('new', 'unit', 'Core.Abs'), 1, 'belong to the units')
    tests.expect('one-name', tests.run('new', 'unit', 'Abs'), 1, 'two names or more')
    tests.expect('bad-letter', tests.run('new', 'unit', 'Own.Läufer'), 1, 'English alphabet')
    tests.expect('misspelt', tests.run('new', 'unit', 'Own.A', '-t', 'quueue'), 2, '“queue”')
    tests.expect('no-name', tests.run('new', 'unit'), 2, 'needs an id')
    tests.expect('no-file', tests.run('new', 'pipeline'), 2, 'needs a file')
    tests.expect('kind', tests.run('new', 'library'), 2, 'unit, pipeline or package')
    with open(os.path.join(tests.folder, 'blocked'), 'w', encoding='utf-8'):
        pass
    tests.expect('no-folder', tests.run('new', 'unit', 'Own.A', '-o', 'blocked'), 1, 'blocked')
    names = sorted(os.listdir(tests.folder))
    tests.check('nothing-else', names == ['FFTFilter2', 'blocked', 'graph.imunit',
                                          'stack.imunit', 'units'], names)


def main(program, top, *options):
    with tempfile.TemporaryDirectory() as folder:
        tests = Tests(program, top, folder)
        rows = json.loads(tests.run('list', 'templates', '--json').stdout)['templates']
        test_units(tests, [row['name'] for row in rows], options)
        test_names(tests)
        test_pipelines(tests)
        test_refused(tests)
    print(f'1..{tests.count}')
    return 1 if tests.failed else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
