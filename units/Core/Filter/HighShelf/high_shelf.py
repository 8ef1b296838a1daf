# Source: R. Bristow-Johnson, "Cookbook formulae for audio equalizer biquad filter
# coefficients".
#
# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "init_py"
#pragma IMAGINET_DEPENDENCY "../Biquad/biquad.py:init_py"
def high_shelf_init_py(state, frequency, gain, q, rate, sections, count):
    w = 2 * np.pi * frequency / rate
    alpha = np.sin(w) / (2 * q)
    A = 10 ** (gain / sections / 40)
    c, r = np.cos(w), 2 * np.sqrt(A) * alpha
    b = [A * (A + 1 + (A - 1) * c + r), -2 * A * (A - 1 + (A + 1) * c),
         A * (A + 1 + (A - 1) * c - r)]
    a = [A + 1 - (A - 1) * c + r, 2 * (A - 1 - (A + 1) * c), A + 1 - (A - 1) * c - r]
    biquad_init_py(state, [[*b, *a]] * sections, count)
#pragma IMAGINET_FRAGMENT_END
