# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "atan2_py"
def atan2_py(y, x, output):
    output[...] = np.arctan2(y.astype(np.float64), x.astype(np.float64))
#pragma IMAGINET_FRAGMENT_END
