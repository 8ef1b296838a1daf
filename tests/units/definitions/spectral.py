"""Units of Core.Spectral and Core.Window against scipy and independent formulas.

SPDX-License-Identifier: MIT
"""
import numpy as np
import scipy.signal
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
