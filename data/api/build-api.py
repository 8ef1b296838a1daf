#!/usr/bin/python3
"""Builds the API pages of the library below the window, from the comments of its headers.

usage: build-api.py TOP BUILD OUTPUT

TOP is the source tree and BUILD its build folder. OUTPUT gets index.html and a page for each type and function. The exit
status is 1 if a comment names a parameter that there is not, leaves out one that its type does
not explain, or has a link that leads nowhere; each is printed with its place.

A comment that says nothing about a pointer to one of our structs is fine: the type has a page of
its own. What a function without a comment does is in the text in front of it in the header.

SPDX-License-Identifier: MIT
"""
import glob
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

CORE = '{http://www.gtk.org/introspection/core/1.0}'
C = '{http://www.gtk.org/introspection/c/1.0}'
GLIB = 'http://www.gtk.org/introspection/glib/1.0'
PACKAGES = ('gio-2.0', 'cairo', 'libxml-2.0')
# What only those who bind another language to a library need.
BINDINGS = re.compile(r'bare structure or union|Missing \((?:element-type|transfer|scope)\)'
                      r'|Unresolved type')
CONFIGURATION = '''[library]
version = "{version}"
namespace = "Im"
description = "What Imaginet Studio is made of, without its windows"
license = "MIT"
dependencies = ["GLib-2.0", "Gio-2.0"]

[dependencies."GLib-2.0"]
name = "GLib"
docs_url = "https://docs.gtk.org/glib"

[dependencies."Gio-2.0"]
name = "GIO"
docs_url = "https://docs.gtk.org/gio"

[theme]
name = "basic"
show_index_summary = true
'''


def run(command, folder):
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    return done.returncode, done.stdout


def scan(top, build, gir):
    """Describes the headers in a file of GIR; returns what is wrong with their comments."""
    source = os.path.join(top, 'src')
    headers = sorted(path for path in glob.glob(os.path.join(source, '**', 'im-*.h'),
                                                recursive=True) if 'private' not in path)
    status, output = run([
        'g-ir-scanner', '--header-only', '--warn-all', '--namespace=Im', '--nsversion=0',
        '--identifier-prefix=Im', '--symbol-prefix=im', '--include=Gio-2.0',
        *(f'--pkg={name}' for name in PACKAGES), '-I' + source,
        '-I' + os.path.join(build, 'src'), '--output=' + gir, *headers], os.path.dirname(gir))
    problems = [line for line in output.splitlines()
                if re.search('Warning: |Error: ', line) and not BINDINGS.search(line)]
    return problems if status == 0 else [output]


def add_error_domains(tree):
    """Says which enumerations are error domains; a scan of headers alone cannot know."""
    ElementTree.register_namespace('glib', GLIB)
    quarks = {function.get('name')[:-len('_quark')].replace('_', '')
              for function in tree.iter(CORE + 'function')
              if function.get('name').endswith('_error_quark')}
    for enumeration in tree.iter(CORE + 'enumeration'):
        if enumeration.get('name').lower() in quarks:
            enumeration.set(f'{{{GLIB}}}error-domain', enumeration.get('name'))


def own_types(tree):
    return {element.get('name') for kind in ('record', 'union', 'class')
            for element in tree.iter(CORE + kind)}


def left_out(tree):
    """Yields parameters that a comment says nothing about, although it is about others."""
    own = own_types(tree)
    for function in tree.iter():
        if function.tag not in [CORE + kind for kind in ('function', 'method', 'constructor')]:
            continue
        parameters = function.findall(f'{CORE}parameters/{CORE}parameter')
        if all(parameter.find(CORE + 'doc') is None for parameter in parameters):
            continue
        for parameter in parameters:
            kind = parameter.find(CORE + 'type')
            if parameter.find(CORE + 'doc') is None and parameter.get('name') != '...' and not (
                    kind is not None and kind.get('name') in own):
                doc = function.find(CORE + 'doc')
                place = f'{doc.get("filename")}:{doc.get("line")}: ' if doc is not None else ''
                yield f'{place}{function.get(C + "identifier")}: says nothing about ' \
                      f'{parameter.get("name")}'


def main(top, build, output):
    top, build, output = (os.path.abspath(path) for path in (top, build, output))
    with open(os.path.join(top, 'meson.build'), encoding='utf-8') as file:
        version = re.search(r"version: '([^']+)'", file.read())[1]
    with tempfile.TemporaryDirectory() as folder:
        gir = os.path.join(folder, 'Im-0.gir')
        problems = scan(top, build, gir)
        if os.path.exists(gir):
            tree = ElementTree.parse(gir)
            problems += sorted(set(left_out(tree)))
            add_error_domains(tree)
            tree.write(gir)
            configuration = os.path.join(folder, 'im.toml')
            with open(configuration, 'w', encoding='utf-8') as file:
                file.write(CONFIGURATION.format(version=version))
            status, text = run(['gi-docgen', 'generate', '--quiet', '--no-namespace-dir',
                                '--config', configuration, '--output-dir', output, gir], folder)
            problems += [re.sub(r'\x1b\[[0-9;]*m', '', line) for line in text.splitlines()
                         if 'WARNING' in line or status != 0]
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
