"""The pipeline @unitPython@, computed by the C of its firmware.

    from @module@ import Pipeline

    pipeline = Pipeline()
    features = pipeline.run(recording)  # rows of channels, from the start
    more = pipeline(frames)             # frames that follow each other, as they come

A Pipeline has a state of its own. What stands in INPUTS and OUTPUTS goes in and comes out, one
tensor behind the other along axis 0.

Made by imaginet @version@.
SPDX-License-Identifier: MIT-0
"""
import _ctypes
import ctypes
import os
import shutil
import tempfile
import threading
import weakref
from typing import NamedTuple, Tuple

import numpy as np

__all__ = ['INPUTS', 'OUTPUTS', 'Pipeline', 'PipelineError', 'Port', 'run']
__version__ = '1.0.0'

_LIBRARY = os.path.join(os.path.dirname(os.path.abspath(__file__)), '_code.so')


class Port(NamedTuple):
    """An input or output. Fixed-point types are those of their stored integers."""
    name: str
    shape: Tuple[int, ...]
    dtype: np.dtype
    rate: float  # tensors per second, 0 if it is not known
    is_time: bool  # whether it carries time stamps, in seconds


class PipelineError(RuntimeError):
    """The pipeline cannot go on; reset() lets it begin anew."""


INPUTS = (
@pythonInputs@)
OUTPUTS = (
@pythonOutputs@)


def _load_copy(folder):
    descriptor, path = tempfile.mkstemp('.so', '@module@-', folder)
    os.close(descriptor)
    try:
        shutil.copyfile(_LIBRARY, path)
        return ctypes.CDLL(path)
    finally:
        try:
            os.unlink(path)
        except PermissionError:
            pass  # Windows keeps what is loaded


def _load():
    """Loads a copy of the library, so that its variables are those of one object."""
    try:
        library = _load_copy(None)
    except OSError:
        library = _load_copy(os.path.dirname(_LIBRARY))  # no code may run in the other folder
    pointers = ctypes.POINTER(ctypes.c_void_p)
    library.pipeline_run.argtypes = [pointers, ctypes.c_int64]
    library.pipeline_due.argtypes = [ctypes.c_uint, ctypes.c_int64]
    library.pipeline_due.restype = ctypes.c_int64
    library.pipeline_count.argtypes = [ctypes.c_uint]
    library.pipeline_count.restype = ctypes.c_int64
    library.pipeline_take.argtypes = [ctypes.c_uint, ctypes.c_void_p]
    library.pipeline_take.restype = None
    return library


def _unload(library):
    library.pipeline_free()
    getattr(_ctypes, 'dlclose', getattr(_ctypes, 'FreeLibrary', None))(library._handle)


def _describe(shape):
    return '[' + ','.join(str(size) for size in shape) + ']'


class Pipeline:
    """One stream through the pipeline. Threads that share it wait for each other."""

    inputs = INPUTS
    outputs = OUTPUTS

    def __init__(self):
        self._lock = threading.RLock()
        self._library = _load()
        weakref.finalize(self, _unload, self._library)
        self.reset()

    def __reduce__(self):
        raise TypeError('a Pipeline has a state that stays in its process: make one where it is used, or send '
                        '@module@.run')

    def reset(self):
        """Begins anew, as if nothing had been given."""
        with self._lock:
            status = self._library.pipeline_init()
        if status != 0:
            raise PipelineError(f'@PREFIX@_init returns the status {status}')

    def __call__(self, *arrays):
        """Gives frames that follow those before, and returns what comes out of them.

        There is an array for each of the inputs, [frames, *shape] of its dtype. What comes out is an array
        [results, *shape], or of several outputs a dictionary of them by name.
        """
        with self._lock:
            return self._compute(arrays)

    def run(self, recording, times=None):
        """Begins anew, runs a whole recording, and returns what comes out, as imaginet run does.

        A recording has rows [rows, channels], or [rows] of one channel. Floats are rounded to the type of
        the input, integers must have it. The channels are the innermost axes of the input: one of [50,3]
        takes 50 rows of 3. What is left at the end is not used. Inputs of time get the times of the rows in
        seconds, without them those of the rate of the input.
        """
        data = [port for port in INPUTS if not port.is_time]
        if len(data) != 1:
            raise TypeError(f'a recording goes to one input, there are {len(data)}: give frames to each of them')
        frames, rows_per_frame = _cut(np.asarray(recording), data[0])
        arrays = [_find_times(port, data[0], len(frames), rows_per_frame, times) if port.is_time else frames
                  for port in INPUTS]
        with self._lock:
            self.reset()
            return self._compute(arrays)

    def _compute(self, arrays):
        arrays = _check(arrays)
        n_frames = len(arrays[@pythonFastest@])
        for number, (port, array) in enumerate(zip(INPUTS, arrays)):
            due = self._library.pipeline_due(number, n_frames)
            if len(array) != due:
                raise ValueError(f'{port.name}: expected {due} frames besides {n_frames} of '
                                 f'{INPUTS[@pythonFastest@].name}, found {len(array)}')
        pointers = (ctypes.c_void_p * len(arrays))(*[array.ctypes.data for array in arrays])
        status = self._library.pipeline_run(pointers, n_frames)
        results = [self._take(number, port) for number, port in enumerate(OUTPUTS)]
        if status == @pythonNoMemory@:
            raise MemoryError('there is no memory for what comes out')
        if status != 0:
            raise PipelineError(f'the C of the pipeline returns the status {status}')
        return results[0] if len(OUTPUTS) == 1 else {port.name: result for port, result in zip(OUTPUTS, results)}

    def _take(self, number, port):
        result = np.empty((self._library.pipeline_count(number), *port.shape), port.dtype)
        self._library.pipeline_take(number, result.ctypes.data)
        return result


