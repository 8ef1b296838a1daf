# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "prod_py"
def prod_py(input, axis, output):
    output[...] = np.prod(input, axis=-1 - axis, dtype=np.longdouble)
#pragma IMAGINET_FRAGMENT_END
