# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "exp_py"
def exp_py(input, base, output):
    with np.errstate(over='ignore', under='ignore'):
        output[...] = np.power(base, input, dtype=np.float64)
#pragma IMAGINET_FRAGMENT_END
