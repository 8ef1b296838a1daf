# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "softmax_py"
def softmax_py(input, axis, output):
    x = input.astype(np.float64)
    with np.errstate(invalid="ignore"):
        powers = np.exp(x - np.max(x, axis=-1 - axis, keepdims=True))
    output[...] = powers / np.sum(powers, axis=-1 - axis, keepdims=True)
#pragma IMAGINET_FRAGMENT_END
