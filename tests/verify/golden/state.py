# SPDX-License-Identifier: MIT-0
#
# The Python reference of Case.Equal, made by imaginet.
#
# Gain: Test.Gain
# Count: Test.Count
import numpy as np
import os
import time


def count_start_py(state):
    state["n"] = 100


def gain_py(input, output):
    np.multiply(input, np.float32(1.5), out=output)


def count_py(input, state, output):
    state["n"] += 1
    output[...] = input + np.float32(state["n"])


_NO_DATA = -1
_ERROR = -2
_FULL = -4


def _failed(status):
    return status is not None and status < 0


class Pipeline:
    """Case.Equal."""

    def __init__(self):
        """Starts with empty queues."""
        self.init()

    def init(self):
        """Makes all memory anew and starts all units."""
        self.Count_state = {}
        self.input = np.zeros((4,), dtype=np.float32)
        self.Gain_output = np.zeros((4,), dtype=np.float32)
        self.Count_output = np.zeros((4,), dtype=np.float32)
        status = count_start_py(self.Count_state)
        if _failed(status):
            return status
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
        count_py(self.Gain_output, self.Count_state, self.Count_output)
        return 0, self.Count_output.copy()
