# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "concat2_py"
def concat2_py(a, b, axis, output):
    output[...] = np.concatenate([a, b], axis=-1 - axis)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "concat3_py"
def concat3_py(a, b, c, axis, output):
    output[...] = np.concatenate([a, b, c], axis=-1 - axis)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "concat4_py"
def concat4_py(a, b, c, d, axis, output):
    output[...] = np.concatenate([a, b, c, d], axis=-1 - axis)
#pragma IMAGINET_FRAGMENT_END
