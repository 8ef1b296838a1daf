# The samples in order. A handle is a dictionary.
#
# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "init_py"
def delay_init_py(state):
    state["samples"] = []
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "delay_py"
def delay_py(input, state, frames, output):
    state["samples"].append(input.copy())
    late = len(state["samples"]) > frames
    output[...] = state["samples"].pop(0) if late else np.zeros_like(input)
#pragma IMAGINET_FRAGMENT_END
