"""Units of Core.Filter against scipy.signal, on random channels and at the ends of ranges.

SPDX-License-Identifier: MIT
"""
import numpy as np
from numpy.testing import assert_allclose
from scipy import signal

from twin import load

RANDOM = np.random.default_rng(1)
CUTOFFS = [(1, 1000), (0.3, 33.333), (6.25, 62.5), (11, 44), (4000, 9000), (24, 50),
           (49.99, 100), (10, 16000)]


def run(unit, function, frames, *init):
    """What a unit gives for each frame, in double precision, once before and once after a
    reset."""
    code, state, first = load(f'Filter/{unit}'), {}, np.zeros(frames.shape)
    getattr(code, f'{function}_init_py')(state, *init, frames[0].size)
    second = np.zeros(frames.shape)
    for output in first, second:
        for x, y in zip(frames, output):
            code.biquad_py(x, state, y)
        load('Filter/Biquad').biquad_reset_py(state)
    np.testing.assert_array_equal(first, second)
    return first


def check(unit, function, sections, *init, rtol=1e-9):
    frames = RANDOM.standard_normal((400, 2, 3))
    expected = signal.sosfilt(sections, frames, axis=0)
    assert_allclose(run(unit, function, frames, *init), expected, rtol=rtol,
                    atol=rtol * np.max(np.abs(expected)))


def test_low_pass():
    for order in range(1, 9):
        for cutoff, rate in CUTOFFS:
            sections = signal.butter(order, cutoff, fs=rate, output='sos')
            check('LowPass', 'low_pass', sections, cutoff, rate, order, rtol=1e-6)


def test_high_pass():
    for order in range(1, 9):
        for cutoff, rate in CUTOFFS:
            sections = signal.butter(order, cutoff, 'highpass', fs=rate, output='sos')
            check('HighPass', 'high_pass', sections, cutoff, rate, order, rtol=1e-6)


def test_band_pass():
    for order in range(1, 9):
        for low, high, rate in [(5, 15, 50), (0.5, 10, 33.333), (300, 3400, 16000),
                                (10, 7000, 16000), (49, 51, 1000), (1, 24.9, 50)]:
            sections = signal.butter(order, [low, high], 'bandpass', fs=rate, output='sos')
            check('BandPass', 'band_pass', sections, low, high, rate, order, rtol=1e-6)


def test_biquad():
    sections = signal.ellip(7, 1, 60, 0.3, output='sos')
    check('Biquad', 'biquad', sections, sections)
    check('Biquad', 'biquad', sections, 2 * sections.ravel())


def test_notch():
    # In scipy q says how wide the band is after the bilinear transform, not before.
    for frequency, q, rate in [(50, 30, 1000), (10, 0.5, 40), (60, 100, 16000)]:
        w = 2 * np.pi * frequency / rate
        b, a = signal.iirnotch(w, w / (2 * np.arctan(np.sin(w) / (2 * q))), fs=2 * np.pi)
        check('Notch', 'notch', [[*b, *a]] * 3, frequency, q, rate, 3)


def gains_at(frequencies, unit, function, rate, *init):
    """The gains in dB, from the response to one sample."""
    pulse = np.zeros((1 << 12, 1))
    pulse[0] = 1
    response = run(unit, function, pulse, *init)[:, 0]
    turns = np.exp(-2j * np.pi / rate * np.outer(frequencies, np.arange(len(pulse))))
    return 20 * np.log10(abs(turns @ response))


def test_peaking_eq():
    for gain, q, sections in [(6, 1, 1), (-12, 2, 3), (30, 0.5, 8)]:
        found = gains_at([100, 0, 500], 'PeakingEq', 'peaking_eq', 1000, 100, gain, q, 1000,
                         sections)
        assert_allclose(found, [gain, 0, 0], atol=1e-6)


def test_shelves():
    for gain, q, sections in [(6, 0.7071, 1), (-12, 1, 3), (30, 0.5, 8)]:
        for unit, function, expected in [('LowShelf', 'low_shelf', [1, 0.5, 0]),
                                         ('HighShelf', 'high_shelf', [0, 0.5, 1])]:
            found = gains_at([0, 100, 500], unit, function, 1000, 100, gain, q, 1000, sections)
            assert_allclose(found, np.multiply(expected, gain), atol=1e-6)


def outputs(unit, function, frames, init, *options):
    """What a unit without sections gives for each frame, once more after a reset."""
    code, state = load(f'Filter/{unit}'), {}
    first, second = np.zeros(frames.shape), np.zeros(frames.shape)
    for output in first, second:
        getattr(code, f'{function}_init_py')(state, *init)
        for x, y in zip(frames, output):
            getattr(code, f'{function}_py')(x, state, *options, y)
    np.testing.assert_array_equal(first, second)
    return first


def test_moving_average():
    frames = RANDOM.standard_normal((200, 2, 3))
    for size in 1, 2, 7, 64:
        expected = signal.lfilter(np.full(size, 1 / size), 1, frames, axis=0)
        found = outputs('MovingAverage', 'moving_average', frames, (size, 6))
        assert_allclose(found, expected, atol=1e-12)


def test_exponential_smoothing():
    frames = RANDOM.standard_normal((200, 2, 3))
    for weight in 1, 0.3, 1e-4:
        expected = signal.lfilter([weight], [1, weight - 1], frames, axis=0)
        found = outputs('ExponentialSmoothing', 'exponential_smoothing', frames, (), weight)
        assert_allclose(found, expected, atol=1e-12)


def test_dc_blocker():
    frames = 100 + RANDOM.standard_normal((200, 2, 3))
    for cutoff, rate in [(1, 16000), (0.5, 33.3), (5, 20)]:
        r = np.exp(-2 * np.pi * cutoff / rate)
        expected = signal.lfilter([1, -1], [1, -r], frames, axis=0)
        found = outputs('DcBlocker', 'dc_blocker', frames, (), cutoff, rate)
        assert_allclose(found, expected, atol=1e-10)


def test_derivative():
    frames = RANDOM.standard_normal((200, 2, 3))
    for taps in [1, -1], [0.5, 0, -0.5]:
        expected = 33.3 * signal.lfilter(taps, 1, frames, axis=0)
        found = outputs('Derivative', 'derivative', frames, (len(taps) - 1, 6), 33.3)
        assert_allclose(found, expected, atol=1e-12)


def test_fir():
    frames = RANDOM.standard_normal((200, 2, 3))
    for order in 1, 2, 31, 250:
        taps = signal.firwin(order, 0.2)
        expected = signal.lfilter(taps, 1, frames, axis=0)
        assert_allclose(outputs('Fir', 'fir', frames, (order, 6), taps), expected, atol=1e-12)


def test_median_filter():
    frames = RANDOM.integers(-5, 5, (100, 2, 3)).astype(float)
    for size in 1, 3, 9, 51:
        padded = np.concatenate([np.zeros((size, 6)), frames.reshape(100, 6)])
        found = outputs('MedianFilter', 'median_filter', frames, (size, 6)).reshape(100, 6)
        for channel, x in zip(found.T, padded.T):
            # That of scipy has the sample in the middle of the window.
            expected = signal.medfilt(x, size)[size - size // 2:][:100 - size // 2]
            np.testing.assert_array_equal(channel[:len(expected)], expected)
