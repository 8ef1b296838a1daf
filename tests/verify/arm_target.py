"""The Cortex-M cores that bundles are compiled for, and what no object for them may need.

SPDX-License-Identifier: MIT
"""
import re

from bundle_case import command

CORES = {
    'cortex-m0plus': '-mcpu=cortex-m0plus -mthumb -mfloat-abi=soft',
    'cortex-m4f': '-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16',
    'cortex-m7': '-mcpu=cortex-m7 -mthumb -mfloat-abi=hard -mfpu=fpv5-d16',
    'cortex-m55': '-mcpu=cortex-m55 -mthumb -mfloat-abi=hard',
}
FORBIDDEN = re.compile(r'_?(malloc|calloc|realloc|free|aligned_alloc|reallocarray|sbrk|'
                       r'v?f?printf|v?sn?printf|puts|putchar|f(open|close|read|write|puts|gets|'
                       r'seek|flush)|open|close|read|write|exit|abort|_assert\w*)(_r)?(@.*)?')


def symbols_of(folder, path, *flags):
    tool = 'nm' if '/host/' in path else 'arm-none-eabi-nm'
    return command(folder, tool, *flags, path)[1].split()
