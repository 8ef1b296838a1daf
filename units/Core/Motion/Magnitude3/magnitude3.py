# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "magnitude3_py"
def magnitude3_py(input, axis, output):
    squares = np.square(input, dtype=np.float64)
    output[...] = np.sqrt(np.sum(squares, axis=-1 - axis))
#pragma IMAGINET_FRAGMENT_END
