"""Runs the Python reference on what the emitted C was run on, and writes what it computes.

usage: replay.py JOB FIRST SECONDS
       replay.py JOB stream

JOB is a file of JSON that im-replay.c writes: cases, each with tasks. FIRST is the number
of the task to begin with. A task that takes more than SECONDS ends the process. Each layer
is a task: every call of the C program is repeated with the inputs that C recorded, so that
differences do not add up, while a layer with a state keeps its own. The last task of a case
is the whole pipeline without isolation, or in step with C: then each call goes on with
what C recorded, where it computes that but for rounding. Each task writes a trace of its own; a task whose
trace is not complete did not come to its end.

With "stream" the pipeline of the only case takes frames from one pipe, and its outputs go to
another.

SPDX-License-Identifier: MIT
"""
import bisect
import collections
import importlib.util
import io
import json
import os
import signal
import struct
import sys
import time
import traceback

import numpy as np

RUN, FRAME, TENSOR, CALL, OUTPUT, STATUS, MISMATCH, ERROR, END, _, RESET, TIME = range(12)
NO_DATA, FULL = -1, -4
HEADER = struct.Struct('=IIiI')
FRAMES_PIPE, OUTPUTS_PIPE = 'frames.pipe', 'outputs.pipe'


class Mismatch(Exception):
    """The reference has a result where C has none, or the other way round."""


class Writer:
    def __init__(self, path):
        self.file = open(path, 'wb')

    def write(self, kind, number=0, part=0, data=b''):
        self.file.write(HEADER.pack(kind, number, part, len(data)))
        self.file.write(data)

    def close(self):
        self.write(END)
        self.file.close()


class Record:
    """The trace of C: where the calls of each number are, and what each buffer held."""

    def __init__(self, path):
        with open(path, 'rb') as file:
            self.data = file.read()
        self.marks = []  # position, kind and number of runs, resets and the end
        self.calls = collections.defaultdict(list)  # positions
        self.tensors = collections.defaultdict(lambda: ([], []))  # positions, places
        at, position = 0, 0
        while at + HEADER.size <= len(self.data):
            kind, number, part, size = HEADER.unpack_from(self.data, at)
            at += HEADER.size
            if kind == TENSOR:
                positions, places = self.tensors[part]
                positions.append(position)
                places.append(at)
            elif kind == CALL:
                self.calls[number].append(position)
            elif kind in (RUN, RESET, END):
                self.marks.append((position, kind, number))
            at += size
            position += 1

    def value(self, buffer, position, tensor):
        """What a buffer held at a position."""
        positions, places = self.tensors[buffer]
        start = places[bisect.bisect_left(positions, position) - 1]
        return np.ndarray(tensor['shape'], tensor['type'], self.data, start)

    def events(self, numbers):
        """The marks and the calls of some numbers, in order."""
        events = [(position, CALL, number) for number in numbers
                  for position in self.calls[number]]
        return sorted(events + self.marks)


def load(path):
    name = os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def message(error):
    """The error and the line of the fragment that raised it."""
    text = ''.join(traceback.format_exception_only(type(error), error)).strip()
    frames = [frame for frame in traceback.extract_tb(error.__traceback__)
              if os.path.basename(frame.filename) != os.path.basename(__file__)
              and os.path.dirname(frame.filename) == os.getcwd()]
    if not frames:
        return text
    return f'{text}, in {frames[-1].name}: {frames[-1].line}'


def reset(pipeline):
    status = pipeline.soft_reset()
    if status < 0:
        raise Mismatch(f'Python returns the status {status} for the soft reset')


class Layer:
    """One layer, called as C called it."""

    def __init__(self, task, buffers, writer):
        self.module = load(task['module'])
        self.calls = {int(number): call for number, call in task['calls'].items()}
        self.buffers, self.writer = buffers, writer
        self.pipeline = None

    def restart(self):
        self.expect_empty()
        self.pipeline = self.module.Pipeline()

    def reset(self):
        self.expect_empty()
        reset(self.pipeline)

    def expect_empty(self):
        """C has fetched all windows, so the reference must have none either."""
        if self.pipeline is None or not hasattr(self.pipeline, 'dequeue'):
            return
        status = self.pipeline.dequeue()[0]
        if status >= 0:
            raise Mismatch('Python has a window where C has none')
        if status != NO_DATA:
            raise Mismatch(f'Python returns the status {status} for the next window, C -1')

    def call(self, number, record, position):
        call = self.calls[number]
        if call['function'] == 'enqueue':
            self.expect_empty()
        buffers = [] if call['function'] == 'dequeue' else call['inputs']
        inputs = [record.value(i, position, self.buffers[i]) for i in buffers]
        result = getattr(self.pipeline, call['function'])(*inputs)
        status, outputs = (result, ()) if isinstance(result, int) else (result[0], result[1:])
        if status < 0:
            raise Mismatch(f'Python returns the status {status} where C succeeds')
        for buffer, output in zip(call['outputs'], outputs):
            if buffer >= 0:
                self.writer.write(TENSOR, number, buffer, output.tobytes())


