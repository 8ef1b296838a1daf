# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "normalize_py"
def normalize_py(input, axis, low, high, output):
    x = input.astype(np.float64)
    along = None if axis < 0 else -1 - axis
    smallest = np.fmin.reduce(x, axis=along, keepdims=True)
    largest = np.fmax.reduce(x, axis=along, keepdims=True)
    with np.errstate(invalid='ignore'):
        factor = 1.0 / np.where(largest > smallest, largest - smallest, np.inf)
        output[...] = low + (x - smallest) * factor * (high - low)
#pragma IMAGINET_FRAGMENT_END
