"""Fixed-point units, in exact fractions of Python, on random and edge input.

SPDX-License-Identifier: MIT
"""
import itertools
from fractions import Fraction

import numpy as np
from numpy.testing import assert_array_equal

from twin import load

RANDOM = np.random.default_rng(5)
STORED = {7: np.int8, 15: np.int16, 31: np.int32}


def saturate(value, dtype):
    limits = np.iinfo(dtype)
    return min(max(value, limits.min), limits.max)


def integers(dtype, count=300):
    """Random integers of a type, with the largest, the smallest and those around 0."""
    limits = np.iinfo(dtype)
    edges = [limits.min, limits.min + 1, -3, -2, -1, 0, 1, 2, 3, limits.max - 1, limits.max]
    random = RANDOM.integers(limits.min, limits.max, count - len(edges), endpoint=True)
    return np.concatenate([edges, random]).astype(dtype)


def test_quantize_in_fractions():
    for bits, dtype in STORED.items():
        for shift in (-3, 0, 5):
            x = np.float32(2.0 ** shift * RANDOM.uniform(-1.2, 1.2, 300))
            x[:4] = [0, np.ldexp(0.5, shift - bits), np.ldexp(1.5, shift - bits), 1e30]
            output = np.zeros(len(x), dtype)
            load('Fixed/Quantize').quantize_py(x, f'Q{bits}', shift, 1, 0, output)
            steps = [Fraction(float(v)) / Fraction(2) ** (shift - bits) for v in x]
            assert_array_equal(output, [saturate(round(s), dtype) for s in steps])


def test_quantize_what_is_no_number():
    output = np.ones(3, np.int16)
    x = np.array([np.nan, np.inf, -np.inf], np.float32)
    load('Fixed/Quantize').quantize_py(x, 'Q15', 0, 1, 0, output)
    assert_array_equal(output, [0, 32767, -32768])


def test_quantize_scaled():
    x = np.float32(RANDOM.uniform(-40, 80, 300))
    output = np.zeros(300, np.int8)
    load('Fixed/Quantize').quantize_py(x, 'D8', 0, 0.375, -50, output)
    steps = [round(Fraction(float(v)) / Fraction(3, 8) - 50) for v in x]
    assert_array_equal(output, [saturate(s, np.int8) for s in steps])


def test_quantize_and_dequantize():
    for bits, dtype in STORED.items():
        x = integers(dtype) // 128 * 128 if bits == 31 else integers(dtype)
        floats, back = np.zeros(len(x), np.float32), np.zeros(len(x), dtype)
        load('Fixed/Dequantize').dequantize_py(x, 2.0 ** (3 - bits), 0, floats)
        load('Fixed/Quantize').quantize_py(floats, f'Q{bits}', 3, 1, 0, back)
        if bits < 31:
            assert_array_equal(back, x)
        else:  # 24 bits are left
            assert np.abs(back.astype(np.int64) - x).max() <= 64


def test_requantize_in_fractions():
    for dtype in STORED.values():
        for other in STORED.values():
            for places in (-40, -24, -9, -1, 0, 3, 24, 40):
                x, output = integers(dtype), np.zeros(300, other)
                load('Fixed/Requantize').requantize_py(x, places, output)
                steps = [round(int(v) * Fraction(2) ** places) for v in x]
                assert_array_equal(output, [saturate(s, other) for s in steps])


def test_requantize_scaled():
    x, output = np.arange(-128, 128).astype(np.int8), np.zeros(256, np.int8)
    for ratio in Fraction(1, 256), Fraction(3, 8), Fraction(5, 2), Fraction(256):
        load('Fixed/Requantize').requantize_scaled_py(x, 7, float(ratio), -3, output)
        steps = [round((int(v) - 7) * ratio) - 3 for v in x]
        assert_array_equal(output, [saturate(s, np.int8) for s in steps])


def upwards(value):
    """The nearest integer, halves upwards."""
    return (value + Fraction(1, 2)).__floor__()


