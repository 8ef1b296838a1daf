# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "statistics_py"
def statistics_py(input, output):
    x = input.astype(np.float64)
    x[..., :, :] = np.where(np.isfinite(x).all(axis=-2, keepdims=True), x, np.nan)
    output[..., 0, :] = np.mean(x, axis=-2)
    output[..., 1, :] = np.std(x, axis=-2)
    output[..., 2, :] = np.min(x, axis=-2)
    output[..., 3, :] = np.max(x, axis=-2)
    output[..., 4, :] = np.sqrt(np.mean(x ** 2, axis=-2))
    output[..., 5, :] = np.ptp(x, axis=-2)
#pragma IMAGINET_FRAGMENT_END
