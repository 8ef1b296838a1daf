#!/usr/bin/python3
"""Units with ids and calls of others, that come without Python, are compared with the
references of the standard library where these fit, and a pipeline of them is exported.

usage: test-references.py IMAGINET

SPDX-License-Identifier: MIT
"""
import json
import os
import subprocess
import sys
import tempfile

import bundle_case

MISSING = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'vendor', 'Missing.imunit')
VENDOR = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'vendor', 'Vendor.imunit')

# Unit, what it is given, exit status, reference, the verdict.
CASES = [
    ('Math.Tanh', ['input=float32[8]'], 0, 'Core.Math.Tanh', 'equal'),
    ('Math.Cosh', ['input=float32[8]'], 0, 'Reference.Cosh', 'equal'),
    ('Math.Gain', ['input=float32[8]'], 0, 'Core.Math.Scale', 'equal'),
    ('Math.Division', ['input=float32[8]'], 0, 'Reference.Divide', 'equal'),
    ('Math.DynamicPower', ['input=float32[8]', 'exponent=float32[1]'], 0, 'Reference.Power',
     'equal'),
    ('Math.RMS', ['input=float32[4,8]', 'to_dB=false'], 0, 'Reference.Rms', 'equal'),
    # Within the usual tolerance, beyond that of the shipped unit.
    ('Math.Sin', ['input=float32[8]'], 0, 'Core.Math.Sin', 'equal'),
    ('Math.Cos', ['input=float32[8]'], 0, 'Core.Math.Cos', 'equal'),
    ('Math.Sinh', ['input=float32[8]'], 0, 'Reference.Sinh', 'equal'),
    ('Math.Arcsin', ['input=float32[8]'], 0, 'Core.Math.Asin', 'equal'),
    ('Math.Deg2Rad', ['input=float32[8]'], 0, 'Core.Math.DegToRad', 'equal'),
    ('Math.Rad2Deg', ['input=float32[8]'], 0, 'Core.Math.RadToDeg', 'equal'),
    ('Math.Round', ['input=float32[8]'], 0, 'Core.Math.Round', 'equal'),
    ('Math.Round', ['input=float32[8]', 'mode=1'], 0, 'Core.Math.Round', 'equal'),
    ('Math.Round', ['input=float32[8]', 'mode=3'], 0, 'Core.Math.Round', 'equal'),
    ('Math.Normalization', ['input=float32[8]'], 0, 'Reference.Normalization', 'equal'),
    ('Math.Standardization', ['input=float32[8]'], 0, 'Reference.Standardization', 'equal'),
    ('Math.Variance', ['input=float32[8]'], 0, 'Reference.Variance', 'equal'),
    ('Filter.Threshold', ['input=float32[8]'], 0, 'Reference.Threshold', 'equal'),
    ('Math.Transpose', ['input=float32[5,3]'], 0, 'Reference.Transpose', 'equal'),
    ('Math.RMS', ['input=float32[160]'], 0, 'Reference.RmsDecibels', 'equal'),
    ('Math.SoftClip', ['input=float32[8]'], 0, 'Reference.SoftClip', 'equal'),
    ('Math.SoftClip', ['input=float32[8]', 'mode="cubic"'], 0, 'Reference.SoftClip', 'equal'),
    ('Math.StandardDeviation', ['input=float32[50,3]', 'axis=1'], 0,
     'Reference.StandardDeviation', 'equal'),
    ('Math.StandardDeviation', ['input=float32[16]'], 0, 'Reference.StandardDeviation', 'equal'),
    ('Math.Norm', ['input=float32[50,3]', 'axis=1'], 0, 'Reference.Norm', 'equal'),
    ('Math.SubFromConstant', ['input=float32[8]'], 0, 'Reference.SubFromConstant', 'equal'),
    ('Math.DotT', ['a=float32[2,5]', 'b=float32[3,5]'], 0, 'Reference.DotT', 'equal'),
    ('Math.Dequantize', ['input=q15[8];shift=2'], 0, 'Reference.Dequantize', 'equal'),
    ('Math.Dequantize', ['input=q31[8];shift=3'], 0, 'Reference.Dequantize', 'equal'),
    ('Math.Dequantize', ['input=d8[8];scale=0.03;offset=5'], 0, 'Reference.Dequantize', 'equal'),
    ('Math.Dequantize', ['input=int16[8]'], 0, 'Reference.Dequantize', 'equal'),
    ('Common.Rotate3DVector', ['input=float32[3]', 'index=2', 'rotation_deg=-400'], 0,
     'Reference.Rotate3DVector', 'equal'),
    ('Math.Crop', ['input=float32[6,8,3]'], 0, 'Reference.Crop', 'equal'),
    ('Signal.ImagePadding', ['input=float32[6,8,3]'], 0, 'Reference.ImagePadding', 'equal'),
    ('Signal.ScaleImage', ['input=float32[6,8,3]'], 0, 'Reference.ScaleImage', 'equal'),
    ('Signal.ScaleImage', ['input=float32[6,8,3]', 'scale_mode=1'], 0, 'Reference.ScaleImage',
     'equal'),
    ('Filter.HighShelf', ['input=float32[2]@16000'], 0, 'Reference.HighShelf', 'equal'),
    ('Filter.LowShelf', ['input=float32[2]@16000'], 0, 'Reference.LowShelf', 'equal'),
    ('Filter.PeakingEQ', ['input=float32[2]@16000'], 0, 'Reference.PeakingEQ', 'equal'),
    ('Filter.HighShelf', ['input=float32[2]@16000', 'frequency=200', 'gain_db=-12', 'Q=2'], 0,
     'Reference.HighShelf', 'equal'),
    ('Filter.LowShelf', ['input=float32[2]@16000', 'frequency=200', 'gain_db=-12', 'Q=2'], 0,
     'Reference.LowShelf', 'equal'),
    ('Filter.PeakingEQ', ['input=float32[2]@16000', 'frequency=200', 'gain_db=-12', 'Q=2'], 0,
     'Reference.PeakingEQ', 'equal'),
    ('Signal.SlidingWindow', ['input=float32[3]@50'], 0, 'Core.Queues.SlidingWindow', 'equal'),
    ('Signal.ContextualWindow', ['input=float32[3]@50'], 0, 'Core.Queues.SlidingWindow',
     'equal'),
    ('Signal.Delay', ['input=float32[3]@50'], 0, 'Core.Queues.Delay', 'equal'),
    ('Signal.Hann', ['input=float32[16]'], 0, 'Core.Window.Hann', 'equal'),
    ('Signal.Hann', ['input=float32[16]', 'sym=false'], 0, 'Reference.Hann', 'equal'),
    ('Signal.Hamming', ['input=float32[16]'], 0, 'Core.Window.Hamming', 'equal'),
    ('Signal.Hamming', ['input=float32[16]', 'sym=false'], 0, 'Reference.Hamming', 'equal'),
    ('Signal.RealFft', ['input=float32[16]'], 0, 'Core.Spectral.RealFft', 'equal'),
    ('Signal.IRealFft', ['input=float32[33,2]'], 0, 'Core.Spectral.InverseRealFft', 'equal'),
    # Its C computes the sine.
    ('Math.Tan', ['input=float32[8]'], 1, 'Core.Math.Tan', 'different'),
    # What references leave open, they do not judge.
    ('Math.Standardization', ['input=float32[8]', 'std=0.02'], 4, None, 'no Python twin'),
    ('Signal.ImagePadding', ['input=float32[5,8]'], 4, None, 'no Python twin'),
    ('Signal.ScaleImage', ['input=float32[5,8]', 'scale_mode=1'], 4, None, 'no Python twin'),
    ('Filter.LowShelf', ['input=float32[2]@16000', 'frequency=100'], 4, None, 'no Python twin'),
    ('Filter.LowShelf', ['input=float32[2]@1000.5', 'frequency=100'], 4, None, 'no Python twin'),
    # The contracts of the reference: 16 samples at least.
    ('Signal.RealFft', ['input=float32[12]'], 4, None, 'no Python twin'),
]


