# The mean of each block. A handle is a dictionary.
#
# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "init_py"
def block_average_init_py(state):
    state["block"] = []
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "can_enqueue_py"
def block_average_can_enqueue_py(state, frames):
    return -2 if len(state["block"]) == frames else 0
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "enqueue_py"
#pragma IMAGINET_DEPENDENCY "block_average.py:can_enqueue_py"
def block_average_enqueue_py(state, input, frames):
    if block_average_can_enqueue_py(state, frames) < 0:
        return -2
    state["block"].append(input.astype(np.float64))
    return 0
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dequeue_py"
def block_average_dequeue_py(state, frames, output):
    if len(state["block"]) < frames:
        return -1
    output[...] = np.mean(state["block"], axis=0)
    state["block"] = []
    return 0
#pragma IMAGINET_FRAGMENT_END
