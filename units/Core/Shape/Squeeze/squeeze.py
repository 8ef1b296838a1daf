# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "squeeze_py"
def squeeze_py(input, output):
    output.flat = np.squeeze(input).flat
#pragma IMAGINET_FRAGMENT_END
