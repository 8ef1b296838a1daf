"""Fragments with templates, such as `int{{bits}}_t`, as code in every type.

SPDX-License-Identifier: MIT
"""
import os
import re

FRAGMENT = re.compile(r'#pragma IMAGINET_FRAGMENT_BEGIN .*?#pragma IMAGINET_FRAGMENT_END\n', re.S)
INCLUDE = re.compile(r'^#include "(.*)"\n', re.M)
VARIABLE = re.compile(r'{{(\w+)}}')


def _limits(bits, sign):
    return {'low': 0, 'high': 2**bits - 1} if sign else {'low': -2**(bits - 1),
                                                         'high': 2**(bits - 1) - 1}


def _cast(bits, sign):
    """Returns a type that Cast takes: unsigned ones have 16 bits at most."""
    return f'{sign}int{min(bits, 16) if sign else bits}'


def _values(bits, sign, to, to_sign):
    """Returns the variables for elements of some bits, and results of others."""
    return {'bits': bits, 'wide': max(32, 2 * bits), 'digits': bits - 1, 'sign': sign,
            'kind': sign or 'i', 'bound': 'uint32_t' if sign and bits == 32 else 'int32_t',
            'from': _cast(bits, sign), 'to': _cast(to, to_sign), 'to_bits': to,
            **_limits(min(to, 16), to_sign)}


# What the units give for the variables of their fragments.
TYPES = [_values(bits, sign, to, to_sign)
         for sign in ('', 'u') for bits in (8, 16, 32)
         for to_sign in ('', 'u') for to in (8, 16, 32)]


def _expand(fragment):
    """Returns a fragment once for each type."""
    return '\n'.join(dict.fromkeys(
        VARIABLE.sub(lambda variable: str(values[variable[1]]), fragment[0])
        for values in TYPES))


def load(path):
    """Returns the text of a file of C with that of the files that it includes in their places
    if one of them has templates, or None if none has."""
    seen = set()
    text = _read(os.path.realpath(path), seen)
    return text if any(VARIABLE.search(_text_of(file)) for file in seen) else None


def _text_of(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def _read(path, seen):
    """Returns a file as `#pragma once` gives it: once, and then nothing."""
    if path in seen:
        return ''
    seen.add(path)
    text = FRAGMENT.sub(_expand, _text_of(path)).replace('#pragma once\n', '')
    folder = os.path.dirname(path)
    return INCLUDE.sub(lambda line: _read(os.path.realpath(os.path.join(folder, line[1])), seen),
                       text)
