# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "dct_py"
def dct_py(input, dct_type, orthonormal, axis, output):
    x = np.moveaxis(input, -1 - axis, -1).astype(np.float64)
    y = np.moveaxis(output, -1 - axis, -1)
    size = max(x.shape[-1], y.shape[-1])
    time, frequency = np.arange(size)[:, None] + 0.5, np.arange(size)[None, :]
    basis = 2 * np.cos(np.pi / size * time * frequency)
    if orthonormal:
        basis /= np.sqrt(2 * size)
        basis[:, 0] /= np.sqrt(2)
    elif dct_type == 3:
        basis[:, 0] /= 2
    matrix = basis if dct_type == 2 else basis.T
    y[...] = x @ matrix[:x.shape[-1], :y.shape[-1]]
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dct_shifted_py"
#pragma IMAGINET_DEPENDENCY "dct.py:dct_py"
def dct_shifted_py(input, dct_type, orthonormal, axis, growth, output):
    limits = np.iinfo(output.dtype)
    sums = np.zeros(output.shape)
    dct_py(input, dct_type, orthonormal, axis, sums)
    output[...] = np.clip(np.rint(np.ldexp(sums, -growth)), limits.min, limits.max)
#pragma IMAGINET_FRAGMENT_END
