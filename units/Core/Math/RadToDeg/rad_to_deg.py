# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "rad_to_deg_py"
def rad_to_deg_py(input, output):
    with np.errstate(over='ignore'):
        output[...] = np.rad2deg(input, dtype=np.float64)
#pragma IMAGINET_FRAGMENT_END
