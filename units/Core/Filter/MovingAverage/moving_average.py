# The mean of the last samples. A handle is a dictionary.
#
# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "init_py"
def moving_average_init_py(state, size, count):
    state["samples"] = np.zeros((size, count))
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "moving_average_py"
def moving_average_py(input, state, output):
    samples = np.vstack([state["samples"][1:], input.ravel()])
    output[...] = np.mean(samples, axis=0).reshape(output.shape)
    state["samples"] = samples
#pragma IMAGINET_FRAGMENT_END
