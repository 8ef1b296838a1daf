# Outputs at exact times. A handle is a dictionary.
#
# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_FRAGMENT_BEGIN "time_py"
def resample_time_py(state, rate, output_rate, method):
    """Number of the input at or before the next output, and how much later that is, as a
    fraction of whole numbers."""
    step, inputs = round(1000 * rate), round(1000 * output_rate)
    time = 2 * state["number"] * step + (inputs if method == "nearest" else 0)
    return time // (2 * inputs), time % (2 * inputs), 2 * inputs
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "init_py"
def resample_init_py(state):
    state["inputs"], state["number"] = [], 0
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "can_enqueue_py"
#pragma IMAGINET_DEPENDENCY "resample.py:time_py"
def resample_can_enqueue_py(state, rate, output_rate, method):
    k, later, _ = resample_time_py(state, rate, output_rate, method)
    needed = k + (later > 0 and method == "linear")
    return -2 if needed < len(state["inputs"]) else 0
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "enqueue_py"
#pragma IMAGINET_DEPENDENCY "resample.py:can_enqueue_py"
def resample_enqueue_py(state, input, rate, output_rate, method):
    if resample_can_enqueue_py(state, rate, output_rate, method) < 0:
        return -2
    state["inputs"].append(input.copy())
    return 0
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dequeue_py"
#pragma IMAGINET_DEPENDENCY "resample.py:time_py"
def resample_dequeue_py(state, rate, output_rate, method, output):
    k, later, whole = resample_time_py(state, rate, output_rate, method)
    is_between = later > 0 and method == "linear"
    if k + is_between >= len(state["inputs"]):
        return -1
    if is_between:
        before, behind = (state["inputs"][i].astype("float64") for i in (k, k + 1))
        f = later / whole
        output[...] = (1 - f) * before + f * behind
    else:
        output[...] = state["inputs"][k]
    state["number"] += 1
    return 0
#pragma IMAGINET_FRAGMENT_END
