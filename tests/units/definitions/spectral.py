"""Units of Core.Spectral and Core.Window against scipy and independent formulas.

SPDX-License-Identifier: MIT
"""
import numpy as np
import scipy.fft
import scipy.signal
import scipy.stats
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
    unit = load('Spectral/InverseRealFft')
    unit.inverse_real_fft_py(pairs(scipy.fft.rfft(x, axis=1)), 2, output)
    assert_allclose(output, x, atol=1e-13)


def test_inverse_real_fft_of_imaginary_ends():
    spectrum = np.zeros((9, 2))
    spectrum[0], spectrum[8] = (16, 5), (32, 7)
    output = np.zeros(16)
    load('Spectral/InverseRealFft').inverse_real_fft_py(spectrum, 1, output)
    assert_allclose(output, 1 + 2 * (-1.0) ** np.arange(16))


def spectra():
    """Returns power spectra [2, 33, 3] with a silent one, and their frequencies at 100 Hz."""
    power = np.abs(RANDOM.standard_normal((2, 33, 3)))
    power[1, :, 2] = 0
    return power, np.linspace(0, 50, 33)[:, None]


def moments(power, frequency):
    weight = power / np.maximum(power.sum(axis=1, keepdims=True), 1e-300)
    centroid = (weight * frequency).sum(axis=1)
    squares = (weight * frequency ** 2).sum(axis=1)
    return centroid, np.sqrt(np.maximum(squares - centroid ** 2, 0))


def test_spectral_centroid_and_bandwidth_are_moments():
    power, frequency = spectra()
    centroid, bandwidth = np.zeros((2, 3)), np.zeros((2, 3))
    load('Spectral/SpectralCentroid').spectral_centroid_py(power, 1, 50 / 32, centroid)
    load('Spectral/SpectralBandwidth').spectral_bandwidth_py(power, 1, 50 / 32, bandwidth)
    expected = moments(power, frequency)
    assert_allclose(centroid, expected[0])
    assert_allclose(bandwidth, expected[1], rtol=1e-6)
    assert centroid[1, 2] == bandwidth[1, 2] == 0


def test_spectral_rolloff_of_a_loop():
    power, frequency = spectra()
    for part in (0.01, 0.5, 0.85, 0.99):
        output = np.zeros((2, 3))
        load('Spectral/SpectralRolloff').spectral_rolloff_py(power, 1, part, 50 / 32, output)
        for j, i in np.ndindex(2, 3):
            sums = [power[j, :m + 1, i].sum() for m in range(33)]
            bins = [m for m in range(33) if sums[m] >= part * power[j, :, i].sum()]
            assert_allclose(output[j, i], frequency[bins[0], 0])


def test_spectral_flatness_of_scipy():
    power, _ = spectra()
    output = np.zeros((2, 3))
    load('Spectral/SpectralFlatness').spectral_flatness_py(power, 1, 1e-3, output)
    power = np.maximum(power, 1e-3)
    assert_allclose(output, scipy.stats.gmean(power, axis=1) / power.mean(axis=1))


def test_spectral_flux_of_frames():
    names = load('Spectral/SpectralFlux')
    frames = RANDOM.standard_normal((4, 2, 9, 3))
    changes = np.diff(frames, axis=0, prepend=0)
    for norm, increases_only in ((1, True), (1, False), (2, True), (2, False)):
        change = np.maximum(changes, 0) if increases_only else np.abs(changes)
        expected = change.sum(axis=2) if norm == 1 else np.sqrt((change ** 2).sum(axis=2))
        state = {}
        names.spectral_flux_reset_py(state)
        for frame, wanted in zip(frames, expected):
            output = np.zeros((2, 3))
            names.spectral_flux_py(frame, state, 1, norm, increases_only, output)
            assert_allclose(output, wanted)


