#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "levels"
def levels(input, output, gain):
    info = np.iinfo(output.dtype)
    wide = input.astype(np.int64) * gain >> 3
    output[...] = np.clip(wide, info.min, info.max)
    if output.dtype == np.int32:
        output[input == info.max] = info.max
    if output.dtype == np.int8:
        output[...] = wide.astype(np.int8)
#pragma IMAGINET_FRAGMENT_END
