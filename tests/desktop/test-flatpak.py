#!/usr/bin/python3
"""Checks the Flatpak manifest: its keys, its permissions, and what it takes from this tree.

usage: test-flatpak.py TOP

The keys are those of flatpak-manifest(5) that an application may need; flatpak-builder
itself passes over a key that it does not know.

SPDX-License-Identifier: MIT
"""
import os
import re
import sys

import tap as tap_module

try:
    import yaml
except ImportError:
    yaml = None

ID = 'org.imaginet.Studio'
TEXTS, LIST = 'a list of texts', 'a list'
KEYS = {
    'manifest': {
        'id': str, 'branch': str, 'runtime': str, 'runtime-version': str, 'sdk': str,
        'sdk-extensions': TEXTS, 'command': str, 'finish-args': TEXTS, 'cleanup': TEXTS,
        'cleanup-commands': TEXTS, 'separate-locales': bool, 'build-options': dict,
        'modules': LIST},
    'module': {
        'name': str, 'buildsystem': str, 'builddir': bool, 'subdir': str, 'config-opts': TEXTS,
        'build-commands': TEXTS, 'post-install': TEXTS, 'build-options': dict, 'cleanup': TEXTS,
        'run-tests': bool, 'sources': LIST},
    'source': {
        'type': str, 'path': str, 'skip': TEXTS, 'url': str, 'sha256': str, 'tag': str,
        'commit': str, 'dest': str},
}
REQUIRED = {
    'manifest': ('id', 'runtime', 'runtime-version', 'sdk', 'command', 'finish-args', 'modules'),
    'module': ('name', 'buildsystem', 'sources'),
    'source': ('type',),
}
# Serial ports are devices, of which there is no finer permission; microphones go by PulseAudio.
PERMISSIONS = {'--share=ipc', '--socket=pulseaudio', '--socket=wayland', '--socket=fallback-x11',
               '--device=all'}


def fits(value, kind):
    if kind in (TEXTS, LIST):
        return isinstance(value, list) and (kind == LIST or all(isinstance(text, str)
                                                                for text in value))
    return isinstance(value, kind)


def check_keys(place, table):
    """Yields unknown, missing and mistyped keys of one object of the manifest."""
    if not isinstance(table, dict):
        yield f'{place}: expected keys and values, found {table!r}'
        return
    for key, value in table.items():
        kind = KEYS[place].get(key)
        if kind is None:
            yield f'{place}: {key} is not one of {", ".join(KEYS[place])}'
        elif not fits(value, kind):
            yield f'{place}: {key} is {getattr(kind, "__name__", kind)}, found {value!r}'
    for key in REQUIRED[place]:
        if key not in table:
            yield f'{place}: expected the key {key}'


def objects(manifest):
    """Yields each object of a manifest with its kind."""
    yield 'manifest', manifest
    for module in manifest.get('modules', []):
        yield 'module', module
        for source in module.get('sources', []):
            yield 'source', source


def check_options(top, module):
    """Yields the options of the build that this tree does not have."""
    with open(os.path.join(top, 'meson_options.txt'), encoding='utf-8') as file:
        known = re.findall(r"option\(\s*'([^']+)'", file.read())
    for option in module.get('config-opts', []):
        name = re.fullmatch(r'-D([\w-]+)=.*', option)
        if name is None or name[1] not in known:
            yield f'{option}: meson_options.txt has {", ".join(known)}'


def check_sources(folder, module):
    for source in module['sources']:
        path = os.path.join(folder, source.get('path', '.'))
        if source['type'] != 'dir' or not os.path.isfile(os.path.join(path, 'meson.build')):
            yield f'{source}: expected the folder of the top meson.build'


def main(top):
    if yaml is None:
        print('1..0 # SKIP python3-yaml is not installed')
        return 0
    tap = tap_module.Tap()
    path = os.path.join(top, 'flatpak', ID + '.yml')
    with open(path, encoding='utf-8') as file:
        manifest = yaml.safe_load(file)
    problems = [text for place, table in objects(manifest) for text in check_keys(place, table)]
    tap.result('keys', problems)
    if problems:
        return tap.finish()
    modules = manifest['modules']
    tap.result('names', [] if manifest['id'] == ID and manifest['command'] == 'imaginet-studio'
               else [f'expected {ID} and imaginet-studio'])
    permissions = set(manifest['finish-args'])
    tap.result('permissions', [f'expected {sorted(PERMISSIONS)}, found {sorted(permissions)}']
               if permissions != PERMISSIONS else [])
    tap.result('options', [text for module in modules for text in check_options(top, module)])
    tap.result('sources', [text for module in modules
                           for text in check_sources(os.path.dirname(path), module)])
    tap.tool('flatpak-builder', ['flatpak-builder', '--show-manifest', path], ID)
    return tap.finish()


sys.exit(main(*sys.argv[1:]))
