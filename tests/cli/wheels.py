"""The Python package of a bundle, built and installed for a test.

SPDX-License-Identifier: MIT
"""
import os
import subprocess

from tools import PYTHON, missing_for_comparison


def missing_for_wheels(**more):
    """What is not installed of what a wheel is built with; @more are other modules and their packages."""
    modules = {'pip': 'python3-pip', 'wheel': 'python3-wheel', 'setuptools': 'python3-setuptools', **more}
    absent = missing_for_comparison()
    for module, package in modules.items():
        if subprocess.run([PYTHON, '-c', f'import {module}'], stderr=subprocess.DEVNULL).returncode != 0:
            absent.append(package)
    return absent


def install(tests, name, *pipeline):
    """Exports a pipeline to the folder @name, and installs its package to the folder `site`."""
    tests.expect(f'{name}-export', tests.run('export', *pipeline, '--no-test', '--output', name), 0, '')
    made = subprocess.run(['make', '-C', os.path.join(tests.folder, name), 'wheel', f'PYTHON={PYTHON}'],
                          text=True, capture_output=True)
    wheels = os.path.join(tests.folder, name, 'dist')
    found = os.listdir(wheels) if os.path.isdir(wheels) else []
    tests.check(f'{name}-wheel', made.returncode == 0 and len(found) == 1 and '-py3-none-' in found[0],
                f'{found} {made.stdout}{made.stderr}')
    installed = subprocess.run([PYTHON, '-m', 'pip', 'install', '--no-index', '--no-deps', '--target',
                                os.path.join(tests.folder, 'site'), *[os.path.join(wheels, file) for file in found]],
                               text=True, capture_output=True)
    tests.check(f'{name}-install', installed.returncode == 0, installed.stderr)
