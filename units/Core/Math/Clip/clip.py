# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "clip_py"
def clip_py(input, low, high, output):
    np.clip(input, input.dtype.type(low), input.dtype.type(high), out=output)
#pragma IMAGINET_FRAGMENT_END
