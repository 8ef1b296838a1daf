"""Units of Core.Math that compute each element from one element.

SPDX-License-Identifier: MIT
"""
import math

import numpy as np
from numpy.testing import assert_allclose, assert_array_equal

from twin import load

RANDOM = np.random.default_rng(5)
EDGES = [0.0, -0.0, 1.0, -1.0, math.inf, -math.inf, math.nan, 3e38, -3e38, 1e-45, -1e-40]
INTEGERS = [np.int8, np.int16, np.int32]


def floats(scale=10.0):
    """Random numbers, small and large ones, and edge values."""
    return np.concatenate([RANDOM.uniform(-scale, scale, 500),
                           10 ** RANDOM.uniform(-40, 38, 500) * RANDOM.choice([-1, 1], 500),
                           EDGES]).astype(np.float32)


def integers(dtype):
    limits = np.iinfo(dtype)
    edges = [limits.min, limits.min + 1, -1, 0, 1, limits.max - 1, limits.max]
    return np.concatenate([RANDOM.integers(limits.min, limits.max, 500), edges]).astype(dtype)


def saturated(value, dtype):
    return max(np.iinfo(dtype).min, min(np.iinfo(dtype).max, value))


def run(unit, function, x, *options):
    output = np.empty_like(x)
    getattr(load('Math/' + unit), function)(x, *options, output)
    return output


def assert_integers(unit, function, definition, *options):
    for dtype in INTEGERS:
        x = integers(dtype)
        expected = [saturated(definition(int(value)), dtype) for value in x]
        assert_array_equal(run(unit, function, x, *options), expected)


def assert_floats(unit, function, definition, *options, scale=10.0):
    x = floats(scale)
    with np.errstate(all='ignore'):
        expected = np.array([definition(float(value)) for value in x]).astype(np.float32)
    assert_allclose(run(unit, function, x, *options), expected, rtol=2e-7, atol=1e-45)


def test_negate():
    assert_floats('Negate', 'negate_py', lambda x: -x)
    assert_integers('Negate', 'negate_py', lambda x: -x)


def test_sign():
    assert_floats('Sign', 'sign_py', lambda x: x if math.isnan(x) else (x > 0) - (x < 0))
    assert_integers('Sign', 'sign_py', lambda x: (x > 0) - (x < 0))


def test_square():
    assert_floats('Square', 'square_py', lambda x: x * x)
    assert_integers('Square', 'square_py', lambda x: x * x)


def test_sqrt():
    assert_floats('Sqrt', 'sqrt_py', lambda x: math.nan if x < 0 else math.sqrt(x))


def test_reciprocal():
    assert_floats('Reciprocal', 'reciprocal_py',
                  lambda x: 1 / x if x else math.copysign(math.inf, x))


def test_deg_to_rad():
    assert_floats('DegToRad', 'deg_to_rad_py', math.radians, scale=720.0)


def test_rad_to_deg():
    assert_floats('RadToDeg', 'rad_to_deg_py', math.degrees)


def limited(function, value):
    """A function of math, with what numpy gives where math raises an exception."""
    try:
        return function(value)
    except OverflowError:
        return math.inf
    except ValueError:
        return math.nan


def test_exp():
    assert_floats('Exp', 'exp_py', lambda x: limited(math.exp, x), math.e, scale=90.0)
    assert_floats('Exp', 'exp_py', lambda x: limited(math.exp2, x), 2.0, scale=130.0)
    decibels = load('Math/Exp').exp_py
    output = np.empty(3, np.float32)
    decibels(np.array([-20, 0, 30], np.float32), 1.2589254117941673, output)
    assert_allclose(output, [0.01, 1.0, 1000.0], rtol=1e-7)


def test_tanh():
    assert_floats('Tanh', 'tanh_py', math.tanh)


def test_sigmoid():
    assert_floats('Sigmoid', 'sigmoid_py', lambda x: 0.5 + 0.5 * math.tanh(0.5 * x)
                  if x > -3 or math.isnan(x) else math.exp(x) / (1.0 + math.exp(x)), scale=100.0)


def test_soft_clip():
    def cubic(x):
        if abs(x) >= 6.0:
            return math.copysign(4.0, x)
        return x - 4.0 * x ** 3 / 432.0

    assert_floats('SoftClip', 'soft_clip_py', cubic, 'cubic', 4.0)
    assert_floats('SoftClip', 'soft_clip_py', lambda x: 4.0 * math.tanh(x / 4.0), 'tanh', 4.0)


def test_trigonometry():
    for unit, function, definition, scale in (
            ('Sin', 'sin_py', math.sin, 100.0), ('Cos', 'cos_py', math.cos, 100.0),
            ('Tan', 'tan_py', math.tan, 100.0), ('Asin', 'asin_py', math.asin, 1.0),
            ('Acos', 'acos_py', math.acos, 1.0), ('Atan', 'atan_py', math.atan, 10.0)):
        assert_floats(unit, function, lambda x, f=definition: limited(f, x), scale=scale)


