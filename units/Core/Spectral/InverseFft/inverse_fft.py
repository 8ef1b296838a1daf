# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "inverse_fft_py"
def inverse_fft_py(input, axis, output):
    spectrum = np.empty(input.shape[:-1], np.complex128)
    spectrum.real, spectrum.imag = input[..., 0], input[..., 1]
    signal = np.fft.ifft(spectrum, axis=-axis)
    output[..., 0] = signal.real
    output[..., 1] = signal.imag
#pragma IMAGINET_FRAGMENT_END
