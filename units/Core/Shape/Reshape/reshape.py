# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "reshape_py"
def reshape_py(input, output):
    output[...] = np.reshape(input, output.shape)
#pragma IMAGINET_FRAGMENT_END
