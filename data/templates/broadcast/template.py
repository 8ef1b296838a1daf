#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "template_unit_py"
def template_unit_py(a, b, part, output):
    output[...] = (1 - part) * a.astype(np.float64) + part * b
#pragma IMAGINET_FRAGMENT_END
