# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "spectral_bandwidth_py"
def spectral_bandwidth_py(input, axis, resolution, output):
    weight = np.maximum(np.moveaxis(input, -1 - axis, -1).astype(np.float64), 0)
    frequency = resolution * np.arange(weight.shape[-1])
    total = np.sum(weight, axis=-1, keepdims=True)
    weight /= np.where(total < 1e-30, np.inf, total)
    centroid = np.sum(weight * frequency, axis=-1, keepdims=True)
    output[...] = np.sqrt(np.sum(weight * (frequency - centroid) ** 2, axis=-1))
#pragma IMAGINET_FRAGMENT_END
