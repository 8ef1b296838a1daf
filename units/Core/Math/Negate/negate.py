# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "negate_py"
def negate_py(input, output):
    if np.issubdtype(input.dtype, np.integer):
        wide = -input.astype(np.int64)
        output[...] = np.minimum(wide, np.iinfo(input.dtype).max)
    else:
        np.negative(input, out=output)
#pragma IMAGINET_FRAGMENT_END
