"""Exports a pipeline and counts its instructions for a window and the bytes of its image.

Used by benchmarks. Instructions repeat exactly: on a Cortex-M4F they are those of an emulated
board, on x86 those that callgrind counts. Sizes are those of an image without the pipeline
less.

SPDX-License-Identifier: MIT
"""
import os
import re
import shutil
import statistics
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
DRIVER = os.path.join(HERE, 'bench-spectral.c')
WINDOWS = 16  # that the driver measures
NEEDED = {'arm-none-eabi-gcc': 'gcc-arm-none-eabi libnewlib-arm-none-eabi',
          'qemu-system-arm': 'qemu-system-arm', 'valgrind': 'valgrind', 'gcc': 'gcc'}
CORTEX_M4F = '-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16'.split()
# One result on every machine: a product and a sum are not made one operation.
FLAGS = ['-std=c99', '-O2', '-ffp-contract=off']


def missing():
    """Returns what there is not to measure with, or None."""
    absent = [f'{program} is not installed; Debian: {package}'
              for program, package in NEEDED.items() if shutil.which(program) is None]
    return '; '.join(absent) or None


def export(imaginet, unit, folder):
    """Exports the unit file; returns the names of its source and header."""
    subprocess.run([imaginet, 'export', unit, '--output', folder], check=True,
                   capture_output=True, text=True, timeout=120,
                   env={**os.environ, 'IMAGINET_DATA_PATH': TOP})
    source, = (name for name in os.listdir(os.path.join(folder, 'src')) if name.endswith('.c'))
    return source


def compile_target(folder, source, hop, image, flags=()):
    subprocess.run(['arm-none-eabi-gcc', *FLAGS, *CORTEX_M4F, *flags, f'-DHOP={hop}',
                    '-ffunction-sections', '-fdata-sections', '-nostartfiles',
                    '--specs=nano.specs', '-Itest', '-Iinclude', '-T', 'test/qemu/link.ld', '-Wl,--gc-sections', 'test/qemu/startup.c',
                    DRIVER, f'src/{source}', '-lm', '-o', image], cwd=folder, check=True,
                   timeout=120)


def read_size(folder, image):
    """Returns the bytes of flash and of memory."""
    result = subprocess.run(['arm-none-eabi-size', image], cwd=folder, check=True, text=True,
                            capture_output=True, timeout=60)
    text, data, bss = (int(word) for word in result.stdout.splitlines()[1].split()[:3])
    return text + data, data + bss


def measure_target(folder, source, hop):
    """Returns the instructions for a window and the bytes of flash and memory."""
    compile_target(folder, source, hop, 'pipeline.elf')
    compile_target(folder, source, hop, 'empty.elf', ['-DEMPTY'])
    flash, ram = (full - empty for full, empty in zip(read_size(folder, 'pipeline.elf'),
                                                      read_size(folder, 'empty.elf')))
    result = subprocess.run(['qemu-system-arm', '-M', 'mps2-an386', '-cpu', 'cortex-m4',
                             '-display', 'none', '-serial', 'none', '-monitor', 'none',
                             '-semihosting-config', 'enable=on,target=native',
                             '-icount', 'shift=6', '-kernel', 'pipeline.elf'], check=True,
                            cwd=folder, text=True, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
    return statistics.median(int(line) for line in result.stdout.split()), flash, ram


def measure_host(folder, source, hop):
    """Returns the instructions for a window on this machine."""
    subprocess.run(['gcc', *FLAGS, f'-DHOP={hop}', '-Itest', '-Iinclude', DRIVER, f'src/{source}',
                    '-lm', '-o', 'host'], cwd=folder, check=True, timeout=120)
    result = subprocess.run(['valgrind', '--tool=callgrind', '--toggle-collect=measure',
                             '--callgrind-out-file=callgrind.out', './host'], cwd=folder,
                            check=True, capture_output=True, text=True, timeout=300)
    collected = re.search(r'Collected : (\d+)', result.stderr)
    return int(collected.group(1)) / WINDOWS
