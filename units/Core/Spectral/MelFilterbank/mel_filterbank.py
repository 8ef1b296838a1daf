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

#pragma IMAGINET_FRAGMENT_BEGIN "mel_filterbank_shifted_py"
#pragma IMAGINET_DEPENDENCY "mel_filterbank.py:mel_filterbank_py"
def mel_filterbank_shifted_py(input, points, axis, growth, output):
    limits = np.iinfo(output.dtype)
    sums = np.zeros(output.shape)
    mel_filterbank_py(input, points, axis, sums)
    output[...] = np.clip(np.rint(np.ldexp(sums, -growth)), limits.min, limits.max)
#pragma IMAGINET_FRAGMENT_END
