# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "scale_py"
def scale_py(input, factor, output):
    np.multiply(input, input.dtype.type(factor), out=output)
#pragma IMAGINET_FRAGMENT_END
