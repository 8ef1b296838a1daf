# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "pow_py"
def pow_py(input, exponent, output):
    x = input.astype(np.float64)
    if exponent % 1 != 0:
        x[x < 0] = np.nan
    with np.errstate(divide='ignore', over='ignore', under='ignore'):
        output[...] = np.power(x, exponent)
#pragma IMAGINET_FRAGMENT_END
