# SPDX-License-Identifier: MIT-0
#
# The Python reference of Core.Math.Rms, made by imaginet.
#
# Rms: Core.Math.Rms
import numpy as np


def rms_py(input, axis, output):
    squares = np.square(input, dtype=np.float64)
    output[...] = np.sqrt(np.mean(squares, axis=-1 - axis))


_NO_DATA = -1
_ERROR = -2
_FULL = -4


def _failed(status):
    return status is not None and status < 0


class Pipeline:
    """Core.Math.Rms."""

    def __init__(self):
        """Starts with empty queues."""
        self.init()

    def init(self):
        """Makes all memory anew and starts all units."""
        self.input = np.zeros((4, 3), dtype=np.float32)
        self.Rms_output = np.zeros((4,), dtype=np.float32)
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
        rms_py(self.input, 0, self.Rms_output)
        return 0, self.Rms_output.copy()
