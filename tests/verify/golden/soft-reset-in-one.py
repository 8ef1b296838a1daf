# SPDX-License-Identifier: MIT-0
#
# The Python reference of Case.SoftResetInOne, made by imaginet.
#
# ResetsInC: Test.ResetsInC
# ResetsInPython: Test.ResetsInPython
import numpy as np
import os
import time


def count_start_py(state):
    state["n"] = 100


def count_zero_start_py(state):
    state["n"] = 0


def count_py(input, state, output):
    state["n"] += 1
    output[...] = input + np.float32(state["n"])


def count_end_py(state):
    state.clear()


_NO_DATA = -1
_ERROR = -2
_FULL = -4


def _failed(status):
    return status is not None and status < 0


class Pipeline:
    """Case.SoftResetInOne."""

    def __init__(self):
        """Starts with empty queues."""
        self.init()

    def init(self):
        """Makes all memory anew and starts all units."""
        self.ResetsInC_state = {}
        self.ResetsInPython_state = {}
        self.input = np.zeros((4,), dtype=np.float32)
        self.ResetsInC_output = np.zeros((4,), dtype=np.float32)
        self.ResetsInPython_output = np.zeros((4,), dtype=np.float32)
        status = count_start_py(self.ResetsInC_state)
        if _failed(status):
            return status
        status = count_zero_start_py(self.ResetsInPython_state)
        if _failed(status):
            return status
        return 0

    def soft_reset(self):
        """Forgets all data."""
        self.ResetsInC_state = {}
        status = count_start_py(self.ResetsInC_state)
        if _failed(status):
            return status
        status = count_zero_start_py(self.ResetsInPython_state)
        if _failed(status):
            return status
        return 0

    def finalize(self):
        """Ends all units."""
        status = count_end_py(self.ResetsInPython_state)
        if _failed(status):
            return status
        return 0

    def compute(self, input):
        """Computes the outputs: a status, then the arrays."""
        self.input[...] = np.reshape(input, self.input.shape)
        count_py(self.input, self.ResetsInC_state, self.ResetsInC_output)
        count_py(self.ResetsInC_output, self.ResetsInPython_state, self.ResetsInPython_output)
        return 0, self.ResetsInPython_output.copy()
