#!/usr/bin/python3
"""Runs the graphs of graph_models.py, whose names begin with the rule that they are about.

usage: test-graph.py IMAGINET TOP [--all] [NAME…]

The interpreter runs all, C and Python one of forty; with --all they run all, too.

SPDX-License-Identifier: MIT
"""
import json
import os
import struct
import subprocess
import sys
import tempfile

import numpy as np

from graph_models import MODELS

KINDS = {'f': 0, 'u': 1, 'i': 4, 'b': 5}


def write_dat(path, array):
    """A tensor file of NNEF, written from its description."""
    array = np.asarray(array)
    is_bool = array.dtype.kind == 'b'
    data = np.packbits(array.reshape(-1)).tobytes() if is_bool else array.tobytes()
    header = struct.pack('<2sBB2I', b'\x4e\xef', 1, 0, len(data), array.ndim)
    header += struct.pack('<8I', *array.shape, *[0] * (8 - array.ndim))
    header += struct.pack('<2I', 1 if is_bool else array.itemsize * 8, KINDS[array.dtype.kind])
    with open(path, 'wb') as file:
        file.write(header.ljust(128, b'\0') + data)


def write_model(folder, files):
    for name, content in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if isinstance(content, (str, bytes)):
            with open(path, 'wb') as file:
                file.write(content if isinstance(content, bytes) else content.encode())
        else:
            write_dat(path, content)


def make_arguments(case, folder):
    words = ['--json']
    for key in ('graph', 'operator'):
        words += ['--' + key, case[key]] if key in case else []
    for key, value in case.get('attrib', {}).items():
        words += ['--attrib', f'{key}={value}']
    for key, value in case['input'].items():
        for number, item in enumerate(value if isinstance(value, tuple) else (value,)):
            path = os.path.join(folder, f'{key}-{number}.npy')
            if not isinstance(item, str):
                np.save(path, item)
                item = path
            words += ['--input', f'{key}={item}']
    return words


def compare(expected, row):
    found = np.array(row['data'], dtype=float).reshape(row['shape'])
    expected = np.asarray(expected, dtype=float)
    if expected.shape != found.shape:
        return f"{row['name']}: expected the shape {expected.shape}, found {found.shape}"
    if np.allclose(found, expected, rtol=1e-4, atol=1e-5):
        return None
    return f"{row['name']}: off by {np.abs(found - expected).max()}, found {found.tolist()}"


def find_problem(imaginet, case, engine, folder):
    what = os.path.join(folder, case.get('what', ''))
    command = [imaginet, 'sknd', 'run', what, '--engine', engine] + make_arguments(case, folder)
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        found = json.loads(result.stdout)
    except ValueError:
        return f'{result.returncode} {result.stdout[:200]} {result.stderr}'
    messages = [row['message'] for row in found['diagnostics']]
    if isinstance(case['expect'], str):
        if result.returncode == 1 and len(messages) == 1 and case['expect'] in messages[0]:
            return None
        return f"expected “{case['expect']}”, found {messages}, {result.returncode}"
    if result.returncode:
        return str(messages)
    if len(found['outputs']) != len(case['expect']):
        return f"expected {len(case['expect'])} outputs, found {len(found['outputs'])}"
    problems = [compare(*pair) for pair in zip(case['expect'], found['outputs'])]
    return next((problem for problem in problems if problem), None)


def make_program(case, manifest):
    """Calls the exported function and prints all that it writes."""
    name = manifest['function']
    lines = [f'#include "{name}.h"', '#include <stdio.h>',
             f'static uint64_t memory[{name.upper()}_WORKSPACE_BYTES / 8 + 1];']
    for number, array in enumerate(case['input'].values()):
        values = ', '.join(repr(float(value)) for value in array.reshape(-1))
        lines.append(f'static const float x{number}[] = {{{values}}};')
    for number, array in enumerate(case['expect']):
        lines.append(f'static float y{number}[{np.asarray(array).size}];')
    names = [f'x{i}' for i in range(len(case['input']))] + [f'y{i}' for i in range(len(case['expect']))]
    lines += ['int main (void) {', f'  {name} ({", ".join(names)}, memory);']
    for number, array in enumerate(case['expect']):
        lines.append(f'  for (int i = 0; i < {np.asarray(array).size}; i++) '
                     f'printf ("%.9g\\n", y{number}[i]);')
    return '\n'.join(lines + ['  return 0;', '}', ''])


def find_export_problem(imaginet, case, folder):
    """A folder that is exported is all that a C compiler needs."""
    out, program = os.path.join(folder, 'out'), os.path.join(folder, 'program')
    shapes = [f'--input={key}=real{list(value.shape)}' for key, value in case['input'].items()]
    result = subprocess.run([imaginet, 'sknd', 'export', folder, '--output', out, *shapes],
                            capture_output=True, text=True, check=False)
    if result.returncode:
        return result.stderr
    with open(os.path.join(out, 'manifest.json'), encoding='utf-8') as file:
        manifest = json.load(file)
    with open(program + '.c', 'w', encoding='utf-8') as file:
        file.write(make_program(case, manifest))
    result = subprocess.run(
        ['cc', '-std=c99', '-Wall', '-Wextra', '-Werror', '-O1', '-I', out, program + '.c',
         os.path.join(out, manifest['function'] + '.c'), '-o', program, '-lm'],
        capture_output=True, text=True, check=False)
    if result.returncode:
        return result.stderr
    found = subprocess.run([program], capture_output=True, text=True, check=True).stdout.split()
    data = np.array([float(value) for value in found])
    for array in case['expect']:
        array = np.asarray(array)
        problem = compare(array, {'name': 'exported', 'shape': array.shape, 'data': data[:array.size]})
        if problem:
            return problem
        data = data[array.size:]
    return None


def test(imaginet, case, engines):
    with tempfile.TemporaryDirectory() as folder:
        write_model(folder, case['files'])
        for engine in engines:
            problem = find_problem(imaginet, case, engine, folder)
            if problem:
                return f'{engine}: {problem}'
        problem = case.get('export') and find_export_problem(imaginet, case, folder)
        return f'export: {problem}' if problem else None


def main():
    imaginet, top = sys.argv[1:3]
    names = [word for word in sys.argv[3:] if not word.startswith('-')]
    os.environ['IMAGINET_DATA_PATH'] = top
    failed = 0
    models = {name: case for name, case in MODELS.items() if not names or name in names}
    for number, (name, case) in enumerate(models.items()):
        is_full = '--all' in sys.argv or number % 40 == 0
        engines = case.get('engines', ['c', 'python'] if is_full else [])
        problem = test(imaginet, case, ['interpreter'] + engines)
        if problem:
            print('#', problem)
        print('not ok' if problem else 'ok', number + 1, name)
        failed += bool(problem)
    print(f'1..{len(models)}')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
