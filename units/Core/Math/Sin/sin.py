# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "sin_py"
def sin_py(input, output):
    with np.errstate(invalid='ignore'):
        output[...] = np.sin(input, dtype=np.float64)
#pragma IMAGINET_FRAGMENT_END
