# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "tanh_py"
def tanh_py(input, output):
    output[...] = np.tanh(input, dtype=np.float64)
#pragma IMAGINET_FRAGMENT_END
