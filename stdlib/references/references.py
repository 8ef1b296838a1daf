# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "cosh_reference"
def cosh_reference(input, output):
    output[...] = np.cosh(input, dtype=np.float64)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "crop_reference"
def crop_reference(input, top, height, left, width, output):
    output[...] = input[top:top + height, left:left + width]
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dequantize_reference"
def dequantize_reference(input, step, zero, output):
    output[...] = (input.astype(np.float64) - zero) * step
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "divide_reference"
def divide_reference(input, divisor, output):
    output[...] = input.astype(np.float64) / divisor
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dott_reference"
def dott_reference(a, b, output):
    output[...] = b.astype(np.float64) @ a.astype(np.float64).T
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "norm_reference"
def norm_reference(input, axis, output):
    output[...] = np.sqrt(np.sum(np.square(input, dtype=np.float64), axis=-1 - axis))
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "normalization_reference"
def normalization_reference(input, min, max, output):
    output[...] = (input.astype(np.float64) - min) / (max - min)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "padding_reference"
def padding_reference(input, height, width, output):
    # Negative margins are cut off.
    rows, columns = (height - input.shape[0]) // 2, (width - input.shape[1]) // 2
    middle = input[max(-rows, 0):input.shape[0] - max(-rows, 0),
                   max(-columns, 0):input.shape[1] - max(-columns, 0)]
    output[...] = 0
    output[max(rows, 0):height - max(rows, 0),
           max(columns, 0):width - max(columns, 0)] = middle
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "power_reference"
def power_reference(input, exponent, output):
    output[...] = np.power(input.astype(np.float64), float(exponent.flat[0]))
#pragma IMAGINET_FRAGMENT_END

# Silence is 1e-12, or -240 dB.
#pragma IMAGINET_FRAGMENT_BEGIN "rms_reference"
def rms_reference(input, output):
    output[...] = max(np.sqrt(np.mean(np.square(input, dtype=np.float64))), 1e-12)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "rms_decibels_reference"
#pragma IMAGINET_DEPENDENCY "references.py:rms_reference"
def rms_decibels_reference(input, output):
    level = np.empty(1)
    rms_reference(input, level)
    output[...] = 20 * np.log10(level)
#pragma IMAGINET_FRAGMENT_END

# The right-hand rule: 90 degrees around z take x to y.
#pragma IMAGINET_FRAGMENT_BEGIN "rotate_reference"
def rotate_reference(input, degrees, index, output):
    angle = np.deg2rad(degrees % 360)
    u, v = (index + 1) % 3, (index + 2) % 3
    matrix = np.eye(3)
    matrix[u, u] = matrix[v, v] = np.cos(angle)
    matrix[v, u] = np.sin(angle)
    matrix[u, v] = -matrix[v, u]
    output[...] = (matrix @ input.ravel()).reshape(output.shape)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "scale_image_reference"
def scale_image_reference(input, mode, factor, output):
    if mode == 0:
        output[...] = input.repeat(factor, axis=0).repeat(factor, axis=1)
        return
    blocks = input.astype(np.float64).reshape(
        output.shape[0], factor, output.shape[1], factor, *output.shape[2:])
    output[...] = blocks.mean(axis=(1, 3))
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "sinh_reference"
def sinh_reference(input, output):
    output[...] = np.sinh(input, dtype=np.float64)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "soft_clip_reference"
def soft_clip_reference(input, mode, output):
    if mode == "tanh":
        output[...] = np.tanh(input, dtype=np.float64)
        return
    x = np.clip(input.astype(np.float64), -1, 1)
    output[...] = 1.5 * x - 0.5 * x ** 3
#pragma IMAGINET_FRAGMENT_END

# Divided by n, not by n - 1.
#pragma IMAGINET_FRAGMENT_BEGIN "standard_deviation_reference"
def standard_deviation_reference(input, axis, output):
    output[...] = np.std(input, axis=-1 - axis, dtype=np.float64)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "standardization_reference"
