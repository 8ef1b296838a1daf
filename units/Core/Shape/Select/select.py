# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "select_py"
def select_py(input, axis, start, count, step, output):
    first = start if start >= 0 else input.shape[-1 - axis] + start
    indices = first + step * np.arange(count)
    output[...] = np.take(input, indices, axis=-1 - axis)
#pragma IMAGINET_FRAGMENT_END
