# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "std_dev_py"
def std_dev_py(input, axis, output):
    output[...] = np.std(input, axis=-1 - axis, dtype=np.float64)
#pragma IMAGINET_FRAGMENT_END
