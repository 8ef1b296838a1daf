"""Computes contractions from their definition, by enumeration of all sets of indices.

A row says 0 <= (factors of the indices + constant) / divisor < bound.

SPDX-License-Identifier: MIT
"""
import math

import numpy as np

CHUNK = 1 << 20
AGGREGATIONS = {'sum': (np.add, 0), 'product': (np.multiply, 1),
                'min': (np.fmin, math.inf), 'max': (np.fmax, -math.inf),
                'and': (np.minimum, 1), 'or': (np.maximum, 0)}


def find_box(rows, n):
    """First and last value of each index, as far as single inequalities tell them."""
    low, high = [-math.inf] * n, [math.inf] * n
    for _ in range(100):
        before = low + high
        for factors, constant, divisor, bound in rows:
            for i, factor in enumerate(factors):
                if factor == 0:
                    continue
                ends = [(f * low[j], f * high[j]) for j, f in enumerate(factors) if f and j != i]
                least = -constant - sum(max(pair) for pair in ends)
                most = divisor * (bound - 1) - constant - sum(min(pair) for pair in ends)
                if factor < 0:
                    least, most = most, least
                if math.isfinite(least):
                    low[i] = max(low[i], math.ceil(least / factor))
                if math.isfinite(most):
                    high[i] = min(high[i], math.floor(most / factor))
        if low + high == before:
            break
    return list(zip(low, high))


def apply(form, index):
    """The numerator of a form for each set of indices."""
    return sum((factor * one for factor, one in zip(form[0], index)),
               np.full(index.shape[1], form[1], np.int64))


def position(forms, shape, points):
    """The number of the element that each set of indices stands for."""
    at = np.zeros(points.index.shape[1], np.int64)
    for form, size in zip(forms, shape):
        index = form(points) if callable(form) else apply(form, points.index) // form[2]
        if np.any(index < 0) or np.any(index >= size):
            raise IndexError(f'a computed index lies outside of an axis of {size}')
        at = at * size + index
    return at


class Points:
    """Sets of indices, with what is read and computed for them when that is needed."""

    def __init__(self, loads, index, values=()):
        self.loads, self.index, self.locals, self.read = loads, index, list(values), {}

    def __getitem__(self, load):
        if load not in self.read:
            array, forms = self.loads[load]
            self.read[load] = array.ravel()[position(forms, array.shape, self)]
        return self.read[load]

    def add(self, function):
        self.locals.append(self.spread(function(self)))

    def spread(self, values):
        return np.broadcast_to(values, self.index.shape[1])

    def take(self, where):
        return Points(self.loads, self.index[:, where], [one[where] for one in self.locals])


def choose(points, condition, yes, no, dtype):
    """What is not chosen is not computed."""
    is_true = points.spread(condition)
    values = np.zeros(is_true.shape, dtype)
    for where, branch in ((is_true, yes), (~is_true, no)):
        if where.any():
            values[where] = branch(points.take(where))
    return values


def store(sums, dtype, saturates):
    """Numbers as elements: integers wrap or saturate, reals saturate."""
    if not np.issubdtype(dtype, np.integer):
        return sums.astype(dtype)
    if np.issubdtype(sums.dtype, np.floating):
        return saturate(sums, dtype)
    if saturates:
        limits, own = np.iinfo(dtype), np.iinfo(sums.dtype)
        sums = np.clip(sums, max(limits.min, own.min), min(limits.max, own.max))
    return sums.astype(dtype)


def enumerate_points(rows, box, n, loads):
    """The valid sets of indices, so many at a time, the last index fastest."""
    counts = [max(last - first + 1, 0) for first, last in box]
    total = math.prod(counts)
    for start in range(0, total, CHUNK):
        flat = np.arange(start, min(start + CHUNK, total))
        index = np.zeros((n, flat.size), np.int64)
        for i in reversed(range(n)):
            index[i] = flat % counts[i] + box[i][0]
            flat = flat // counts[i]
        is_valid = np.ones(index.shape[1], bool)
        for factors, constant, divisor, bound in rows:
            number = apply((factors, constant), index)
            is_valid &= (number % divisor == 0) & (number >= 0) & (number < divisor * bound)
        yield Points(loads, index[:, is_valid])


