"""Computes contractions from their definition, by enumeration of all sets of indices.

A row says 0 <= (factors of the indices + constant) / divisor < bound.

SPDX-License-Identifier: MIT
"""
import math

import numpy as np

CHUNK = 1 << 20
AGGREGATIONS = {'sum': (np.add, 0), 'product': (np.multiply, 1),
                'min': (np.fmin, math.inf), 'max': (np.fmax, -math.inf)}


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


def position(forms, shape, index):
    """The number of the element that each set of indices stands for."""
    at = np.zeros(index.shape[1], np.int64)
    for form, size in zip(forms, shape):
        at = at * size + apply(form, index) // form[2]
    return at


def contract(name, shape, dtype, accumulator, n, output, loads, constraints, box, value,
             default=None):
    rows = [(*form, size) for form, size in zip(output, shape)]
    for array, forms in loads:
        rows += [(*form, size) for form, size in zip(forms, array.shape)]
    rows += [(*form, bound) for form, bound in constraints]
    found = find_box(rows, n)
    box = [one if all(map(math.isfinite, one)) else two for one, two in zip(found, box)]
    result = np.zeros(shape, dtype)
    if default is not None:
        result[...] = default.astype(dtype)
    function, start = AGGREGATIONS.get(name, (None, 0))
    if math.isinf(start) and np.issubdtype(accumulator, np.integer):
        limits = np.iinfo(accumulator)
        start = limits.max if start > 0 else limits.min
    sums = np.full(result.size, start, accumulator) if default is None else \
        result.ravel().astype(accumulator)
    is_written = np.zeros(result.size, bool)
    counts = [last - first + 1 for first, last in box]
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
        index = index[:, is_valid]
        at = position(output, shape, index)
        read = [array.ravel()[position(forms, array.shape, index)] for array, forms in loads]
        values = np.broadcast_to(value(read, index), at.shape).astype(accumulator)
        if function is not None:
            function.at(sums, at, values)
        elif is_written[at].any() or np.unique(at).size != at.size:
            raise ValueError('an element is assigned more than once')
        else:
            sums[at] = values
        is_written[at] = True
    flat = result.ravel()
    flat[is_written] = sums[is_written].astype(dtype)
    return flat.reshape(shape)


def divide(a, b):
    """Integers towards 0; by 0 it is 0."""
    divisor = np.where(b == 0, 1, b)
    quotient = np.sign(a) * np.sign(divisor) * (np.abs(a) // np.abs(divisor))
    return np.where(b == 0, 0, quotient).astype(np.asarray(a).dtype)


def saturate(a, dtype):
    """Towards 0; what does not fit becomes the nearest that does."""
    limits = np.iinfo(dtype)
    a = np.nan_to_num(np.trunc(np.asarray(a, np.float64)), posinf=np.inf, neginf=-np.inf)
    inside = np.where((a > limits.min) & (a < limits.max), a, 0).astype(dtype)
    return np.where(a >= limits.max, limits.max, np.where(a <= limits.min, limits.min, inside))\
        .astype(dtype)
