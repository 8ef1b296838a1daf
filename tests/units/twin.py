"""The Python implementations of the shipped units, for the tests of their definitions.

SPDX-License-Identifier: MIT
"""
import importlib.util
import os
import re
import types

core = None  # the folder `Core`, set by test-definitions.py


def load(unit, file=None):
    """Returns the names of the Python file of a unit, such as `Math/Max`."""
    folder = os.path.join(core, unit)
    names = [name for name in os.listdir(folder) if name.endswith('.py')]
    return load_file(os.path.join(folder, file or names[0]))


def load_file(path):
    """Returns the names of a Python file of a unit."""
    spec = importlib.util.spec_from_file_location('unit_code', path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    _add_dependencies(path, module, set())
    return types.SimpleNamespace(**vars(module))


def _add_dependencies(path, module, seen):
    """Puts what other files declare for the fragments of a file into it, as an export does."""
    seen.add(os.path.realpath(path))
    with open(path, encoding='utf-8') as file:
        found = re.findall(r'#pragma IMAGINET_DEPENDENCY "([^":]+\.py):', file.read())
    for other in found:
        other = os.path.join(os.path.dirname(path), other)
        if os.path.realpath(other) in seen:
            continue
        spec = importlib.util.spec_from_file_location('unit_dependency', other)
        dependency = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(dependency)
        _add_dependencies(other, dependency, seen)
        for name, value in vars(dependency).items():
            if not name.startswith('__'):
                vars(module).setdefault(name, value)
