# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_py"
def cast_py(input, output):
    if np.issubdtype(output.dtype, np.floating):
        output[...] = input
    else:
        limits = np.iinfo(output.dtype)
        wide = input.astype(np.float64)
        whole = np.rint(np.where(np.isnan(wide), 0.0, wide))
        output[...] = np.clip(whole, limits.min, limits.max)
#pragma IMAGINET_FRAGMENT_END
