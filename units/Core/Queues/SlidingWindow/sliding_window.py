# The elements in order, each with the time of its chunk. A handle is a dictionary.
#
# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "reset_py"
def sliding_window_reset(state):
    state["elements"] = []
    state["times"] = []
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "can_enqueue_py"
def sliding_window_can_enqueue(state, size, capacity_elements):
    return -2 if len(state["elements"]) + size > capacity_elements else 0
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "enqueue_py"
#pragma IMAGINET_DEPENDENCY "sliding_window.py:can_enqueue_py"
def sliding_window_enqueue(state, input, capacity_elements):
    if sliding_window_can_enqueue(state, input.size, capacity_elements) < 0:
        return -2
    state["elements"] += list(input.flat)
    return 0
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dequeue_py"
def sliding_window_dequeue(state, stride, output):
    if len(state["elements"]) < output.size:
        return -1
    output.flat = state["elements"][:output.size]
    del state["elements"][:stride]
    return 0
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "times_enqueue_py"
#pragma IMAGINET_DEPENDENCY "sliding_window.py:enqueue_py"
def sliding_window_times_enqueue(state, input, time_input, capacity_elements):
    status = sliding_window_enqueue(state, input, capacity_elements)
    if status >= 0:
        state["times"] += [(np.min(time_input), np.max(time_input))] * input.size
    return status
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "times_dequeue_py"
#pragma IMAGINET_DEPENDENCY "sliding_window.py:dequeue_py"
def sliding_window_times_dequeue(state, stride, output, time_output):
    status = sliding_window_dequeue(state, stride, output)
    if status >= 0:
        earliest, latest = zip(*state["times"][:output.size])
        time_output[...] = np.min(earliest), np.max(latest)
        del state["times"][:stride]
    return status
#pragma IMAGINET_FRAGMENT_END
