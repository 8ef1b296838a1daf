# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "power_spectrum_py"
def power_spectrum_py(input, scale, output):
    output[...] = scale * np.sum(np.square(input), axis=-1)
#pragma IMAGINET_FRAGMENT_END
