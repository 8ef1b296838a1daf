# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "band_energy_py"
def band_energy_py(input, edges, sample_rate, axis, output):
    spectrum = np.moveaxis(input, -1 - axis, -1).astype(np.float64)
    energy = np.moveaxis(output, -1 - axis, -1)
    steps = 2 * (spectrum.shape[-1] - 1)
    bins = np.arange(spectrum.shape[-1])
    places = edges.astype(np.float64) / sample_rate * steps
    for band in range(len(places) - 1):
        inside = (bins > places[band] - 1e-9) & (bins < places[band + 1] - 1e-9)
        if band == len(places) - 2:
            inside |= np.abs(bins - places[-1]) <= 1e-9
        energy[..., band] = np.sum(spectrum[..., inside], axis=-1)
#pragma IMAGINET_FRAGMENT_END
