# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "div_py"
def div_py(a, b, output):
    with np.errstate(divide='ignore', invalid='ignore'):
        np.divide(a, b, out=output)
#pragma IMAGINET_FRAGMENT_END
