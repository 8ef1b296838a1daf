#!/usr/bin/python3
"""Installs MIME type and desktop file into a folder of its own and asks GIO about a unit.

usage: test-mime.py TOP BUILD

SPDX-License-Identifier: MIT
"""
import os
import shutil
import subprocess
import sys
import tempfile

import tap as tap_module

ID = 'org.imaginet.Studio'
TYPE = 'application/x-imaginet-unit+xml'
PROJECT_TYPE = 'application/x-imaginet-project+xml'
OPERATOR_TYPE = 'text/x-skriptnd'
TOOLS = ('update-mime-database', 'update-desktop-database', 'gio')


def install(built, data):
    """Makes a data folder that knows the type, and the application for it."""
    packages = os.path.join(data, 'mime', 'packages')
    applications = os.path.join(data, 'applications')
    programs = os.path.join(data, 'programs')
    for folder in packages, applications, programs:
        os.makedirs(folder)
    shutil.copy(os.path.join(built, ID + '.xml'), packages)
    shutil.copy(os.path.join(built, ID + '.desktop'), applications)
    # GIO offers an application only if its program is there.
    os.symlink('/bin/true', os.path.join(programs, 'imaginet-studio'))
    subprocess.run(['update-mime-database', os.path.join(data, 'mime')], check=True,
                   capture_output=True)
    subprocess.run(['update-desktop-database', applications], check=True)
    system = os.environ.get('XDG_DATA_DIRS') or '/usr/local/share:/usr/share'
    return {**os.environ, 'XDG_DATA_HOME': data, 'XDG_DATA_DIRS': system, 'LC_ALL': 'C.UTF-8',
            'XDG_CONFIG_HOME': os.path.join(data, 'config'),
            'PATH': programs + os.pathsep + os.environ['PATH']}


def main(top, build):
    tap = tap_module.Tap()
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        print(f'1..0 # SKIP not installed: {", ".join(missing)}')
        return 0
    example = os.path.join(top, 'data', 'examples', 'audio-window.imunit')
    with tempfile.TemporaryDirectory() as data:
        environment = install(os.path.join(build, 'data', 'desktop'), data)
        tap.tool('type', ['gio', 'info', '-a', 'standard::content-type', example],
                 'standard::content-type: ' + TYPE, env=environment)
        project = os.path.join(top, 'tests', 'cli', 'fixtures', 'projects', 'engine.improj')
        tap.tool('type-of-project', ['gio', 'info', '-a', 'standard::content-type', project],
                 'standard::content-type: ' + PROJECT_TYPE, env=environment)
        tap.tool('application-of-project', ['gio', 'mime', PROJECT_TYPE], ID + '.desktop',
                 env=environment)
        operators = os.path.join(top, 'stdlib', 'skriptnd', 'nn.sknd')
        tap.tool('type-of-operators', ['gio', 'info', '-a', 'standard::content-type', operators],
                 'standard::content-type: ' + OPERATOR_TYPE, env=environment)
        tap.tool('application-of-operators', ['gio', 'mime', OPERATOR_TYPE], ID + '.desktop',
                 env=environment)
        tap.tool('icon', ['gio', 'info', '-a', 'standard::icon', example], ID + '-unit',
                 env=environment)
        tap.tool('application', ['gio', 'mime', TYPE], ID + '.desktop', env=environment)
        with open(os.path.join(data, 'mime', 'XMLnamespaces'), encoding='utf-8') as file:
            tap.result('root-element', [] if f' Imaginet {TYPE}' in file.read() else
                       ['mime/XMLnamespaces: expected the root element Imaginet'])
        with open(os.path.join(data, 'mime', 'subclasses'), encoding='utf-8') as file:
            tap.result('is-xml', [] if f'{TYPE} application/xml' in file.read() else
                       [f'mime/subclasses: expected {TYPE} below application/xml'])
    return tap.finish()


sys.exit(main(*sys.argv[1:]))
