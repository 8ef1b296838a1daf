# The sections from the poles; their zeros are at z = 1, and their gain at z = -1 is 1.
#
# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "init_py"
#pragma IMAGINET_DEPENDENCY "../Biquad/biquad.py:init_py"
def high_pass_init_py(state, cutoff, rate, order, count):
    sections = []
    for k in range((order + 1) // 2):
        angle = np.pi * (2 * k + order + 1) / (2 * order)
        s = np.tan(np.pi * cutoff / rate) * np.exp(1j * angle)
        z = (1 + s) / (1 - s)
        pole_is_real = 2 * k + 1 == order
        a = [1, -z.real, 0] if pole_is_real else [1, -2 * z.real, abs(z) ** 2]
        b = np.array([1, -1, 0] if pole_is_real else [1, -2, 1])
        sections.append([*(b * (a[0] - a[1] + a[2]) / np.sum(np.abs(b))), *a])
    biquad_init_py(state, sections, count)
#pragma IMAGINET_FRAGMENT_END
