# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "weigh_py"
def weigh_py(input, window, axis, output):
    output[...] = input * window.reshape((len(window),) + (1,) * axis).astype(input.dtype)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "weigh_shifted_py"
def weigh_shifted_py(input, window, axis, output):
    bits = 8 * input.itemsize - 1
    weights = window.reshape((window.size,) + (1,) * axis).astype(np.int64)
    output[...] = input * weights + (1 << bits - 1) >> bits
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "hann_py"
#pragma IMAGINET_DEPENDENCY "hann.py:weigh_py"
def hann_py(input, axis, output):
    size = input.shape[-1 - axis]
    phase = 2 * np.pi * np.arange(size) / max(size - 1, 1)
    window = 0.5 - 0.5 * np.cos(phase) if size > 1 else np.ones(size)
    weigh_py(input, window, axis, output)
#pragma IMAGINET_FRAGMENT_END
