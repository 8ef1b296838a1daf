# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "energy_py"
def energy_py(input, axis, output):
    output[...] = np.sum(np.square(input, dtype=np.float64), axis=-1 - axis)
#pragma IMAGINET_FRAGMENT_END
