# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "scale_py"
def scale_py(input, factor, output):
    np.multiply(input, input.dtype.type(factor), out=output)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "scale_shifted_py"
def scale_shifted_py(input, multiplier, places, output):
    limits = np.iinfo(output.dtype)
    product = input.astype(np.int64) * multiplier
    nearest = product + ((1 << places) >> 1) >> places
    output[...] = np.clip(nearest, limits.min, limits.max)
#pragma IMAGINET_FRAGMENT_END
