# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "mean_abs_py"
def mean_abs_py(input, axis, output):
    output[...] = np.mean(np.abs(input), axis=-1 - axis, dtype=np.float64)
#pragma IMAGINET_FRAGMENT_END
