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

#pragma IMAGINET_FRAGMENT_BEGIN "dct_scale_py"
def dct_scale_py(x, multiplier, places):
    product = (x >> 31) * multiplier + ((x & 2 ** 31 - 1) * multiplier >> 31)
    return product + (1 << places - 1) >> places
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dct_shifted_py"
#pragma IMAGINET_DEPENDENCY "dct.py:dct_scale_py"
def dct_shifted_py(input, turns, dct_type, axis, first_multiplier, first_places, multiplier,
                   places, output):
    limits = np.iinfo(output.dtype)
    x = np.moveaxis(input, -1 - axis, -1).astype(np.int64)
    y = np.moveaxis(output, -1 - axis, -1)
    half_turn = turns.reshape(-1, 2)[:, 0].astype(np.int64)
    time = np.arange(x.shape[-1])
    fraction, lost = (15, 0) if limits.bits == 16 else (17, 14)
    first = x[..., 0] if dct_type == 3 else x.sum(axis=-1)
    first = dct_scale_py(first << fraction, first_multiplier, first_places)
    for m in range(y.shape[-1]):
        phase = (2 * time + 1) * m if dct_type == 2 else (2 * m + 1) * time
        halves, angle = np.divmod(phase, len(half_turn))
        terms = (x * half_turn[angle] >> lost) * (1 - 2 * (halves % 2))
        whole = terms.sum(axis=-1) if dct_type == 2 else terms[..., 1:].sum(axis=-1)
        result = dct_scale_py(whole, multiplier, places)
        if dct_type == 3:
            result += first
        elif m == 0:
            result = first
        y[..., m] = np.clip(result, limits.min, limits.max)
#pragma IMAGINET_FRAGMENT_END
