# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "tilt_angles_py"
def tilt_angles_py(input, unit, axis, output):
    x, y, z = np.moveaxis(input.astype(np.float64), -1 - axis, 0)
    angles = np.stack([np.arctan2(-x, np.sqrt(y ** 2 + z ** 2)), np.arctan2(y, z)])
    output[...] = unit * np.moveaxis(angles, 0, -1 - axis)
#pragma IMAGINET_FRAGMENT_END
