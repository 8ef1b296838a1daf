#!/usr/bin/python3
"""Simulates what a motion sensor on a wrist records, as CSV on standard output.

usage: simulate-motion.py [SECONDS]

50 rows a second: the time in seconds, the acceleration of three axes in g, the rotation of
three axes in degrees per second. The person stands, walks, runs and stands again, a quarter of
the time each.

The forearm swings about the elbow: its angle from the vertical is
a(t) = A * sin(2 pi f t), with the amplitude A and the step frequency f of the activity. The
gyroscope sees the derivative of the angle about the y axis, and small wobbles about the others.
The accelerometer sees gravity turned by the angle, the centripetal and tangential acceleration
of the swing at the end of a forearm of 25 cm, and the bounce of the body at twice the step
frequency. Both have the white noise and the offset of a cheap sensor, and are rounded to 16 bits
over +-8 g and +-1000 degrees per second. The same arguments give the same file.

SPDX-License-Identifier: MIT
"""
import math
import random
import sys

RATE_HZ = 50
GRAVITY = 9.80665          # m/s^2
FOREARM_M = 0.25
ACC_STEP = 8 / 32768       # g
GYRO_STEP = 1000 / 32768   # degrees per second
ACC_NOISE, GYRO_NOISE = 0.004, 0.1
ACC_OFFSET = (0.012, -0.020, 0.008)
GYRO_OFFSET = (0.4, -0.7, 0.2)

# (swing in degrees, steps in Hz, bounce in g)
STAND, WALK, RUN = (0.5, 0.3, 0.0), (20, 0.95, 0.15), (55, 1.4, 0.6)


def activity_at(part):
    return (STAND, WALK, RUN, STAND)[min(int(part * 4), 3)]


def sample(phase, swing, frequency, bounce):
    """Acceleration in g and rotation in degrees per second, without errors."""
    omega = 2 * math.pi * frequency
    angle = math.radians(swing) * math.sin(phase)
    rate = math.radians(swing) * omega * math.cos(phase)            # rad/s
    change = -math.radians(swing) * omega ** 2 * math.sin(phase)    # rad/s^2
    up = 1 + bounce * math.sin(2 * phase)
    x = -math.sin(angle) * up + FOREARM_M * change / GRAVITY
    z = math.cos(angle) * up + FOREARM_M * rate ** 2 / GRAVITY
    y = 0.1 * bounce * math.sin(phase)
    wobble = math.degrees(rate) * 0.08
    return (x, y, z), (wobble * math.sin(phase), math.degrees(rate), wobble * math.cos(2 * phase))


def measure(values, offsets, noise, step, source):
    """What a sensor makes of values: errors, and rounding to steps."""
    return [round(max(-32768, min(32767, (value + offset + source.gauss(0, noise)) / step)))
            * step for value, offset in zip(values, offsets)]


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60
    rows = int(seconds * RATE_HZ)
    source = random.Random(1)
    phase = 0.0
    print('time,acc_x,acc_y,acc_z,gyro_x,gyro_y,gyro_z')
    for row in range(rows):
        swing, frequency, bounce = activity_at(row / rows)
        phase += 2 * math.pi * frequency / RATE_HZ
        acceleration, rotation = sample(phase, swing, frequency, bounce)
        values = (measure(acceleration, ACC_OFFSET, ACC_NOISE, ACC_STEP, source)
                  + measure(rotation, GYRO_OFFSET, GYRO_NOISE, GYRO_STEP, source))
        print(f'{row / RATE_HZ:.2f},' + ','.join(f'{value:.6f}' for value in values))


main()
