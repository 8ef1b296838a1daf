#!/usr/bin/python3
"""Does the main job on real recordings: each example must be equal on each of them.

usage: test-recordings.py IMAGINET TOP RECORDINGS

RECORDINGS is a folder of recordings that does not belong to the project; without it the tests
are skipped.

SPDX-License-Identifier: MIT
"""
import json
import os
import subprocess
import sys

import tools

# (example, recording, the least number of windows that it must give)
JOBS = [
    ('speech-features', 'speech-yes-16khz.wav', 90),
    ('speech-features', 'speech-no-16khz.wav', 90),
    ('audio-window', 'speech-yes-16khz.wav', 90),
    ('motion-features', 'imu-6axis-50hz.csv', 100),
]


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
    imaginet, top, recordings = (os.path.abspath(path) for path in sys.argv[1:4])
    print(f'1..{len(JOBS)}')
    failed = False
    for number, (example, name, least) in enumerate(JOBS, 1):
        recording = os.path.join(recordings, name)
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
