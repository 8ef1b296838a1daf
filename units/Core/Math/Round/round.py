# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "round_py"
def round_py(input, mode, output):
    x = input.astype(np.float64)
    if mode == 'away':
        output[...] = np.copysign(np.floor(np.abs(x) + 0.5), x)
    else:
        rules = {'even': np.rint, 'floor': np.floor, 'ceil': np.ceil, 'truncate': np.trunc}
        output[...] = rules[mode](x)
#pragma IMAGINET_FRAGMENT_END
