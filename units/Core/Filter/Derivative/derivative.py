# The difference of two samples. A handle is a dictionary.
#
# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "init_py"
def derivative_init_py(state, lag, count):
    state["samples"] = [np.zeros(count)] * lag
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "derivative_py"
def derivative_py(input, state, rate, output):
    x = input.ravel().astype(np.float64)
    seconds = len(state["samples"]) / rate
    output[...] = ((x - state["samples"].pop(0)) / seconds).reshape(output.shape)
    state["samples"].append(x)
#pragma IMAGINET_FRAGMENT_END
