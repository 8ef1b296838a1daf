# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "abs_py"
def abs_py(input, output):
    if np.issubdtype(input.dtype, np.integer):
        wide = np.abs(input.astype(np.int64))
        output[...] = np.minimum(wide, np.iinfo(input.dtype).max)
    else:
        np.abs(input, out=output)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "abs_scaled_py"
def abs_scaled_py(input, zero, output):
    wide = np.abs(input.astype(np.int64) - zero) + zero
    output[...] = np.minimum(wide, np.iinfo(input.dtype).max)
#pragma IMAGINET_FRAGMENT_END
