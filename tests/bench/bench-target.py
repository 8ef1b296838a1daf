#!/usr/bin/python3
"""Counts the instructions of an exported MFCC on an emulated Cortex-M4F.

usage: bench-target.py IMAGINET VERIFY_TESTS

The chain is that of the peers: 16 kHz, windows of 512 every 160 samples, Hamming, real
FFT, magnitude, 40 mel bands, logarithm, 13 coefficients. The peers' numbers are constants
for the same work, compiled with gcc 12.2 -O2: all fragments of another tool with one
enqueue per sample, and stages composed of CMSIS-DSP kernels. The goal is reported, not
enforced.

SPDX-License-Identifier: MIT
"""
import os
import statistics
import sys
import tempfile

PEERS = {'other tool': 256329, 'CMSIS-DSP': 39538, 'goal': 38000}
ROW = '{:<24} {:>12} {:>12} {:>10} {:>12}'
SKIP = 77


def main(imaginet, verify_tests):
    sys.path.insert(0, verify_tests)
    import mfcc_target
    problem = mfcc_target.missing()
    if problem:
        print(f'skipped: {problem}')
        return SKIP

    with tempfile.TemporaryDirectory() as folder:
        sound, out = os.path.join(folder, 'sound.wav'), os.path.join(folder, 'out')
        mfcc_target.write_signal(sound)
        mfcc_target.export(os.path.abspath(imaginet), sound, out)
        print(ROW.format('instructions per window', 'median', *PEERS))
        for name, flags in ('one sample a call', []), ('blocks of 160 samples', ['-DBLOCKS']):
            counts, _ = mfcc_target.run(out, flags)
            median = statistics.median(counts)
            print(ROW.format(name, f'{median:.0f}',
                             *(f'x {median / peer:.3f}' for peer in PEERS.values())))
        print(ROW.format('', '', *PEERS.values()))
    return 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
