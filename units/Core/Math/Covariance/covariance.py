# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "covariance_py"
def covariance_py(input, divisor, output):
    x = input.astype(np.float64)
    deviations = x - np.mean(x, axis=-2, keepdims=True)
    output[...] = np.einsum("...ka,...kb->...ab", deviations, deviations) / divisor
#pragma IMAGINET_FRAGMENT_END
