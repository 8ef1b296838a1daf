"""Statistics over an axis against scipy and numpy, or against what they are defined as.

SPDX-License-Identifier: MIT
"""
import math

import numpy as np
from numpy.testing import assert_allclose, assert_array_equal

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
