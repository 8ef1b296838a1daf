# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "dequantize_py"
def dequantize_py(input, step, zero, output):
    output[...] = (input.astype(np.float64) - zero) * step
#pragma IMAGINET_FRAGMENT_END
