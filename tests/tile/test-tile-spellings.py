#!/usr/bin/python3
"""Converts formulas of all spellings into each other.

usage: test-tile-spellings.py IMAGINET CASES HEADS DOCUMENT [all]

CASES is a file of cases; of those in DOCUMENT every fourth is taken, or with `all` all of them.
What is printed in the spelling that it was written in is printed so again, and what a formula
gives is the same in all three; an error stays the same error.

SPDX-License-Identifier: MIT
"""
import multiprocessing.pool
import subprocess
import sys

from tile_cases import arguments, problem, read_cases, run

LANGUAGES = {'cpp': 'cpp', 'py': 'python', 'tile': 'tile'}


def emit(imaginet, code, language):
    result = subprocess.run([imaginet, 'tile', 'emit', '-', '--language', language], input=code,
                            capture_output=True, text=True, timeout=60)
    return result.stdout, result.stderr if result.returncode else ''


def judge(imaginet, case, spelling):
    code = case[spelling]
    if case['expect'].get('error') == 'syntax':
        return None
    for target, language in LANGUAGES.items():
        text, told = emit(imaginet, code, language)
        if told:
            return f'to {language}: {told}'
        again, told = emit(imaginet, text, language)
        if told or again != text:
            return f'{language} again: {told or again}\ninstead of\n{text}'
        if spelling == 'cpp' and case['expect'].get('error') == 'undeclared':
            continue  # it is the missing declaration, which nothing else has
        words = arguments(case, text, target, spelling)
        wrong = problem(case['expect'], run(imaginet, text, words))
        if wrong:
            return f'in {language}: {wrong}\n{text}'
    return None


def main(imaginet, own, heads, document, which=None):
    own_cases, document_cases = read_cases(own, heads, document)
    jobs = [(case, spelling) for case in own_cases + document_cases[::1 if which == 'all' else 4]
            for spelling in LANGUAGES
            if spelling in case]
    count = failed = 0
    with multiprocessing.pool.ThreadPool(2) as pool:
        for job, wrong in zip(jobs, pool.imap(lambda job: judge(imaginet, *job), jobs)):
            count += 1
            failed += wrong is not None
            print(f'{"not ok" if wrong else "ok"} {count} {job[0]["id"]} {job[1]}')
            if wrong:
                print('# ' + wrong.replace('\n', '\n# '))
    print(f'1..{count}')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
