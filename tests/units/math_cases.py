"""The tables of tests of Core.Math and Core.Motion.

SPDX-License-Identifier: MIT
"""
import itertools
import math
import operator
import random
import struct
from fractions import Fraction

from unit_case import LIMITS, NAN, SHAPES, WAVE, Case, c_number, layout, reduce, removed


def single(value):
    """The nearest number of single precision."""
    return struct.unpack('f', struct.pack('f', value))[0]


def noise(count, level, width):
    """Numbers of single precision around a level, the same in every run."""
    source = random.Random(count)
    return [single(level + width * source.gauss(0, 1)) for _ in range(count)]


LONG = [([9999, 2], 1, noise(19998, 1e5, 1e-2)),
        ([20000, 1], 1, [single(0.1), single(0.3)] * 10000),
        ([2, 8192], 0, noise(16384, -7.0, 1e3))]
SIZES = [1, 3, 4, 31, 32, 33, 64, 65, 127, 1000]  # around the sizes of blocks


def reduction(unit, name, shape, axis, values, function, dtype='float32', **options):
    """A case of a unit with the usual arguments that removes an axis."""
    path, short = unit.lower(), dtype.replace('float', 'f').replace('int', 'i')
    return Case(f'{dtype}-{name}-{shape}-{axis}', f'Math/{unit}', f'{path}.h',
                f'{path}_{short} (input, {layout(shape, axis)}, output)',
                (f'{path}.py', f'{path}_py(input, {axis}, output)'), shape, values,
                removed(shape, axis), reduce(shape, axis, values, function), dtype, **options)


def float_reductions(unit, function, relative):
    """Short and long axes, and what is not finite, if it is not to be taken for a number."""
    for shape, axis in SHAPES:
        yield reduction(unit, 'wave', shape, axis, WAVE, function)
    for size in SIZES:
        yield reduction(unit, 'size', [size, 2], 1, noise(2 * size, 1.0, 0.5), function,
                        relative=1e-6)
    for shape, axis, values in LONG:
        yield reduction(unit, 'long', shape, axis, values, function, relative=relative)
    yield reduction(unit, 'nan', [2, 3], 0, [1.0, NAN, 2.0, 3.0, 4.0, 5.0], function)


def saturated_sum(values):
    return max(-2 ** 31, min(2 ** 31 - 1, sum(values)))


def sum_cases():
    yield from float_reductions('Sum', math.fsum, 3e-7)
    yield reduction('Sum', 'infinite', [2, 2], 0, [1.0, math.inf, -math.inf, 5.0], sum)
    for dtype, limit in LIMITS.items():
        yield reduction('Sum', 'limits', [3, 2], 1, [-limit - 1, limit, -1, limit, -limit, 1],
                        saturated_sum, dtype, out_dtype='int32')
        yield reduction('Sum', 'long', [2, 3000], 0, [-limit - 1] * 3000 + [limit] * 3000,
                        saturated_sum, dtype, out_dtype='int32')
    yield reduction('Sum', 'back', [4], 0, [2147483647, 2147483647, -2147483648, 5],
                    saturated_sum, 'int32')


def mean(values):
    return math.fsum(values) / len(values)


def mean_cases():
    yield from float_reductions('Mean', mean, 3e-7)


def variance(values):
    middle = sum(map(Fraction, values)) / len(values)
    return float(sum((Fraction(value) - middle) ** 2 for value in values) / len(values))


def variance_or_nan(values):
    return variance(values) if all(map(math.isfinite, values)) else NAN


def variance_cases():
    yield from float_reductions('Variance', variance_or_nan, 1e-6)
    for level in 1e5, -3e7:
        yield reduction('Variance', f'around-{level}', [500], 0, noise(500, level, 0.01),
                        variance, relative=1e-5)
    yield reduction('Variance', 'constant', [3, 50], 0,
                    [single(0.1)] * 50 + [7.0] * 50 + [2.0 ** 60] * 50, variance)
    yield reduction('Variance', 'infinite', [2, 2], 0, [1.0, math.inf, -math.inf, 5.0],
                    variance_or_nan)


def smallest(values):
    return NAN if any(map(math.isnan, values)) else min(values)


def min_cases():
    for shape, axis in SHAPES:
        yield reduction('Min', 'wave', shape, axis, WAVE, smallest)
    yield reduction('Min', 'nan', [4, 3], 0,
                    [NAN, 1.0, 2.0, 2.0, 1.0, NAN, 3.0, NAN, 4.0, -math.inf, 0.0, math.inf],
                    smallest)
    for dtype, limit in LIMITS.items():
        yield reduction('Min', 'limits', [3, 2], 1,
                        [limit, -limit - 1, limit, 3, limit - 1, -limit], min, dtype)


