# A handle is a dictionary.

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "init_py"
def template_unit_init_py(state):
    state["block"] = []
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "enqueue_py"
def template_unit_enqueue_py(state, input, frames):
    if len(state["block"]) == frames:
        return -2
    state["block"].append(input.copy())
    return 0
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dequeue_py"
def template_unit_dequeue_py(state, frames, output):
    if len(state["block"]) < frames:
        return -1
    output[...] = np.stack(state["block"])
    state["block"] = []
    return 0
#pragma IMAGINET_FRAGMENT_END
