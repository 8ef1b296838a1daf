#!/usr/bin/python3
"""Checks that every text on screen can be translated and that the translations are complete.

usage: test-translations.py TOP

SPDX-License-Identifier: MIT
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

import tap as tap_module

DOMAIN = 'imaginet-studio'
TOOLS = ('xgettext', 'msgmerge', 'msgfmt')
KEYWORDS = ('_', 'N_', 'C_:1c,2', 'NC_:1c,2', 'g_dngettext:2,3')
CANDIDATES = ('data/desktop/*.in', 'data/desktop/*.gschema.xml', 'src/document/*/*.c', 'src/lab/*.c',
              'src/studio/*/*.c', 'src/template/*.c', 'ui/*/*.ui')
UNTRANSLATED = 'data/desktop/org.imaginet.Studio.service.in'
MARK = re.compile(r'\b(?:N?_|N?C_|ngettext|g_dngettext|g_dpgettext2) \(')
SHOWN = ('body', 'description', 'heading', 'label', 'placeholder-text',
         'subtitle', 'text', 'title', 'tooltip-markup', 'tooltip-text')
WORD = re.compile(r'[^\W\d_]{2}')

# In C: what shows a text, what marks one, and a format that xgettext cannot put together.
SHOWS = re.compile(
    r'\b(?:\w+_(?:set_(?:body|description|heading|label|markup|placeholder_text|subtitle|text|'
    r'title|tooltip_text)|say|with_label|label_new|toast_overlay_show|message_dialog_new) ?\('
    r'|GTK_ACCESSIBLE_PROPERTY_(?:DESCRIPTION|LABEL),)((?:[^";]|"(?:[^"\\]|\\.)*")*);')
LITERAL = r'"(?:[^"\\\n]|\\.)*"'
MARKED = re.compile(r'\b(?:N?C?_|n?gettext) \((?:' + LITERAL + r'[\s,]*)+')
SPLIT = re.compile(r'\b(?:N?C?_|ngettext) \((?:' + LITERAL + r'[\s,]*)*\s*[A-Z]\w+')
FORMAT = re.compile(r'%[-+ #0-9.*]*(?:hh|h|ll|l|z|t)?[a-zA-Z%]|\\.')


def has_text(top, path):
    if path.endswith('.c'):
        with open(os.path.join(top, path), encoding='utf-8') as file:
            return MARK.search(file.read()) is not None
    if path.endswith('.ui'):
        root = ElementTree.parse(os.path.join(top, path))
        return any(element.get('translatable') == 'yes' for element in root.iter())
    return path != UNTRANSLATED


def check_list(top, listed):
    """Compares po/POTFILES with the files that have texts for the screen."""
    found = sorted(os.path.relpath(path, top) for pattern in CANDIDATES
                   for path in glob.glob(os.path.join(top, pattern)))
    found = [path for path in found if has_text(top, path)]
    problems = [f'po/POTFILES: expected {path}, which has texts' for path in found
                if path not in listed]
    problems += [f'po/POTFILES: {path} has no texts or does not exist' for path in listed
                 if path not in found]
    if listed != sorted(listed):
        problems.append('po/POTFILES: expected the files in alphabetical order')
    return problems


def check_template(top, path):
    """Yields the words of a template that a translator never sees."""
    for element in ElementTree.parse(os.path.join(top, path)).iter():
        shown = element.tag in ('property', 'attribute') and element.get('name') in SHOWN
        if shown and WORD.search(element.text or '') and element.get('translatable') is None:
            yield (f'{path}: expected translatable="yes" (or "no") for {element.get("name")} '
                   f'“{element.text}”')


def check_code(top, path):
    """Yields the texts of C code that gettext never sees, or not as a whole."""
    with open(os.path.join(top, path), encoding='utf-8') as file:
        text = file.read()
    for shown in SHOWS.finditer(text):
        line = text.count('\n', 0, shown.start()) + 1
        for literal in re.findall(LITERAL, MARKED.sub('', shown[1])):
            plain = FORMAT.sub('', literal)
            if WORD.search(plain) and not re.fullmatch(r'"[a-z0-9.:-]+"', literal):
                yield f'{path}:{line}: expected _ ({literal})'
    for split in SPLIT.finditer(text):
        line = text.count('\n', 0, split.start()) + 1
        yield f'{path}:{line}: expected one literal, found a macro in {split[0]}'


def extract(top, listed, template):
    subprocess.run(['xgettext', '--from-code=UTF-8', '--directory', top, '--output', template,
                    '--package-name', DOMAIN, '--add-comments=Translators',
                    '--flag=g_strdup_printf:1:c-format',
                    *('--keyword=' + keyword for keyword in KEYWORDS), *listed],
                   check=True, timeout=60)


def check_language(top, language, template, folder):
    """Merges a translation with the texts of today; nothing may be missing, old or unsure."""
    po = os.path.join(top, 'po', language + '.po')
    merged = os.path.join(folder, language + '.po')
    subprocess.run(['msgmerge', '--quiet', '--no-fuzzy-matching', '--output-file', merged, po,
                    template], check=True, timeout=60)
    done = subprocess.run(['msgfmt', '--check', '--statistics', '--output-file', os.devnull,
                           merged], capture_output=True, text=True, timeout=60,
                          env={**os.environ, 'LC_ALL': 'C'})
    statistics = done.stderr.strip()
    if done.returncode != 0 or not re.fullmatch(r'\d+ translated messages\.', statistics):
        return [f'po/{language}.po: expected all messages translated, found: {statistics}',
                *untranslated(merged)]
    return []


def untranslated(merged):
    """Returns the messages that lack a translation."""
    done = subprocess.run(['msgattrib', '--untranslated', '--no-obsolete', '--no-wrap', merged],
                          capture_output=True, text=True, timeout=60)
    return [line for line in done.stdout.splitlines() if line.startswith('msgid "') and
            line != 'msgid ""']


def main(top):
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        print(f'1..0 # SKIP not installed: {", ".join(missing)}')
        return 0
    tap = tap_module.Tap()
    with open(os.path.join(top, 'po', 'POTFILES'), encoding='utf-8') as file:
        listed = file.read().split()
    with open(os.path.join(top, 'po', 'LINGUAS'), encoding='utf-8') as file:
        languages = file.read().split()
    tap.result('files', check_list(top, listed))
    code = (os.path.relpath(path, top) for pattern in CANDIDATES if pattern.endswith('.c')
            for path in glob.glob(os.path.join(top, pattern)))
    tap.result('code', [problem for path in sorted(code) for problem in check_code(top, path)])
    templates = (os.path.relpath(path, top) for path in glob.glob(os.path.join(top, 'ui/*.ui')))
    tap.result('templates', [problem for path in sorted(templates)
                             for problem in check_template(top, path)])
    with tempfile.TemporaryDirectory() as folder:
        template = os.path.join(folder, DOMAIN + '.pot')
        extract(top, listed, template)
        for language in languages:
            tap.result(language, check_language(top, language, template, folder))
    return tap.finish()


sys.exit(main(*sys.argv[1:]))