def test_add_and_sub_saturate():
    for dtype in STORED.values():
        a, b = integers(dtype), RANDOM.permutation(integers(dtype))
        output = np.zeros(300, dtype)
        load('Math/Add').add_py(a, b, output)
        assert_array_equal(output, [saturate(int(x) + int(y), dtype) for x, y in zip(a, b)])
        load('Math/Sub').sub_py(a, b, output)
        assert_array_equal(output, [saturate(int(x) - int(y), dtype) for x, y in zip(a, b)])


def test_mul_in_fractions():
    for bits, dtype in STORED.items():
        a, b = integers(dtype), RANDOM.permutation(integers(dtype))
        a[:2] = b[:2] = np.iinfo(dtype).min
        output = np.zeros(300, dtype)
        load('Math/Mul').mul_shifted_py(a, b, output)
        products = [Fraction(int(x) * int(y), 2 ** bits) for x, y in zip(a, b)]
        assert_array_equal(output, [saturate(upwards(p), dtype) for p in products])


def test_scale_in_fractions():
    for dtype in STORED.values():
        for multiplier, places in (24576, 14), (-32768, 15), (32767, 0), (20000, 30):
            x, output = integers(dtype), np.zeros(300, dtype)
            load('Math/Scale').scale_shifted_py(x, multiplier, places, output)
            products = [Fraction(int(v) * multiplier, 2 ** places) for v in x]
            assert_array_equal(output, [saturate(upwards(p), dtype) for p in products])


def test_clip_and_abs_of_stored_integers():
    for dtype in STORED.values():
        x, output = integers(dtype), np.zeros(300, dtype)
        load('Math/Clip').clip_py(x, -50.0, 99.0, output)
        assert_array_equal(output, [min(max(int(v), -50), 99) for v in x])
        load('Math/Abs').abs_py(x, output)
        assert_array_equal(output, [saturate(abs(int(v)), dtype) for v in x])
    x, output = np.arange(-128, 128).astype(np.int8), np.zeros(256, np.int8)
    load('Math/Abs').abs_scaled_py(x, -40, output)
    assert_array_equal(output, [saturate(abs(int(v) + 40) - 40, np.int8) for v in x])


def stored(table, bits):
    """A table of numbers from -1 to 1 as it is in flash."""
    steps = np.rint(np.asarray(table) * 2.0 ** bits)
    return np.minimum(steps, 2 ** bits - 1).astype(STORED[bits])


def test_windows_in_fractions():
    from scipy.signal import get_window
    for name in 'hann', 'hamming', 'blackman':
        window = get_window(name, 17, fftbins=False).clip(0)
        for bits in 15, 31:
            x, output = integers(STORED[bits], 3 * 17).reshape(3, 17), np.zeros((3, 17), np.int64)
            output = output.astype(STORED[bits])
            load('Window/Hann').weigh_shifted_py(x.T, stored(window, bits), 1, output.T)
            for row, found in zip(x, output):
                for value, weight, element in zip(row, window, found):
                    weight = min(round(Fraction(weight) * 2 ** bits), 2 ** bits - 1)
                    assert upwards(Fraction(int(value) * weight, 2 ** bits)) == element


def turns(period, count):
    """Cosines and sines of 0 to `count` parts of a turn, as they are in flash."""
    phase = 2 * np.pi * np.arange(count) / period
    return np.stack([np.cos(phase), np.sin(phase)], axis=-1)


