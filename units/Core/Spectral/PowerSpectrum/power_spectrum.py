# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "power_spectrum_py"
def power_spectrum_py(input, scale, output):
    output[...] = scale * np.sum(np.square(input), axis=-1)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "power_spectrum_shifted_py"
def power_spectrum_shifted_py(input, places, output):
    x = np.abs(input.astype(np.int64)).astype(np.uint64)
    half = np.uint64((1 << places) >> 1)
    nearest = np.sum(x * x, axis=-1) + half >> np.uint64(places)
    output[...] = np.minimum(nearest, np.uint64(np.iinfo(output.dtype).max))
#pragma IMAGINET_FRAGMENT_END
