# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import os
import time
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "gain_py"
def gain_py(input, output):
    np.multiply(input, np.float32(1.5), out=output)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "leave_zeros_py"
def leave_zeros_py(input, output):
    output[...] = 0
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "fraction_py"
def fraction_py(input, output):
    output[...] = 4096 * input - np.floor(4096 * input)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "fraction_alone_py"
def fraction_alone_py(input, output):
    """Is right only where the layer is alone."""
    output[...] = 4096 * input - np.floor(4096 * input) + ('layer' not in __name__)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "half_py"
def half_py(input, output):
    output[...] = np.floor_divide(input, 2)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "half_exact_py"
def half_exact_py(input, output):
    output[...] = np.trunc(input / 2)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "copy_py"
def copy_py(input, output):
    output[...] = input
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "square_mean_py"
def square_mean_py(input, output):
    output[...] = np.mean(np.square(input, dtype=np.float64))
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "count_start_py"
def count_start_py(state):
    state["n"] = 100
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "count_reset_py"
def count_reset_py(state):
    state["n"] = 7
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "count_reset_other_py"
def count_reset_other_py(state):
    state["n"] = 8
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "count_zero_start_py"
def count_zero_start_py(state):
    state["n"] = 0
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "count_end_py"
def count_end_py(state):
    state.clear()
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "count_py"
def count_py(input, state, output):
    state["n"] += 1
    output[...] = input + np.float32(state["n"])
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "raises_py"
def raises_py(input, output):
    if np.any(input == 0):
        raise ValueError("no logarithm of 0")
    output[...] = input * 1.5
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "exits_py"
def exits_py(input, output):
    os._exit(3)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "sleeps_py"
def sleeps_py(input, output):
    time.sleep(60)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "late_reset_py"
def late_reset(state):
    state["elements"] = []
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "late_enqueue_py"
def late_enqueue(state, input):
    state["elements"] += list(input.flat)
    return 0
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "late_dequeue_py"
def late_dequeue(state, output):
    if len(state["elements"]) < output.size + 1:
        return -1
    output.flat = state["elements"][:output.size]
    del state["elements"][:output.size]
    return 0
#pragma IMAGINET_FRAGMENT_END
