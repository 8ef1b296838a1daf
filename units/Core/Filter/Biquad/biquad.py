# The difference equations of the sections. A handle is a dictionary.
#
# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "reset_py"
def biquad_reset_py(state):
    state["past"] = [np.zeros((4, state["count"])) for _ in state["sections"]]
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "init_py"
#pragma IMAGINET_DEPENDENCY "biquad.py:reset_py"
def biquad_init_py(state, coefficients, count):
    rows = np.reshape(coefficients, (-1, 6)).astype(np.float64)
    state["sections"] = [(row[:3] / row[3], row[4:] / row[3]) for row in rows]
    state["count"] = count
    biquad_reset_py(state)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "biquad_py"
def biquad_py(input, state, output):
    x = input.ravel().astype(np.float64)
    for (b, a), past in zip(state["sections"], state["past"]):
        x1, x2, y1, y2 = past
        y = b[0] * x + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2
        past[:] = np.array([x, x1, y, y1])
        x = y
    output[...] = x.reshape(output.shape)
#pragma IMAGINET_FRAGMENT_END
