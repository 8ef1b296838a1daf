#!/usr/bin/python3
"""Does the main job on recordings: each example must be equal on its own.

usage: test-recordings.py IMAGINET TOP SPEECH MOTION

SPEECH is a WAV file of 16 kHz, MOTION a CSV file of six axes. One that is not there is skipped.

SPDX-License-Identifier: MIT
"""
import json
import os
import subprocess
import sys

import tools

# Examples, and the least number of windows that they must give.
SPEECH_JOBS = [('speech-features', 90), ('audio-window', 90)]
MOTION_JOBS = [('motion-features', 100)]


def compare(imaginet, top, example, recording):
    result = subprocess.run(
        [imaginet, 'compare', '--json', os.path.join(top, 'data', 'examples', example + '.imunit'),
         '--input', recording],
        env={**os.environ, 'IMAGINET_DATA_PATH': top}, capture_output=True, text=True, timeout=300)
    if result.returncode != 0:
        return f'status {result.returncode}: {result.stdout}{result.stderr}', 0
    comparison = json.loads(result.stdout)['comparisons'][0]
    windows = [run['outputs'] for run in comparison['runs'] if run['name'] == 'recording']
    states = {layer['state'] for layer in comparison['layers'] + [comparison['whole']]}
    return ', '.join(sorted(states)), windows[0] if windows else 0


def main():
    absent = tools.missing_for_comparison()
    if absent:
        return tools.skip(absent)
    imaginet, top, speech, motion = (os.path.abspath(path) for path in sys.argv[1:5])
    jobs = [(example, speech, least) for example, least in SPEECH_JOBS]
    jobs += [(example, motion, least) for example, least in MOTION_JOBS]
    print(f'1..{len(jobs)}')
    failed = False
    for number, (example, recording, least) in enumerate(jobs, 1):
        name = os.path.basename(recording)
        if not os.path.exists(recording):
            print(f'ok {number} {example} {name} # SKIP the recording is not there')
            continue
        states, windows = compare(imaginet, top, example, recording)
        good = states == 'equal' and windows >= least
        failed = failed or not good
        print(f'{"ok" if good else "not ok"} {number} {example} {name}: {states}, '
              f'{windows} windows', flush=True)
    return 1 if failed else 0


sys.exit(main())
