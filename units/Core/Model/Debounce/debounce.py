# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "reset_py"
def debounce_reset_py(state):
    state["history"], state["reported"] = [], -1
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "debounce_py"
def debounce_py(input, state, needed, output):
    state["history"] = state["history"][1 - needed:] if needed > 1 else []
    state["history"].append(input.copy())
    if len(state["history"]) == needed:
        agree = np.all(np.array(state["history"]) == input, axis=0)
        state["reported"] = np.where(agree, input, state["reported"])
    output[...] = state["reported"]
#pragma IMAGINET_FRAGMENT_END
