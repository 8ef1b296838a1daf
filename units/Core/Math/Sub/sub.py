# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "sub_py"
def sub_py(a, b, output):
    if np.issubdtype(a.dtype, np.integer):
        limits = np.iinfo(a.dtype)
        wide = np.subtract(a, b, dtype=np.int64)
        output[...] = np.clip(wide, limits.min, limits.max)
    else:
        np.subtract(a, b, out=output)
#pragma IMAGINET_FRAGMENT_END
