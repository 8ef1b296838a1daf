# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "relu_py"
def relu_py(input, slope, output):
    if slope == 0:
        np.maximum(input, input.dtype.type(0), out=output)
    else:
        with np.errstate(over='ignore', under='ignore'):
            wide = input.astype(np.float64)
            output[...] = np.where(wide < 0, wide * slope, wide)
#pragma IMAGINET_FRAGMENT_END
