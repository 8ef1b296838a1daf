# The sections from the poles; each has a zero at z = 1 and one at z = -1.
#
# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "init_py"
#pragma IMAGINET_DEPENDENCY "../Biquad/biquad.py:init_py"
def band_pass_init_py(state, low, high, rate, order, count):
    ends = np.tan(np.pi * np.array([low, high]) / rate)
    width, centre = ends[1] - ends[0], np.sqrt(ends[0] * ends[1])
    denominators = [(width, centre**2)] * (order % 2)
    for k in range(order // 2):
        pole = np.exp(1j * np.pi * (2 * k + order + 1) / (2 * order))
        for root in np.roots([1, -width * pole, centre**2]):
            denominators.append((-2 * root.real, abs(root) ** 2))
    sections = []
    for a1, a0 in denominators:
        gain = abs(a0 - centre**2 + 1j * a1 * centre) / centre
        a = np.array([1 + a1 + a0, 2 * (a0 - 1), 1 - a1 + a0])
        sections.append([gain, 0, -gain, *a])
    biquad_init_py(state, sections, count)
#pragma IMAGINET_FRAGMENT_END
