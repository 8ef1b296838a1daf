# Another file with a function of the same name as in ../test.py.
#
# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "twice_py"
#pragma IMAGINET_DEPENDENCY "gain_py"
def twice_py(input, output):
    gain_py(input, output, factor=2.0)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "gain_py"
def gain_py(input, output, factor):
    "gain_py multiplies."
    np.multiply(input, np.float32(factor), out=output)
#pragma IMAGINET_FRAGMENT_END
