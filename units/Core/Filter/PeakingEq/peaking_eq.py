# Source: R. Bristow-Johnson, "Cookbook formulae for audio equalizer biquad filter
# coefficients".
#
# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "init_py"
#pragma IMAGINET_DEPENDENCY "../Biquad/biquad.py:init_py"
def peaking_eq_init_py(state, frequency, gain, q, rate, sections, count):
    w = 2 * np.pi * frequency / rate
    alpha = np.sin(w) / (2 * q)
    A = 10 ** (gain / sections / 40)
    b = [1 + alpha * A, -2 * np.cos(w), 1 - alpha * A]
    a = [1 + alpha / A, -2 * np.cos(w), 1 - alpha / A]
    biquad_init_py(state, [[*b, *a]] * sections, count)
#pragma IMAGINET_FRAGMENT_END
