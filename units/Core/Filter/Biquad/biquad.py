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

#pragma IMAGINET_FRAGMENT_BEGIN "init_shifted_py"
def biquad_init_shifted_py(state, sections, count):
    state["past"] = np.zeros((count, sections + 1, 2), np.int64)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "biquad_shifted_py"
def biquad_shifted_py(input, state, stored, digits, output):
    limits = np.iinfo(output.dtype)
    more = 12 if limits.bits == 16 else 0
    x = input.ravel().astype(np.int64) << more
    past = state["past"]
    for i, (b0, b1, b2, _, a1, a2) in enumerate(np.reshape(stored, (-1, 6)).tolist()):
        (x1, x2), (y1, y2) = past[:, i].T, past[:, i + 1].T
        y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
        past[:, i] = np.stack([x, x1], axis=-1)
        x = np.clip(y + (1 << digits - 1) >> digits, -2 ** 31, 2 ** 31 - 1)
    past[:, -1] = np.stack([x, past[:, -1, 0]], axis=-1)
    nearest = x + ((1 << more) >> 1) >> more
    output[...] = np.clip(nearest, limits.min, limits.max).reshape(output.shape)
#pragma IMAGINET_FRAGMENT_END