def test_goertzel_of_real_fft_bins():
    x = RANDOM.standard_normal((2, 32, 3))
    bins = np.abs(scipy.fft.rfft(x, axis=1)) / 32
    bins[:, 1:-1] *= 2
    for m in range(17):
        for measure in ('amplitude', 'power'):
            output = np.zeros((2, 3))
            load('Spectral/Goertzel').goertzel_py(x, 1, m, 32, measure, output)
            is_inner = 0 < m < 16 and measure == 'power'
            expected = bins[:, m] ** (2 if measure == 'power' else 1) / (2 if is_inner else 1)
            assert_allclose(output, expected, atol=1e-13)


def test_goertzel_of_a_sine():
    x = 3 * np.sin(2 * np.pi * 4.5 * np.arange(400) / 100 + 0.7)
    amplitude, power = np.zeros(1), np.zeros(1)
    load('Spectral/Goertzel').goertzel_py(x, 0, 4.5, 100, 'amplitude', amplitude)
    load('Spectral/Goertzel').goertzel_py(x, 0, 4.5, 100, 'power', power)
    assert_allclose([amplitude[0], power[0]], [3, np.mean(x ** 2)])


def test_autocorrelation_of_scipy():
    x = RANDOM.standard_normal((2, 20, 3))
    x[1, :, 1] = 0
    for scaling, divisor in (('biased', lambda r: np.full(20, 20)),
                             ('unbiased', lambda r: np.arange(20, 0, -1)),
                             ('normalized', lambda r: r[0] if r[0] > 0 else 1)):
        output = np.zeros((2, 11, 3))
        load('Spectral/Autocorrelation').autocorrelation_py(x, 1, scaling, output)
        for j, i in np.ndindex(2, 3):
            r = scipy.signal.correlate(x[j, :, i], x[j, :, i])[19:]
            assert_allclose(output[j, :, i], (r / divisor(r))[:11], atol=1e-13)


def test_band_energy_of_a_histogram():
    power, frequency = spectra()
    edges = np.array([0, 7.5, 7.6, 20, 25, 50])
    output = np.zeros((2, 5, 3))
    load('Spectral/BandEnergy').band_energy_py(power, edges, 100, 1, output)
    for j, i in np.ndindex(2, 3):
        expected = np.histogram(frequency[:, 0], edges, weights=power[j, :, i])[0]
        assert_allclose(output[j, :, i], expected)


def test_inverse_fft_of_scipy():
    x = RANDOM.standard_normal((2, 48, 3)) + 1j * RANDOM.standard_normal((2, 48, 3))
    output = np.zeros((2, 48, 3, 2))
    load('Spectral/InverseFft').inverse_fft_py(pairs(x), 2, output)
    assert_allclose(output, pairs(scipy.fft.ifft(x, axis=1)), atol=1e-14)


def test_dominant_frequency_of_tones():
    n, rate = 256, 100
    tones = RANDOM.uniform(5, 45, (2, 3))
    phase = 2 * np.pi * tones[:, None] * np.arange(n)[:, None] / rate
    window = scipy.signal.get_window('hann', n)[:, None]
    spectrum = np.log(np.abs(scipy.fft.rfft(window * np.sin(phase), axis=1)))
    unit = load('Spectral/DominantFrequency').dominant_frequency_py
    between, at_bins = np.zeros((2, 3)), np.zeros((2, 3))
    unit(spectrum, 1, 0, 50, True, rate / n, between)
    unit(spectrum, 1, 0, 50, False, rate / n, at_bins)
    assert_allclose(between, tones, rtol=0, atol=0.03 * rate / n)
    assert_allclose(at_bins, np.round(tones * n / rate) * rate / n)


def test_dominant_frequency_in_a_range():
    spectrum = np.array([9.0, 2, 7, 7, 1, 8])
    output = np.zeros(1)
    unit = load('Spectral/DominantFrequency').dominant_frequency_py
    unit(spectrum, 0, 1, 4, False, 1, output)
    assert output[0] == 2
    unit(spectrum, 0, 2, 4, True, 1, output)
    assert output[0] == 2
    unit(np.array([1.0, np.nan, 3]), 0, 0, 2, True, 1, output)
    assert np.isnan(output[0])
