# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "log_py"
def log_py(input, base, offset, floor, output):
    with np.errstate(divide='ignore', over='ignore'):
        sums = input + np.float32(offset)
        output[...] = np.log(np.maximum(sums, floor, dtype=np.float64)) / np.log(base)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "log_base2_shifted_py"
def log_base2_shifted_py(x, digits):
    x = x.astype(np.uint64)
    log = np.full(x.shape, 63)
    for places in 32, 16, 8, 4, 2, 1:
        small = x >> np.uint64(64 - places) == 0
        x = np.where(small, x << np.uint64(places), x)
        log -= places * small
    x >>= np.uint64(32)
    for _ in range(digits):
        x *= x
        digit = x >> np.uint64(63)
        x >>= np.uint64(31) + digit
        log = 2 * log + digit.astype(np.int64)
    return log << 22 - digits
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "log_shifted_py"
#pragma IMAGINET_DEPENDENCY "log.py:log_base2_shifted_py"
def log_shifted_py(x, exponent, lowest, multiplier, places, output):
    limits = np.iinfo(output.dtype)
    log = log_base2_shifted_py(np.maximum(x, 1), min(limits.bits, 22)) + exponent
    log = np.where(x > 0, np.maximum(log, lowest), lowest)
    nearest = log * multiplier + (1 << places - 1) >> places
    output[...] = np.clip(nearest, limits.min, limits.max)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "log_stored_py"
#pragma IMAGINET_DEPENDENCY "log.py:log_shifted_py"
def log_stored_py(input, offset, exponent, lowest, multiplier, places, output):
    more = 63 - 8 * input.itemsize
    x = (input >> 1 if more < 0 else input.astype(np.int64) << more) + int(offset)
    log_shifted_py(x, exponent, lowest, multiplier, places, output)
#pragma IMAGINET_FRAGMENT_END
