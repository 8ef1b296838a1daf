# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "percentile_py"
def percentile_py(input, q, axis, output):
    x = np.sort(np.moveaxis(input, -1 - axis, -1).astype(np.float64), axis=-1)
    position = q / 100 * (x.shape[-1] - 1)
    below, part = int(position), position % 1
    result = x[..., below]
    if part > 0:
        result = (1 - part) * result + part * x[..., below + 1]
    output[...] = np.where(np.isnan(x[..., -1]), np.nan, result)
#pragma IMAGINET_FRAGMENT_END
