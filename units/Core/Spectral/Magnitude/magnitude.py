# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "magnitude_py"
def magnitude_py(input, output):
    np.hypot(input[..., 0], input[..., 1], out=output)
#pragma IMAGINET_FRAGMENT_END
