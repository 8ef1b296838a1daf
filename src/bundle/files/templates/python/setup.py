# Builds a wheel around the C of the pipeline: a library that ctypes loads, which needs a C
# compiler and no header of Python. The rest is in pyproject.toml.
#
# SPDX-License-Identifier: MIT-0
import os
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # before setuptools 70.1
    from wheel.bdist_wheel import bdist_wheel


class BuildLibrary(build_ext):
    def build_extension(self, ext):
@cmsisPython@        if self.compiler.compiler_type != 'msvc':
            # As imaginet run compiles it, so that results are the same bit for bit.
            ext.extra_compile_args += ['-std=c99', '-O2', '-ffp-contract=off', '-fvisibility=hidden']
        super().build_extension(ext)

    def get_export_symbols(self, ext):
        return ext.export_symbols

    def get_ext_filename(self, ext_name):
        return os.path.join(*ext_name.split('.')) + '.so'


class Wheel(bdist_wheel):
    """One wheel for all versions of Python 3."""

    def get_tag(self):
        return 'py3', 'none', super().get_tag()[2]


if '@module@' in getattr(sys, 'stdlib_module_names', ()):
    sys.exit('Python has a module @module@: export with another --name')

library = Extension('@module@._code', ['python/@module@.c', 'src/@name@.c'], include_dirs=['include'])
setup(ext_modules=[library], cmdclass={'build_ext': BuildLibrary, 'bdist_wheel': Wheel})
