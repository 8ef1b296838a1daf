# SPDX-License-Identifier: MIT-0
#
# The Python reference of Core.Spectral.MelFilterbank, made by imaginet.
#
# MelFilterbank: Core.Spectral.MelFilterbank
import numpy as np


def mel_filterbank_py(input, points, axis, output):
    spectrum = np.moveaxis(input, -1 - axis, -1).astype(np.float64)
    energies = np.moveaxis(output, -1 - axis, -1)
    bins = np.arange(spectrum.shape[-1])
    for k in range(len(points) - 2):
        begin, peak, end = (int(point) for point in points[k:k + 3])
        rise = (bins - begin) / max(peak - begin, 1)
        fall = (end - bins) / max(end - peak, 1)
        triangle = np.where(bins == peak, 1, np.maximum(np.minimum(rise, fall), 0))
        covered = triangle > 0
        energies[..., k] = spectrum[..., covered] @ triangle[covered]


_NO_DATA = -1
_ERROR = -2
_FULL = -4


def _failed(status):
    return status is not None and status < 0


class Pipeline:
    """Core.Spectral.MelFilterbank."""

    MelFilterbank_points = np.array([
        0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8, 8, 9, 10,
        11, 12, 13, 14, 15, 16, 17, 18, 20, 21, 23, 24, 26, 28, 30, 32,
    ], dtype=np.int16).reshape((42,))

    def __init__(self):
        """Starts with empty queues."""
        self.init()

    def init(self):
        """Makes all memory anew and starts all units."""
        self.input = np.zeros((33,), dtype=np.float32)
        self.MelFilterbank_output = np.zeros((40,), dtype=np.float32)
        return 0

    def soft_reset(self):
        """Forgets all data."""
        return self.init()

    def finalize(self):
        """Ends all units."""
        return 0

    def compute(self, input):
        """Computes the outputs: a status, then the arrays."""
        self.input[...] = np.reshape(input, self.input.shape)
        mel_filterbank_py(self.input, self.MelFilterbank_points, 0, self.MelFilterbank_output)
        return 0, self.MelFilterbank_output.copy()
