# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "argmin_py"
def argmin_py(input, axis, output):
    output[...] = np.argmin(input, axis=-1 - axis)
#pragma IMAGINET_FRAGMENT_END
