#!/usr/bin/python3
"""Runs formulas in all spellings on all engines, and compares with what they should give.

usage: test-tile-cases.py IMAGINET CASES SHARED [all]

CASES is a file of cases; SHARED holds more of them, in cases/tile.json, which are computed by the
interpreter, and with `all` by compiled C and Python, too.

SPDX-License-Identifier: MIT
"""
import json
import multiprocessing.pool
import os
import re
import subprocess
import sys
import tempfile

# Each spelling on an engine of its own, and all of them on the interpreter.
RUNS = (('cpp', 'interpreter'), ('cpp', 'c'), ('py', 'interpreter'), ('py', 'python'),
        ('tile', 'interpreter'), ('tile', 'c'))


def split(text):
    """The arguments of a call; commas in braces do not part them."""
    return [part.strip() for part in re.findall(r'(?:\{[^}]*\}|[^,{}])+', text)]


def parameters(code, spelling):
    """The names of the parameters of the last function."""
    if spelling == 'py':
        heads = re.findall(r'def \w+\(([^)]*)\)', code)
        return split(heads[-1])
    if spelling == 'cpp':
        heads = re.findall(r'^Tensor \w+\(([^)]*)\)', code, re.M)
        return [re.search(r'(\w+)$', part)[1] for part in split(heads[-1])]
    return re.findall(r'(\w+)(?:\[[^\]]*\])?(?:, |\))', re.search(r'function \((.*?)\) ->', code)[1] + ')')


def arguments(case, code, spelling):
    """`--input` options: tensors by their names, the others in the order of the call."""
    tensors = {tensor['name']: tensor for tensor in case['inputs']}
    call = case.get('call_' + spelling, case['call_py'])
    words = []
    for name, value in zip(parameters(code, spelling), split(call[call.index('(') + 1:-1])):
        tensor = tensors.get(value)
        if tensor is None:
            text = value.replace('{', '[').replace('}', ']')
        else:
            text = f'{tensor.get("dtype") or "float32"}{json.dumps(tensor["shape"])}'
            if 'data' in tensor:
                text += '{' + ', '.join(str(number) if 'float' in tensor['dtype'] else
                                        str(int(number)) for number in tensor['data']) + '}'
        words += ['--input', f'{name}={text}']
    return words


def run(imaginet, code, words):
    with tempfile.NamedTemporaryFile('w', suffix='.tile') as file:
        file.write(code)
        file.flush()
        result = subprocess.run([imaginet, 'tile', 'run', file.name, '--json', *words],
                                capture_output=True, text=True, timeout=120)
    try:
        return json.loads(result.stdout)
    except ValueError:
        return {'verdict': 'none', 'code': result.stderr + result.stdout}


def problem(expected, found):
    if found['verdict'] != expected['verdict']:
        return f'expected {str(expected)[:200]}, found {str(found)[:400]}'
    if found['verdict'] == 'error':
        return None if found['code'] == expected['error'] else \
            f'expected {expected["error"]}, found {found["code"]}: {found["message"]}'
    output, = found['outputs']
    if output['shape'] != expected['shape']:
        return f'expected the shape {expected["shape"]}, found {output["shape"]}'
    if 'data' not in expected:
        return None
    bad = [(at, a, b) for at, (a, b) in enumerate(zip(expected['data'], output['data']))
           if abs(a - (b if isinstance(b, int) else float(b))) > expected['tol'] * max(1, abs(a))]
    if len(output['data']) != len(expected['data']) or bad:
        return f'expected {expected["data"][:20]}, found {output["data"][:20]}'
    return None


def read_cases(path):
    with open(path, encoding='utf-8') as file:
        return json.load(file)['cases']


def main(imaginet, own, more, which=None):
    jobs = []
    for path in own, more:
        # Programs that a sanitizer looks at take long to start others.
        is_quick = 'ASAN_OPTIONS' in os.environ or path != own and which != 'all'
        jobs += [(case, spelling, engine) for case in read_cases(path) for spelling, engine in RUNS
                 if spelling in case and (engine == 'interpreter' or not is_quick)]

    def judge(job):
        case, spelling, engine = job
        code = case[spelling]
        return problem(case['expect'], run(imaginet, code, [
            *arguments(case, code, spelling), '--engine', engine]))
    count = failed = 0
    with multiprocessing.pool.ThreadPool(2) as pool:
        for (case, spelling, engine), wrong in zip(jobs, pool.imap(judge, jobs)):
            count += 1
            failed += wrong is not None
            print(f'{"not ok" if wrong else "ok"} {count} {case["id"]} {spelling} {engine}')
            if wrong:
                print('# ' + wrong.replace('\n', ' '))
    print(f'1..{count}')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
