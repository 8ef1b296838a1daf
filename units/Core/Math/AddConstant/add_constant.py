# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "add_constant_py"
def add_constant_py(input, constant, output):
    np.add(input, input.dtype.type(constant), out=output)
#pragma IMAGINET_FRAGMENT_END