def _check(arrays):
    """Checks that there is an array for each input."""
    if len(arrays) != len(INPUTS):
        raise TypeError(f'expected {len(INPUTS)} arrays ({", ".join(port.name for port in INPUTS)}), '
                        f'found {len(arrays)}')
    checked = []
    for port, array in zip(INPUTS, arrays):
        array = np.asarray(array)
        if array.dtype != port.dtype:
            raise TypeError(f'{port.name}: expected {port.dtype}, found {array.dtype}')
        if array.shape[1:] != port.shape or array.ndim == 0:
            raise ValueError(f'{port.name}: expected frames {_describe(("frames", *port.shape))}, '
                             f'found {_describe(array.shape)}')
        checked.append(np.require(array, requirements=['C', 'A']))
    return checked


def _cut(rows, port):
    """Cuts rows into frames; returns them, and how many rows one has."""
    if rows.ndim == 1:
        rows = rows[:, None]
    allowed = [int(np.prod(port.shape[axis:])) for axis in range(len(port.shape))][::-1] or [1]
    if rows.ndim != 2 or rows.shape[1] not in allowed:
        raise ValueError(f'{port.name}: expected a recording [rows,{allowed[0]}] for the input '
                         f'{_describe(port.shape)}, found {_describe(rows.shape)}')
    if rows.dtype != port.dtype:
        if rows.dtype.kind != 'f' or port.dtype.kind != 'f':
            raise TypeError(f'{port.name}: expected {port.dtype}, found {rows.dtype}')
        if not np.isfinite(rows).all():
            raise ValueError(f'{port.name}: expected finite numbers')
        rows = rows.astype(port.dtype)
    rows_per_frame = allowed[-1] // rows.shape[1]
    n_frames = len(rows) // rows_per_frame
    return rows[:n_frames * rows_per_frame].reshape((n_frames, *port.shape)), rows_per_frame


def _find_times(port, data, n_frames, rows_per_frame, times):
    """The times of frames, from the first row on; of several in one the last is that of its last row."""
    size = int(np.prod(port.shape))
    row = rows_per_frame * np.arange(n_frames, dtype=float)[:, None]
    row = row + (rows_per_frame - 1) * np.arange(size, dtype=float) / max(size - 1, 1)
    if times is not None:
        times = np.asarray(times, float)
        if times.ndim != 1 or len(times) < n_frames * rows_per_frame:
            raise ValueError(f'{port.name}: expected a time for each row, found {_describe(times.shape)}')
        seconds = times[row.astype(int)] - times[0]
    elif data.rate > 0:
        seconds = row / (data.rate * rows_per_frame)
    else:
        raise ValueError(f'{port.name}: expected times, since the rate of {data.name} is not known')
    return seconds.reshape((n_frames, *port.shape)).astype(port.dtype)


_own = threading.local()


def run(recording, times=None):
    """Pipeline.run of a pipeline that this thread has for itself.

    It is known by its name, so that pools of processes and schedulers such as Dask can send it.
    """
    if not hasattr(_own, 'pipeline'):
        _own.pipeline = Pipeline()
    return _own.pipeline.run(recording, times)
