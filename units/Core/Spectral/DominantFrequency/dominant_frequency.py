# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "dominant_frequency_py"
def dominant_frequency_py(input, axis, low, high, interpolate, resolution, output):
    x = np.moveaxis(input, -1 - axis, -1).astype(np.float64)
    bins = np.arange(x.shape[-1])
    inside = (bins * resolution >= low - 1e-9 * resolution)
    inside &= (bins * resolution <= high + 1e-9 * resolution)
    x, bins = x[..., inside], bins[inside]
    place = np.empty(x.shape[:-1])
    for index in np.ndindex(place.shape):
        row = x[index]
        k = int(np.argmax(row))
        place[index] = bins[k]
        if not np.all(row < np.inf):
            place[index] = np.nan
        elif interpolate and 0 < k < len(row) - 1:
            bend = row[k - 1] - 2 * row[k] + row[k + 1]
            if np.isfinite(bend) and bend < 0:
                place[index] += (row[k - 1] - row[k + 1]) / (2 * bend)
    output[...] = resolution * place
#pragma IMAGINET_FRAGMENT_END
