# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "stack2_py"
def stack2_py(a, b, axis, output):
    output[...] = np.stack([a, b], axis=-1 - axis)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "stack3_py"
def stack3_py(a, b, c, axis, output):
    output[...] = np.stack([a, b, c], axis=-1 - axis)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "stack4_py"
def stack4_py(a, b, c, d, axis, output):
    output[...] = np.stack([a, b, c, d], axis=-1 - axis)
#pragma IMAGINET_FRAGMENT_END
