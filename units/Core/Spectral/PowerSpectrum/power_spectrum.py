# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "power_spectrum_py"
def power_spectrum_py(input, scale, output):
    output[...] = scale * np.sum(np.square(input), axis=-1)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "power_spectrum_shifted_py"
def power_spectrum_shifted_py(input, output):
    limits = np.iinfo(output.dtype)
    exact = np.sum(np.square(input.astype(object)), axis=-1)
    nearest = (exact + (1 << limits.bits - 1)) // (1 << limits.bits)
    output[...] = np.minimum(nearest, limits.max)
#pragma IMAGINET_FRAGMENT_END
