# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "skewness_py"
def skewness_py(input, axis, output):
    x = input.astype(np.float64)
    deviations = x - np.mean(x, axis=-1 - axis, keepdims=True)
    deviations[np.broadcast_to(np.ptp(x, axis=-1 - axis, keepdims=True) == 0, x.shape)] = 0
    sigma = np.sqrt(np.mean(deviations ** 2, axis=-1 - axis))
    third = np.mean(deviations ** 3, axis=-1 - axis)
    output[...] = np.divide(third, sigma ** 3, out=third, where=sigma != 0)
#pragma IMAGINET_FRAGMENT_END
