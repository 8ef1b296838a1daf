"""Mel spectra against scipy and a formula of their own.

SPDX-License-Identifier: MIT
"""
import numpy as np
from numpy.testing import assert_allclose
from scipy import fft, signal

from twin import load

RANDOM = np.random.default_rng(1)


def triangles(points, bins):
    """Each filter as a straight line over its points, and 1 at its peak."""
    rows = np.array([np.interp(np.arange(bins), points[k:k + 3], [0, 1, 0], 0, 0)
                     for k in range(len(points) - 2)])
    rows[np.arange(len(rows)), points[1:-1]] = 1
    return rows


def test_filterbank_layout():
    points = np.array([0, 3, 3, 7, 20, 64], np.int16)
    x = RANDOM.standard_normal((2, 65, 3)).astype(np.float32)
    output = np.zeros((2, 4, 3), np.float32)
    load('Spectral/MelFilterbank').mel_filterbank_py(x, points, 1, output)
    assert_allclose(output, np.einsum('mk,ikj->imj', triangles(points, 65), x), atol=1e-5)


def test_filterbank_ignores_weightless_bins():
    points = np.array([2, 4, 6], np.int16)
    output = np.zeros(1, np.float32)
    x = np.array([np.nan, np.inf, np.nan, 2, 3, 4, -np.inf, np.nan], np.float32)
    load('Spectral/MelFilterbank').mel_filterbank_py(x, points, 0, output)
    assert_allclose(output, [6])


def test_spectrogram_of_windows():
    points = np.array([1, 5, 12, 30, 64], np.int16)
    samples = RANDOM.standard_normal(500).astype(np.float32)
    unit = load('Spectral/MelSpectrogram')
    for window in 'hann', 'hamming':
        for power in False, True:
            state = {}
            unit.sliding_window_reset(state)
            assert unit.sliding_window_enqueue(state, samples, 1000) == 0
            weights = signal.get_window(window, 128, fftbins=False)
            for start in range(0, 500 - 127, 50):
                output = np.zeros(3, np.float32)
                assert unit.mel_spectrogram_dequeue(state, 128, 50, window, power, points,
                                                    output) == 0
                magnitudes = abs(fft.rfft(samples[start:start + 128] * weights))
                assert_allclose(output, triangles(points, 65) @ magnitudes ** (1 + power),
                                rtol=1e-6)
            assert unit.mel_spectrogram_dequeue(state, 128, 50, window, power, points,
                                                output) == -1


def test_logarithm_of_a_sum():
    output = np.zeros(4, np.float32)
    unit = load('Math/Log')
    unit.log_py(np.array([0, 2, -5, np.nan], np.float32), 10, 0.5, 1e-3, output)
    assert_allclose(output, [np.log10(0.5), np.log10(2.5), -3, np.nan], rtol=1e-6)
