"""Units of Core.Math whose tables of numbers are elsewhere, on long random input.

SPDX-License-Identifier: MIT
"""
import numpy as np
from numpy.testing import assert_allclose

from twin import load

RANDOM = np.random.default_rng(1)


def test_variance_around_a_large_mean():
    x = (1e5 + 1e-2 * RANDOM.standard_normal((3, 20000))).astype(np.float32)
    output = np.zeros(3, np.float32)
    load('Math/Variance').variance_py(x, 0, output)
    exact = x.astype(np.longdouble)
    expected = ((exact - exact.mean(axis=1, keepdims=True)) ** 2).mean(axis=1)
    assert_allclose(output, expected.astype(float), rtol=1e-6)
