# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "norm_py"
def norm_py(input, norm, axis, output):
    sizes = np.abs(input.astype(np.float64))
    if norm == "L1":
        output[...] = np.sum(sizes, axis=-1 - axis)
    elif norm == "L2":
        output[...] = np.sqrt(np.sum(sizes ** 2, axis=-1 - axis))
    else:
        output[...] = np.max(sizes, axis=-1 - axis)
#pragma IMAGINET_FRAGMENT_END
