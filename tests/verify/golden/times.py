# SPDX-License-Identifier: MIT-0
#
# The Python reference of Core.Queues.SlidingWindow, made by imaginet.
#
# SlidingWindow: Core.Queues.SlidingWindow
import numpy as np


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


def sliding_window_times_enqueue(state, input, time_input, capacity_elements):
    status = sliding_window_enqueue(state, input, capacity_elements)
    if status >= 0:
        state["times"] += [(np.min(time_input), np.max(time_input))] * input.size
    return status


def sliding_window_dequeue(state, stride, output):
    if len(state["elements"]) < output.size:
        return -1
    output.flat = state["elements"][:output.size]
    del state["elements"][:stride]
    return 0


def sliding_window_times_dequeue(state, stride, output, time_output):
    status = sliding_window_dequeue(state, stride, output)
    if status >= 0:
        earliest, latest = zip(*state["times"][:output.size])
        time_output[...] = np.min(earliest), np.max(latest)
        del state["times"][:stride]
    return status


_NO_DATA = -1
_ERROR = -2
_FULL = -4


def _failed(status):
    return status is not None and status < 0


class Pipeline:
    """Core.Queues.SlidingWindow."""

    def __init__(self):
        """Starts with empty queues."""
        self.init()

    def init(self):
        """Makes all memory anew and starts all units."""
        self.SlidingWindow_state = {}
        self.input = np.zeros((2,), dtype=np.int16)
        self.time_input = np.zeros((1,), dtype=np.float32)
        self.SlidingWindow_output = np.zeros((50, 2), dtype=np.int16)
        self.SlidingWindow_time_output = np.zeros((2,), dtype=np.float32)
        status = sliding_window_reset(self.SlidingWindow_state)
        if _failed(status):
            return status
        return 0

    def soft_reset(self):
        """Forgets all data."""
        status = sliding_window_reset(self.SlidingWindow_state)
        if _failed(status):
            return status
        return 0

    def finalize(self):
        """Ends all units."""
        return 0

    def enqueue(self, input, time_input):
        """Takes one frame and returns a status."""
        self.input[...] = np.reshape(input, self.input.shape)
        self.time_input[...] = np.reshape(time_input, self.time_input.shape)
        status = sliding_window_can_enqueue(self.SlidingWindow_state, 2, 100)
        if _failed(status):
            return _FULL
        status = sliding_window_times_enqueue(self.SlidingWindow_state, self.input, self.time_input, 100)
        if _failed(status):
            return status
        return 0

    def dequeue(self):
        """Computes the next outputs: a status, then the arrays."""
        status = sliding_window_times_dequeue(self.SlidingWindow_state, 50, self.SlidingWindow_output, self.SlidingWindow_time_output)
        if _failed(status):
            return (status,)
        return 0, self.SlidingWindow_output.copy(), self.SlidingWindow_time_output.copy()
