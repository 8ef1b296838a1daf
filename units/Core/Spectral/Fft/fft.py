# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "fft_py"
def fft_py(input, axis, output):
    signal = np.empty(input.shape[:-1], np.complex128)
    signal.real, signal.imag = input[..., 0], input[..., 1]
    spectrum = np.fft.fft(signal, axis=-axis)
    output[..., 0] = spectrum.real
    output[..., 1] = spectrum.imag
#pragma IMAGINET_FRAGMENT_END
