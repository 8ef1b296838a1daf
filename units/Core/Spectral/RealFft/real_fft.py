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

#pragma IMAGINET_FRAGMENT_BEGIN "part_py"
def real_fft_part_py(x, places):
    return (x >> places) + (x >> places - 1 & 1)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "radix_4_py"
#pragma IMAGINET_DEPENDENCY "real_fft.py:part_py"
def real_fft_radix_4_py(x, turns, size):
    places = 3 if size == 1 else 2
    blocks = x.reshape(*x.shape[:-2], -1, 4, size, 2)
    parts = real_fft_part_py(blocks, places)
    for row, power in (1, 2), (2, 1), (3, 3):  # the middle ones are in the order 2, 1
        cos, sin = turns[len(turns) // (3 * size) * power * np.arange(1, size)].T
        re, im = np.moveaxis(blocks[..., row, 1:, :], -1, 0)
        turned = np.stack([re * cos + im * sin, im * cos - re * sin], axis=-1)
        parts[..., row, 1:, :] = (turned >> 32) + 1 >> 1
    a, c, b, d = np.moveaxis(parts, -3, 0)
    quarter = np.stack([(b - d)[..., 1], (d - b)[..., 0]], axis=-1)  # -1j * (b - d)
    joined = a + c + b + d, a - c + quarter, a + c - b - d, a - c - quarter
    return np.stack(joined, axis=-3).reshape(x.shape)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "split_py"
def real_fft_split_py(x, turns):
    half = x.shape[-2]
    y = np.empty((*x.shape[:-2], half + 1, 2), np.int64)
    y[..., 0, 0] = np.minimum(x[..., 0, 0] + x[..., 0, 1], 2 ** 31 - 1)
    y[..., half, 0] = np.minimum(x[..., 0, 0] - x[..., 0, 1], 2 ** 31 - 1)
    y[..., 0, 1] = y[..., half, 1] = 0
    y[..., half // 2, :] = x[..., half // 2, :] * [1, -1]
    k = np.arange(1, half // 2)
    cos, sin = turns[k].T
    (a_re, a_im), (b_re, b_im) = (np.moveaxis(x[..., i, :] >> 1, -1, 0) for i in (k, half - k))
    even_re, even_im, odd_re, odd_im = a_re + b_re, a_im - b_im, a_im + b_im, b_re - a_re
    turned_re = odd_re * cos + odd_im * sin >> 31
    turned_im = odd_im * cos - odd_re * sin >> 31
    y[..., k, :] = np.stack([even_re + turned_re, even_im + turned_im], axis=-1)
    y[..., half - k, :] = np.stack([even_re - turned_re, turned_im - even_im], axis=-1)
    return y
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "transform_py"
#pragma IMAGINET_DEPENDENCY "real_fft.py:part_py"
#pragma IMAGINET_DEPENDENCY "real_fft.py:radix_4_py"
#pragma IMAGINET_DEPENDENCY "real_fft.py:split_py"
def real_fft_transform_py(signal, turns):
    half = signal.shape[-1] // 2
    turns = turns.reshape(-1, 2).astype(np.int64)
    order = np.zeros(1, np.int64)
    while len(order) < half:
        order = np.concatenate([2 * order, 2 * order + 1])  # bits reversed
    x = signal.reshape(*signal.shape[:-1], half, 2)[..., order, :]
    size = 1
    if half.bit_length() % 2 == 0:  # no power of four
        a, b = np.moveaxis(real_fft_part_py(x, 2).reshape(*x.shape[:-2], -1, 2, 2), -2, 0)
        x = np.stack([a + b, a - b], axis=-2).reshape(x.shape)
        size = 2
    while size < half:
        x = real_fft_radix_4_py(x, turns, size)
        size *= 4
    return real_fft_split_py(x, turns)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_shifted_py"
#pragma IMAGINET_DEPENDENCY "real_fft.py:transform_py"
def real_fft_shifted_py(input, turns, axis, output):
    signal = np.moveaxis(input, -1 - axis, -1).astype(np.int64) << 32 - 8 * input.itemsize
    output[...] = np.moveaxis(real_fft_transform_py(signal, turns), -2, -2 - axis)
#pragma IMAGINET_FRAGMENT_END
