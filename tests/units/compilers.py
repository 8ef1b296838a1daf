"""The compilers that the code of units must please, and how strict they are.

SPDX-License-Identifier: MIT
"""
STRICT = ['-O2', '-Wall', '-Wextra', '-Wpedantic', '-Wconversion', '-Wdouble-promotion',
          '-Wshadow', '-Wvla', '-Wfloat-equal', '-Wcast-align', '-Werror',
          '-Wno-unknown-pragmas', '-Wno-unused-function']
LANGUAGES = {
    'gcc': ['-std=c99'],
    'clang': ['-std=c99'],
    'g++': ['-x', 'c++', '-std=c++11'],
    'clang++': ['-x', 'c++', '-std=c++11'],
    'arm-none-eabi-gcc': ['-std=c99', '-mcpu=cortex-m4', '-mfpu=fpv4-sp-d16',
                          '-mfloat-abi=hard'],
}

TURNS = 3


def whose_turn(compilers, number):
    """The first compiler takes each unit, the others every third one."""
    return [compilers[0], *(compilers[1:] if number % TURNS == 0 else ())]
