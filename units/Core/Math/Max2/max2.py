# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "max2_py"
def max2_py(a, b, output):
    np.maximum(a, b, out=output)
#pragma IMAGINET_FRAGMENT_END
