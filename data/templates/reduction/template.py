#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "template_unit_py"
def template_unit_py(input, axis, output):
    # NumPy counts axes from the left.
    output[...] = np.ptp(input.astype(np.float64), axis=-1 - axis)
#pragma IMAGINET_FRAGMENT_END
