# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "soft_clip_py"
def soft_clip_py(input, curve, limit, output):
    x = input.astype(np.float64) / limit
    if curve == 'cubic':
        u = np.clip(x / 1.5, -1.0, 1.0)
        output[...] = limit * (1.5 * u - 0.5 * u ** 3)
    else:
        output[...] = limit * np.tanh(x)
#pragma IMAGINET_FRAGMENT_END
