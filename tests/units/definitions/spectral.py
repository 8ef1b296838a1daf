"""Units of Core.Spectral and Core.Window against scipy and independent formulas.

SPDX-License-Identifier: MIT
"""
import numpy as np
import scipy.fft
import scipy.signal
from numpy.testing import assert_allclose

from twin import load

RANDOM = np.random.default_rng(1)


def test_blackman_of_scipy():
    window = load('Window/Blackman').blackman_py
    for size in (1, 2, 5, 400, 513):
        output = np.zeros((3, size, 2))
        window(np.ones_like(output), 1, output)
        expected = scipy.signal.get_window('blackman', size, fftbins=False)
        assert_allclose(output, np.broadcast_to(expected[:, None], output.shape), atol=1e-15)


def pairs(values):
    return np.stack([values.real, values.imag], axis=-1)


def test_fft_of_scipy():
    x = RANDOM.standard_normal((2, 64, 3)) + 1j * RANDOM.standard_normal((2, 64, 3))
    output = np.zeros((2, 64, 3, 2))
    load('Spectral/Fft').fft_py(pairs(x), 2, output)
    assert_allclose(output, pairs(scipy.fft.fft(x, axis=1)), atol=1e-12)


def test_fft_of_the_sum():
    n = 16
    x = RANDOM.standard_normal(n) + 1j * RANDOM.standard_normal(n)
    output = np.zeros((n, 2))
    load('Spectral/Fft').fft_py(pairs(x), 1, output)
    turns = np.exp(-2j * np.pi / n * np.outer(np.arange(n), np.arange(n)))
    assert_allclose(output, pairs(turns @ x), atol=1e-13)


def test_inverse_real_fft_is_the_inverse():
    x = RANDOM.standard_normal((2, 512, 3))
    output = np.zeros_like(x)
    load('Spectral/InverseRealFft').inverse_real_fft_py(pairs(scipy.fft.rfft(x, axis=1)), 2, output)
    assert_allclose(output, x, atol=1e-13)


def test_inverse_real_fft_of_imaginary_ends():
    spectrum = np.zeros((9, 2))
    spectrum[0], spectrum[8] = (16, 5), (32, 7)
    output = np.zeros(16)
    load('Spectral/InverseRealFft').inverse_real_fft_py(spectrum, 1, output)
    assert_allclose(output, 1 + 2 * (-1.0) ** np.arange(16))
