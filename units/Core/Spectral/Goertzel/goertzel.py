# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "goertzel_py"
def goertzel_py(input, axis, frequency, sample_rate, measure, output):
    x = np.moveaxis(input, -1 - axis, -1).astype(np.float64)
    n = x.shape[-1]
    turns = np.arange(n) * (frequency / sample_rate)
    amplitude = np.abs(x @ np.exp(-2j * np.pi * turns)) / n
    if measure == "power":
        one_sided = amplitude ** 2
    else:
        one_sided = amplitude
    is_end = frequency == 0 or frequency == sample_rate / 2
    output[...] = one_sided if is_end else 2 * one_sided
#pragma IMAGINET_FRAGMENT_END