def run_layer(task, case, record, writer):
    layer = Layer(task, case['buffers'], writer)
    for position, kind, number in record.events(layer.calls):
        if kind == RUN:
            layer.restart()
            writer.write(RUN, number)
        elif kind == RESET:
            layer.reset()
        elif kind == CALL:
            layer.call(number, record, position)
            writer.write(CALL, number)
        else:
            layer.expect_empty()


def write_outputs(outputs, ports, writer):
    for port, output in zip(ports, outputs):
        writer.write(OUTPUT, port, 0, output.tobytes())


class Clock:
    """Adds up what calls take."""

    def __init__(self):
        self.taken_ns = 0

    def call(self, function, *inputs):
        start = time.perf_counter_ns()
        result = function(*inputs)
        self.taken_ns += time.perf_counter_ns() - start
        return result

    def write(self, n_frames, writer):
        name = f'Python {sys.version.split()[0]}, NumPy {np.__version__}'
        writer.write(TIME, n_frames, 0, struct.pack('=Q', self.taken_ns) + name.encode())


def fail(function, status):
    raise Mismatch(f'Python returns the status {status} for {function}')


def give(pipeline, frame, inputs, case, clock):
    """Gives each function its inputs, in the frames that bring them."""
    for put in case['puts']:
        if frame * put['num'] % put['den'] >= put['num']:
            continue
        status = clock.call(getattr(pipeline, put['function']),
                            *[inputs[i] for i in put['inputs']])
        if status < 0:
            fail(put['function'], status)


def run_frame(pipeline, frame, inputs, task, case, writer, clock):
    if hasattr(pipeline, 'compute'):
        status, *outputs = clock.call(pipeline.compute, *inputs)
        if status < 0:
            fail('compute', status)
        write_outputs(outputs, task['outputs'], writer)
        return
    give(pipeline, frame, inputs, case, clock)
    taken = True
    while taken:  # one function may have to wait until others have given their results
        taken = False
        for get in case['gets']:
            function = getattr(pipeline, get['function'])
            while (result := clock.call(function))[0] >= 0:
                write_outputs(result[1:], get['outputs'], writer)
                taken = True
            if result[0] not in (NO_DATA, FULL):
                fail(get['function'], result[0])


def frame_type(tensors):
    return np.dtype([(f'input{i}', tensor['type'], tuple(tensor['shape']))
                     for i, tensor in enumerate(tensors)])


def read_columns(path, tensors):
    """The values of each input, one for each frame."""
    if not tensors:
        return []
    rows = np.fromfile(path, frame_type(tensors))
    rows.flags.writeable = False
    return [rows[name] for name in rows.dtype.names]


