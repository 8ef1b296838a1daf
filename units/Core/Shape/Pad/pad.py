# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "pad_constant_py"
def pad_constant_py(input, axis, before, after, stored, output):
    width = [(0, 0)] * input.ndim
    width[-1 - axis] = (before, after)
    # An integer of a type without sign is given by the bits of one with sign.
    value = np.array([stored]).astype(input.dtype)[0]
    output[...] = np.pad(input, width, constant_values=value)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "pad_py"
def pad_py(input, axis, before, after, mode, output):
    width = [(0, 0)] * input.ndim
    width[-1 - axis] = (before, after)
    output[...] = np.pad(input, width, mode=mode)
#pragma IMAGINET_FRAGMENT_END