class Tests(bundle_case.Tests):
    def run_program(self, *arguments):
        return subprocess.run([self.imaginet, *arguments], text=True, timeout=120,
                              capture_output=True, env={
                                  **os.environ, 'LC_ALL': 'C.UTF-8',
                                  'IMAGINET_DATA_PATH': bundle_case.TOP})


def test_cases(tests, given, cases):
    """Those that are given the same share a program."""
    values = [word for value in given for word in ('--with', value)]
    run = tests.run_program('compare', '--units', os.path.dirname(VENDOR), '--json', *values,
                            *(f'Imaginet.Units.{unit}' for unit, *_ in cases))
    found = json.loads(run.stdout)['comparisons'] if run.stdout.startswith('{') else []
    layers = {item['pipeline']: item['layers'][0] for item in found}
    for unit, status, reference, verdict in cases:
        layer = layers.get('Imaginet.Units.' + unit, {})
        tests.check(f'{unit}-{"-".join(given[1:])}-{verdict}', layer.get('state') == verdict and
                    layer.get('reference') == reference and
                    (len(cases) > 1 or run.returncode == status), layer or run)


def test_bundle(tests, folder):
    """A mel spectrogram of such units becomes a bundle that is verified."""
    out = os.path.join(folder, 'mel')
    run = tests.run_program('export', VENDOR, '--unit', 'Vendor.MelSpectrogram', '-o', out)
    tests.check('mel-export', run.returncode == 0 and 'C and Python: equal' in run.stdout, run)
    with open(os.path.join(out, 'docs', 'report.html'), encoding='utf-8') as file:
        text = file.read()
    tests.check('mel-report', all(
        f'reference of the standard library: {name}' in text for name in
        ('Core.Window.Hann', 'Core.Spectral.RealFft', 'Core.Math.Scale')), text)
    run = subprocess.run(['make', '-C', os.path.join(out, 'test'), 'verify'], text=True,
                         timeout=120, capture_output=True)
    tests.check('mel-verify', run.returncode == 0 and
                'equal to what the Python reference computes now' in run.stdout, run)


