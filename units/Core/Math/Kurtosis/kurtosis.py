# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "kurtosis_py"
def kurtosis_py(input, normal, axis, output):
    x = input.astype(np.float64)
    deviations = x - np.mean(x, axis=-1 - axis, keepdims=True)
    deviations[np.broadcast_to(np.ptp(x, axis=-1 - axis, keepdims=True) == 0, x.shape)] = 0
    sigma = np.sqrt(np.mean(deviations ** 2, axis=-1 - axis))
    fourth = np.mean(deviations ** 4, axis=-1 - axis)
    spread = sigma != 0
    output[...] = np.divide(fourth, sigma ** 4, out=fourth, where=spread) - normal * spread
#pragma IMAGINET_FRAGMENT_END
