# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "spectral_rolloff_py"
def spectral_rolloff_py(input, axis, part, resolution, output):
    weight = np.maximum(np.moveaxis(input, -1 - axis, -1).astype(np.float64), 0)
    below = np.cumsum(weight, axis=-1)
    bin = np.asarray(np.argmax(below >= part * below[..., -1:], axis=-1))
    bin[below[..., -1] < 1e-30] = 0
    output[...] = np.where(np.isfinite(below[..., -1]), resolution * bin, np.nan)
#pragma IMAGINET_FRAGMENT_END
