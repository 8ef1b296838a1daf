#!/usr/bin/python3
"""Compares spectra of Q15 and Q31 with those of Float32, on recordings.

usage: test-fixed-point.py IMAGINET UNITS RECORDING…

Each RECORDING is a WAV file of one channel; one that is not there is skipped. Levels of
bands are decibels; a tone of full scale has 20 * log10 (window size / 4).

SPDX-License-Identifier: MIT
"""
import functools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import wave

from tap import Tap

try:
    import numpy as np
except ImportError:
    np = None

DECIBELS = 'base=1.2589254117941673'
FUSED = f'LogMelSpectrogram window_size=512 stride=128 filters=20 {DECIBELS}'
FRONT = 'SlidingWindow window_shape=[256] stride=128 ! Hann ! RealFft'
BACK = '! MelFilterbank filters=20 high={high} sample_rate={rate}'
CHAIN = f'{FRONT} ! PowerSpectrum {BACK} ! Log {DECIBELS}'
MAGNITUDES = f'{FRONT} ! Magnitude {BACK} ! Log base=1.1220184543019633'
BYTES = " ! Dct ! Quantize type='D8' scale=0.25"


class Lab:
    """Makes pipelines of lines and runs them on a recording."""

    def __init__(self, imaginet, units, folder, recording):
        self.imaginet, self.folder, self.recording = imaginet, folder, recording
        self.environment = {**os.environ, 'IMAGINET_DATA_PATH': os.path.dirname(units)}
        with wave.open(recording) as file:
            self.rate = file.getframerate()

    def call(self, *arguments):
        result = subprocess.run([self.imaginet, *arguments], env=self.environment, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300)
        if result.returncode != 0:
            raise RuntimeError(result.stderr or result.stdout)
        return result.stdout

    def make(self, dtype, layers):
        path = os.path.join(self.folder, 'line.imunit')
        layers = layers.format(rate=self.rate, high=self.rate // 2)
        self.call('launch', f'source {dtype}[1]@{self.rate} ! {layers}', '-o', path)
        return path

    @functools.lru_cache
    def run(self, dtype, layers):
        output = os.path.join(self.folder, 'result.npy')
        self.call('run', self.make(dtype, layers), '--input', self.recording, '-o', output)
        return np.load(output).astype(float)

    def differences(self, dtype, layers):
        """What of a pipeline is not equal in C and Python."""
        path = self.make(dtype, layers)
        data = json.loads(self.call('compare', '--json', path, '--input', self.recording))
        return [f"{layer.get('layer', 'whole')}: {layer['state']}"
                for comparison in data['comparisons']
                for layer in [*comparison['layers'], comparison['whole']]
                if layer['state'] != 'equal']


def far_off(lab, dtype, layers, lowest, limit):
    """Which bands above a level differ from those of Float32."""
    levels, found = lab.run('float32', layers), lab.run(dtype, f'{layers} ! Dequantize')
    error = np.where(levels > lowest, np.abs(found - levels), 0)
    worst = np.unravel_index(np.argmax(error), error.shape)
    if np.count_nonzero(levels > lowest) < levels.size / 10:
        return ['the recording is too quiet']
    if error[worst] <= limit:
        return []
    return [f'window, band {[int(i) for i in worst]} has {found[worst]} dB instead of '
            f'{levels[worst]}; {np.mean(error > limit):.1%} are more than {limit} dB off']


def check(tap, lab):
    """The weights of Q15 round each sample, as far below full scale as its last digit."""
    name = os.path.basename(lab.recording)
    full_scale = 20 * np.log10(256 / 4)
    for dtype, lowest in ('q15', -70), ('q31', -90):
        tap.result(f'{name}: log-mel of {dtype}', far_off(lab, dtype, FUSED, -60, 0.05))
        tap.result(f'{name}: layers of {dtype}, power',
                   far_off(lab, dtype, CHAIN, full_scale - 60, 0.1))
        tap.result(f'{name}: layers of {dtype}, magnitude',
                   far_off(lab, dtype, MAGNITUDES, full_scale + lowest, 1))
    tap.result(f'{name}: bytes of layers in C and Python',
               lab.differences('q15', CHAIN.replace('! Log', '! Dequantize ! Log') + BYTES))
    tap.result(f'{name}: bytes of MFCC in C and Python',
               lab.differences('q15', f'Mfcc window_size=256 ! Dequantize {BYTES[7:]}'))


def main(imaginet, units, *recordings):
    missing = ([] if np else ['numpy']) + ([] if shutil.which('gcc') else ['gcc'])
    if missing:
        print(f"1..0 # SKIP {' and '.join(missing)} is not installed")
        return 0
    tap = Tap()
    for recording in recordings:
        if not os.path.exists(recording):
            tap.skip(os.path.basename(recording), f'there is no {recording}')
            continue
        with tempfile.TemporaryDirectory() as folder:
            check(tap, Lab(imaginet, units, folder, recording))
    return tap.finish()


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
