# The difference equations of the sections, from the poles. A handle is a dictionary.
#
# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "reset_py"
def low_pass_reset_py(state):
    state["past"] = [np.zeros((4, state["count"])) for _ in state["sections"]]
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "init_py"
#pragma IMAGINET_DEPENDENCY "low_pass.py:reset_py"
def low_pass_init_py(state, cutoff, rate, order, count):
    sections = []
    for k in range((order + 1) // 2):
        angle = np.pi * (2 * k + order + 1) / (2 * order)
        s = np.tan(np.pi * cutoff / rate) * np.exp(1j * angle)
        z = (1 + s) / (1 - s)
        pole_is_real = 2 * k + 1 == order
        a = (-z.real, 0) if pole_is_real else (-2 * z.real, abs(z) ** 2)
        b = np.array([1, 1, 0] if pole_is_real else [1, 2, 1])
        sections.append((b * (1 + sum(a)) / sum(b), a))
    state["count"], state["sections"] = count, sections
    low_pass_reset_py(state)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "low_pass_py"
def low_pass_py(input, state, output):
    x = input.ravel().astype(np.float64)
    for (b, a), past in zip(state["sections"], state["past"]):
        x1, x2, y1, y2 = past
        y = b[0] * x + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2
        past[:] = np.array([x, x1, y, y1])
        x = y
    output[...] = x.reshape(output.shape)
#pragma IMAGINET_FRAGMENT_END
