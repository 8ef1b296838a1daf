# A handle is a dictionary.
#
# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "reset_py"
def spectral_flux_reset_py(state):
    state["past"] = 0.0
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "spectral_flux_py"
def spectral_flux_py(input, state, axis, norm, increases_only, output):
    spectrum = input.astype(np.float64)
    change = spectrum - state["past"]
    if increases_only:
        change = np.maximum(change, 0)
    state["past"] = spectrum
    output[...] = np.linalg.norm(change, norm, axis=-1 - axis)
#pragma IMAGINET_FRAGMENT_END
