# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "reciprocal_py"
def reciprocal_py(input, output):
    with np.errstate(divide='ignore', over='ignore', under='ignore'):
        output[...] = np.divide(1.0, input, dtype=np.float64)
#pragma IMAGINET_FRAGMENT_END
