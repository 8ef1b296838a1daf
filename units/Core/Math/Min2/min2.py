# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "min2_py"
def min2_py(a, b, output):
    np.minimum(a, b, out=output)
#pragma IMAGINET_FRAGMENT_END
