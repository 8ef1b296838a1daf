#!/usr/bin/python3
"""Runs the test vectors of broadcasting that implementations share through the program.

usage: test-broadcast-cases.py IMAGINET FOLDER

FOLDER has imaginet-cases.json, mlir-cases.json and tml-cases.json.

SPDX-License-Identifier: MIT
"""
import json
import os
import subprocess
import sys

TML_KINDS = ['relational', 'logical', 'bitwise', 'arith', 'assign']


def shape_text(shape):
    if isinstance(shape, str):
        return shape
    return '[' + ','.join(str(size) for size in shape) + ']'


def run(imaginet, lines, *options):
    """Runs the program on lines, and returns one object for each of them."""
    result = subprocess.run([imaginet, 'broadcast', '--json', *options, '-'], timeout=60,
                            input='\n'.join(lines) + '\n', capture_output=True, text=True)
    if result.returncode not in (0, 1) or result.stderr:
        raise RuntimeError(f'status {result.returncode}: {result.stderr}')
    reports = json.loads(result.stdout)['results']
    if [report['line'] for report in reports] != list(range(1, len(lines) + 1)):
        raise RuntimeError('there is not one object for each line')
    return reports


def find_differences(report, expected):
    return [f'{name} is {json.dumps(report.get(name))}, not {json.dumps(value)}'
            for name, value in expected.items() if report.get(name) != value]


def check(imaginet, cases, *options):
    """Yields the name of each case (name, line, expected fields) and what differs."""
    reports = run(imaginet, [line for _, line, _ in cases], *options)
    for (name, line, expected), report in zip(cases, reports):
        yield f'{name} {line}', find_differences(report, expected)


def count_elements(shape):
    product = 1
    for size in shape:
        product *= size
    return product


def add_in_loops(groups):
    """Elements i of the larger array plus 1000 * j of the smaller one, in the five loops."""
    sums, i = [], 0
    for x in range(groups['left']):
        for _ in range(groups['group1']):
            for y in range(groups['middle']):
                for _ in range(groups['group2']):
                    for z in range(groups['right']):
                        sums.append(i + 1000 * ((x * groups['middle'] + y) * groups['right'] + z))
                        i += 1
    return sums


def check_imaginet(imaginet, vectors):
    cases = vectors['cases']
    orders = [('', 'a', 'b'), (' reversed', 'b', 'a')]
    for order, first, second in orders:
        lines = [(case['id'] + order, f'{shape_text(case[first])} {shape_text(case[second])}',
                  {name: case.get(name) for name in ('verdict', 'error', 'groups')} |
                  {name: case[name] for name in ('trace',) if name in case}) for case in cases]
        yield from check(imaginet, lines, '--rules', 'imaginet')

    reports = run(imaginet, [f'{shape_text(c["a"])} {shape_text(c["b"])}' for c in cases])
    for case, report in zip(cases, reports):
        if case['verdict'] == 'ok':
            counts = sorted([count_elements(case['a']), count_elements(case['b'])])
            groups = report['groups']
            same = groups['left'] * groups['middle'] * groups['right']
            good = [same, same * groups['group1'] * groups['group2']] == counts
            yield f'{case["id"]} invariants', [] if good else [f'{groups} do not give {counts}']
        key = 'add_big_arange_small_arange_x1000'
        if key in case:
            good = add_in_loops(report['groups']) == case[key]
            yield f'{case["id"]} loops', [] if good else ['the loops add other elements']

    yield from check(imaginet, [
        (case['id'], ' + '.join(shape_text(shape) for shape in case['operands']),
         {name: case[name] for name in ('verdict', 'result')})
        for case in vectors['operator_shapes']], '--rules', 'imaginet')


def check_mlir(imaginet, vectors):
    def make_line(case):
        operands = ' '.join(shape_text(operand) for operand in case['operands'])
        return f'{operands} -> {shape_text(case["result"])}'

    fields = ('verdict', 'code', 'result', 'inferred', 'obligations')
    yield from check(imaginet, [(case['id'], make_line(case), {name: case[name] for name in fields})
                                for case in vectors['cases']], '--rules', 'mlir')
    yield from check(imaginet, [
        (case['id'] + ' cast', make_line(case),
         {'verdict': case['verdict_table_mode'], 'code': case['code_table_mode'],
          'result': case['result'], 'inferred': case['inferred']})
        for case in vectors['cases']], '--rules', 'mlir', '--allow-cast')
    yield from check(imaginet, [
        (case['id'] + ' upstream', make_line(case), {'verdict': case['verdict_upstream_2023']})
        for case in vectors['cases']], '--rules', 'mlir', '--upstream')
    yield from check(imaginet, [(case['id'], make_line(case), {'verdict': case['verdict']})
                                for case in vectors['type_cases']], '--rules', 'mlir')
    yield from check(imaginet, [
        (f'numpy-{number}', ' '.join(shape_text(operand) for operand in case['operands']),
         {name: case[name] for name in ('verdict', 'result')})
        for number, case in enumerate(vectors['numpy_shape_cases'])], '--rules', 'numpy')


def check_tml(imaginet, vectors):
    def make_line(case):
        if case['kind'] == 'assign':
            return f'{case["lhs"]} = {case["rhs"]}'
        return f'{case["a"]} {case["op"]} {case["b"]}'

    yield from check(imaginet, [
        (case['id'], make_line(case), {name: case[name] for name in ('verdict', 'error', 'result')})
        for case in vectors['cases'] if case['kind'] in TML_KINDS], '--rules', 'tml')


def main():
    imaginet, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    number, failed = 0, False
    for name, checker in [('imaginet', check_imaginet), ('mlir', check_mlir),
                          ('tml', check_tml)]:
        with open(os.path.join(folder, name + '-cases.json'), encoding='utf-8') as file:
            vectors = json.load(file)
        for case, differences in checker(imaginet, vectors):
            number += 1
            failed = failed or bool(differences)
            # A # would begin a directive of TAP.
            print(f'{"not ok" if differences else "ok"} {number} {name} {case}'.replace('#', ''))
            for difference in differences:
                print(f'# {difference}')
    print(f'1..{number}')
    return 1 if failed else 0


sys.exit(main())
