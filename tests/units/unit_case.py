"""What the tables of tests of the shipped units are made of.

SPDX-License-Identifier: MIT
"""
import math

C_TYPES = {'float32': 'float', 'int8': 'int8_t', 'int16': 'int16_t', 'int32': 'int32_t'}
TOLERANCE = {'float32': 2e-6}  # relative; integers must be equal
NAN = math.nan


class Case:
    """A call on one input or more and the expected output, all flat lists in memory order.

    The result may be off by the part `relative` of what is expected. Without it that is
    2e-6 of numbers above 1, and 2e-6 for those below; integers must be equal.
    """

    def __init__(self, name, unit, code, call, python, shape, values, out_shape, expected,
                 dtype='float32', tables=None, first='input', others=None, out_dtype=None,
                 relative=None):
        self.name, self.unit, self.code = name, unit, code
        self.call, self.python = call, python
        self.inputs = {first: (shape, values), **(others or {})}
        self.out_shape, self.expected = out_shape, expected
        self.dtype, self.tables = dtype, tables or {}
        self.out_dtype, self.relative = out_dtype or dtype, relative

    def same(self, actual, expected):
        if actual == expected or (math.isnan(actual) and math.isnan(expected)):
            return True
        if not (math.isfinite(actual) and math.isfinite(expected)):
            return False
        if self.relative is not None:
            return abs(actual - expected) <= self.relative * abs(expected)
        return abs(actual - expected) <= TOLERANCE.get(self.out_dtype, 0) * max(
            1.0, abs(expected))

    def differences(self, actual):
        if len(actual) != len(self.expected):
            return [f'{self.name}: {len(actual)} elements, expected {len(self.expected)}']
        return [f'{self.name}: element {i} is {a!r}, expected {e!r}'
                for i, (a, e) in enumerate(zip(actual, self.expected))
                if not self.same(a, e)]


def blocks(shape, axis):
    """Returns the indices of each run along an axis, in the order of the reduced output."""
    d0 = math.prod(shape[len(shape) - axis:])
    d1 = shape[-1 - axis]
    d2 = math.prod(shape) // (d0 * d1)
    return [[(j * d1 + k) * d0 + i for k in range(d1)] for j in range(d2) for i in range(d0)]


def reduce(shape, axis, values, function):
    """Applies a function to each run along an axis."""
    return [function([values[i] for i in run]) for run in blocks(shape, axis)]


def layout(shape, axis):
    d0 = math.prod(shape[len(shape) - axis:])
    return f'{d0}, {shape[-1 - axis]}, {math.prod(shape) // (d0 * shape[-1 - axis])}'


def removed(shape, axis):
    """The shape without an axis."""
    return [*shape[:len(shape) - 1 - axis], *shape[len(shape) - axis:]]


def c_number(value, dtype):
    if dtype != 'float32':
        return str(value) if value != -2147483648 else '-2147483647 - 1'
    if math.isnan(value):
        return 'NAN'
    if math.isinf(value):
        return '-INFINITY' if value < 0 else 'INFINITY'
    text = f'{value:.9g}'
    return (text if '.' in text or 'e' in text else text + '.0') + 'f'


WAVE = [round(3 * math.sin(0.7 * i) - 0.5, 3) for i in range(24)]
LIMITS = {'int8': 127, 'int16': 32767, 'int32': 2147483647}
SHAPES = [([4, 6], 0), ([4, 6], 1), ([2, 3, 4], 1), ([1, 24], 0), ([24, 1], 1)]
