# SPDX-License-Identifier: MIT-0
#
# The Python reference of Case.SoftReset, made by imaginet.
#
# Resets: Test.Resets
# Count: Test.Count
import numpy as np
import os
import time


def count_start_py(state):
    state["n"] = 100


def count_py(input, state, output):
    state["n"] += 1
    output[...] = input + np.float32(state["n"])


def count_reset_py(state):
    state["n"] = 7


_NO_DATA = -1
_ERROR = -2
_FULL = -4


def _failed(status):
    return status is not None and status < 0


class Pipeline:
    """Case.SoftReset."""

    def __init__(self):
        """Starts with empty queues."""
        self.init()

    def init(self):
        """Makes all memory anew and starts all units."""
        self.Resets_state = {}
        self.Count_state = {}
        self.input = np.zeros((4,), dtype=np.float32)
        self.Resets_output = np.zeros((4,), dtype=np.float32)
        self.Count_output = np.zeros((4,), dtype=np.float32)
        status = count_start_py(self.Resets_state)
        if _failed(status):
            return status
        status = count_start_py(self.Count_state)
        if _failed(status):
            return status
        return 0

    def soft_reset(self):
        """Forgets all data."""
        self.Count_state = {}
        status = count_start_py(self.Count_state)
        if _failed(status):
            return status
        status = count_reset_py(self.Resets_state)
        if _failed(status):
            return status
        return 0

    def finalize(self):
        """Ends all units."""
        return 0

    def compute(self, input):
        """Computes the outputs: a status, then the arrays."""
        self.input[...] = np.reshape(input, self.input.shape)
        count_py(self.input, self.Resets_state, self.Resets_output)
        count_py(self.Resets_output, self.Count_state, self.Count_output)
        return 0, self.Count_output.copy()