def standardization_reference(input, mean, std, output):
    output[...] = (input.astype(np.float64) - mean) / std
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "sub_from_reference"
def sub_from_reference(input, A, output):
    output[...] = A - input.astype(np.float64)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "threshold_reference"
def threshold_reference(input, threshold, output):
    output[...] = np.where(input >= threshold, input, 0)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "transpose_reference"
def transpose_reference(input, output):
    output[...] = input.T
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "variance_reference"
def variance_reference(input, output):
    output[...] = np.var(input, dtype=np.float64)
#pragma IMAGINET_FRAGMENT_END

# Hann with 0.5, Hamming with 0.54. One that is not symmetric has the period of its size.
#pragma IMAGINET_FRAGMENT_BEGIN "window_reference"
def window_reference(input, middle, sym, axis, output):
    size = input.shape[-1 - axis]
    phase = 2 * np.pi * np.arange(size) / (size - bool(sym))
    window = middle - (1 - middle) * np.cos(phase)
    output[...] = input * window.reshape((size,) + (1,) * axis)
#pragma IMAGINET_FRAGMENT_END

# Filters of second order. Source: R. Bristow-Johnson, "Cookbook formulae for audio
# equalizer biquad filter coefficients".
#pragma IMAGINET_FRAGMENT_BEGIN "biquad_begin"
def biquad_begin(state, b, a, count):
    state["b"], state["a"] = np.array(b) / a[0], np.array(a) / a[0]
    state["past"] = np.zeros((2, count))
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "high_shelf_reference"
#pragma IMAGINET_DEPENDENCY "references.py:biquad_begin"
def high_shelf_reference(state, frequency, Q, gain_db, rate, count):
    w, A = 2 * np.pi * frequency / rate, 10 ** (gain_db / 40)
    c, r = np.cos(w), np.sqrt(A) * np.sin(w) / Q
    biquad_begin(state,
                 [A * (A + 1 + (A - 1) * c + r), -2 * A * (A - 1 + (A + 1) * c),
                  A * (A + 1 + (A - 1) * c - r)],
                 [A + 1 - (A - 1) * c + r, 2 * (A - 1 - (A + 1) * c), A + 1 - (A - 1) * c - r],
                 count)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "low_shelf_reference"
#pragma IMAGINET_DEPENDENCY "references.py:biquad_begin"
def low_shelf_reference(state, frequency, Q, gain_db, rate, count):
    w, A = 2 * np.pi * frequency / rate, 10 ** (gain_db / 40)
    c, r = np.cos(w), np.sqrt(A) * np.sin(w) / Q
    biquad_begin(state,
                 [A * (A + 1 - (A - 1) * c + r), 2 * A * (A - 1 - (A + 1) * c),
                  A * (A + 1 - (A - 1) * c - r)],
                 [A + 1 + (A - 1) * c + r, -2 * (A - 1 + (A + 1) * c), A + 1 + (A - 1) * c - r],
                 count)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "peaking_reference"
#pragma IMAGINET_DEPENDENCY "references.py:biquad_begin"
def peaking_reference(state, frequency, Q, gain_db, rate, count):
    w, A = 2 * np.pi * frequency / rate, 10 ** (gain_db / 40)
    c, alpha = np.cos(w), np.sin(w) / (2 * Q)
    biquad_begin(state, [1 + alpha * A, -2 * c, 1 - alpha * A],
                 [1 + alpha / A, -2 * c, 1 - alpha / A], count)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "biquad_reference"
def biquad_reference(input, state, output):
    b, a, past = state["b"], state["a"], state["past"]
    x = input.ravel().astype(np.float64)
    y = b[0] * x + past[0]
    past[0] = b[1] * x - a[1] * y + past[1]
    past[1] = b[2] * x - a[2] * y
    output[...] = y.reshape(output.shape)
#pragma IMAGINET_FRAGMENT_END
