# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "transpose_py"
def transpose_py(input, order, output):
    # numpy counts axes from the left; those that the order does not name stay in front.
    stay = input.ndim - len(order)
    output[...] = np.transpose(input, [*range(stay), *(input.ndim - 1 - k for k in order)])
#pragma IMAGINET_FRAGMENT_END
