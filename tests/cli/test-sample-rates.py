#!/usr/bin/python3
"""Measures the frequency of tones at several sample rates, of which no layer is told the rate.

usage: test-sample-rates.py IMAGINET TOP

Each pipeline gives the frequency of the tone in C, and Python gives the same.

SPDX-License-Identifier: MIT
"""
import array
import json
import math
import os
import subprocess
import sys
import tempfile
import wave

import tools

# sample rate and tone in hertz, a bin of 512 samples
TONES = [(8000, 1000), (16000, 1000), (16000, 4000), (22050, 22050 / 8), (400, 25)]
SAMPLES = 2048  # seven windows
WINDOW = 'SlidingWindow window_shape=[512] stride=256 ! Hann ! RealFft ! PowerSpectrum'
PIPELINES = [
    ('centroid', f'{WINDOW} ! SpectralCentroid'),
    ('dominant', f'{WINDOW} ! DominantFrequency'),
    ('rolloff', 'Spectrogram ! SpectralRolloff part=0.5'),
]


class Runner:
    def __init__(self, imaginet, top, folder):
        self.imaginet, self.folder = imaginet, folder
        self.environment = {**os.environ, 'IMAGINET_DATA_PATH': top}

    def call(self, *arguments):
        result = subprocess.run([self.imaginet, *arguments], env=self.environment, timeout=120,
                                capture_output=True, text=True)
        return result, f'status {result.returncode}: {result.stdout}{result.stderr}'

    def path(self, name):
        return os.path.join(self.folder, name)

    def write_tone(self, rate, tone):
        samples = array.array('h', (round(20000 * math.sin(2 * math.pi * tone * i / rate))
                                    for i in range(SAMPLES)))
        with wave.open(self.path('tone.wav'), 'wb') as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(round(rate))
            file.writeframes(samples.tobytes())

    def measure(self, name, line, rate):
        """Returns the results in C, or what went wrong."""
        path = self.path(f'{name}.imunit')
        if os.path.exists(path):
            os.remove(path)
        result, problem = self.call('launch', '--output', path,
                                    f'source float32[1]@{rate} ! {line}')
        if result.returncode != 0 or result.stderr:
            return [], problem
        result, problem = self.call('run', path, '--input', self.path('tone.wav'), '--output',
                                    self.path('result.csv'))
        if result.returncode != 0 or result.stderr:
            return [], problem
        with open(self.path('result.csv'), encoding='utf-8') as file:
            rows = file.read().split('\n')[1:]
        return [float(row.split(',')[-1]) for row in rows if row], ''

    def compare(self):
        """Returns what is wrong with the results in Python, by pipeline: one program and one
        Python for all of them, and no more frames of anything else than the tone has."""
        result, problem = self.call('compare', '--json', '--frames', str(SAMPLES),
                                    '--input', self.path('tone.wav'),
                                    *(self.path(f'{name}.imunit') for name, _ in PIPELINES))
        if result.returncode not in (0, 1) or not result.stdout:
            return {name: problem for name, _ in PIPELINES}
        states = {row['pipeline']: row['whole']['state']
                  for row in json.loads(result.stdout)['comparisons']}
        return {name: '' if states.get(f'Launch.{name}') == 'equal'
                else f'C and Python: {states.get(f"Launch.{name}")}; {result.stderr}'
                for name, _ in PIPELINES}


def judge(values, problem, tone):
    wrong = [value for value in values if abs(value - tone) > 0.01 * tone]
    if problem or len(values) < 5 or wrong:
        return problem or f'expected about {tone} Hz, found {values}'
    return ''


def judge_tone(runner, rate, tone):
    """Yields each pipeline and what is wrong with it."""
    runner.write_tone(rate, tone)
    problems = {name: judge(*runner.measure(name, line, rate), tone)
                for name, line in PIPELINES}
    differences = runner.compare()
    for name, problem in problems.items():
        yield name, problem or differences[name]


def main(imaginet, top):
    absent = tools.missing_for_comparison()
    if absent:
        return tools.skip(absent)
    print(f'1..{len(TONES) * len(PIPELINES)}')
    number = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(os.path.abspath(imaginet), os.path.abspath(top), folder)
        for rate, tone in TONES:
            for name, problem in judge_tone(runner, rate, tone):
                number += 1
                failed += bool(problem)
                print(f'{"not ok" if problem else "ok"} {number} {name} of {tone:g} Hz at {rate} Hz',
                      flush=True)
                if problem:
                    print(problem, file=sys.stderr)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
