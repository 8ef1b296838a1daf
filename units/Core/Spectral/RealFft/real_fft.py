# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_py"
def real_fft_py(input, axis, output):
    spectrum = np.fft.rfft(input, axis=-1 - axis)
    output[..., 0] = spectrum.real
    output[..., 1] = spectrum.imag
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_shifted_py"
def real_fft_shifted_py(input, axis, output):
    limits = np.iinfo(output.dtype)
    spectrum = np.fft.rfft(input.astype(np.float64), axis=-1 - axis, norm="forward")
    output[..., 0] = np.clip(np.rint(spectrum.real), limits.min, limits.max)
    output[..., 1] = np.clip(np.rint(spectrum.imag), limits.min, limits.max)
#pragma IMAGINET_FRAGMENT_END
