#!/usr/bin/python3
"""Runs all fuzz targets for a time in all, and says how often each was run.

usage: run-targets.py BUILD SECONDS

As many targets run at once as there are processors, each for the same time. What they find
that is worth keeping stands in BUILD/corpus/, and goes on from there the next time; an input
that leads to a bug is written to BUILD/findings/. The status is 1 if there is one.

SPDX-License-Identifier: MIT
"""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
MAX_INPUT_BYTES = 8192
MAX_INPUT_S = 10
MAX_MEMORY_MB = 2048
# Targets that read a shape of their own, for which the words of the language are noise.
WITHOUT_WORDS = {'csv', 'document', 'kernel', 'npy', 'packing', 'trace', 'wav'}


def list_targets(build):
    return sorted(path.name.removeprefix('fuzz-') for path in (build / 'tests/fuzz').glob('fuzz-*')
                  if path.is_file() and os.access(path, os.X_OK)
                  and not path.name.endswith('-corpus'))


def run_target(build, target, seconds):
    """Returns the number of runs and the end of the output if there was a finding."""
    corpus, findings = build / 'corpus' / target, build / 'findings'
    for folder in corpus, findings:
        folder.mkdir(parents=True, exist_ok=True)
    words = [str(build / 'tests/fuzz' / f'fuzz-{target}'), str(corpus),
             str(HERE / 'corpus' / target), f'-max_total_time={seconds}',
             f'-max_len={MAX_INPUT_BYTES}', f'-timeout={MAX_INPUT_S}',
             f'-rss_limit_mb={MAX_MEMORY_MB}', '-print_final_stats=1',
             f'-artifact_prefix={findings}/{target}-']
    if target not in WITHOUT_WORDS:
        words.append('-dict=' + str(build / 'tests/fuzz/fuzz.dict'))
    # What is left at the end of a process is no leak of a run.
    environment = {**os.environ, 'G_SLICE': 'always-malloc', 'LC_ALL': 'C.UTF-8',
                   'ASAN_OPTIONS': 'detect_leaks=0:allocator_may_return_null=1'}
    result = subprocess.run(words, env=environment, capture_output=True, text=True,
                            errors='replace', check=False)
    counted = re.search(r'number_of_executed_units: +(\d+)', result.stderr)
    last = re.findall(r'^#(\d+)\t', result.stderr, re.M)
    runs = int(counted.group(1)) if counted else int(last[-1]) if last else 0
    return runs, result.stderr[-3000:] if result.returncode != 0 else ''


def main():
    build, seconds = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    targets = list_targets(build)
    if not targets:
        sys.exit(f'there is no target in {build}')
    n_workers = min(os.cpu_count() or 1, len(targets))
    share = max(seconds * n_workers // len(targets), 1)
    total, n_findings = 0, 0
    with concurrent.futures.ThreadPoolExecutor(n_workers) as pool:
        for target, (runs, finding) in zip(targets, pool.map(
                lambda name: run_target(build, name, share), targets)):
            total += runs
            n_findings += bool(finding)
            print(f'{target:<12} {runs:>12} runs {runs // share:>8} a second'
                  f'{"  FINDING" if finding else ""}', flush=True)
            if finding:
                print(finding, flush=True)
    print(f'{"all":<12} {total:>12} runs, {n_findings} findings in {build / "findings"}')
    return n_findings > 0


if __name__ == '__main__':
    sys.exit(main())
