# SPDX-License-Identifier: MIT-0
#
# The Python reference of Case.SameNames, made by imaginet.
#
# Gain: Test.Gain
# Twice: Test.Twice
import numpy as np
import os
import time


def gain_py(input, output):
    np.multiply(input, np.float32(1.5), out=output)


def gain_py__2(input, output, factor):
    "gain_py multiplies."
    np.multiply(input, np.float32(factor), out=output)


def twice_py(input, output):
    gain_py__2(input, output, factor=2.0)


_NO_DATA = -1
_ERROR = -2
_FULL = -4


def _failed(status):
    return status is not None and status < 0


class Pipeline:
    """Case.SameNames."""

    def __init__(self):
        """Starts with empty queues."""
        self.init()

    def init(self):
        """Makes all memory anew and starts all units."""
        self.input = np.zeros((4,), dtype=np.float32)
        self.Gain_output = np.zeros((4,), dtype=np.float32)
        self.Twice_output = np.zeros((4,), dtype=np.float32)
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
        gain_py(self.input, self.Gain_output)
        twice_py(self.Gain_output, self.Twice_output)
        return 0, self.Twice_output.copy()
