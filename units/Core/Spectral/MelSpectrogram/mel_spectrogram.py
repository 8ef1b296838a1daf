# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
from math import isqrt

import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "mel_spectrogram_py"
#pragma IMAGINET_DEPENDENCY "../MelFilterbank/mel_filterbank.py:mel_filterbank_py"
def mel_spectrogram_py(samples, window, power, points, output):
    phase = 2 * np.pi * np.arange(len(samples)) / (len(samples) - 1)
    lift = {"hann": 0.5, "hamming": 0.54}[window]
    weighted = samples.astype(np.float64) * (lift - (1 - lift) * np.cos(phase))
    magnitudes = np.abs(np.fft.rfft(weighted))
    mel_filterbank_py(magnitudes ** 2 if power else magnitudes, points, 0, output)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dequeue_py"
#pragma IMAGINET_DEPENDENCY "../../Queues/SlidingWindow/sliding_window.py:dequeue_py"
#pragma IMAGINET_DEPENDENCY "mel_spectrogram.py:mel_spectrogram_py"
def mel_spectrogram_dequeue(state, window_size, stride, window, power, points, output):
    samples = np.empty(window_size, np.float32)
    status = sliding_window_dequeue(state, stride, samples)
    if status >= 0:
        mel_spectrogram_py(samples, window, power, points, output)
    return status
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "times_dequeue_py"
#pragma IMAGINET_DEPENDENCY "../../Queues/SlidingWindow/sliding_window.py:times_dequeue_py"
#pragma IMAGINET_DEPENDENCY "mel_spectrogram.py:mel_spectrogram_py"
def mel_spectrogram_times_dequeue(state, window_size, stride, window, power, points, output,
                                  time_output):
    samples = np.empty(window_size, np.float32)
    status = sliding_window_times_dequeue(state, stride, samples, time_output)
    if status >= 0:
        mel_spectrogram_py(samples, window, power, points, output)
    return status
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "sums_py"
#pragma IMAGINET_DEPENDENCY "../MelFilterbank/mel_filterbank.py:mel_filterbank_sums_py"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft.py:transform_py"
def mel_spectrogram_sums_py(samples, bits, window, turns, power, drop, points):
    weighted = samples * window.ravel().astype(np.int64) + (1 << bits - 1) >> bits
    spectrum = real_fft_transform_py(weighted, turns)
    squares = np.sum(np.square(abs(spectrum).astype(np.uint64)), axis=-1)
    if power:
        bins = squares >> np.uint64(drop)
    else:
        bins = np.array([isqrt(square) + 1 >> 1 << 14 for square in squares.tolist()])
    return mel_filterbank_sums_py(bins.astype(np.int64), points)
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "shifted_dequeue_py"
#pragma IMAGINET_DEPENDENCY "../../Queues/SlidingWindow/sliding_window.py:dequeue_py"
#pragma IMAGINET_DEPENDENCY "../../Queues/SlidingWindow/sliding_window.py:times_dequeue_py"
#pragma IMAGINET_DEPENDENCY "mel_spectrogram.py:sums_py"
def mel_spectrogram_shifted_dequeue(state, stride, bits, window, turns, power, drop, points,
                                    output, time_output=None):
    samples = np.empty(window.size, np.int64)
    if time_output is None:
        status = sliding_window_dequeue(state, stride, samples)
    else:
        status = sliding_window_times_dequeue(state, stride, samples, time_output)
    if status >= 0:
        output[...] = mel_spectrogram_sums_py(samples, bits, window, turns, power, drop, points)
    return status
#pragma IMAGINET_FRAGMENT_END
