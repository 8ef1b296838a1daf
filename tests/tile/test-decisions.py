#!/usr/bin/python3
"""Shows each decision where documents contradict themselves: values, or a problem that is told
with its place, with what is allowed, and with a fix where there is one.

usage: test-decisions.py IMAGINET

SPDX-License-Identifier: MIT
"""
import json
import multiprocessing.pool
import subprocess
import sys

from decisions import DECISIONS

N_DECISIONS = 24
SPELLINGS = ('cpp', 'py', 'tile')


def tile(imaginet, verb, text, inputs, *options):
    words = [word for name, value in inputs.items() for word in ('--input', f'{name}={value}')]
    return subprocess.run([imaginet, 'tile', verb, '-', *words, *options], input=text, text=True,
                          capture_output=True, timeout=120).stdout


def judge_values(answer, expected):
    if answer['verdict'] != 'ok':
        return f'expected {expected}, found {answer["code"]}: {answer["message"]}'
    data = [float(number) for number in answer['outputs'][-1]['data']]
    return None if data == [float(number) for number in expected] else f'expected {expected}, found {data}'


def judge_problem(imaginet, text, inputs, answer, expected):
    told = [one for one in answer['diagnostics'] if one['code'] == expected['code']]
    if not told:
        return f'expected {expected["code"]}, found {[one["code"] for one in answer["diagnostics"]]}'
    problem = told[0]
    span = problem['span']
    at = text.encode()[span['start']:span['end']].decode()
    words = ' '.join([problem['message'], problem['allowed'] or '', *(note['message'] for note in problem['notes'])])
    if expected['at'] not in (None, at):
        return f'it points at {at!r}, not at {expected["at"]!r}: {words}'
    if not at.strip() or expected['says'] not in words:
        return f'it does not say {expected["says"]!r}: {words}'
    if expected['fixed'] is None:
        return None if problem['fix'] is None else f'a fix that is not expected: {problem["fix"]}'
    fixed = tile(imaginet, 'check', text, inputs, '--fix')
    if expected['fixed'] not in fixed or expected['fixed'] in text:
        return f'the fix makes {fixed!r}'
    again = json.loads(tile(imaginet, 'check', fixed, inputs, '--json'))
    codes = [one['code'] for one in again['diagnostics']]
    return f'the fixed text has {codes}' if expected['code'] in codes else None


def judge(imaginet, row):
    _, _, _, text, inputs, expected = row
    answer = json.loads(tile(imaginet, 'run', text, inputs, '--json'))
    if isinstance(expected, list):
        return judge_values(answer, expected)
    return judge_problem(imaginet, text, inputs, answer, expected)


def main(imaginet):
    failed = 0
    with multiprocessing.pool.ThreadPool(2) as pool:
        found = pool.imap(lambda row: judge(imaginet, row), DECISIONS)
        for count, (row, wrong) in enumerate(zip(DECISIONS, found), 1):
            failed += wrong is not None
            print(f'{"not ok" if wrong else "ok"} {count} {row[0]} {row[1]} {row[2]}')
            if wrong:
                print('# ' + wrong.replace('\n', ' '))
    absent = sorted({(number, spelling) for number in range(1, N_DECISIONS + 1) for spelling in SPELLINGS}
                    - {(row[0], row[2]) for row in DECISIONS})
    print(f'{"not ok" if absent else "ok"} {len(DECISIONS) + 1} all decisions in all spellings')
    print(f'# without a formula: {absent}\n' * bool(absent) + f'1..{len(DECISIONS) + 1}')
    return 1 if failed or absent else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