def test_missing(tests):
    """A file of Python that does not exist is said; a reference stands in for it."""
    for unit, status, state in (('Math.ArcTan', 0, 'equal'),
                                ('Vendor.ArcTan', 4, 'no Python twin'),
                                ('Vendor.OnlyPython', 3, 'reference could not run')):
        run = tests.run_program('compare', MISSING, '--unit', 'Imaginet.Units.' + unit, '--with',
                                'input=float32[8]')
        tests.check('missing-' + unit, run.returncode == status and state in run.stdout and
                    'the file “missing.py” does not exist' in run.stdout and
                    ('the Python of Core.Math.Atan\n' in run.stdout) == (status == 0) and
                    ('stayed in its memory, finite' in run.stdout) == (status == 4), run)


def test_table(tests):
    """The table of all units says whose Python stands in, and what C does alone."""
    run = tests.run_program('check', '--compile', '--json', MISSING, '--with', 'input=float32[8]')
    rows = {row['unit']: row for row in json.loads(run.stdout)['units']}
    row = rows['Imaginet.Units.Math.ArcTan']
    tests.check('table-reference', row['compares'] == 'equal' and 'verdict' not in row and
                row['references'] == ['Core.Math.Atan'], rows)
    row = rows['Imaginet.Units.Vendor.ArcTan']
    tests.check('table-alone', row['compares'] == 'no Python twin' and row['references'] == [] and
                row['verdict'] == 'ran 128 frames, stayed in its memory, finite', rows)


def main(imaginet):
    tests = Tests(imaginet)
    run = tests.run_program('check', VENDOR)
    tests.check('check', run.returncode == 0 and '0 errors, 0 warnings' in run.stdout, run)
    groups = {}
    for unit, given, *expected in CASES:
        groups.setdefault(tuple(given), []).append((unit, *expected))
    for given, cases in groups.items():
        test_cases(tests, given, cases)
    test_missing(tests)
    test_table(tests)
    with tempfile.TemporaryDirectory() as folder:
        test_bundle(tests, folder)
    print(f'1..{tests.count}')
    return 1 if tests.failed else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
