#!/usr/bin/python3
"""Builds the API pages: of all headers without a complaint, and of a header with mistakes with a
complaint about each.

usage: test-api.py TOP BUILD

SPDX-License-Identifier: MIT
"""
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'desktop'))
import tap as tap_module  # noqa: E402

TOOLS = ('g-ir-scanner', 'gi-docgen')
PAGES = ('index.html', 'error.ShapeError.html', 'struct.Plan.html')
MISTAKES = ('lost', 'says nothing about last', 'bad_nowhere')


def build(top, source, build_folder, output):
    done = subprocess.run([sys.executable, '-B', os.path.join(top, 'data', 'api', 'build-api.py'),
                           source, build_folder, output], capture_output=True, text=True,
                          timeout=600, check=False)
    return done.returncode, done.stderr


def main(top, build_folder):
    absent = [tool for tool in TOOLS if shutil.which(tool) is None]
    if absent:
        print(f'1..0 # SKIP not installed: {", ".join(absent)}')
        return 0
    tap = tap_module.Tap()
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, 'api')
        status, errors = build(top, top, build_folder, output)
        tap.result('no-complaint', [errors] if status != 0 or errors else [])
        absent = [name for name in PAGES if not os.path.isfile(os.path.join(output, name))]
        tap.result('pages', [f'there is no {name}' for name in absent])
        status, errors = build(top, os.path.join(HERE, 'fixtures', 'api'), build_folder,
                               os.path.join(folder, 'bad'))
        tap.result('status', [] if status == 1 else [f'expected 1, got {status}'])
        for mistake in MISTAKES:
            tap.result(f'mistake-{mistake.split()[-1]}', [] if mistake in errors else [errors])
        tap.result('nothing-else', [errors] if 'good_count' in errors else [])
    return tap.finish()


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
