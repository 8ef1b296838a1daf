"""Units of motion against scipy and against movements whose angles are known.

SPDX-License-Identifier: MIT
"""
import numpy as np
from numpy.testing import assert_allclose, assert_array_equal
from scipy.spatial.transform import Rotation

from twin import load

RANDOM = np.random.default_rng(3)
VECTORS = RANDOM.standard_normal((4, 3, 7)).astype(np.float32)


def test_statistics_are_those_of_numpy():
    output = np.zeros((4, 6, 7))
    load('Motion/Statistics').statistics_py(VECTORS, output)
    x = VECTORS.astype(np.float64)
    for row, function in enumerate([np.mean, np.std, np.min, np.max,
                                    lambda x, axis: np.linalg.norm(x, axis=axis) / np.sqrt(3),
                                    np.ptp]):
        assert_allclose(output[:, row], function(x, axis=1), atol=1e-12)


def test_statistics_of_what_is_not_finite_are_nan():
    output = np.zeros((6, 3))
    load('Motion/Statistics').statistics_py(np.array([[1, np.inf, 2], [np.nan, 1, 4]]), output)
    assert_array_equal(np.isnan(output), np.broadcast_to([True, True, False], (6, 3)))


def test_rotate_is_that_of_scipy():
    rotate = load('Motion/Rotate').rotate_py
    for angles in RANDOM.uniform(-360, 360, (20, 3)):
        output = np.zeros(VECTORS.shape)
        rotate(VECTORS, *angles, 1, output)
        expected = Rotation.from_euler('xyz', angles, degrees=True).as_matrix() @ VECTORS
        assert_allclose(output, expected, atol=1e-12)


def test_rotate_by_a_matrix():
    matrix = RANDOM.standard_normal((3, 3)).astype(np.float32)
    output = np.zeros(VECTORS.shape)
    load('Motion/Rotate').rotate_matrix_py(VECTORS, matrix, 1, output)
    assert_allclose(output, matrix.astype(float) @ VECTORS, atol=1e-12)


def measured(pitch, roll):
    """What a sensor measures of gravity that is turned by roll, then by pitch, in degrees."""
    turn = Rotation.from_euler('xyz', np.stack([roll, pitch, 0 * roll], -1), degrees=True)
    return turn.inv().apply([0, 0, 9.81])


def test_tilt_angles_undo_a_turn():
    pitch, roll = RANDOM.uniform(-89, 89, 50), RANDOM.uniform(-179, 179, 50)
    output = np.zeros((50, 2))
    load('Motion/TiltAngles').tilt_angles_py(measured(pitch, roll), 180 / np.pi, 0, output)
    assert_allclose(output, np.stack([pitch, roll], -1), atol=1e-9)


def follow(samples, rate, time_constant):
    code, state, angles = load('Motion/ComplementaryFilter'), {}, []
    code.complementary_filter_reset_py(state)
    for sample in samples:
        output = np.zeros(2)
        code.complementary_filter_py(sample, None, state, 1 / rate,
                                     1 / (1 + time_constant * rate), 180 / np.pi, output)
        angles.append(output)
    return np.array(angles)


def test_complementary_filter_follows_a_turn_over_the_top():
    """Roll past half a turn, at 90 degrees per second: rotation and acceleration agree."""
    rate, t = 100, np.arange(500) / 100
    roll = (90 * t + 180) % 360 - 180
    rotation = np.broadcast_to([90, 0, 0], (len(t), 3))
    samples = np.concatenate([measured(0 * t, roll), rotation], axis=1)
    angles = follow(samples, rate, 0.5)
    assert_allclose((angles[:, 1] - roll + 180) % 360 - 180, 0, atol=1e-6)
    assert_allclose(angles[:, 0], 0, atol=1e-6)


def test_complementary_filter_bounds_a_drift():
    """A gyroscope that is off by 1 degree per second: the error ends at the time constant."""
    samples = np.tile([0, 0, 9.81, 0, 1, 0], (2000, 1))
    assert_allclose(follow(samples, 100, 0.5)[-1], [0.5, 0], atol=1e-6)
