# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "argmax_py"
def argmax_py(input, axis, output):
    output[...] = np.argmax(input, axis=-1 - axis)
#pragma IMAGINET_FRAGMENT_END
