# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "spectral_flatness_py"
def spectral_flatness_py(input, axis, floor, output):
    power = np.maximum(input.astype(np.float64), floor)
    geometric = np.exp(np.mean(np.log(power), axis=-1 - axis))
    output[...] = geometric / np.mean(power, axis=-1 - axis)
#pragma IMAGINET_FRAGMENT_END
