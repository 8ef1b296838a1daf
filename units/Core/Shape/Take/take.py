# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "take_py"
def take_py(input, axis, index, output):
    output[...] = np.take(input, index, axis=-1 - axis)
#pragma IMAGINET_FRAGMENT_END
