# A handle is a dictionary.

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "init_py"
def template_unit_init_py(state):
    state["last"] = 0.0
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "template_unit_py"
def template_unit_py(input, state, weight, output):
    state["last"] = state["last"] + weight * (input.astype(np.float64) - state["last"])
    output[...] = state["last"]
#pragma IMAGINET_FRAGMENT_END
