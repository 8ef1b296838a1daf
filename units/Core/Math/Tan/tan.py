# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "tan_py"
def tan_py(input, output):
    with np.errstate(invalid='ignore'):
        output[...] = np.tan(input, dtype=np.float64)
#pragma IMAGINET_FRAGMENT_END
