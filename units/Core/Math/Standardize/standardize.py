# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "standardize_py"
def standardize_py(input, source, axis, smallest, means, deviations, output):
    x = input.astype(np.float64)
    if source == 'given':
        with np.errstate(over='ignore', under='ignore'):
            output[...] = (x - means) / deviations
        return
    along = None if axis < 0 else -1 - axis
    with np.errstate(invalid='ignore'):
        centered = x - np.mean(x, axis=along, keepdims=True)
        spread = np.sqrt(np.mean(centered ** 2, axis=along, keepdims=True))
        output[...] = centered / np.where(spread < smallest, np.inf, spread)
#pragma IMAGINET_FRAGMENT_END
