# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "sign_py"
def sign_py(input, output):
    np.sign(input, out=output)
#pragma IMAGINET_FRAGMENT_END
