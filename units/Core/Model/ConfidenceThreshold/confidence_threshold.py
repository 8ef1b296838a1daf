# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "confidence_threshold_py"
def confidence_threshold_py(input, threshold, output):
    best = np.max(input, axis=-1)
    output[...] = np.where(best >= np.float32(threshold), np.argmax(input, axis=-1), -1)
#pragma IMAGINET_FRAGMENT_END
