# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "peak_to_peak_py"
def peak_to_peak_py(input, axis, output):
    output[...] = np.ptp(input.astype(np.float64), axis=-1 - axis)
#pragma IMAGINET_FRAGMENT_END
