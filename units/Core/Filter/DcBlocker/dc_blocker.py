# The difference equation. A handle is a dictionary.
#
# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "init_py"
def dc_blocker_init_py(state):
    state["x"], state["y"] = 0.0, 0.0
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dc_blocker_py"
def dc_blocker_py(input, state, cutoff, rate, output):
    x = input.astype(np.float64)
    y = x - state["x"] + np.exp(-2 * np.pi * cutoff / rate) * state["y"]
    state["x"], state["y"] = x, y
    output[...] = y
#pragma IMAGINET_FRAGMENT_END
