# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
from math import isqrt

import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "magnitude_py"
def magnitude_py(input, output):
    np.hypot(input[..., 0], input[..., 1], out=output)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "magnitude_shifted_py"
def magnitude_shifted_py(input, output):
    for i, (re, im) in enumerate(input.reshape(-1, 2).tolist()):
        output.flat[i] = (isqrt(re * re + im * im) + 1) // 2
#pragma IMAGINET_FRAGMENT_END
