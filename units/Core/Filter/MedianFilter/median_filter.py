# The middle of the sorted samples. A handle is a dictionary.
#
# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "init_py"
def median_filter_init_py(state, size, count):
    state["samples"] = np.zeros((size, count), np.float32)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "median_filter_py"
def median_filter_py(input, state, output):
    samples = np.vstack([state["samples"][1:], input.ravel()])
    output[...] = np.sort(samples, axis=0)[len(samples) // 2].reshape(output.shape)
    state["samples"] = samples
#pragma IMAGINET_FRAGMENT_END
