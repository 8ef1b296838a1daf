# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "reset_py"
def complementary_filter_reset_py(state):
    state["angles"] = None
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "complementary_filter_py"
def complementary_filter_py(input, rotation, state, step, weight, unit, output):
    sample = input.ravel().astype(np.float64)
    x, y, z = sample[:3]
    turning = (sample[3:] if rotation is None else rotation.ravel().astype(np.float64))[1::-1]
    turn = 2 * np.pi * unit

    def wrap(angles):
        return angles - turn * np.floor(angles / turn + 0.5) * (np.abs(angles) > turn / 2)

    tilt = unit * np.array([np.arctan2(-x, np.sqrt(y ** 2 + z ** 2)), np.arctan2(y, z)])
    if state["angles"] is None:
        state["angles"] = tilt
    else:
        turned = state["angles"] + step * turning
        state["angles"] = wrap(turned + weight * wrap(tilt - turned))
    output[...] = state["angles"].reshape(output.shape)
#pragma IMAGINET_FRAGMENT_END
