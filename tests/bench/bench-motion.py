#!/usr/bin/python3
"""Counts the instructions of a six-axis motion pipeline, exported and written by hand.

usage: bench-motion.py IMAGINET

At 50 Hz, statistics per axis of windows of 100 samples every 50, on an emulated Cortex-M4F
and on this machine (valgrind), compiled by gcc -O2. The goal is at most 1.2 times the
instructions of the same statistics written by hand in one loop, motion/motion-peer.h, which
also collects its windows itself; more than 2 % above it fails. Both get 50 samples a call, or
one. Results must be right: each is compared with one in double precision.

SPDX-License-Identifier: MIT
"""
import os
import re
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile

GOAL, SLACK = 1.2, 1.02
RATE, AXES, WINDOW, HOP, N_SAMPLES = 50, 6, 100, 50, 1000
NEEDED = {'arm-none-eabi-gcc': 'gcc-arm-none-eabi libnewlib-arm-none-eabi',
          'qemu-system-arm': 'qemu-system-arm', 'gcc': 'gcc', 'valgrind': 'valgrind'}
HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
CORE = '-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16'.split()
OPTIONS = ['-std=c99', '-O2', '-ffp-contract=off']
SKIP = 77
ROW = '{:<30} {:>12} {:>12} {:>8} {:>8}'


def shell(*command, **options):
    return subprocess.run(command, check=True, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300,
                          **options).stdout


def signal():
    """Six axes: gravity and steps, rotation, and a level of 1e5 with a noise of 1e-2."""
    import numpy as np
    noise = np.random.default_rng(7).standard_normal((N_SAMPLES, AXES))
    t = np.arange(N_SAMPLES)[:, None] / RATE
    tones = np.sin(2 * np.pi * np.array([2, 2, 4, 1, 0.5, 0]) * t) * [3, 1, 5, 90, 40, 0]
    samples = tones + [0, 0, 9.81, 0, 0, 1e5] + noise * [0.1, 0.1, 0.1, 1, 1, 1e-2]
    return samples.astype(np.float32)


def write_samples(samples, folder):
    with open(os.path.join(folder, 'samples.h'), 'w', encoding='utf-8') as file:
        file.write(f'#define N_SAMPLES {len(samples)}\n\n'
                   f'static const float samples[N_SAMPLES][{AXES}] = {{\n')
        file.writelines(f'  {{ {", ".join(f"{x:.9e}F" for x in row)} }},\n' for row in samples)
        file.write('};\n')


def check(name, output, samples):
    """Returns the first numbers of the lines, after a look at the others."""
    import numpy as np
    lines = [line.split() for line in output.splitlines() if not line.startswith('==')]
    got = np.array([struct.unpack(f'<{6 * AXES}f', bytes.fromhex(''.join(
        bytes.fromhex(word)[::-1].hex() for word in words))) for _, *words in lines])
    x = samples.astype(np.float64)
    expected, scale = [], np.abs(x).max(axis=0)
    for i in range(0, len(x) - WINDOW + 1, HOP):
        w = x[i:i + WINDOW]
        expected.append(np.concatenate([w.mean(axis=0), w.std(axis=0), w.min(axis=0),
                                        w.max(axis=0), np.sqrt((w ** 2).mean(axis=0)),
                                        np.ptp(w, axis=0)]))
    # The standard deviation keeps 1e-3 of itself, all others 1e-6 of the largest element.
    allowed = np.where(np.arange(6)[:, None] == 1, 0, 1e-6 * scale).ravel()
    worst = np.max(np.abs(got - expected) - allowed - 1e-3 * np.abs(expected) * (allowed == 0))
    if worst > 0:
        raise ValueError(f'{name}: results are wrong by {worst} more than they may be')
    return [int(line[0]) for line in lines]


def on_target(folder, sources, flags, samples):
    """The instructions of a window on an emulated Cortex-M4F."""
    image = os.path.join(folder, 'motion.elf')
    shell('arm-none-eabi-gcc', *OPTIONS, *CORE, *flags, '-DTARGET', '-ffunction-sections',
          '-fdata-sections', '-nostartfiles', '-I.', '-Iinclude',
          '-I' + os.path.join(HERE, 'motion'), '-T', 'test/qemu/link.ld', '-Wl,--gc-sections',
          'test/qemu/startup.c', *sources, '-lm', '-o', image, cwd=folder)
    output = shell('qemu-system-arm', '-M', 'mps2-an386', '-cpu', 'cortex-m4', '-display', 'none',
                   '-serial', 'none', '-monitor', 'none', '-semihosting-config',
                   'enable=on,target=native', '-icount', 'shift=6', '-kernel', image)
    return statistics.median(check('Cortex-M4F', output, samples))


def on_host(folder, sources, flags, samples):
    """The instructions of a window on this machine."""
    program = os.path.join(folder, 'motion')
    shell('gcc', *OPTIONS, *flags, '-I.', '-Iinclude', '-I' + os.path.join(HERE, 'motion'),
          *sources, '-lm', '-o', program, cwd=folder)
    output = shell('valgrind', '--tool=callgrind', '--callgrind-out-file=/dev/null',
                   '--toggle-collect=motion_step', program, cwd=folder)
    windows = len(check('x86', output, samples))
    return int(re.search(r'Collected : (\d+)', output)[1]) / windows


def main(imaginet):
    absent = [f'{program} is not installed; Debian: {package}'
              for program, package in NEEDED.items() if shutil.which(program) is None]
    if absent:
        print('skipped: ' + '; '.join(absent))
        return SKIP

    samples, failed = signal(), False
    with tempfile.TemporaryDirectory() as folder:
        shell(os.path.abspath(imaginet), 'export',
              os.path.join(HERE, 'motion', 'motion.imunit'), '--output', folder,
              env={**os.environ, 'IMAGINET_DATA_PATH': TOP})
        write_samples(samples, folder)
        driver = os.path.join(HERE, 'motion', 'motion-run.c')
        ours = [driver, os.path.join('src', 'motion.c')]
        print(ROW.format('instructions per window', 'exported', 'by hand', 'ratio', 'goal'))
        for name, count in ('Cortex-M4F', on_target), ('x86', on_host):
            for calls, flags in ('50 samples a call', ['-DBLOCKS']), ('one sample a call', []):
                number = count(folder, ours, flags, samples)
                peer = count(folder, [driver], [*flags, '-DPEER'], samples)
                failed |= number > GOAL * SLACK * peer
                print(ROW.format(f'{name}, {calls}', f'{number:.0f}', f'{peer:.0f}',
                                 f'{number / peer:.3f}', GOAL))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
