#!/usr/bin/python3
"""Compares spectra of Q15 and Q31 with those of Float32, on recordings.

usage: test-fixed-point.py IMAGINET UNITS RECORDING

RECORDING is a WAV file of one channel; the test is skipped if it is not there. Levels of
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

    @functools.lru_cache
    def compare(self, dtype, layers):
        return json.loads(self.call('compare', '--json', self.make(dtype, layers), '--input',
                                    self.recording))['comparisons']

    def differences(self, dtype, layers):
        """What of a pipeline is not equal in C and Python."""
        return [f"{layer.get('layer', 'whole')}: {layer['state']}"
                for comparison in self.compare(dtype, layers)
                for layer in [*comparison['layers'], comparison['whole']]
                if layer['state'] != 'equal']

    def figures(self, dtype, layers):
        """What is said of fixed point, by the last name of a layer."""
        return {layer['layer'].split('/')[-1]: output['fixed']
                for comparison in self.compare(dtype, layers) for layer in comparison['layers']
                for output in layer['outputs'] if 'fixed' in output}


def within(figures, layer, name, low, high):
    """What is wrong with a figure."""
    found = figures.get(layer, {}).get(name)
    if found is not None and low <= found <= high:
        return []
    return [f'{layer}: {name} is {found}, expected {low} to {high}']


def check_figures(tap, lab):
    """What rounding costs is known: a step of Q15 is 98 dB below a sine of full scale."""
    name = os.path.basename(lab.recording)
    good = lab.figures('q15', f'Mfcc window_size=256 ! Dequantize {BYTES[7:]}')
    tap.result(f'{name}: figures of MFCC',
               within(good, 'MelSpectrogram', 'snr_db', 100, 200)
               + within(good, 'MelSpectrogram', 'headroom_db', 1, 60)
               + within(good, 'Log', 'snr_db', 70, 200) + within(good, 'Dct', 'snr_db', 70, 200)
               + within(good, 'Dct', 'saturated', 0, 0))
    plan = json.loads(lab.call('plan', '--json', lab.make('q15', 'Mfcc window_size=256')))
    full_scales = {buffer['name'].split('/')[-1]: buffer.get('full_scale')
                   for buffer in plan['buffers']}
    wanted = {'MelSpectrogram.output': 2 ** 15, 'Log.output': 2 ** 5, 'input': 1}
    tap.result(f'{name}: full scales of MFCC',
               [f'{layer}: {full_scales.get(layer)}, expected {value}'
                for layer, value in wanted.items() if full_scales.get(layer) != value])
    plain = lab.figures('q15', f"{FRONT} ! PowerSpectrum ! Requantize type='Q15' shift=17")
    tap.result(f'{name}: figures of 16 bits',
               within(plain, 'Hann', 'snr_db', 75, 100)
               + within(plain, 'RealFft', 'snr_db', 75, 100)
               + within(plain, 'RealFft', 'headroom_db', 5, 60))
    narrow = lab.figures('q15', f"{FRONT} ! Requantize type='Q15' shift=0 ! PowerSpectrum")
    tap.result(f'{name}: figures of too small a range',
               within(narrow, 'Requantize', 'headroom_db', 0, 0)
               + within(narrow, 'Requantize', 'saturated', 100, 1e9)
               + within(narrow, 'PowerSpectrum', 'snr_db', -10, 20))


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


def main(imaginet, units, recording):
    missing = ([] if np else ['numpy']) + ([] if shutil.which('gcc') else ['gcc'])
    if missing:
        print(f"1..0 # SKIP {' and '.join(missing)} is not installed")
        return 0
    if not os.path.exists(recording):
        print(f'1..0 # SKIP there is no {recording}')
        return 0
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        lab = Lab(imaginet, units, folder, recording)
        check(tap, lab)
        check_figures(tap, lab)
    return tap.finish()


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
