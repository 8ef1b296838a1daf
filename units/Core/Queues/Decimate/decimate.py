# Every n-th sample. A handle is a dictionary.
#
# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_FRAGMENT_BEGIN "init_py"
def decimate_init_py(state):
    state["number"], state["waiting"] = 0, []
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "enqueue_py"
def decimate_enqueue_py(state, input, factor):
    passes = state["number"] % factor == 0
    if passes and state["waiting"]:
        return -2
    state["waiting"] += [input.copy()] * passes
    state["number"] += 1
    return 0
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dequeue_py"
def decimate_dequeue_py(state, output):
    if not state["waiting"]:
        return -1
    output[...] = state["waiting"].pop()
    return 0
#pragma IMAGINET_FRAGMENT_END
