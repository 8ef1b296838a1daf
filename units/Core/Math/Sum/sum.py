# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "sum_py"
def sum_py(input, axis, output):
    if np.issubdtype(input.dtype, np.integer):
        limits = np.iinfo(output.dtype)
        wide = np.sum(input, axis=-1 - axis, dtype=np.int64)
        output[...] = np.clip(wide, limits.min, limits.max)
    else:
        output[...] = np.sum(input, axis=-1 - axis, dtype=np.float64)
#pragma IMAGINET_FRAGMENT_END
