#!/usr/bin/python3
"""Validates the files for the desktop, each with the tool of its specification.

usage: test-files.py TOP BUILD

SPDX-License-Identifier: MIT
"""
import os
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

import tap as tap_module

ID = 'org.imaginet.Studio'
ICONS = {ID: 128, ID + '-unit': 128, ID + '-symbolic': 16}


def keys_without_words(path):
    """Yields the keys of a settings schema that lack a summary or a description."""
    for key in ElementTree.parse(path).iter('key'):
        for element in 'summary', 'description':
            if not (key.findtext(element) or '').strip():
                yield f'{path}: key {key.get("name")}: expected a <{element}>'


def keys_unread(path, code):
    """Yields the keys of a settings schema that no file of the folder names."""
    text = ''
    for folder, _, names in os.walk(code):
        for name in names:
            with open(os.path.join(folder, name), encoding='utf-8') as file:
                text += file.read()
    for key in ElementTree.parse(path).iter('key'):
        if f'"{key.get("name")}"' not in text:
            yield f'{path}: key {key.get("name")}: expected something in {code} that reads it'


def check_service(path):
    with open(path, encoding='utf-8') as file:
        lines = file.read().splitlines()
    program = next((line[5:] for line in lines if line.startswith('Exec=')), '')
    problems = []
    if f'Name={ID}' not in lines:
        problems.append(f'{path}: expected Name={ID}')
    if not program.startswith('/') or not program.endswith('/imaginet-studio --gapplication-service'):
        problems.append(f'{path}: expected the absolute path of imaginet-studio with '
                        f'--gapplication-service, found “{program}”')
    return problems


def check_pictures(path, folder):
    """Returns the pictures of the metainfo that this tree does not have."""
    names = [image.text.rsplit('/', 1)[-1] for image in ElementTree.parse(path).iter('image')]
    return [f'{path}: expected {name} in {folder}' for name in names
            if not os.path.isfile(os.path.join(folder, name))]


def check_icon(path, size):
    root = ElementTree.parse(path).getroot()
    found = root.get('viewBox')
    expected = f'0 0 {size} {size}'
    return [] if found == expected else [f'{path}: expected viewBox {expected}, found {found}']


def main(top, build):
    tap = tap_module.Tap()
    source = os.path.join(top, 'data', 'desktop')
    built = os.path.join(build, 'data', 'desktop', ID)
    schema = os.path.join(source, ID + '.gschema.xml')
    tap.tool('desktop-file', ['desktop-file-validate', built + '.desktop'], '')
    tap.tool('metainfo', ['appstreamcli', 'validate', '--no-net', '--explain',
                          built + '.metainfo.xml'], 'Validation was successful')
    tap.tool('schema', ['glib-compile-schemas', '--strict', '--dry-run', source])
    tap.result('schema-words', list(keys_without_words(schema)))
    tap.result('schema-read', list(keys_unread(schema, os.path.join(top, 'src', 'studio'))))
    for name in schema, built + '.xml', built + '.metainfo.xml':
        tap.tool('xml-' + os.path.basename(name).split('.', 3)[-1],
                 ['xmllint', '--nonet', '--noout', name])
    tap.tool('manual', ['mandoc', '-T', 'lint', '-W', 'warning',
                        os.path.join(top, 'data', 'imaginet-studio.1')])
    tap.result('pictures', check_pictures(built + '.metainfo.xml',
                                          os.path.join(top, 'data', 'pictures')))
    tap.result('service', check_service(built + '.service'))
    with tempfile.TemporaryDirectory() as folder:
        for name, size in ICONS.items():
            path = os.path.join(source, 'icons', name + '.svg')
            tap.result('icon-' + name, check_icon(path, size))
            tap.tool('draw-' + name, ['rsvg-convert', '--width', '32', '--output',
                                      os.path.join(folder, 'icon.png'), path])
    return tap.finish()


sys.exit(main(*sys.argv[1:]))
