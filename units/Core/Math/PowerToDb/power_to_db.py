# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "power_to_db_py"
def power_to_db_py(input, reference, floor, range_db, output):
    power = np.maximum(input, np.float32(floor), dtype=np.float64)
    peak = np.fmax.reduce(power, axis=None, initial=np.float32(floor))
    if reference == 0:
        reference = peak
    with np.errstate(invalid='ignore'):
        level = 10 * np.log10(power)
        if range_db > 0:
            level = np.maximum(level, 10 * np.log10(peak) - range_db)
        output[...] = level - 10 * np.log10(max(reference, floor))
#pragma IMAGINET_FRAGMENT_END
