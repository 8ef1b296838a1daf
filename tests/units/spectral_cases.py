"""The tables of tests of the spectral units and filters.

The expected values are computed in double precision from the definitions.

SPDX-License-Identifier: MIT
"""
import math

import numpy as np


class Case:
    """Calls with one input after the other: `inputs` and `expected` have an axis of calls.

    A unit with a state has `init` and `reset`, each the call in C and in Python; the reset is
    before call `reset_at`.
    """

    def __init__(self, name, call, python, inputs, expected, tolerance, tables=None,
                 state_bytes=0, init=None, reset=None, reset_at=-1):
        self.name, self.call, self.python = name, call, python
        self.inputs = np.asarray(inputs, 'float32')
        self.expected = np.asarray(expected, 'float64')
        self.tolerance, self.tables = tolerance, tables or {}
        self.state_bytes, self.init = state_bytes, init
        self.reset, self.reset_at = reset, reset_at

    def problems(self, actual):
        """Returns in which element the result differs most, if it differs too much."""
        finite = np.isfinite(self.expected)
        same = (actual == self.expected) | (np.isnan(actual) & np.isnan(self.expected))
        error = np.where(same, 0, np.inf)
        error[finite] = np.abs(actual[finite] - self.expected[finite])
        largest = np.max(np.abs(self.expected[finite]), initial=0)
        worst = np.unravel_index(np.argmax(error), error.shape)
        if error[worst] <= self.tolerance * largest:
            return []
        return [f'{self.name}: element {[int(i) for i in worst]} is {actual[worst]!r}, '
                f'expected {self.expected[worst]!r} within {self.tolerance} of {largest!r}']


class Unit:
    """The code of a unit, its cases, and what scipy is asked: pairs of arrays by name."""

    def __init__(self, folder, name, cases, references=None):
        self.folder, self.header, self.python = folder, name + '.h', name + '.py'
        self.cases, self.references = list(cases), references


def random(*shape, seed=1):
    return np.random.default_rng(seed).standard_normal(shape).astype('float32')


def single(array):
    """Adds the axis of calls for a unit that is called once."""
    return np.asarray(array)[None]


def layout(shape, axis):
    inner = int(np.prod(shape[len(shape) - axis:]))
    return f'{inner}, {shape[-1 - axis]}, {int(np.prod(shape[:-1 - axis]))}'


def half_turn(n):
    """The sine of 0 to half a turn in n steps, made as in the units."""
    return np.sqrt((0.5 - 0.5 * np.cos(2 * np.pi * np.arange(n) / n)).astype('float32'))


def pairs(spectrum):
    return np.stack([spectrum.real, spectrum.imag], -1)


# Real FFT

