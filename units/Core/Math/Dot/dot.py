# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "dot_py"
def dot_py(a, b, axis, output):
    products = a.astype(np.float64) * b.astype(np.float64)
    output[...] = np.sum(products, axis=-1 - axis)
#pragma IMAGINET_FRAGMENT_END