def scale_cases():
    for factor in 1.0, -2.75, 0.0, 1e-40:
        yield Case(f'{factor}', 'Math/Scale', 'scale.h',
                   f'scale_f32 (input, 24, {c_number(factor, "float32")}, output)',
                   ('scale.py', f'scale_py(input, {factor}, output)'),
                   [24], WAVE, [24], [single(value) * single(factor) for value in WAVE],
                   relative=1e-7 if factor > 1e-30 else None)


def clip_cases():
    values = [*WAVE, NAN, math.inf, -math.inf, -1.0, 2.0]
    for low, high in (-1.0, 2.0), (0.5, 0.5), (-3.4e38, -0.25):
        yield Case(f'{low}-{high}', 'Math/Clip', 'clip.h',
                   f'clip_f32 (input, {len(values)}, {c_number(low, "float32")}, '
                   f'{c_number(high, "float32")}, output)',
                   ('clip.py', f'clip_py(input, {low}, {high}, output)'),
                   [len(values)], values, [len(values)],
                   [value if math.isnan(value) else min(max(value, low), high)
                    for value in values], relative=1e-7)
    for dtype, limit in LIMITS.items():
        values = [-limit - 1, -limit, -100, -1, 0, 1, 100, limit]
        for low, high in (-limit - 1, limit), (-100, 99), (limit, limit):
            yield Case(f'{dtype}-{low}-{high}', 'Math/Clip', 'clip.h',
                       f'clip_i{dtype[3:]} (input, 8, {c_number(low, dtype)}, '
                       f'{c_number(high, dtype)}, output)',
                       ('clip.py', f'clip_py(input, {float(low)}, {float(high)}, output)'),
                       [2, 4], values, [2, 4],
                       [min(max(value, low), high) for value in values], dtype)


def log_call(base, offset, floor, count):
    floor = c_number(floor, 'float32')
    if base in (2, 10):
        return f'log_base{base}_f32 (input, {count}, {offset}, {floor}, output)'
    inverse = c_number(1 / math.log(base), 'float32')
    return f'log_f32 (input, {count}, {offset}, {floor}, {inverse}, output)'


def logarithm(value, base, floor):
    if math.isnan(value):
        return NAN
    value = max(value, floor)
    return (math.log(value) if value > 0 else -math.inf) / math.log(base)


def log_cases():
    values = [single(value) for value in (
        1.0, 1.001, 0.999, 2.0, 10.0, 1024.0, 1e-10, 2e-10, 3.4e38, 0.0, -0.0, -5.0, 1e-44)]
    values += [NAN, math.inf, -math.inf]
    values += [single(0.5 + i / 257) for i in range(257)]
    for base in 2, 10, math.e, 1.2589254117941673, 0.5:
        for offset, floor in (0.0, 0.0), (0.0, 1e-10), (0.0, 1.5), (0.25, 0.0), (-1.0, 1e-6):
            sums = [single(value + offset) for value in values]
            yield Case(f'{base}-{offset}-{floor}', 'Math/Log', 'log.h',
                       log_call(base, offset, floor, len(values)),
                       ('log.py', f'log_py(input, {base}, {offset}, {floor}, output)'),
                       [len(values)], values, [len(values)],
                       [logarithm(value, base, floor) for value in sums], relative=4e-7)
    for base in 2, 10:
        powers = [float(base ** n) for n in range(10)]
        yield Case(f'{base}-exact', 'Math/Log', 'log.h', log_call(base, 0.0, 0.0, 10),
                   ('log.py', f'log_py(input, {base}, 0, 0, output)'), [10], powers, [10],
                   list(range(10)), relative=0)


STRETCHES = [  # the shape of a, the shape of b, and the five loops of a.shape.broadcast
    ([2, 3, 4, 5, 6], [2, 1, 4, 1, 6], (2, 3, 4, 5, 6)),
    ([2, 3, 4, 5], [2, 1, 1, 5], (1, 1, 2, 12, 5)),
    ([2, 3, 4], [2, 3, 1], (1, 1, 6, 4, 1)),
    ([4, 3, 5], [1, 3, 5], (1, 1, 1, 4, 15)),
    ([4, 3, 5], [3, 1], (1, 4, 3, 5, 1)),
    ([4, 3, 5], [1], (1, 1, 1, 60, 1)),
    ([4, 3, 5], [4, 3, 5], (1, 1, 1, 1, 60)),
    ([7, 3], [3], (1, 1, 1, 7, 3)),
    ([], [], (1, 1, 1, 1, 1)),
]