def contract(name, shape, dtype, accumulator, n, output, loads, constraints, box, value,
             default=None, initial=None, locals=(), where=None, saturates=False):
    rows = [(*form, size) for form, size in zip(output, shape) if not callable(form)]
    result = np.zeros(shape, dtype)
    is_sequence = name == 'update' or any(map(callable, output)) or \
        any(array is None for array, _ in loads)
    loads = [(result if array is None else array, forms) for array, forms in loads]
    for array, forms in loads:
        rows += [(*form, size) for form, size in zip(forms, array.shape) if not callable(form)]
    rows += [(*form, bound) for form, bound in constraints]
    found = find_box(rows, n)
    box = [one if all(map(math.isfinite, one)) else two for one, two in zip(found, box)]
    if default is not None:
        result[...] = default.astype(dtype)
    elif initial is not None:
        result[...] = initial
    function, start = AGGREGATIONS.get(name, (None, 0))
    is_truth = name in ('and', 'or')
    if math.isinf(start) and np.issubdtype(accumulator, np.integer):
        limits = np.iinfo(accumulator)
        start = limits.max if start > 0 else limits.min
    if initial is not None and default is None:
        start = initial
    sums = np.full(result.size, start, accumulator) if default is None else \
        result.ravel().astype(accumulator)
    if is_truth:
        sums = (sums != 0).astype(accumulator)
    is_written = np.zeros(result.size, bool)
    flat = result.reshape(-1)
    for points in enumerate_points(rows, box, n, loads):
        if is_sequence:
            for k in range(points.index.shape[1]):
                one = points.take(np.array([k]))
                for local in locals:
                    one.add(local)
                if where is not None and not one.spread(where(one))[0]:
                    continue
                at = position(output, shape, one)
                new = one.spread(value(one)).astype(accumulator)
                if function is not None:
                    old = flat[at].astype(accumulator)
                    new = function(old != 0, new != 0) if is_truth else function(old, new)
                flat[at] = store(new.astype(accumulator), dtype, saturates)
            continue
        for local in locals:
            points.add(local)
        if where is not None:
            points = points.take(points.spread(where(points)))
        at = position(output, shape, points)
        values = points.spread(value(points)).astype(accumulator)
        if is_truth:
            values = (values != 0).astype(accumulator)
        if function is not None:
            function.at(sums, at, values)
        elif is_written[at].any() or np.unique(at).size != at.size:
            raise ValueError('an element is assigned more than once')
        else:
            sums[at] = values
        is_written[at] = True
    if not is_sequence:
        flat[is_written] = store(sums[is_written], dtype, saturates)
    return result


def divide(a, b):
    """Integers towards 0; by 0 it is 0."""
    divisor = np.where(b == 0, 1, b)
    quotient = np.sign(a) * np.sign(divisor) * (np.abs(a) // np.abs(divisor))
    return np.where(b == 0, 0, quotient).astype(np.asarray(a).dtype)


def floor_divide(a, b):
    """Rounded down; of integers by 0 it is 0."""
    if np.issubdtype(np.asarray(a).dtype, np.floating):
        return np.floor(a / b)
    return np.where(b == 0, 0, a // np.where(b == 0, 1, b))


def modulo(a, b):
    """What rounding down leaves."""
    return a - floor_divide(a, b) * b


def round_half_away(a):
    whole = np.trunc(a)
    return np.where(np.abs(a - whole) >= 0.5, whole + np.sign(a), whole)


def saturate(a, dtype):
    """Towards 0; what does not fit becomes the nearest that does."""
    limits = np.iinfo(dtype)
    a = np.nan_to_num(np.trunc(np.asarray(a, np.float64)), posinf=np.inf, neginf=-np.inf)
    inside = np.where((a > limits.min) & (a < limits.max), a, 0).astype(dtype)
    return np.where(a >= limits.max, limits.max, np.where(a <= limits.min, limits.min, inside))\
        .astype(dtype)
