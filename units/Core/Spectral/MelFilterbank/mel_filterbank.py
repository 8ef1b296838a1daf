# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "mel_filterbank_py"
def mel_filterbank_py(input, points, axis, output):
    spectrum = np.moveaxis(input, -1 - axis, -1).astype(np.float64)
    energies = np.moveaxis(output, -1 - axis, -1)
    bins = np.arange(spectrum.shape[-1])
    for k in range(len(points) - 2):
        begin, peak, end = (int(point) for point in points[k:k + 3])
        rise = (bins - begin) / max(peak - begin, 1)
        fall = (end - bins) / max(end - peak, 1)
        triangle = np.where(bins == peak, 1, np.maximum(np.minimum(rise, fall), 0))
        covered = triangle > 0
        energies[..., k] = spectrum[..., covered] @ triangle[covered]
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mel_filterbank_sums_py"
def mel_filterbank_sums_py(spectrum, points):
    sums = np.empty((*spectrum.shape[:-1], len(points) - 2), np.int64)
    rising = 0
    for k, (begin, end) in enumerate(zip(points[:-1].tolist(), points[1:].tolist())):
        between = spectrum[..., begin + 1:end]
        count = between.shape[-1]
        slope = between @ np.arange(count, 0, -1)
        whole, rest = np.divmod(abs(slope), count + 1)
        falling = np.sign(slope) * (256 * whole + 256 * rest // (count + 1))
        if k > 0:
            sums[..., k - 1] = rising + 256 * spectrum[..., begin] + falling
        rising = 256 * between.sum(axis=-1) - falling
    return sums
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mel_filterbank_shifted_py"
#pragma IMAGINET_DEPENDENCY "mel_filterbank.py:mel_filterbank_sums_py"
def mel_filterbank_shifted_py(input, points, axis, growth, output):
    limits = np.iinfo(output.dtype)
    spectrum = np.moveaxis(input, -1 - axis, -1).astype(np.int64)
    sums = mel_filterbank_sums_py(spectrum, points)
    nearest = sums + ((1 << growth + 8) >> 1) >> growth + 8
    np.moveaxis(output, -1 - axis, -1)[...] = np.clip(nearest, limits.min, limits.max)
#pragma IMAGINET_FRAGMENT_END
