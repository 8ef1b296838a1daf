"""Statistics over an axis against scipy and numpy, or against what they are defined as.

SPDX-License-Identifier: MIT
"""
import math

import numpy as np
from numpy.testing import assert_allclose, assert_array_equal
from scipy import special, stats

from twin import load

RANDOM = np.random.default_rng(2)
FLOATS = RANDOM.standard_normal((3, 40, 5)).astype(np.float32)


def along(function, axis, *arguments, input=FLOATS, dtype=np.float64):
    """What an implementation in Python gives for an axis that it removes."""
    output = np.zeros(np.delete(input.shape, -1 - axis), dtype)
    function(input, *arguments, axis, output)
    return output


def test_prod_is_that_of_exact_fractions():
    prod = load('Math/Prod').prod_py
    for axis in range(3):
        rows = np.moveaxis(FLOATS, -1 - axis, -1).reshape(-1, FLOATS.shape[-1 - axis])
        expected = [math.prod(float(x).as_integer_ratio()[0] for x in row)
                    / math.prod(float(x).as_integer_ratio()[1] for x in row) for row in rows]
        assert_allclose(along(prod, axis).ravel(), expected, rtol=1e-12)


def test_prod_of_nothing_is_one():
    assert_array_equal(along(load('Math/Prod').prod_py, 0, input=np.zeros((2, 0))), 1)


def first(row, is_better):
    """Where the best number of a row is: a NaN is better than any."""
    best = 0
    for k, x in enumerate(row):
        if math.isnan(x) and not math.isnan(row[best]) or is_better(x, row[best]):
            best = k
    return best


def test_argmax_and_argmin_are_the_first():
    few = RANDOM.integers(-2, 3, (4, 9, 6)).astype(np.float32)
    few[0, 3, 2] = few[0, 5, 2] = np.nan
    for name, is_better in ('argmax', lambda a, b: a > b), ('argmin', lambda a, b: a < b):
        function = vars(load(f'Math/{name.capitalize()}'))[f'{name}_py']
        for axis in range(3):
            rows = np.moveaxis(few, -1 - axis, -1)
            expected = np.apply_along_axis(first, -1, rows, is_better)
            assert_array_equal(along(function, axis, input=few, dtype=np.int32), expected)


# name, what must agree, arguments; the input is FLOATS
WITH_SCIPY = [
    ('StdDev', lambda x, axis: np.std(x, axis=axis), ()),
    ('MeanAbs', lambda x, axis: np.mean(np.abs(x), axis=axis), ()),
    ('Energy', lambda x, axis: np.linalg.norm(x, axis=axis) ** 2, ()),
    ('PeakToPeak', lambda x, axis: x.max(axis=axis) - x.min(axis=axis), ()),
    ('Skewness', stats.skew, ()),
    ('Kurtosis', stats.kurtosis, (3,)),
    ('Kurtosis', lambda x, axis: stats.kurtosis(x, axis=axis, fisher=False), (0,)),
    ('Norm', lambda x, axis: np.linalg.norm(x, 1, axis=axis), ('L1',)),
    ('Norm', lambda x, axis: np.linalg.norm(x, 2, axis=axis), ('L2',)),
    ('Norm', lambda x, axis: np.linalg.norm(x, np.inf, axis=axis), ('Max',)),
    ('Median', lambda x, axis: np.median(x, axis=axis), ()),
    ('Percentile', lambda x, axis: np.percentile(x, 0, axis=axis), (0,)),
    ('Percentile', lambda x, axis: np.percentile(x, 37.5, axis=axis), (37.5,)),
    ('Percentile', lambda x, axis: np.percentile(x, 100, axis=axis), (100,)),
]


def test_statistics_are_those_of_scipy_and_numpy():
    exact = FLOATS.astype(np.float64)
    for name, expected, arguments in WITH_SCIPY:
        functions = vars(load(f'Math/{name}'))
        function = next(value for key, value in functions.items() if key.endswith('_py'))
        for axis in range(3):
            assert_allclose(along(function, axis, *arguments), expected(exact, axis=2 - axis),
                            rtol=1e-10, atol=1e-12, err_msg=f'{name} {arguments}')


def test_a_large_mean_does_not_matter():
    x = (1e5 + 1e-2 * RANDOM.standard_normal((3, 5000))).astype(np.float32)
    exact = x.astype(np.longdouble)
    exact -= exact.mean(axis=1, keepdims=True)
    for name, expected in (('std_dev', np.sqrt((exact ** 2).mean(axis=1))),
                           ('skewness', stats.skew(exact.astype(float), axis=1))):
        unit = {'std_dev': 'StdDev', 'skewness': 'Skewness'}[name]
        function = vars(load(f'Math/{unit}'))[f'{name}_py']
        assert_allclose(along(function, 0, input=x), expected.astype(float), rtol=1e-6, atol=1e-8)


def test_equal_elements_have_no_skewness_and_no_kurtosis():
    x = np.full((2, 7), 0.1, np.float32)
    assert_array_equal(along(load('Math/Skewness').skewness_py, 0, input=x), 0)
    assert_array_equal(along(load('Math/Kurtosis').kurtosis_py, 0, 3, input=x), 0)


def test_nan_has_no_median():
    x = np.array([[1, np.nan, 3], [1, 2, 3]], np.float32)
    assert_array_equal(along(load('Math/Median').median_py, 0, input=x), [np.nan, 2])
    assert_array_equal(along(load('Math/Percentile').percentile_py, 0, 50, input=x), [np.nan, 2])


def count_crossings(row, threshold):
    """The switches of a comparator with hysteresis."""
    state, count = None, 0
    for x in row:
        if abs(x) > threshold:
            count += state is not None and state != (x > 0)
            state = x > 0
    return count


def test_zero_crossings_are_those_of_a_comparator():
    function = load('Math/ZeroCrossings').zero_crossings_py
    for threshold in 0, 0.5, 10:
        for axis in range(3):
            rows = np.moveaxis(FLOATS, -1 - axis, -1)
            expected = np.apply_along_axis(count_crossings, -1, rows, threshold)
            assert_allclose(along(function, axis, threshold, 0.5), 0.5 * expected)


def test_zero_crossings_of_a_tone():
    tone = np.sin(2 * np.pi * 5 * (np.arange(200) + 0.5) / 200).astype(np.float32)[None]
    assert_allclose(along(load('Math/ZeroCrossings').zero_crossings_py, 0, 0, 1, input=tone), 9)


def test_softmax_is_that_of_scipy():
    function = load('Math/Softmax').softmax_py
    for scale in 1, 100, 1e30:
        for axis in range(3):
            output = np.zeros(FLOATS.shape)
            function(FLOATS * np.float32(scale), axis, output)
            expected = special.softmax(FLOATS.astype(float) * np.float32(scale), axis=2 - axis)
            assert_allclose(output, expected, rtol=1e-4, atol=1e-30)
            assert_allclose(output.sum(axis=2 - axis), 1)


def test_covariance_is_that_of_numpy():
    function = load('Math/Covariance').covariance_py
    for ddof in 0, 1:
        output = np.zeros((3, 5, 5))
        function(FLOATS, 40 - ddof, output)
        for window, matrix in zip(FLOATS.astype(float), output):
            assert_allclose(matrix, np.cov(window, rowvar=False, ddof=ddof), atol=1e-12)
