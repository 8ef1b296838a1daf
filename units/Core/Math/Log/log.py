# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "log_py"
def log_py(input, base, offset, floor, output):
    with np.errstate(divide='ignore', over='ignore'):
        sums = input + np.float32(offset)
        output[...] = np.log(np.maximum(sums, floor, dtype=np.float64)) / np.log(base)
#pragma IMAGINET_FRAGMENT_END
