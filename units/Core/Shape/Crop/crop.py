# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "crop_py"
def crop_py(input, axis, before, after, output):
    length = input.shape[-1 - axis]
    output[...] = np.take(input, np.arange(before, length - after), axis=-1 - axis)
#pragma IMAGINET_FRAGMENT_END
