#!/usr/bin/python3
"""Installs the built tree below an empty folder and looks at what is there.

usage: test-install.py BUILD MESON

SPDX-License-Identifier: MIT
"""
import os
import subprocess
import sys
import tempfile

import tap as tap_module

ID = 'org.imaginet.Studio'
ENDINGS = (
    'bin/imaginet',
    'bin/imaginet-studio',
    f'share/applications/{ID}.desktop',
    f'share/dbus-1/services/{ID}.service',
    f'share/glib-2.0/schemas/{ID}.gschema.xml',
    f'share/icons/hicolor/scalable/apps/{ID}.svg',
    f'share/icons/hicolor/scalable/mimetypes/{ID}-unit.svg',
    f'share/icons/hicolor/symbolic/apps/{ID}-symbolic.svg',
    'share/imaginet-studio/examples/audio-window.imunit',
    'share/imaginet-studio/manual/index.html',
    'share/locale/de/LC_MESSAGES/imaginet-studio.mo',
    'share/locale/sv/LC_MESSAGES/imaginet-studio.mo',
    'share/man/man1/imaginet-studio.1',
    'share/man/man7/imaginet-first-firmware.7',
    f'share/metainfo/{ID}.metainfo.xml',
    f'share/mime/packages/{ID}.xml',
)


def install(build, meson, folder):
    """Returns the paths of all files that an installation makes."""
    done = subprocess.run([meson, 'install', '-C', build, '--no-rebuild', '--quiet',
                           '--destdir', folder], capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        raise SystemExit(f'Bail out! meson install: {done.stderr or done.stdout}')
    return sorted(os.path.join(path, name) for path, _, names in os.walk(folder)
                  for name in names)


def names_folder(path, folder):
    with open(path, 'rb') as file:
        return folder.encode() in file.read()


def main(build, meson):
    tap = tap_module.Tap()
    build = os.path.abspath(build)
    with tempfile.TemporaryDirectory() as folder:
        files = install(build, meson, folder)
        for ending in ENDINGS:
            found = any(path.endswith('/' + ending) for path in files)
            tap.result(ending, [] if found else [f'expected a file …/{ending}'])
        tap.result('no-build-folder', [f'{path}: names the build folder' for path in files
                                       if '/share/' in path and names_folder(path, build)])
    return tap.finish()


sys.exit(main(*sys.argv[1:]))
