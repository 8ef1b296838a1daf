# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "quantize_py"
def quantize_py(input, type, shift, scale, offset, output):
    limits = np.iinfo(output.dtype)
    x = input.astype(np.float64)
    steps = x / scale + offset if type == "D8" else x * 2.0 ** (limits.bits - 1 - shift)
    nearest = np.clip(np.rint(steps), limits.min, limits.max)
    output[...] = np.where(np.isnan(steps), 0, nearest)
#pragma IMAGINET_FRAGMENT_END
