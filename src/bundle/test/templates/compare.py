"""Runs the Python reference on what the C was run on, and compares the results.

usage: compare.py TRACE

TRACE is what `runner --trace` wrote: all inputs, and all outputs of C. The reference is
reference.py; both need numpy only. The status is 0 if all results are within their
tolerance, 1 if one is not, 2 if the reference could not run.

SPDX-License-Identifier: MIT-0
"""
import json
import os
import struct
import sys
import traceback

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
RUN, FRAME, RESULT, END = range(4)
HEADER = struct.Struct('=II')
NO_DATA, FULL = -1, -4
PASSED, FAILED, UNDECIDED = range(3)


def largest_of(tensor):
    """The largest finite magnitude of floats."""
    if tensor.dtype.kind != 'f':
        return 0.0
    values = np.abs(tensor[np.isfinite(tensor)].astype('float64'))
    return float(values.max(initial=0))


class Difference:
    """How far an output of C is from the reference, and where it is too far first."""

    def __init__(self, output):
        self.output, self.type = output, np.dtype(output['type'])
        self.elements = self.different = 0
        self.absolute = self.relative = self.ulp = 0.0
        self.first = None

    def rank(self, values):
        """The places of values among all values of their type."""
        if self.type.kind == 'u':
            return values.astype('uint64')
        bits = values.view(f'uint{8 * self.type.itemsize}').astype('uint64')
        sign = np.uint64(1 << (8 * self.type.itemsize - 1))
        if self.type.kind == 'i':
            return bits ^ sign
        return np.where(bits & sign, sign - (bits & ~sign), sign + bits)

    def add(self, actual, expected, largest_input, place):
        a, b = actual.ravel().astype('float64'), expected.ravel().astype('float64')
        from_, to = self.rank(actual.ravel()), self.rank(expected.ravel())
        ulp = np.where(from_ < to, to - from_, from_ - to).astype('float64')
        ulp[np.isnan(a) & np.isnan(b)] = 0
        finite = np.isfinite(a) & np.isfinite(b)
        distance = np.where(finite, np.abs(a - b), np.where(ulp > 0, np.inf, 0))
        ulp[~finite & (ulp > 0)] = np.inf
        if self.type.kind == 'f':
            tolerance = self.output
            allowed = (tolerance['absolute'] + tolerance['relative'] * np.abs(b)
                       + tolerance['of_largest'] * largest_of(expected)
                       + tolerance['of_inputs'] * largest_input)
            bad = ~((ulp == 0) | (finite & (distance <= allowed)))
            counts = (ulp > 0) & (bad | (distance > tolerance['absolute']))
        else:
            bad, counts = ulp > self.output['steps'], ulp > 0
        self.note(distance[counts], b[counts], ulp[counts])
        self.elements += len(a)
        self.different += int(bad.sum())
        if bad.any() and self.first is None:
            index = int(np.argmax(bad))
            self.first = f'element {index} at {place}: C has {a[index]:.9g}, ' \
                         f'Python {b[index]:.9g}'

    def note(self, distance, expected, ulp):
        size = np.abs(expected)
        relative = distance[size > 0] / size[size > 0]
        self.absolute = max(self.absolute, distance.max(initial=0))
        self.relative = max(self.relative, relative.max(initial=0))
        self.ulp = max(self.ulp, ulp.max(initial=0))

    def show(self):
        name = self.output['name']
        if self.first is not None:
            print(f'{name}: {self.first}')
        print(f'{name}: max abs {self.absolute:.3g}, max rel {self.relative:.3g}, '
              f'max ULP {self.ulp:.0f}; {self.different} of {self.elements} elements differ')


class Trace:
    def __init__(self, path):
        with open(path, 'rb') as file:
            self.data = file.read()
        self.at = 0

    def header(self):
        kind, number = HEADER.unpack_from(self.data, self.at)
        self.at += HEADER.size
        return kind, number

    def number(self):
        value, = struct.unpack_from('=d', self.data, self.at)
        self.at += 8
        return value

    def tensors(self, ports):
        values = []
        for port in ports:
            count = int(np.prod(port['shape']))
            array = np.frombuffer(self.data, port['type'], count, self.at)
            values.append(array.reshape(port['shape']))
            self.at += array.nbytes
        return values


def is_due(put, frame):
    """Whether the inputs of a function come with a frame of the fastest ones."""
    return frame * put['num'] % put['den'] < put['num']


def results_of(pipeline, vectors, frame, inputs):
    """Yields what the reference gives for one frame, each with the number of its function."""
    for put in vectors['puts']:
        if not is_due(put, frame):
            continue
        result = getattr(pipeline, put['function'])(*[inputs[i] for i in put['inputs']])
        status, *values = result if isinstance(result, tuple) else (result,)
        if status < 0:
            raise RuntimeError(f'{put["function"]} returns {status}')
        if put['function'] == 'compute':
            yield 0, [value.copy() for value in values]
            return
    taken = True
    while taken:  # one function may have to wait until others have given their results
        taken = False
        for number, get in enumerate(vectors['gets']):
            function = getattr(pipeline, get['function'])
            while (result := function())[0] >= 0:
                yield number, [value.copy() for value in result[1:]]
                taken = True
            if result[0] not in (NO_DATA, FULL):
                raise RuntimeError(f'{get["function"]} returns {result[0]}')


def compare(trace, vectors, pipeline_class):
    """Returns a message if one side has more results, else None, and the differences."""
    differences = [Difference(output) for output in vectors['outputs']]
    pipeline, expected, place = None, [], 'the start'
    while True:
        kind, number = trace.header()
        if kind != RESULT and expected:
            return f'Python has a result at {place}, C has none', differences
        if kind == END:
            return None, differences
        if kind == RUN:
            pipeline, run = pipeline_class(), vectors['runs'][number]['name']
        elif kind == FRAME:
            place = f'frame {number} of {run}'
            inputs = trace.tensors(vectors['inputs'])
            if number == 0 or not vectors['has_state']:
                largest = 0.0
            largest = max(largest, *map(largest_of, inputs))
            expected = list(results_of(pipeline, vectors, number, inputs))
        else:
            ports = vectors['gets'][number]['outputs']
            actual = trace.tensors([vectors['outputs'][port] for port in ports])
            if not expected or expected[0][0] != number:
                return f'C has a result at {place}, Python has none', differences
            for port, a, b in zip(ports, actual, expected.pop(0)[1]):
                differences[port].add(a, b, largest, place)


def main(path):
    with open(os.path.join(HERE, 'vectors.json'), encoding='utf-8') as file:
        vectors = json.load(file)
    np.seterr(all='ignore')
    sys.path.insert(0, HERE)
    try:
        import reference
        message, differences = compare(Trace(path), vectors, reference.Pipeline)
    except Exception as error:  # what a fragment of the reference raises may be anything
        traceback.print_exc()
        print(f'the Python reference could not run: {error}')
        return UNDECIDED
    for difference in differences:
        difference.show()
    if message is None and not any(difference.elements for difference in differences):
        print('no results to compare: neither C nor Python gives any')
        return UNDECIDED
    if message is not None:
        print(message)
    failed = message is not None or any(difference.different for difference in differences)
    print(f'{"DIFFERENT" if failed else "equal"} to what the Python reference computes now')
    return FAILED if failed else PASSED


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
