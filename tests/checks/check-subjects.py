#!/usr/bin/python3
"""Checks that no C code compares the message or note of a diagnostic.

usage: check-subjects.py TOP

What a problem is about stands in its code and its subject; the words of its message are for
who reads them, and may be translated.

SPDX-License-Identifier: MIT
"""
import re
import sys

import project

COMPARING = re.compile(
    r'\b(mem(?:cmp|mem)|str\w*cmp\w*|str(?:str|chr|rchr|spn|cspn|pbrk|tok\w*)|sscanf'
    r'|fnmatch|g_ascii_str\w*cmp|g_utf8_(?:collate|str\w*chr)|g_strcmp0|g_strrstr\w*'
    r'|g_strstr_len|g_str_(?:equal|hash|has_prefix|has_suffix|match_string)'
    r'|g_strsplit\w*|g_strv_contains|g_regex_match\w*|g_pattern_\w*match\w*'
    r'|g_hash_table_(?:add|insert|replace|lookup|contains))\s*\(')
DECLARED = re.compile(r'\bImDiagnostic\s+(?:\*\s*(?:const\s+)?)?(\w+)\s*[,;=)\[]')
LENT = r'im_diagnostics_get\s*\((?:[^()]|\([^()]*\))*\)'


def arguments(text, start):
    """Returns the text between the parentheses that open just before start."""
    depth, end = 1, start
    while end < len(text) and depth > 0:
        depth += {'(': 1, ')': -1}.get(text[end], 0)
        end += 1
    return text[start:end - 1]


def comparisons(text):
    names = '|'.join(sorted(set(DECLARED.findall(text)))) or r'(?!)'
    told = re.compile(rf'(?:\b(?:{names})(?:\[[^\]]*\])?|{LENT})(?:->|\.)(message|note)\b')
    for call in COMPARING.finditer(text):
        found = told.search(arguments(text, call.end()))
        if found:
            line = text.count('\n', 0, call.start()) + 1
            yield (f'{line}: {call.group(1)} compares the {found.group(1)} of a diagnostic; '
                   'look at its code and its subject')


def main(top):
    tap = project.Tap()
    for path in project.files(top, ('src',), ('.c', '.h')):
        problems = [f'{path}:{problem}' for problem in comparisons(project.read(top, path))]
        if problems:
            tap.result(path, problems)
    tap.result('the rest of src', [])
    return tap.finish()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
