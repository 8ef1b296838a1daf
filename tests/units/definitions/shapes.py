"""Units of Core.Shape, and those of Core.Math with two and more inputs.

The expected elements are picked one by one, by index.

SPDX-License-Identifier: MIT
"""
import itertools

import numpy as np
from numpy.testing import assert_allclose, assert_array_equal

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


def test_transpose_each_order():
    x = _tensor((2, 3, 4, 5))
    for rank in (1, 2, 3, 4):
        for order in itertools.permutations(range(rank)):
            # order[-1 - m] is the axis of the input that becomes axis m of the output.
            source = [order[-1 - m] if m < rank else m for m in range(4)]
            shape = tuple(x.shape[3 - source[m]] for m in (3, 2, 1, 0))
            output = np.zeros(shape, np.float32)
            load('Shape/Transpose').transpose_py(x, order, output)
            for index in np.ndindex(*shape):
                at = [0] * 4
                for m in range(4):
                    at[3 - source[m]] = index[3 - m]
                assert output[index] == x[tuple(at)]


def test_pad_each_mode():
    x = _tensor((3, 4, 5))
    twin = load('Shape/Pad')
    for axis, k in _axes(3):
        size = x.shape[k]
        for before, after in ((0, 0), (1, 0), (0, 2), (2, 1)):
            shape = x.shape[:k] + (size + before + after,) + x.shape[k + 1:]

            def at(i, mode):
                n = i[k] - before
                if mode == 'constant' and not 0 <= n < size:
                    return 7.5
                if mode == 'reflect':
                    n = -n if n < 0 else min(n, 2 * (size - 1) - n)
                return x[i[:k] + (min(max(n, 0), size - 1),) + i[k + 1:]]

            for mode in ('constant', 'edge', 'reflect'):
                output = np.zeros(shape, np.float32)
                if mode == 'constant':
                    twin.pad_constant_py(x, axis, before, after, 7.5, output)
                else:
                    twin.pad_py(x, axis, before, after, mode, output)
                assert_array_equal(output, _picked(shape, lambda i: at(i, mode)))


def test_pad_with_the_largest_integers():
    twin = load('Shape/Pad')
    for dtype, stored, expected in ((np.uint32, -1, 4294967295), (np.uint8, 255, 255),
                                    (np.int16, -32768, -32768), (np.int64, -1, -1)):
        output = np.zeros(3, dtype)
        twin.pad_constant_py(np.array([5], dtype), 0, 1, 1, stored, output)
        assert_array_equal(output, np.array([expected, 5, expected], dtype))


def test_concat():
    twin = load('Math/Concat')
    for axis, k in _axes(3):
        inputs = []
        for size in (2, 1, 4, 3):
            shape = [2, 3, 4]
            shape[k] = size
            inputs.append(_tensor(shape, np.int16))
        for n, function in ((2, twin.concat2_py), (3, twin.concat3_py), (4, twin.concat4_py)):
            shape = [2, 3, 4]
            shape[k] = sum(x.shape[k] for x in inputs[:n])
            output = np.zeros(shape, np.int16)
            function(*inputs[:n], axis, output)
            start = 0
            for x in inputs[:n]:
                part = np.take(output, range(start, start + x.shape[k]), axis=k)
                assert_array_equal(part, x)
                start += x.shape[k]


def test_stack():
    twin = load('Math/Stack')
    inputs = [_tensor((2, 3)) for _ in range(4)]
    for n, function in ((2, twin.stack2_py), (3, twin.stack3_py), (4, twin.stack4_py)):
        for axis in (-1, 0, 1, 2):
            k = 0 if axis == -1 else 2 - axis
            shape = [2, 3]
            shape.insert(k, n)
            output = np.zeros(shape, np.float32)
            function(*inputs[:n], axis, output)
            for m in range(n):
                assert_array_equal(np.take(output, m, axis=k), inputs[m])


def test_min2_and_max2():
    a = np.float32([[1, -2, np.nan], [np.inf, -np.inf, 3]])
    b = np.float32([0, np.nan, 3])
    output = np.zeros_like(a)
    load('Math/Min2').min2_py(a, b, output)
    assert_array_equal(output, np.float32([[0, np.nan, np.nan], [0, np.nan, 3]]))
    load('Math/Max2').max2_py(a, b, output)
    assert_array_equal(output, np.float32([[1, np.nan, np.nan], [np.inf, np.nan, 3]]))


def test_atan2_turns_the_radius():
    radius = 10.0 ** RANDOM.uniform(-30, 30, 10000)
    angle = RANDOM.uniform(-np.pi, np.pi, 10000)
    y, x = np.float32(radius * np.sin(angle)), np.float32(radius * np.cos(angle))
    output = np.zeros(10000, np.float32)
    load('Math/Atan2').atan2_py(y, x, output)
    expected = np.angle(x.astype(complex) + 1j * y.astype(float))
    assert_allclose(output, expected, rtol=1e-7)


def test_atan2_at_the_borders_of_the_quadrants():
    y = np.float32([0, -0.0, 0, -0.0, 1, -1, np.inf, np.inf, np.nan, 0])
    x = np.float32([1, 1, -1, -1, 0, 0, np.inf, -np.inf, 0, np.nan])
    output = np.zeros(10, np.float32)
    load('Math/Atan2').atan2_py(y, x, output)
    quarters = np.array([0, 0, 4, -4, 2, -2, 1, 3, np.nan, np.nan])
    assert_allclose(output, quarters * np.pi / 4, rtol=1e-7)
    assert_array_equal(np.signbit(output[:4]), [False, True, False, True])


def test_dot_of_each_axis():
    a, b = RANDOM.standard_normal((2, 3, 4, 5)).astype(np.float32)
    for axis, k in _axes(3):
        output = np.zeros(np.delete(a.shape, k), np.float32)
        load('Math/Dot').dot_py(a, b, axis, output)
        letters = 'ijk'
        expected = np.einsum(f'ijk,ijk->{letters.replace(letters[k], "")}',
                             a.astype(float), b.astype(float))
        assert_allclose(output, expected, rtol=1e-6)


def test_matmul_of_one_and_several():
    for left, right, letters in (((3, 7), (7, 5), 'mk,kn->mn'),
                                 ((2, 3, 7), (7, 5), 'amk,kn->amn'),
                                 ((3, 7), (2, 7, 5), 'mk,akn->amn'),
                                 ((4, 2, 3, 7), (4, 2, 7, 5), 'abmk,abkn->abmn')):
        a = RANDOM.standard_normal(left).astype(np.float32)
        b = RANDOM.standard_normal(right).astype(np.float32)
        expected = np.einsum(letters, a.astype(float), b.astype(float))
        output = np.zeros(expected.shape, np.float32)
        load('Math/MatMul').matmul_py(a, b, output)
        assert_allclose(output, expected, rtol=1e-6, atol=1e-7)
