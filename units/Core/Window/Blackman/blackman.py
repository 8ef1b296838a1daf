# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "blackman_py"
#pragma IMAGINET_DEPENDENCY "../Hann/hann.py:weigh_py"
def blackman_py(input, axis, output):
    size = input.shape[-1 - axis]
    phase = 2 * np.pi * np.arange(size) / max(size - 1, 1)
    cosines = 0.42 + 0.08 * np.cos(2 * phase) - 0.5 * np.cos(phase)  # ends in 0
    window = cosines if size > 1 else np.ones(size)
    weigh_py(input, window, axis, output)
#pragma IMAGINET_FRAGMENT_END
