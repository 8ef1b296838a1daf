# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "sigmoid_py"
def sigmoid_py(input, output):
    x = input.astype(np.float64)
    with np.errstate(over='ignore', under='ignore'):
        output[...] = 1.0 / (1.0 + np.exp(-x))
#pragma IMAGINET_FRAGMENT_END
