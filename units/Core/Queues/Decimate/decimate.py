# Every n-th sample. A handle is a dictionary.
#
# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_FRAGMENT_BEGIN "init_py"
def decimate_init_py(state):
    state["number"], state["waiting"] = 0, []
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "can_enqueue_py"
def decimate_can_enqueue_py(state, factor):
    return -2 if state["number"] % factor == 0 and state["waiting"] else 0
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "enqueue_py"
#pragma IMAGINET_DEPENDENCY "decimate.py:can_enqueue_py"
def decimate_enqueue_py(state, input, factor):
    if decimate_can_enqueue_py(state, factor) < 0:
        return -2
    passes = state["number"] % factor == 0
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