def stretched(a_shape, b_shape):
    """For each element of a, in memory order, the index of the one of b below it."""
    for place in itertools.product(*map(range, a_shape)):
        index = 0
        for k, size in zip(place[len(place) - len(b_shape):], b_shape):
            index = index * size + (k if size > 1 else 0)
        yield index


def pairs(unit, function, a_shape, b_shape, loops, a, b, dtype='float32', **options):
    """A case of a unit with two inputs."""
    path, short = unit.lower(), dtype.replace('float', 'f').replace('int', 'i')
    expected = [function(x, b[k]) for x, k in zip(a, stretched(a_shape, b_shape))]
    return Case(f'{dtype}-{a_shape}-{b_shape}', f'Math/{unit}', f'{path}.h',
                f'{path}_{short} (a, b, {str(loops)[1:-1]}, output)',
                (f'{path}.py', f'{path}_py(a, b, output)'), a_shape, a, a_shape, expected,
                dtype, first='a', others={'b': (b_shape, b)}, **options)


def float_pairs(unit, function):
    for a_shape, b_shape, loops in STRETCHES:
        yield pairs(unit, function, a_shape, b_shape, loops,
                    noise(math.prod(a_shape), 3.0, 2.0), noise(math.prod(b_shape), -4.0, 0.5),
                    relative=1e-6)


def integer_pairs(unit, function):
    """Each pair of some integers of a type, what cannot be held included."""
    for dtype, limit in LIMITS.items():
        def saturated(x, y, limit=limit):
            return max(-limit - 1, min(limit, function(x, y)))

        values = [-limit - 1, -limit, -limit // 2, -2, -1, 0, 1, 3, limit // 2, limit]
        yield pairs(unit, saturated, [10, 10], [10], (1, 1, 1, 10, 10),
                    [value for value in values for _ in values], values, dtype)
        yield pairs(unit, saturated, [10, 10], [10, 1], (1, 1, 10, 10, 1), values * 10,
                    values, dtype)
        yield pairs(unit, saturated, [2, 3, 2], [1, 3, 1], (1, 2, 3, 2, 1),
                    (values + values)[:12], [2, -limit, 7], dtype)


def pair_cases(unit, function):
    yield from float_pairs(unit, function)
    yield from integer_pairs(unit, function)


def quotient(x, y):
    if y != 0:
        return x / y
    if x == 0 or math.isnan(x):
        return NAN
    return math.copysign(math.inf, x) * math.copysign(1.0, y)


def div_cases():
    yield from float_pairs('Div', quotient)
    yield pairs('Div', quotient, [2, 5], [2, 1], (1, 1, 2, 5, 1),
                [1.0, -1.0, 0.0, math.inf, NAN] * 2, [0.0, -0.0])


def length(values):
    if any(map(math.isnan, values)):
        return NAN
    return math.hypot(*values)


def magnitude3_cases():
    triples = [(3.0, 4.0, 12.0), (0.0, -0.0, 0.0), (1.0, -2.0, 2.0), (2e38, 1e38, -1e38),
               (1e19, 1.0, 0.0), (3e-30, 4e-30, 0.0), (2.8e-45, -1.4e-45, 2.8e-45),
               (1e-18, 1e-18, 1e-18), (NAN, 1.0, 2.0), (1.0, -math.inf, 1e30), (0.1, 0.2, 0.3)]
    triples = [tuple(map(single, triple)) for triple in triples]
    inner = [value for triple in triples for value in triple]
    outer = [value for values in zip(*triples) for value in values]
    for shape, axis, values in [([11, 3], 0, inner), ([3, 11], 1, outer),
                                ([2, 3, 11], 1, outer + outer), ([3], 0, inner[:3])]:
        d0, _, d2 = layout(shape, axis).split(', ')
        yield Case(f'{shape}-{axis}', 'Motion/Magnitude3', 'magnitude3.h',
                   f'magnitude3_f32 (input, {d0}, {d2}, output)',
                   ('magnitude3.py', f'magnitude3_py(input, {axis}, output)'), shape, values,
                   removed(shape, axis) or [1], reduce(shape, axis, values, length),
                   relative=2e-7)


def tables():
    return (sum_cases(), mean_cases(), variance_cases(), min_cases(), scale_cases(),
            clip_cases(), log_cases(), pair_cases('Add', operator.add),
            pair_cases('Sub', operator.sub), pair_cases('Mul', operator.mul), div_cases(),
            magnitude3_cases())
