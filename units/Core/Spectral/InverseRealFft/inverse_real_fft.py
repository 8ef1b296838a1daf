# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "inverse_real_fft_py"
def inverse_real_fft_py(input, axis, output):
    half = np.empty(input.shape[:-1], np.complex128)
    half.real, half.imag = input[..., 0], input[..., 1]
    output[...] = np.fft.irfft(half, axis=-axis)
#pragma IMAGINET_FRAGMENT_END
