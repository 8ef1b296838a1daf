#!/usr/bin/python3
"""Writes a WAV file of 48 kHz and 16 bits at 16 kHz: the mean of three samples each.

usage: resample-speech.py INPUT OUTPUT

SPDX-License-Identifier: MIT
"""
import array
import sys
import wave

FACTOR = 3


def main(source, target):
    with wave.open(source) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 48000)
        samples = array.array('h', file.readframes(file.getnframes()))
    means = array.array('h', (round(sum(samples[i:i + FACTOR]) / FACTOR)
                              for i in range(0, len(samples) - FACTOR + 1, FACTOR)))
    with wave.open(target, 'wb') as file:
        file.setparams((1, 2, 48000 // FACTOR, 0, 'NONE', None))
        file.writeframes(means.tobytes())


main(*sys.argv[1:])
