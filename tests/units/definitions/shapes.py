"""Units of Core.Shape, and those of Core.Math with two and more inputs.

The expected elements are picked one by one, by index.

SPDX-License-Identifier: MIT
"""
import numpy as np
from numpy.testing import assert_array_equal

from twin import load

RANDOM = np.random.default_rng(5)


def _tensor(shape, dtype=np.float32):
    return RANDOM.integers(-100, 100, shape).astype(dtype)


def _picked(shape, pick):
    """The tensor whose element at an index is pick(index)."""
    output = np.zeros(shape, np.float32)
    for index in np.ndindex(*shape):
        output[index] = pick(index)
    return output


def _axes(rank):
    """Each axis, counted from the right, and its number in numpy."""
    return [(axis, rank - 1 - axis) for axis in range(rank)]


def test_take_each_index():
    x = _tensor((2, 3, 4))
    for axis, k in _axes(3):
        for index in range(-x.shape[k], x.shape[k]):
            output = np.zeros(np.delete(x.shape, k), np.float32)
            load('Shape/Take').take_py(x, axis, index, output)
            n = index % x.shape[k]
            expected = _picked(output.shape, lambda i: x[i[:k] + (n,) + i[k:]])
            assert_array_equal(output, expected)


def test_take_of_a_vector():
    output = np.zeros(1, np.int8)
    load('Shape/Take').take_py(np.array([3, 4, 5], np.int8), 0, -1, output)
    assert_array_equal(output, [5])


def test_select_each_range():
    x = _tensor((5, 4, 7))
    for axis, k in _axes(3):
        size = x.shape[k]
        for start in range(-size, size):
            for step in range(1, size + 1):
                count = len(range(start % size, size, step))
                shape = x.shape[:k] + (count,) + x.shape[k + 1:]
                output = np.zeros(shape, np.float32)
                load('Shape/Select').select_py(x, axis, start, count, step, output)
                ends = [slice(None)] * 3
                ends[k] = slice(start % size, None, step)
                assert_array_equal(output, x[tuple(ends)])


def test_crop():
    x = _tensor((5, 4, 6))
    for axis, k in _axes(3):
        for before in range(x.shape[k]):
            for after in range(x.shape[k] - before):
                ends = [slice(None)] * 3
                ends[k] = slice(before, x.shape[k] - after)
                expected = x[tuple(ends)]
                output = np.zeros_like(expected)
                load('Shape/Crop').crop_py(x, axis, before, after, output)
                assert_array_equal(output, expected)


def test_reverse():
    x = _tensor((3, 4, 5))
    for axis, k in _axes(3):
        output = np.zeros_like(x)
        load('Shape/Reverse').reverse_py(x, axis, output)
        last = x.shape[k] - 1
        assert_array_equal(output, _picked(x.shape, lambda i: x[
            i[:k] + (last - i[k],) + i[k + 1:]]))


def test_repeat_and_tile():
    x = _tensor((3, 4, 5))
    for axis, k in _axes(3):
        size = x.shape[k]
        for times in (1, 2, 5):
            shape = x.shape[:k] + (size * times,) + x.shape[k + 1:]
            output = np.zeros(shape, np.float32)
            load('Shape/Repeat').repeat_py(x, axis, times, 'repeat', output)
            assert_array_equal(output, _picked(shape, lambda i: x[
                i[:k] + (i[k] // times,) + i[k + 1:]]))
            load('Shape/Repeat').repeat_py(x, axis, times, 'tile', output)
            assert_array_equal(output, _picked(shape, lambda i: x[
                i[:k] + (i[k] % size,) + i[k + 1:]]))


def test_views_keep_the_order():
    x = _tensor((1, 3, 1, 4), np.int16)
    for unit, name, shape in (('Reshape', 'reshape_py', (2, 6)),
                              ('Flatten', 'flatten_py', (12,)),
                              ('Squeeze', 'squeeze_py', (3, 4)),
                              ('Squeeze', 'squeeze_py', (1, 3, 4)),
                              ('ExpandDims', 'expand_dims_py', (1, 3, 1, 1, 4))):
        output = np.zeros(shape, np.int16)
        getattr(load(f'Shape/{unit}'), name)(x, output)
        assert_array_equal(output.tobytes(), x.tobytes())
