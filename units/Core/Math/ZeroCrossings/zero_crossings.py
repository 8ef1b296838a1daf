# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "zero_crossings_py"
def zero_crossings_py(input, threshold, factor, axis, output):
    def crossings(x):
        signs = np.sign(x[np.abs(x) > np.float32(threshold)])
        return np.count_nonzero(signs[1:] != signs[:-1])
    output[...] = factor * np.apply_along_axis(crossings, -1 - axis, input)
#pragma IMAGINET_FRAGMENT_END
