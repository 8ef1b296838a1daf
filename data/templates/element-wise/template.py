#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "template_unit_py"
def template_unit_py(input, gain, output):
    output[...] = gain * input.astype(np.float64)
#pragma IMAGINET_FRAGMENT_END
