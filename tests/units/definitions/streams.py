"""Units of Core.Queues that change the rate of a stream, and Delay, on random streams.

SPDX-License-Identifier: MIT
"""
import numpy as np
from numpy.testing import assert_allclose, assert_array_equal

from twin import load

RANDOM = np.random.default_rng(1)


def outputs(unit, name, frames, enqueue=(), dequeue=()):
    """All outputs of a stream, and that nothing is taken while one waits."""
    code, state, result = load(f'Queues/{unit}'), {}, []
    getattr(code, f'{name}_init_py')(state)
    put, get = getattr(code, f'{name}_enqueue_py'), getattr(code, f'{name}_dequeue_py')
    for frame in frames:
        assert put(state, frame, *enqueue) == 0
        output = np.zeros_like(frame)
        while get(state, *dequeue, output) == 0:
            result.append(output)
            output = np.zeros_like(frame)
    return np.array(result)


def test_decimate():
    frames = RANDOM.integers(-99, 99, (100, 2, 3))
    for factor in 1, 2, 7, 100:
        assert_array_equal(outputs('Decimate', 'decimate', frames, (factor,)),
                           frames[::factor])


def test_decimate_is_full():
    code, state, frame = load('Queues/Decimate'), {}, np.ones(1)
    code.decimate_init_py(state)
    statuses = [code.decimate_enqueue_py(state, frame, 2) for _ in range(4)]
    assert statuses == [0, 0, -2, -2]
    assert code.decimate_dequeue_py(state, frame) == 0
    assert code.decimate_enqueue_py(state, frame, 2) == 0


def test_block_average():
    frames = RANDOM.standard_normal((120, 2, 3))
    for size in 1, 2, 12, 100:
        count = 120 // size
        expected = frames[:count * size].reshape(count, size, 2, 3).mean(axis=1)
        found = outputs('BlockAverage', 'block_average', frames, (size,), (size,))
        assert_allclose(found, expected, atol=1e-12)


RATES = [(50, 50), (50, 100), (100, 50), (48000, 44100), (44100, 48000), (33.333, 7.77),
         (7, 100), (1000, 0.5)]


def test_resample_linear():
    frames = RANDOM.standard_normal((300, 2))
    for rate, output_rate in RATES:
        options = rate, output_rate, 'linear'
        found = outputs('Resample', 'resample', frames, options, options)
        times = np.arange(int(299 * output_rate / rate + 1e-9) + 1) * rate / output_rate
        expected = [np.interp(times, np.arange(300), x) for x in frames.T]
        assert_allclose(found, np.transpose(expected), atol=1e-9)


def test_resample_nearest():
    frames = RANDOM.integers(-99, 99, (300, 2))
    for rate, output_rate in RATES:
        options = rate, output_rate, 'nearest'
        found = outputs('Resample', 'resample', frames, options, options)
        times = np.arange(len(found)) * rate / output_rate
        assert_array_equal(found, frames[np.floor(times + 0.5 + 1e-9).astype(int)])
        assert times[-1] + rate / output_rate >= 299.5 - 1e-9


def test_delay():
    frames = RANDOM.integers(-99, 99, (50, 2, 3))
    for late in 1, 2, 49, 60:
        code, state, found = load('Queues/Delay'), {}, np.zeros_like(frames)
        code.delay_init_py(state)
        for x, y in zip(frames, found):
            code.delay_py(x, state, late, y)
        expected = np.concatenate([np.zeros((late, 2, 3)), frames])[:50]
        assert_array_equal(found, expected)
