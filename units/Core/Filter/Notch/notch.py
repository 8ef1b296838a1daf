# Source: R. Bristow-Johnson, "Cookbook formulae for audio equalizer biquad filter
# coefficients".
#
# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "init_py"
#pragma IMAGINET_DEPENDENCY "../Biquad/biquad.py:init_py"
def notch_init_py(state, frequency, q, rate, sections, count):
    w = 2 * np.pi * frequency / rate
    alpha = np.sin(w) / (2 * q)
    b = [1, -2 * np.cos(w), 1]
    a = [1 + alpha, -2 * np.cos(w), 1 - alpha]
    biquad_init_py(state, [[*b, *a]] * sections, count)
#pragma IMAGINET_FRAGMENT_END
