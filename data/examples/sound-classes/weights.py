#!/usr/bin/python3
"""Writes the weights of sound-classes.imunit, which nobody trained: each is a formula.

usage: weights.py [FOLDER]

The first convolution is a bank of eight band passes, Hann windows on cosines of 500 to
7500 Hz. The second one averages three neighbours in time, and takes off what leaks in from
the bands beside. Dense adds the bands of each class and takes off the others.

SPDX-License-Identifier: MIT
"""
import os
import sys

import numpy

RATE = 16000
TAPS = 24
BANDS = 8
CLASSES = [(), (0, 1), (2, 3), (4, 5, 6, 7)]  # quiet, low, middle, high
INTEGER_SCALE = 127  # of weights that are stored as integers


def bands():
    """Taps, channels and filters: a sine of amplitude 1 gives at most 1 in its band."""
    t = numpy.arange(TAPS)
    window = 0.5 - 0.5 * numpy.cos(2 * numpy.pi * (t + 0.5) / TAPS)
    frequencies = 500 + 1000 * numpy.arange(BANDS)
    phases = 2 * numpy.pi * numpy.outer(t - (TAPS - 1) / 2, frequencies) / RATE
    filters = window[:, None] * numpy.cos(phases) * 2 / window.sum()
    return filters[:, None, :]


def smoothing():
    """Taps, bands and bands."""
    across = numpy.eye(BANDS) - 0.25 * (numpy.eye(BANDS, k=1) + numpy.eye(BANDS, k=-1))
    return numpy.multiply.outer([0.25, 0.5, 0.25], across)


def classes():
    """Bands and classes, and what is added to each class."""
    weights = numpy.full((BANDS, len(CLASSES)), -4.0)
    weights[:, 0] = -8
    for number, members in enumerate(CLASSES):
        weights[list(members), number] = 8
    return weights, numpy.array([2.0, 0, 0, 0])


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
    weights, bias = classes()
    arrays = {'bands': bands(), 'smoothing': smoothing(), 'classes': weights, 'bias': bias}
    for name, array in arrays.items():
        numpy.save(os.path.join(folder, name + '.npy'), array.astype('<f4'))

    # The same for integers; those of Dense are small enough as they are.
    for name in 'bands', 'smoothing':
        stored = numpy.round(arrays[name] * INTEGER_SCALE).astype('<i2')
        numpy.save(os.path.join(folder, name + '-int16.npy'), stored)
    numpy.savetxt(os.path.join(folder, 'classes-int16.csv'), weights, fmt='%d', delimiter=', ')


if __name__ == '__main__':
    main()
