# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "square_py"
def square_py(input, output):
    if np.issubdtype(input.dtype, np.integer):
        wide = input.astype(np.int64) ** 2
        output[...] = np.minimum(wide, np.iinfo(input.dtype).max)
    else:
        with np.errstate(over='ignore', under='ignore'):
            output[...] = input.astype(np.float64) ** 2
#pragma IMAGINET_FRAGMENT_END
