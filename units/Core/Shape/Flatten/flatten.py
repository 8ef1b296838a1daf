# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "flatten_py"
def flatten_py(input, output):
    output[...] = np.ravel(input)
#pragma IMAGINET_FRAGMENT_END
