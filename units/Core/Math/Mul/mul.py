# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "mul_py"
def mul_py(a, b, output):
    if np.issubdtype(a.dtype, np.integer):
        limits = np.iinfo(a.dtype)
        wide = np.multiply(a, b, dtype=np.int64)
        output[...] = np.clip(wide, limits.min, limits.max)
    else:
        np.multiply(a, b, out=output)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mul_shifted_py"
def mul_shifted_py(a, b, output):
    limits = np.iinfo(a.dtype)
    wide = np.multiply(a, b, dtype=np.int64)
    nearest = wide + (1 << limits.bits - 2) >> limits.bits - 1
    output[...] = np.clip(nearest, limits.min, limits.max)
#pragma IMAGINET_FRAGMENT_END
