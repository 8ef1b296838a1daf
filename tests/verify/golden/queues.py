# SPDX-License-Identifier: MIT-0
#
# The Python reference of Case.Windows, made by imaginet.
#
# SlidingWindow: Core.Queues.SlidingWindow
# Gain: Test.Gain
# SquareMean: Test.SquareMean
# SlidingWindow2: Core.Queues.SlidingWindow
# Gain2: Test.Gain
import numpy as np
import os
import time


def sliding_window_reset(state):
    state["elements"] = []
    state["times"] = []


def sliding_window_can_enqueue(state, size, capacity_elements):
    return -2 if len(state["elements"]) + size > capacity_elements else 0


def sliding_window_enqueue(state, input, capacity_elements):
    if sliding_window_can_enqueue(state, input.size, capacity_elements) < 0:
        return -2
    state["elements"] += list(input.flat)
    return 0


def sliding_window_dequeue(state, stride, output):
    if len(state["elements"]) < output.size:
        return -1
    output.flat = state["elements"][:output.size]
    del state["elements"][:stride]
    return 0


def gain_py(input, output):
    np.multiply(input, np.float32(1.5), out=output)


def square_mean_py(input, output):
    output[...] = np.mean(np.square(input, dtype=np.float64))


_NO_DATA = -1
_ERROR = -2
_FULL = -4


def _failed(status):
    return status is not None and status < 0


class Pipeline:
    """Case.Windows."""

    def __init__(self):
        """Starts with empty queues."""
        self.init()

    def init(self):
        """Makes all memory anew and starts all units."""
        self.SlidingWindow_state = {}
        self.SlidingWindow2_state = {}
        self.input = np.zeros((2,), dtype=np.float32)
        self.SlidingWindow_output = np.zeros((8,), dtype=np.float32)
        self.Gain_output = np.zeros((8,), dtype=np.float32)
        self.SquareMean_output = np.zeros((1,), dtype=np.float32)
        self.SlidingWindow2_output = np.zeros((3,), dtype=np.float32)
        self.Gain2_output = np.zeros((3,), dtype=np.float32)
        status = sliding_window_reset(self.SlidingWindow_state)
        if _failed(status):
            return status
        status = sliding_window_reset(self.SlidingWindow2_state)
        if _failed(status):
            return status
        return 0

    def soft_reset(self):
        """Forgets all data."""
        status = sliding_window_reset(self.SlidingWindow_state)
        if _failed(status):
            return status
        status = sliding_window_reset(self.SlidingWindow2_state)
        if _failed(status):
            return status
        return 0

    def finalize(self):
        """Ends all units."""
        return 0

    def enqueue(self, input):
        """Takes one frame and returns a status."""
        self.input[...] = np.reshape(input, self.input.shape)
        status = sliding_window_can_enqueue(self.SlidingWindow_state, 2, 8)
        if _failed(status):
            return _FULL
        status = sliding_window_enqueue(self.SlidingWindow_state, self.input, 8)
        if _failed(status):
            return status
        return 0

    def _advance_1(self):
        """Computes one window and passes it to the next queue."""
        status = sliding_window_can_enqueue(self.SlidingWindow2_state, 1, 3)
        if _failed(status):
            return _FULL
        status = sliding_window_dequeue(self.SlidingWindow_state, 4, self.SlidingWindow_output)
        if _failed(status):
            return status
        gain_py(self.SlidingWindow_output, self.Gain_output)
        square_mean_py(self.Gain_output, self.SquareMean_output)
        status = sliding_window_enqueue(self.SlidingWindow2_state, self.SquareMean_output, 3)
        if _failed(status):
            return status
        return 0

    def dequeue(self):
        """Computes the next outputs: a status, then the arrays."""
        status = sliding_window_dequeue(self.SlidingWindow2_state, 1, self.SlidingWindow2_output)
        while status == _NO_DATA:
            status = self._advance_1()
            if _failed(status):
                return (status,)
            status = sliding_window_dequeue(self.SlidingWindow2_state, 1, self.SlidingWindow2_output)
        if _failed(status):
            return (status,)
        gain_py(self.SlidingWindow2_output, self.Gain2_output)
        return 0, self.Gain2_output.copy()
