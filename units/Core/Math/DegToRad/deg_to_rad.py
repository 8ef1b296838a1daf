# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "deg_to_rad_py"
def deg_to_rad_py(input, output):
    with np.errstate(over='ignore'):
        output[...] = np.deg2rad(input, dtype=np.float64)
#pragma IMAGINET_FRAGMENT_END
