# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_FRAGMENT_BEGIN "expand_dims_py"
def expand_dims_py(input, output):
    output.flat = input.flat
#pragma IMAGINET_FRAGMENT_END
