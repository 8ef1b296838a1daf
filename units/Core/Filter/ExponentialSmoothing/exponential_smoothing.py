# The recursive mean. A handle is a dictionary.
#
# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "init_py"
def exponential_smoothing_init_py(state):
    state["mean"] = 0.0
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "exponential_smoothing_py"
def exponential_smoothing_py(input, state, weight, output):
    mean = state["mean"]
    state["mean"] = mean + weight * (input.astype(np.float64) - mean)
    output[...] = state["mean"]
#pragma IMAGINET_FRAGMENT_END