def fft_signals(n):
    """Random and edge input of n elements."""
    time = np.arange(n)
    impulse = np.zeros(n)
    impulse[n // 3] = 1
    yield 'random', random(n, seed=n)
    yield 'zero', np.zeros(n)
    yield 'constant', np.full(n, 0.7)
    yield 'alternating', np.where(time % 2 == 0, 1, -1)
    yield 'impulse', impulse
    yield 'tone', np.cos(2 * np.pi * 3 * time / n + 0.3)
    yield 'between bins', np.sin(2 * np.pi * (n / 5 + 0.37) * time / n)
    yield 'tiny', random(n, seed=n + 1) * 1e-30
    yield 'huge', random(n, seed=n + 2) * 1e30
    yield 'offset', 1e4 + random(n, seed=n + 3)


def twiddles(period, count, factors):
    """The cosines and sines of a Fourier transform: [count, factors, 2]."""
    turns = np.arange(count)[:, None] * np.arange(1, factors + 1) / period
    return np.stack([np.cos(2 * np.pi * turns), np.sin(2 * np.pi * turns)], -1)


def first_pass(n):
    """The points of the first pass: n/2 is that times a power of four."""
    first = n // 2
    while first % 4 == 0 and first // 4 in (3, 4, 5, 6, 8, 10) or first > 10:
        first //= 4
    return first


def fft_tables(n):
    return {'twiddles': twiddles(n // 2, n // 8, 3).astype('float32'),
            'halves': (0.5 * twiddles(n, n // 4, 1)).astype('float32')}


def fft_case(name, input, axis):
    shape = input.shape
    n = shape[-1 - axis]
    expected = np.fft.rfft(np.asarray(input, 'float32').astype('float64'), axis=-1 - axis)
    return Case(f'{name} {list(shape)} axis {axis}',
                f'real_fft_{first_pass(n)}_f32 (input, twiddles, halves, '
                f'{layout(shape, axis)}, output)',
                f'real_fft_py(input, {axis}, output)', single(input),
                single(pairs(expected)), 5e-7, fft_tables(n))


def fft_sizes():
    return [n for n in range(16, 8193) if n in [odd << p for odd in (1, 3, 5) for p in range(14)]]


def fft_cases():
    for n in fft_sizes():
        for name, signal in fft_signals(n):
            yield fft_case(name, signal, 0)
    yield fft_case('layout', random(3, 16, 2), 1)
    yield fft_case('layout', random(64, 5), 1)
    yield fft_case('layout', random(2, 3, 32), 0)
    yield fft_case('layout', random(128, 1, 3), 2)
    yield fft_case('layout', random(3, 20, 2), 1)
    yield fft_case('layout', random(2, 24, 3), 1)
    yield fft_case('layout', random(40, 3), 1)
    yield fft_case('layout', random(2, 48, 3), 1)
    yield fft_case('layout', random(2, 80), 0)


# FFT of complex signals, its inverse, and the inverse of the real FFT

def complex_fft_case(unit, transform, name, input, axis):
    """The input is complex; the code gets pairs on axis 0, so its axes count from 1."""
    n = input.shape[-1 - axis]
    exact = np.asarray(input, 'complex64').astype('complex128')
    return Case(f'{name} {list(input.shape)} axis {axis + 1}',
                f'{unit}_{first_pass(2 * n)}_f32 (input, twiddles, '
                f'{layout((*input.shape, 2), axis + 1)}, output)',
                f'{unit}_py(input, {axis + 1}, output)', single(pairs(exact)),
                single(pairs(transform(exact, axis=-1 - axis))), 5e-7,
                {'twiddles': twiddles(n, n // 4, 3).astype('float32')})


def complex_fft_cases(unit, transform):
    for n in fft_sizes():
        signals = dict(fft_signals(n))
        for name in 'random', 'constant', 'impulse', 'tone', 'tiny', 'huge', 'offset':
            yield complex_fft_case(unit, transform, name, (1 + 1j * random(n)) * signals[name], 0)
    for axis, shape in (1, (3, 16, 2)), (2, (32, 1, 3)), (0, (2, 20)), (1, (2, 24, 3)):
        input = random(*shape) + 1j * random(*shape, seed=2)
        yield complex_fft_case(unit, transform, 'layout', input, axis)


def inverse_fft_case(name, signal, axis):
    """The input is the spectrum of the signal, with imaginary ends that do not count."""
    n = signal.shape[-1 - axis]
    spectrum = np.moveaxis(np.fft.rfft(signal, axis=-1 - axis), -1 - axis, 0)
    largest = np.max(np.abs(spectrum))
    spectrum[[0, -1]] += 1j * largest
    exact = np.moveaxis(spectrum, 0, -1 - axis).astype('complex64').astype('complex128')
    tables = {**fft_tables(n), 'work': np.zeros(n, 'float32')}
    return Case(f'{name} {list(signal.shape)} axis {axis + 1}',
                f'inverse_real_fft_{first_pass(n)}_f32 (input, twiddles, halves, '
                f'{layout(signal.shape, axis)}, work, output)',
                f'inverse_real_fft_py(input, {axis + 1}, output)', single(pairs(exact)),
                single(np.fft.irfft(exact, axis=-1 - axis)), 5e-7, tables)


def inverse_fft_cases():
    for n in fft_sizes():
        for name, signal in fft_signals(n):
            yield inverse_fft_case(name, signal, 0)
    for axis, shape in (1, (3, 16, 2)), (2, (32, 1, 3)), (0, (2, 20)), (1, (2, 24, 3)):
        yield inverse_fft_case('layout', random(*shape), axis)


# Magnitude and power

NUMBERS = [[3, -4], [0, 0], [-5, 0], [0, 1e-3], [3e37, 4e37], [-2e38, 2e38], [3e-38, 4e-38],
           [1e-44, 0], [1e-20, 1e-18]]


def each_number(numbers):
    """One case for each, because a large one would hide the error of a small one."""
    return [(f'{re} {im}', np.array([[re, im]])) for re, im in numbers]


def magnitude_cases():
    odd = [[np.inf, 1], [-np.inf, np.nan], [np.nan, 0], [3e38, -3e38]]
    for name, input in [*each_number(NUMBERS + odd), ('random', random(3, 5, 2)),
                        ('one', random(1, 2)), ('many', random(257, 2))]:
        values = single(input).astype('float32').astype('float64')
        expected = np.hypot(values[..., 0], values[..., 1]).astype('float32')
        yield Case(name, f'magnitude_f32 (input, {input[..., 0].size}, output)',
                   'magnitude_py(input, output)', single(input), expected, 2e-7)


def power_spectrum_cases():
    for scale in 1.0, 0.001953125, 0.3:
        for name, input in [*each_number(NUMBERS[:4]), ('random', random(3, 5, 2)),
                            ('many', random(257, 2))]:
            values = single(input).astype('float32').astype('float64')
            yield Case(f'{name} {scale}',
                       f'power_spectrum_f32 (input, {input[..., 0].size}, {scale}F, output)',
                       f'power_spectrum_py(input, {scale}, output)', single(input),
                       scale * np.sum(values**2, -1), 3e-7)


# Mel filterbank

def mel_points(low, high, filters, bins, rate):
    def mel(f):
        return 2595 * math.log10(1 + f / 700)
    steps = [mel(low) + (mel(high) - mel(low)) * k / (filters + 1) for k in range(filters + 2)]
    return [math.floor((2 * bins - 1) * 700 * (10**(m / 2595) - 1) / rate) for m in steps]


def triangles(points, bins):
    """The weight of each bin in each filter: [filters, bins]."""
    weights = np.zeros((len(points) - 2, bins))
    for k, (begin, peak, end) in enumerate(zip(points, points[1:], points[2:])):
        weights[k, begin:peak] = np.arange(peak - begin) / (peak - begin or 1)
        weights[k, peak] = 1
        weights[k, peak + 1:end] = 1 - np.arange(1, end - peak) / (end - peak or 1)
    return weights


def mel_case(name, input, axis, points):
    input = np.abs(np.asarray(input, 'float32'))
    bins = input.shape[-1 - axis]
    weights = triangles(points, bins)
    expected = np.moveaxis(np.tensordot(input.astype('float64'), weights, (-1 - axis, 1)),
                           -1, input.ndim - 1 - axis)
    return Case(f'{name} {list(input.shape)} axis {axis}',
                f'mel_filterbank_f32 (input, points, {len(weights)}, '
                f'{layout(input.shape, axis)}, output)',
                f'mel_filterbank_py(input, points, {axis}, output)', single(input),
                single(expected), 5e-7, {'points': np.array(points, 'int16')})


def mel_cases():
    for bins, filters, low, high, rate in [(257, 40, 0, 8000, 16000), (513, 80, 20, 7600, 16000),
                                           (129, 13, 300, 3400, 8000), (9, 2, 0, 4000, 8000),
                                           (65, 100, 0, 4000, 8000), (4097, 1, 0, 22050, 44100),
                                           (2, 1, 0, 0.5, 1.5), (1025, 64, 0, 24000, 48000)]:
        points = mel_points(low, high, filters, bins, rate)
        yield mel_case(f'{filters} filters', random(bins, seed=bins), 0, points)
    yield mel_case('layout', random(3, 17, 2), 1, [0, 2, 5, 9, 16])
    yield mel_case('layout', random(17, 4), 1, [1, 1, 1, 5, 16, 16])
    yield mel_case('offset', 1e5 + random(4097), 0, [0, 2000, 4096])
    by_hand = mel_case('by hand', [1, 2, 3, 4, 5, 6, 7, 8, 9], 0, [0, 1, 3, 8])
    by_hand.expected = np.array([[2 + 3 / 2, 3 / 2 + 4 + 5 * 0.8 + 6 * 0.6 + 7 * 0.4 + 8 * 0.2]])
    yield by_hand


# DCT

def dct(x, kind, outputs, orthonormal):
    """The transform of a vector by its definition."""
    n = max(len(x), outputs)
    first = math.sqrt(1 / n) if orthonormal else (2 if kind == 2 else 1)
    s = [first] + [math.sqrt(2 / n) if orthonormal else 2] * (n - 1)
    turn = np.pi / (2 * n)
    k = np.arange(len(x))
    if kind == 2:
        return [s[m] * math.fsum(x * np.cos(turn * (2 * k + 1) * m)) for m in range(outputs)]
    return [math.fsum(x * s[:len(x)] * np.cos(turn * (2 * m + 1) * k)) for m in range(outputs)]


DCT_SIZES = [(1, 1), (2, 2), (3, 2), (16, 16), (17, 5), (40, 13), (100, 100), (4096, 3)]


def dct_case(name, input, axis, kind, outputs, orthonormal, is_stored=False):
    input = np.asarray(input, 'float32')
    inputs = input.shape[-1 - axis]
    n = max(inputs, outputs)
    scales = [math.sqrt(1 / n), math.sqrt(2 / n)] if orthonormal else [4.0 - kind, 2.0]
    expected = np.apply_along_axis(dct, -1 - axis, input.astype('float64'), kind, outputs,
                                   orthonormal)
    sizes = f'{layout(input.shape, axis)}, {outputs}'
    if is_stored:
        row, half = np.arange(outputs)[:, None], np.arange((n + 1) // 2)
        matrix = np.cos(np.pi / (2 * n) * ((2 * half + 1) * row)) * scales[1]
        matrix[0] = scales[0]
        call = f'dct_2_stored_f32 (input, matrix, {sizes}, output)'
        tables = {'matrix': matrix.astype('float32')}
    else:
        call = (f'dct_{kind}_f32 (input, sines, {sizes}, {scales[0]:.9e}F, {scales[1]:.9e}F, '
                'output)')
        tables = {'sines': half_turn(2 * n)}
    return Case(f'{name} type {kind} {list(input.shape)} axis {axis} to {outputs}', call,
                f'dct_py(input, {kind}, {orthonormal}, {axis}, output)', single(input),
                single(expected), 1e-6, tables)


def dct_cases():
    for orthonormal in True, False:
        for more, fewer in DCT_SIZES:
            yield dct_case('random', random(more, seed=more), 0, 2, fewer, orthonormal)
            yield dct_case('stored', random(more, seed=more), 0, 2, fewer, orthonormal, True)
            yield dct_case('random', random(fewer, seed=more), 0, 3, more, orthonormal)
    for kind in 2, 3:
        yield dct_case('layout', random(3, 8, 2), 1, kind, 8, True)
        yield dct_case('layout', random(9, 4), 1, kind, 9, True)
        yield dct_case('constant', np.full(64, -7.25), 0, kind, 64, True)
        yield dct_case('zero', np.zeros(20), 0, kind, 20, True)
    yield dct_case('offset', 1e4 + random(2048), 0, 2, 40, True)
    yield dct_case('stored offset', 1e4 + random(2048), 0, 2, 40, True, True)
    yield dct_case('stored layout', random(3, 8, 2), 1, 2, 5, True, True)
    yield dct_case('stored layout', random(9, 4), 1, 2, 6, True, True)


def dct_references():
    from scipy import fft
    for orthonormal in True, False:
        norm = 'ortho' if orthonormal else None
        for more, fewer in DCT_SIZES:
            x = random(more, seed=more).astype('float64')
            yield (f'type 2 {more} {norm}', dct(x, 2, fewer, orthonormal),
                   fft.dct(x, 2, norm=norm)[:fewer])
            yield (f'type 3 {more} {norm}', dct(x[:fewer], 3, more, orthonormal),
                   fft.dct(x[:fewer], 3, n=more, norm=norm))


def units():
    """The units with their cases."""
    return [
        Unit('Spectral/RealFft', 'real_fft', fft_cases()),
        Unit('Spectral/Fft', 'fft', complex_fft_cases('fft', np.fft.fft)),
        Unit('Spectral/InverseFft', 'inverse_fft', complex_fft_cases('inverse_fft', np.fft.ifft)),
        Unit('Spectral/InverseRealFft', 'inverse_real_fft', inverse_fft_cases()),
        Unit('Spectral/Magnitude', 'magnitude', magnitude_cases()),
        Unit('Spectral/PowerSpectrum', 'power_spectrum', power_spectrum_cases()),
        Unit('Spectral/MelFilterbank', 'mel_filterbank', mel_cases()),
        Unit('Spectral/Dct', 'dct', dct_cases(), dct_references),
    ]
