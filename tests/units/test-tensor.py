#!/usr/bin/python3
"""Compares the units that are formulas with numpy and scipy, for random shapes, options and types.

usage: test-tensor.py IMAGINET UNITS COUNT

Copies of the units get COUNT random examples each, whose outputs are computed here, with loops
or windows of numpy and where it fits scipy.signal; `imaginet test` then computes them in C and
in Python. Values are small whole numbers, or halves of them, so that sums are exact.

SPDX-License-Identifier: MIT
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from tap import Tap

try:
    import numpy as np
    from scipy import signal
    from scipy.spatial import distance
except ImportError as error:
    print(f'1..0 # SKIP {error.name} is not installed')
    sys.exit(0)

TYPES = (np.float32, np.int8, np.int16)
RANDOM = np.random.default_rng(2024)


def pick(low, high):
    return int(RANDOM.integers(low, high + 1))


def tensor(shape, dtype):
    if dtype is np.float32:
        return (RANDOM.integers(-20, 21, shape) / 2).astype(dtype)
    limits = np.iinfo(dtype)
    return RANDOM.integers(limits.min, limits.max + 1, shape).astype(dtype)


def wide(array):
    """What its sums are computed in: integers wrap in 32 bits."""
    return array.astype(np.float64 if array.dtype == np.float32 else np.int64)


def wrapped(array, dtype):
    return array.astype(np.float32 if dtype is np.float32 else np.int32)


def convolve(x, w, stride, dilation, top, left, rows, columns):
    """[h, w, c] with [i, j, c of a group, o]: zeros around, windows, one group after the other."""
    kernel = np.zeros(((w.shape[0] - 1) * dilation + 1, (w.shape[1] - 1) * dilation + 1, *w.shape[2:]), w.dtype)
    kernel[::dilation, ::dilation] = w
    padded = np.zeros((top + x.shape[0] + stride * rows + kernel.shape[0],
                       left + x.shape[1] + stride * columns + kernel.shape[1], x.shape[2]), x.dtype)
    padded[top:top + x.shape[0], left:left + x.shape[1]] = x
    windows = np.lib.stride_tricks.sliding_window_view(padded, kernel.shape[:2], (0, 1))
    windows = windows[::stride, ::stride][:rows, :columns]
    groups = x.shape[2] // w.shape[2]
    per_group = w.shape[3] // groups
    parts = [np.einsum('yxcij,ijco->yxo', windows[:, :, g * w.shape[2]:(g + 1) * w.shape[2]],
                       kernel[..., g * per_group:(g + 1) * per_group]) for g in range(groups)]
    return np.concatenate(parts, axis=2)


def conv1d(dtype):
    channels, filters, taps = pick(1, 3), pick(1, 4), pick(1, 4)
    stride, dilation = pick(1, 3), pick(1, 3)
    reach = dilation * (taps - 1) + 1
    x, w = tensor((reach + pick(0, 7), channels), dtype), tensor((taps, channels, filters), dtype)
    rows = (x.shape[0] - reach) // stride + 1
    y = convolve(wide(x)[:, None], wide(w)[:, None], stride, dilation, 0, 0, rows, 1)[:, 0]
    if stride == dilation == 1:  # another witness
        other = sum(np.stack([signal.correlate(wide(x)[:, c], wide(w)[:, c, o], 'valid', 'direct')
                              for o in range(filters)], 1) for c in range(channels))
        np.testing.assert_array_equal(y, other)
    return {'input': x, 'filter': w}, {'stride': stride, 'dilation': dilation}, wrapped(y, dtype)


def conv2d(dtype):
    groups, channels, filters = pick(1, 3), pick(1, 2), pick(1, 2)
    size = pick(1, 3), pick(1, 3)
    stride, dilation, same = pick(1, 3), pick(1, 2), bool(pick(0, 1))
    reach = [dilation * (n - 1) + 1 for n in size]
    x = tensor((*(r + pick(0, 4) for r in reach), groups * channels), dtype)
    w = tensor((*size, channels, groups * filters), dtype)
    if same:
        counts = [-(-n // stride) for n in x.shape[:2]]
        before = [max((n - 1) * stride + r - m, 0) // 2 for n, r, m in zip(counts, reach, x.shape)]
    else:
        counts, before = [(n - r) // stride + 1 for n, r in zip(x.shape, reach)], (0, 0)
    y = convolve(wide(x), wide(w), stride, dilation, *before, *counts)
    return {'input': x, 'filter': w}, {'stride': stride, 'dilation': dilation, 'same': str(same).lower()}, \
        wrapped(y, dtype)


def windows_of(dtype):
    size, stride = pick(1, 3), pick(1, 3)
    x = tensor((size + pick(0, 5), size + pick(0, 5), pick(1, 3)), dtype)
    windows = np.lib.stride_tricks.sliding_window_view(x, (size, size), (0, 1))[::stride, ::stride]
    return x, {'size': size, 'stride': stride}, windows


def quotient(sums, count, dtype):
    """Of integers towards 0."""
    if dtype is np.float32:
        return (sums.astype(np.float32) / np.float32(count)).astype(np.float32)
    return np.trunc(sums / count).astype(dtype)


def max_pool(dtype):
    x, options, windows = windows_of(dtype)
    return {'input': x}, options, windows.max((3, 4))


def average_pool(dtype):
    x, options, windows = windows_of(dtype)
    return {'input': x}, options, quotient(wide(windows).sum((3, 4)), options['size']**2, dtype)


def global_average(dtype):
    x = tensor((pick(1, 4), pick(1, 4), pick(1, 4)), dtype)
    return {'input': x}, {}, quotient(wide(x).sum((0, 1)), x.shape[0] * x.shape[1], dtype)


def dense(dtype):
    x, w = tensor(pick(1, 9), dtype), None
    w = tensor((x.size, pick(1, 9)), dtype)
    b = tensor(w.shape[1], np.float32 if dtype is np.float32 else np.int16)
    b = b if dtype is np.float32 else b.astype(np.int32)
    return {'input': x, 'weights': w, 'bias': b}, {}, wrapped(wide(x) @ wide(w) + wide(b), dtype)


def gemm(dtype):
    m, k, n = pick(1, 6), pick(1, 6), pick(1, 6)
    a, b, c = tensor((m, k), dtype), tensor((k, n), dtype), tensor((m, n), dtype)
    alpha, beta = pick(-2, 3) / 2, pick(-2, 3) / 2
    return {'input': a, 'b': b, 'c': c}, {'alpha': alpha, 'beta': beta}, \
        wrapped(alpha * (wide(a) @ wide(b)) + beta * wide(c), dtype)


def outer(dtype):
    a, b = tensor(pick(1, 8), dtype), tensor(pick(1, 8), dtype)
    return {'input': a, 'b': b}, {}, wrapped(np.outer(wide(a), wide(b)), dtype)


def cumulative_sum(dtype):
    x = tensor((pick(1, 9), pick(1, 4)), dtype)
    return {'input': x}, {}, wrapped(np.cumsum(wide(x), 0), dtype)


def moving_sum(dtype):
    size = pick(1, 4)
    x = tensor((size + pick(0, 7), pick(1, 4)), dtype)
    y = signal.convolve(wide(x), np.ones((size, 1), wide(x).dtype), 'valid', 'direct')
    return {'input': x}, {'size': size}, wrapped(y, dtype)


def pairwise_distance(dtype):
    k = pick(1, 5)
    a, b = tensor((pick(1, 5), k), dtype), tensor((pick(1, 5), k), dtype)
    return {'input': a, 'b': b}, {}, distance.cdist(wide(a), wide(b)).astype(dtype)


def upsample(dtype):
    x, factor = tensor((pick(1, 4), pick(1, 4), pick(1, 3)), dtype), pick(1, 4)
    return {'input': x}, {'factor': factor}, x.repeat(factor, 0).repeat(factor, 1)


def gather(dtype):
    x = tensor([pick(1, 4) for _ in range(pick(1, 3))], dtype)
    axis = pick(0, x.ndim - 1)
    kind = (np.int8, np.uint8, np.int16, np.uint16, np.int32)[pick(0, 4)]
    table = RANDOM.integers(0 if kind in (np.uint8, np.uint16) else -2, 6, pick(1, 6)).astype(kind)
    places = [min(max(int(number), 0), x.shape[x.ndim - 1 - axis] - 1) for number in table]
    y = np.stack([np.moveaxis(x, -1 - axis, 0)[place] for place in places], -1)
    return {'input': x, 'table': table}, {'axis': axis}, np.moveaxis(y, -1, -1 - axis)


def relu(dtype):
    x, slope = tensor([pick(1, 4) for _ in range(pick(1, 4))], dtype), 0.25 * pick(0, 1) if dtype is np.float32 else 0
    return {'input': x}, {'slope': slope}, np.where(x < 0, x * dtype(slope), x).astype(dtype)


def threshold(dtype):
    mode = ('below', 'above', 'magnitude', 'binary')[pick(0, 3)]
    x, limit, value = tensor([pick(1, 4) for _ in range(pick(1, 4))], dtype), pick(0, 10), pick(-3, 3)
    signed = wide(x)
    replaced = {'below': signed < limit, 'above': signed > limit, 'magnitude': np.abs(signed) < limit,
                'binary': signed < limit}[mode]
    y = np.where(replaced, 0, 1) if mode == 'binary' else np.where(replaced, value, signed)
    return {'input': x}, {'mode': mode, 'threshold': limit, 'value': value}, y.astype(dtype)


UNITS = {
    'Conv1d': (conv1d, TYPES), 'Conv2d': (conv2d, TYPES), 'MaxPool': (max_pool, TYPES),
    'AveragePool': (average_pool, TYPES), 'GlobalAverage': (global_average, TYPES), 'Dense': (dense, TYPES),
    'Gemm': (gemm, TYPES[:1]), 'Outer': (outer, TYPES), 'CumulativeSum': (cumulative_sum, TYPES),
    'MovingSum': (moving_sum, TYPES), 'PairwiseDistance': (pairwise_distance, TYPES[:1]),
    'Upsample': (upsample, TYPES), 'Gather': (gather, (*TYPES, np.int32, np.uint8)),
    'Relu': (relu, (*TYPES, np.int32)), 'Threshold': (threshold, (*TYPES, np.int32)),
}
IN_MATH = ('Relu', 'Threshold')


def numbers(array):
    return ' '.join(f'{number:.17g}' for number in array.ravel())


def example(text, inputs, options, output):
    lines = [f'<im:Example text="{text}">']
    for name, array in inputs.items():
        shape = ','.join(map(str, array.shape))
        lines.append(f'<im:Input name="{name}" type="{array.dtype.name}" shape="[{shape}]">{numbers(array)}</im:Input>')
    lines += [f'<im:Argument param="{name}">{value}</im:Argument>' for name, value in options.items()]
    return '\n'.join([*lines, f'<im:Output name="output">{numbers(output)}</im:Output>', '</im:Example>'])


def write(units, folder, name, count):
    """A copy of a unit with other examples; returns its file."""
    make, types = UNITS[name]
    path = os.path.join(folder, name, f'{name}.imunit')
    family = 'Math' if name in IN_MATH else 'Tensor'
    shutil.copytree(os.path.join(units, 'Core', family, name), os.path.join(folder, name))
    with open(path, encoding='utf-8') as file:
        text = file.read()
    first = list(UNITS).index(name)  # with few examples the units take turns at the types
    chosen = [types[(first + k) % len(types)] for k in range(count)]
    made = [example(f'{k}: {dtype.__name__}', *make(dtype)) for k, dtype in enumerate(chosen)]
    text = re.sub(r'<im:Examples>.*</im:Examples>',
                  lambda _: '<im:Examples>' + '\n'.join(made) + '</im:Examples>', text, flags=re.S)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return path


def main(imaginet, units, count):
    tap = Tap()
    known = sorted(os.listdir(os.path.join(units, 'Core', 'Tensor')))
    tap.result('units', [f'{name} has no second source' for name in known if name not in UNITS])
    with tempfile.TemporaryDirectory() as folder:
        for name in UNITS:
            run = subprocess.run([imaginet, 'test', write(units, folder, name, int(count)), '--json'],
                                 capture_output=True, text=True, timeout=900)
            tap.result(name, judge(run, int(count)))
    return tap.finish()


def judge(run, count):
    try:
        found = json.loads(run.stdout)
    except ValueError:
        return [run.stderr or run.stdout or f'exit status {run.returncode}']
    results = found['examples']
    wrong = [json.dumps(result)[:400] for result in results
             if any(result[language]['state'] != 'pass' for language in ('c', 'python'))]
    if not wrong and (len(results) != count or run.returncode != 0):
        wrong = [f'{len(results)} results of {count} examples, exit status {run.returncode}: {run.stderr[:900]}']
    return wrong


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
