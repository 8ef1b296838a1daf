# SPDX-License-Identifier: MIT-0

#pragma IMAGINET_INCLUDES_BEGIN
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
