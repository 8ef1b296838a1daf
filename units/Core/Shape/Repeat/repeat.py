# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "repeat_py"
def repeat_py(input, axis, times, mode, output):
    if mode == "repeat":
        output[...] = np.repeat(input, times, axis=-1 - axis)
    else:
        output[...] = np.concatenate([input] * times, axis=-1 - axis)
#pragma IMAGINET_FRAGMENT_END
