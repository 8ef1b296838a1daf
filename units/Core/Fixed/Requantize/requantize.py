# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "requantize_py"
def requantize_py(input, places, output):
    limits = np.iinfo(output.dtype)
    steps = np.ldexp(input.astype(np.float64), places)
    output[...] = np.clip(np.rint(steps), limits.min, limits.max)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "requantize_wide_py"
def requantize_wide_py(input, places, output):
    limits = np.iinfo(output.dtype)
    for i, x in enumerate(input.ravel().tolist()):
        whole, rest = divmod(x, 1 << max(-places, 0))
        whole <<= max(places, 0)
        twice = 2 * rest - (1 << max(-places, 0))
        whole += twice > 0 or (twice == 0 and whole % 2 == 1)
        output.flat[i] = min(max(whole, limits.min), limits.max)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "requantize_scaled_py"
def requantize_scaled_py(input, zero, ratio, offset, output):
    steps = (input.astype(np.float64) - zero) * ratio
    output[...] = np.clip(np.rint(steps) + offset, -128, 127)
#pragma IMAGINET_FRAGMENT_END
