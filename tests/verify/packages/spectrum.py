#pragma IMAGINET_INCLUDES_BEGIN
import numpy as np
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "spectrum"
def spectrum(input, output):
    n = input.size
    table = np.cos(2 * np.pi * np.arange(n) / n).astype(np.float32).astype(np.float64)
    k, i = np.arange(n // 2 + 1)[:, None], np.arange(n)
    wide = input.ravel().astype(np.float64)
    re = np.cumsum(wide * table[k * i % n], axis=1)[:, -1]
    im = np.cumsum(wide * table[(k * i + n - n // 4) % n], axis=1)[:, -1]
    output[...] = re * re + im * im
#pragma IMAGINET_FRAGMENT_END
