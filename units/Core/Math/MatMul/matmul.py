# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "matmul_py"
def matmul_py(a, b, output):
    output[...] = np.matmul(a.astype(np.float64), b.astype(np.float64))
#pragma IMAGINET_FRAGMENT_END
