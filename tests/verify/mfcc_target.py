"""The MFCC of mfcc.imunit, a chain of single units, and of mfcc-composite.imunit on an emulated
Cortex-M4F, and what they should compute.

SPDX-License-Identifier: MIT
"""
import math
import os
import shutil
import struct
import subprocess
import wave

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
RATE, SIZE, HOP, FILTERS, COEFFICIENTS, LOW, HIGH, OFFSET = 16000, 512, 160, 40, 13, 300, 8000, 1e-6
NEEDED = {'arm-none-eabi-gcc': 'gcc-arm-none-eabi libnewlib-arm-none-eabi',
          'qemu-system-arm': 'qemu-system-arm'}
CORE = '-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16'.split()


def missing():
    """Returns why the target cannot be emulated, or None."""
    absent = [f'{program} is not installed; Debian: {package}'
              for program, package in NEEDED.items() if shutil.which(program) is None]
    return '; '.join(absent) or None


def write_signal(path, seconds=0.5):
    """Writes a sound whose spectrum moves: tones that glide and fade, and noise."""
    noise, samples = 1, []
    for i in range(int(seconds * RATE)):
        t = i / RATE
        noise = (1103515245 * noise + 12345) % 2 ** 31
        value = (0.4 * math.sin(2 * math.pi * (200 + 900 * t) * t) * math.exp(-2 * t)
                 + 0.2 * math.sin(2 * math.pi * (3000 - 1500 * t) * t)
                 + 0.02 * (noise / 2 ** 30 - 1))
        samples.append(round(32767 * value))
    with wave.open(path, 'wb') as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(struct.pack(f'<{len(samples)}h', *samples))


def export(imaginet, pipeline, sound, folder):
    subprocess.run([imaginet, 'export', os.path.join(HERE, pipeline + '.imunit'), '--input', sound,
                    '--output', folder], check=True, capture_output=True, text=True, timeout=120,
                   env={**os.environ, 'IMAGINET_DATA_PATH': TOP})


def run(folder, flags=()):
    """Returns the coefficients of each window; with -DBLOCKS samples enter by 160."""
    image = os.path.join(folder, 'mfcc.elf')
    source, = (name for name in os.listdir(os.path.join(folder, 'src')) if name.endswith('.c'))
    subprocess.run(['arm-none-eabi-gcc', '-std=c99', '-O2', '-ffp-contract=off', *CORE, *flags,
                    '-ffunction-sections', '-fdata-sections', '-nostartfiles', '-Iinclude',
                    '-Itest', '-T', 'test/qemu/link.ld', '-Wl,--gc-sections',
                    'test/qemu/startup.c', os.path.join(HERE, 'drivers', 'mfcc-target.c'),
                    f'src/{source}', '-lm', '-o', image], cwd=folder, check=True, timeout=120)
    result = subprocess.run(['qemu-system-arm', '-M', 'mps2-an386', '-cpu', 'cortex-m4',
                             '-display', 'none', '-serial', 'none', '-monitor', 'none',
                             '-semihosting-config', 'enable=on,target=native',
                             '-kernel', image], check=True, text=True,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, timeout=300)
    return [[struct.unpack('<f', struct.pack('<I', int(word, 16)))[0] for word in line.split()]
            for line in result.stdout.splitlines()]


def reference(path):
    """The coefficients in double precision, by their definitions."""
    import numpy as np
    with wave.open(path, 'rb') as file:
        data = np.frombuffer(file.readframes(file.getnframes()), '<i2') / 32768.0
    n = np.arange(SIZE)
    window = 0.54 - 0.46 * np.cos(2 * np.pi * n / (SIZE - 1))
    mel = 2595 * np.log10(1 + np.array([LOW, HIGH]) / 700)
    edges = 700 * (10 ** (np.linspace(mel[0], mel[1], FILTERS + 2) / 2595) - 1)
    bins = SIZE // 2 + 1
    points = np.floor((2 * bins - 1) * edges / RATE).astype(int)
    weights = np.zeros((FILTERS, bins))
    for m in range(FILTERS):
        low, middle, high = points[m:m + 3]
        for k in range(low, high + 1):
            if k == middle:
                weights[m, k] = 1
            elif k < middle:
                weights[m, k] = (k - low) / (middle - low)
            else:
                weights[m, k] = (high - k) / (high - middle)
    m = np.arange(COEFFICIENTS)[:, None]
    k = np.arange(FILTERS)
    transform = np.sqrt(2 / FILTERS) * np.cos(np.pi / FILTERS * (k + 0.5) * m)
    transform[0] = np.sqrt(1 / FILTERS)
    frames = [data[i:i + SIZE] for i in range(0, len(data) - SIZE + 1, HOP)]
    spectra = np.abs(np.fft.rfft(np.array(frames) * window, axis=1))
    return np.log(spectra @ weights.T + OFFSET) @ transform.T
