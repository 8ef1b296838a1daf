# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "hamming_py"
#pragma IMAGINET_DEPENDENCY "../Hann/hann.py:weigh_py"
def hamming_py(input, axis, output):
    size = input.shape[-1 - axis]
    phase = 2 * np.pi * np.arange(size) / max(size - 1, 1)
    window = 0.54 - 0.46 * np.cos(phase) if size > 1 else np.ones(size)
    weigh_py(input, window, axis, output)
#pragma IMAGINET_FRAGMENT_END