def test_real_fft_of_stored_integers():
    """Nothing of what Q15 holds is lost: errors are those of Q31."""
    for n in 16, 32, 64, 512, 1024:
        for dtype in np.int16, np.int32:
            x = integers(dtype, 4 * n).reshape(4, n)
            x[0] = np.iinfo(dtype).min
            x[1] = np.where(np.arange(n) % 4 < 2, np.iinfo(dtype).max, np.iinfo(dtype).min)
            x[2] //= 2 ** 14
            output = np.zeros((4, n // 2 + 1, 2), np.int32)
            load('Spectral/RealFft').real_fft_shifted_py(x, stored(turns(n, 3 * n // 4), 31), 0,
                                                         output)
            spectrum = np.fft.rfft(x * 2.0 ** (32 - 8 * x.itemsize), norm='forward')
            expected = np.stack([spectrum.real, spectrum.imag], axis=-1)
            assert np.abs(output - expected).max() < 16


def test_power_spectrum_in_fractions():
    for bits in 15, 31:
        x = integers(STORED[bits], 600).reshape(300, 2)
        x[:2] = np.iinfo(x.dtype).min
        for growth in -15, -3, 0, 1:
            output = np.zeros(300, x.dtype)
            load('Spectral/PowerSpectrum').power_spectrum_shifted_py(x, bits + growth, output)
            squares = [Fraction(int(re) ** 2 + int(im) ** 2, 2 ** (bits + growth))
                       for re, im in x]
            assert_array_equal(output, [saturate(upwards(s), x.dtype) for s in squares])


def test_magnitude_of_stored_integers():
    for dtype in np.int16, np.int32:
        x = integers(dtype, 600).reshape(300, 2)
        x[:2] = np.iinfo(dtype).min
        output = np.zeros(300, dtype)
        load('Spectral/Magnitude').magnitude_shifted_py(x, output)
        halves = np.hypot(*x.T.astype(np.longdouble)) / 2
        assert np.abs(output - halves).max() <= 0.5


def test_mel_filterbank_of_stored_integers():
    points = np.array([0, 3, 4, 9, 300], np.int16)
    for dtype in np.int16, np.int32:
        x, output = integers(dtype, 301), np.zeros(3, dtype)
        load('Spectral/MelFilterbank').mel_filterbank_shifted_py(x, points, 0, 2, output)
        for k, found in enumerate(output):
            begin, peak, end = (int(p) for p in points[k:k + 3])
            rise = sum(int(x[i]) * Fraction(i - begin, peak - begin)
                       for i in range(begin, peak))
            fall = sum(int(x[i]) * Fraction(end - i, end - peak) for i in range(peak, end))
            assert abs(saturate((rise + fall) / 4, dtype) - int(found)) < Fraction(51, 100)


def test_requantize_wide_in_fractions():
    x = RANDOM.integers(-2 ** 63, 2 ** 63 - 1, 300, endpoint=True)
    x[:6] = -2 ** 63, 2 ** 63 - 1, 3 << 31, -3 << 31, 1 << 31, (1 << 31) + 1
    for dtype in np.int16, np.int32:
        for places in -70, -63, -47, -32, -1, 0, 5, 40:
            output = np.zeros(300, dtype)
            load('Fixed/Requantize').requantize_wide_py(x, places, output)
            steps = [round(int(v) * Fraction(2) ** places) for v in x]
            assert_array_equal(output, [saturate(s, dtype) for s in steps])


def test_log_of_stored_integers():
    x = np.concatenate([[1, 2, 3, 2 ** 62, 2 ** 63 - 1], RANDOM.integers(1, 2 ** 63 - 1, 200),
                        2 ** RANDOM.integers(0, 63, 200)])
    for digits in 16, 22:
        found = load('Math/Log').log_base2_shifted_py(x, digits)
        error = np.log2(x.astype(np.longdouble)) - found / np.longdouble(2 ** 22)
        assert error.min() > -1e-9 and error.max() < 1.01 * 2.0 ** -digits


def test_log_of_what_is_below_the_floor():
    output = np.zeros(5, np.int16)
    x = np.array([-7, 0, 2, 1 << 20, 1 << 40])
    multiplier, places = 1 << 30, 52  # the logarithm to base 2 itself
    load('Math/Log').log_shifted_py(x, -10 << 22, -5 << 22, multiplier, places, output)
    assert_array_equal(output, [-5, -5, -5, 10, 30])


def test_mel_spectrogram_of_stored_integers():
    """Each band is as exact as the last digits of the Fourier transform let it be."""
    from scipy.signal import get_window
    unit, points = load('Spectral/MelSpectrogram'), np.array([0, 3, 3, 9, 20, 64])
    window = get_window('hann', 128, fftbins=False)
    matrix = np.array([np.interp(np.arange(65), points[k:k + 3], [0, 1, 0], 0, 0)
                       for k in range(4)])
    matrix[np.arange(4), points[1:-1]] = 1
    for bits, level in itertools.product((15, 31), (1, 1e-4)):
        x = np.rint(RANDOM.uniform(-level, level, 128) * 2.0 ** bits).astype(np.int64)
        x[0], x[64] = 0, x.max()
        magnitudes = abs(np.fft.rfft(x / 2.0 ** bits * window)) / 128
        for power, unit_of_sums in (True, 2.0 ** -64), (False, 2.0 ** -52):
            sums = unit.mel_spectrogram_sums_py(x, bits, stored(window, 31),
                                                stored(turns(128, 96), 31), power, 6, points)
            expected = matrix @ magnitudes ** (1 + power)
            step = 2.0 ** -27  # of the transform, with its weights
            error = np.abs(sums * unit_of_sums - expected)
            loudest = 2 * magnitudes.max() if power else 1
            assert (error <= step * loudest * matrix.sum(axis=1) + step ** 2).all()


def factor(value):
    """A factor from 0 on as a number of 31 bits, and the digits it has before the point."""
    shift = int(np.floor(np.log2(value))) + 1
    return round(value * 2.0 ** (31 - shift)), shift


def test_dct_of_stored_integers():
    from scipy.fft import dct
    for bits, dct_type, norm in itertools.product((15, 31), (2, 3), ('ortho', None)):
        n, growth, fraction = 40, 7, 15 if bits == 15 else 17
        x, output = integers(STORED[bits], n), np.zeros(n, STORED[bits])
        first, first_shift = factor((1 / n) ** 0.5 if norm else (2 if dct_type == 2 else 1))
        other, shift = factor((2 / n) ** 0.5 if norm else 2)
        load('Spectral/Dct').dct_shifted_py(
            x, stored(turns(4 * n, 2 * n), bits), dct_type, 0, first,
            growth - first_shift + fraction, other, growth - shift + fraction, output)
        expected = dct(x.astype(float), type=dct_type, norm=norm) / 2 ** growth
        assert np.abs(output - expected).max() < 3


def test_biquad_of_stored_integers():
    from scipy.signal import butter, sosfilt
    code = load('Filter/Biquad')
    for dtype, room in (np.int16, 0), (np.int32, 8):
        sections = butter(5, 0.1, output='sos')  # all of the gain is in the first one
        gains = sections[:, :3].sum(axis=1) / sections[:, 3:].sum(axis=1)
        sections[:, :3] /= gains[:, None]
        x = integers(dtype, 3000).reshape(1000, 3) >> room
        stored, state = np.rint(sections * 2 ** 28).astype(np.int32), {}
        code.biquad_init_shifted_py(state, len(sections), 3)
        output = np.zeros_like(x)
        for row, out in zip(x, output):
            code.biquad_shifted_py(row, state, stored, 28, out)
        expected = sosfilt(sections, x, axis=0)
        inside = np.abs(expected) < np.iinfo(dtype).max
        error = np.abs(output - expected)[inside]
        assert error.max() < (0.51 if dtype == np.int16 else 16)


def test_fir_in_fractions():
    code = load('Filter/Fir')
    for bits, room in (15, 0), (31, 2):
        taps = np.array([0.9, -0.5, 0.3, 1 / 3])
        stored = [round(Fraction(tap) * 2 ** (bits - room)) for tap in taps]
        x, state = integers(STORED[bits]).reshape(100, 3), {}
        code.fir_init_shifted_py(state, 4, 3)
        output = np.zeros_like(x)
        for row, out in zip(x, output):
            code.fir_shifted_py(row, state, stored, bits - room, out)
        for channel in range(3):
            signal = [0, 0, 0, *map(int, x[:, channel])]
            sums = [sum(tap * signal[3 + i - k] for k, tap in enumerate(stored))
                    for i in range(100)]
            expected = [saturate(upwards(Fraction(s, 2 ** (bits - room))), STORED[bits])
                        for s in sums]
            assert_array_equal(output[:, channel], expected)
