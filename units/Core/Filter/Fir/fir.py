# The sum of the definition. A handle is a dictionary.
#
# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "init_py"
def fir_init_py(state, order, count):
    state["samples"] = np.zeros((order, count))
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "fir_py"
def fir_py(input, state, weights, output):
    state["samples"] = np.vstack([input.ravel(), state["samples"][:-1]])
    products = state["samples"] * np.asarray(weights, np.float64)[:, None]
    output[...] = np.sum(products, axis=0).reshape(output.shape)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "init_shifted_py"
def fir_init_shifted_py(state, order, count):
    state["samples"] = np.zeros((order, count), np.int64)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "fir_shifted_py"
def fir_shifted_py(input, state, stored, digits, output):
    limits = np.iinfo(output.dtype)
    state["samples"] = np.vstack([input.ravel(), state["samples"][:-1]])
    sums = np.asarray(stored, np.int64) @ state["samples"]
    nearest = sums + (1 << digits - 1) >> digits
    output[...] = np.clip(nearest, limits.min, limits.max).reshape(output.shape)
#pragma IMAGINET_FRAGMENT_END
