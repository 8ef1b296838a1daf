# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "threshold_py"
def threshold_py(input, mode, threshold, value, output):
    limit = input.dtype.type(threshold)
    if mode == 'binary':
        output[...] = np.where(np.isnan(input), input, input >= limit)
        return
    wide = input.astype(np.float64)
    replaced = {'below': wide < limit, 'above': wide > limit,
                'magnitude': np.abs(wide) < limit}[mode]
    output[...] = np.where(replaced, input.dtype.type(value), input)
#pragma IMAGINET_FRAGMENT_END