class Step:
    """Lets a pipeline go on with what C computed, where it computed the same."""

    def __init__(self, task, case, record):
        self.tensors = {int(number): tensor for number, tensor in task['tensors'].items()}
        self.buffers, self.record = case['buffers'], record
        self.starts = [position for position, kind, _ in record.marks if kind == RUN]
        self.largest = {}  # finite magnitude of a buffer in a run

    def restart(self, run):
        start = self.starts[run]
        self.run = run
        self.end = self.starts[run + 1] if run + 1 < len(self.starts) else sys.maxsize
        self.next = {number: bisect.bisect_left(self.record.tensors[tensor['buffer']][0], start)
                     for number, tensor in self.tensors.items()}

    def inputs(self, buffers):
        return max((self.magnitude(buffer) for buffer in buffers), default=0.0)

    def magnitude(self, buffer):
        if (buffer, self.run) not in self.largest:
            positions, places = self.record.tensors[buffer]
            first, end = (bisect.bisect_left(positions, position)
                          for position in (self.starts[self.run], self.end))
            tensor = self.buffers[buffer]
            self.largest[buffer, self.run] = max(
                (largest(np.ndarray(tensor['shape'], tensor['type'], self.record.data, place))
                 for place in places[first:end]), default=0.0)
        return self.largest[buffer, self.run]

    def is_close(self, tensor, ours, theirs):
        if ours.dtype.kind != 'f':
            apart = np.maximum(ours, theirs) - np.minimum(ours, theirs)
            return np.all(apart.astype(np.uint64) <= tensor['steps'])
        inputs = self.inputs(tensor['inputs'])
        if inputs > tensor.get('input_limit', np.inf):
            return True
        allowed = (tensor['relative'] * np.abs(ours.astype(np.float64)) + tensor['absolute']
                   + tensor['of_largest'] * largest(ours) + tensor['of_inputs'] * inputs)
        same = (ours == theirs) | (np.isnan(ours) & np.isnan(theirs))
        return np.all(same | (np.abs(ours.astype(np.float64) - theirs) <= allowed))

    def computed(self, number, ours):
        if number not in self.tensors:
            return
        tensor = self.tensors[number]
        positions, places = self.record.tensors[tensor['buffer']]
        at = self.next[number]
        self.next[number] += 1
        if at >= len(positions) or positions[at] >= self.end:
            return
        theirs = np.ndarray(ours.shape, ours.dtype, self.record.data, places[at])
        if self.is_close(tensor, ours, theirs):
            ours[...] = theirs


def largest(values):
    """The largest finite magnitude; that of integers is not asked for."""
    if values.dtype.kind != 'f':
        return 0.0
    return float(np.max(np.abs(values[np.isfinite(values)]), initial=0))


def run_pipeline(task, case, record, writer):
    module = load(task['module'])
    step = Step(task, case, record) if 'tensors' in task else None
    if step:
        module._computed = step.computed
    columns = read_columns(case['frames'], case['inputs'])
    clock = Clock()
    first = 0
    for run, (n_frames, reset_frame) in enumerate(case['runs']):
        if step:
            step.restart(run)
        pipeline = module.Pipeline()
        writer.write(RUN, run)
        for frame in range(n_frames):
            if 0 < frame == reset_frame:
                reset(pipeline)
            inputs = [column[first + frame, ...] for column in columns]
            writer.write(FRAME, frame)
            run_frame(pipeline, frame, inputs, task, case, writer, clock)
        first += n_frames
    clock.write(first, writer)


def run_task(task, case, record):
    writer = Writer(task['trace'])
    try:
        if task['kind'] == 'pipeline':
            run_pipeline(task, case, record, writer)
        else:
            run_layer(task, case, record, writer)
    except Mismatch as error:
        writer.write(MISMATCH, data=str(error).encode())
    except (Exception, SystemExit) as error:
        writer.write(ERROR, data=message(error).encode())
    writer.close()


class Pipe(io.RawIOBase):
    """Frames that hand on what was computed of the last ones before they wait for more."""

    def __init__(self, path, writer):
        self.raw = open(path, 'rb', buffering=0)
        self.writer = writer

    def readable(self):
        return True

    def readinto(self, buffer):
        self.writer.file.flush()
        return self.raw.readinto(buffer)

    def close(self):
        self.raw.close()
        super().close()


def stream(case):
    task, = case['tasks']
    kind = frame_type(case['inputs'])
    writer = Writer(OUTPUTS_PIPE)
    with io.BufferedReader(Pipe(FRAMES_PIPE, writer)) as frames:
        try:
            pipeline = load(task['module']).Pipeline()
            number = 0
            while len(data := frames.read(kind.itemsize)) == kind.itemsize > 0:
                row = np.frombuffer(data, kind)
                inputs = [row[name][0, ...] for name in kind.names]
                run_frame(pipeline, number, inputs, task, case, writer, Clock())
                number += 1
        except Mismatch as error:
            writer.write(MISMATCH, data=str(error).encode())
        except (Exception, SystemExit) as error:
            writer.write(ERROR, data=message(error).encode())
        writer.close()


def main():
    with open(sys.argv[1], encoding='utf-8') as file:
        job = json.load(file)
    np.seterr(all='ignore')
    if sys.argv[2] == 'stream':
        stream(job['cases'][0])
        return
    first, seconds = int(sys.argv[2]), int(sys.argv[3])
    number = 0
    for case in job['cases']:
        record = None
        for task in case['tasks']:
            if number >= first:
                if record is None and (task['kind'] == 'layer' or 'tensors' in task):
                    record = Record(case['trace'])
                signal.alarm(seconds)
                run_task(task, case, record)
            number += 1


main()
