# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "cosh_reference"
def cosh_reference(input, output):
    output[...] = np.cosh(input, dtype=np.float64)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "divide_reference"
def divide_reference(input, divisor, output):
    output[...] = input.astype(np.float64) / divisor
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "power_reference"
def power_reference(input, exponent, output):
    output[...] = np.power(input.astype(np.float64), float(exponent.flat[0]))
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "rms_reference"
def rms_reference(input, output):
    output[...] = np.sqrt(np.mean(np.square(input, dtype=np.float64)))
#pragma IMAGINET_FRAGMENT_END