def test_pow():
    def power(x, y):
        if x == 0 or math.isinf(x):
            magnitude = abs(x) if y > 0 else math.inf if x == 0 else 0.0
            return math.copysign(magnitude, x) if y % 2 == 1 else magnitude
        return limited(lambda value: value ** y, x)

    for exponent in 2.0, 3.0, -1.0, -2.0:
        assert_floats('Pow', 'pow_py', lambda x, y=exponent: power(x, y), exponent)
    for exponent in 0.5, -0.5, 1.7, -33.3:
        assert_floats('Pow', 'pow_py',
                      lambda x, y=exponent: math.nan if x < 0 else power(x, y), exponent)
    assert_floats('Pow', 'pow_py', lambda x: 1.0, 0.0)


def test_round():
    rules = {'even': round, 'floor': math.floor, 'ceil': math.ceil, 'truncate': math.trunc,
             'away': lambda x: math.copysign(math.floor(abs(x) + 0.5), x)}
    halves = np.arange(-20, 21, dtype=np.float32) / 4
    for mode, rule in rules.items():
        assert_array_equal(run('Round', 'round_py', halves, mode),
                           [rule(x) for x in halves.tolist()])
        assert_floats('Round', 'round_py', lambda x, f=rule: f(x) if math.isfinite(x) else x,
                      mode)


def test_cast():
    function = load('Math/Cast').cast_py
    types = [np.int8, np.int16, np.int32, np.uint8, np.uint16]
    for source in [np.float32, *types]:
        x = floats(1000.0) if source == np.float32 else integers(source)
        for target in types:
            output = np.empty(x.shape, target)
            function(x, output)
            limits = np.iinfo(target)
            expected = [0 if math.isnan(value)
                        else int(min(max(value, limits.min), limits.max)) if math.isinf(value)
                        else saturated(round(value), target) for value in x.tolist()]
            assert_array_equal(output, expected)
        output = np.empty(x.shape, np.float32)
        function(x, output)
        assert_array_equal(output, np.array(x.tolist()).astype(np.float32))


def test_normalize():
    x = RANDOM.normal(3.0, 10.0, (4, 5, 6)).astype(np.float32)
    for axis, along in (-1, (0, 1, 2)), (0, 2), (1, 1), (2, 0):
        output = run('Normalize', 'normalize_py', x, axis, -2.0, 3.0)
        wide = x.astype(float)
        ratio = (wide - wide.min(axis=along, keepdims=True)) / np.ptp(wide, axis=along,
                                                                      keepdims=True)
        assert_allclose(output, 5.0 * ratio - 2.0, rtol=1e-6, atol=1e-6)
    equal = np.array([7, 7, math.nan], np.float32)
    assert_array_equal(run('Normalize', 'normalize_py', equal, 0, -2.0, 3.0), [-2, -2, math.nan])


def test_standardize():
    from scipy.stats import zscore

    x = RANDOM.normal(1e5, 1e-1, (4, 5, 6)).astype(np.float32)
    for axis, along in (-1, None), (0, 2), (1, 1), (2, 0):
        output = run('Standardize', 'standardize_py', x, 'computed', axis, 1e-12, [0.0], [1.0])
        assert_allclose(output, zscore(x.astype(float), axis=along), rtol=1e-6, atol=1e-6)
    options = 'computed', 0, 1e-12, [0.0], [1.0]
    assert_array_equal(run('Standardize', 'standardize_py', np.float32([0.1] * 50), *options), 0)
    assert_array_equal(run('Standardize', 'standardize_py', np.float32([1, 2, math.inf]),
                           *options), math.nan)
    assert_floats('Standardize', 'standardize_py', lambda x: (x - 2.5) / 0.3,
                  'given', 0, 1e-12, [2.5], [0.3])
    rows = np.float32([[1, 10], [2, 30]])
    assert_array_equal(run('Standardize', 'standardize_py', rows, 'given', 0, 1e-12,
                           np.float32([1, 10]), np.float32([4, 5])), [[0, 0], [0.25, 4]])


def test_power_to_db():
    power = (10 ** RANDOM.uniform(-15, 5, 300)).astype(np.float32)
    for reference, floor, range_db in (1.0, 1e-10, 0.0), (0.0, 1e-12, 80.0), (3.0, 1e-5, 20.0), \
            (1e-12, 1e-10, 0.0):
        wide = power.astype(float)
        relative_to = max(reference if reference > 0 else wide.max(), floor)
        expected = 10 * np.log10(np.maximum(wide, floor) / relative_to)
        if range_db > 0:
            expected = np.maximum(expected, expected.max() - range_db)
        output = run('PowerToDb', 'power_to_db_py', power, reference, floor, range_db)
        assert_allclose(output, expected, rtol=1e-6, atol=1e-5)
    edges = np.array([math.nan, 0.0, -1.0, 10.0], np.float32)
    assert_allclose(run('PowerToDb', 'power_to_db_py', edges, 1.0, 1e-10, 30.0),
                    [math.nan, -20.0, -20.0, 10.0], rtol=1e-6)
