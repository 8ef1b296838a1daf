#!/usr/bin/python3
"""Runs formulas in all spellings on all engines, and compares with what they should give.

usage: test-tile-cases.py IMAGINET CASES HEADS DOCUMENT [all]

CASES is a file of cases; DOCUMENT holds those of the document, for whose formulas HEADS
has heads in the compact form. They are computed by the interpreter, and with `all` every spelling
by every engine.

SPDX-License-Identifier: MIT
"""
import multiprocessing.pool
import os
import sys

from tile_cases import arguments, problem, read_cases, run

SPELLINGS = ('cpp', 'py', 'tile')
ENGINES = ('interpreter', 'c', 'python')
# Each engine takes part, with the spelling beside it.
USUAL = {('cpp', 'c'), ('py', 'python'), ('tile', 'c')}


def main(imaginet, own, heads, document, which=None):
    own_cases, document_cases = read_cases(own, heads, document)
    jobs = []
    for case in own_cases + document_cases:
        # Programs that a sanitizer looks at take long to start others.
        is_quick = 'ASAN_OPTIONS' in os.environ or (case in document_cases and which != 'all')
        jobs += [(case, spelling, engine) for spelling in SPELLINGS for engine in ENGINES
                 if spelling in case and (engine == 'interpreter' or not is_quick and
                                          (which == 'all' or (spelling, engine) in USUAL))]

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
