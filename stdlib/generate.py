#!/usr/bin/python3
"""Turns the reference of the expression language into C tables and a reference page.

usage: generate.py REFERENCE_FOLDER OUTPUT...

The ending of an output says what it is: the table (.c), the prototypes of its functions
(.h), or the page (.md).

Each file of the folder describes the members of one owner. Its head:

    owner = "Math"                 one of OWNERS
    intro = "..."                  a paragraph for the page
    spellings = ["static"]         of all entries that do not say otherwise
    source = "..."                 likewise
    samples = { input = "..." }    values of names that examples may use; optional

An entry, `[[entry]]`:

    name, summary                  required
    signatures = [["(a: int, b: int = 1, rest: int...) -> int", "math_thing"]]
                                   computed by im_builtin_math_thing; operators are not
                                   called by name and have only the text
    constant = 2.718 or "Float32"  instead of signatures: a double or an element type
    spellings, source              instead of those of the head
    examples = [["expression", "value"]]           at least one
    errors = [["expression", "part of message"]]   optional

A parameter with ` = value` may be left out, one with `...` repeated; the receiver of a
member is not written.

SPDX-License-Identifier: MIT
"""
import dataclasses
import math
import os
import re
import sys
import tomllib

# Name of the owner: its constant in C, and the receiver of its members if it has any.
OWNERS = {
    'Math': ('IM_OWNER_MATH', None),
    'System': ('IM_OWNER_SYSTEM', None),
    'String': ('IM_OWNER_STRING', ('text', 'string')),
    'ValueType': ('IM_OWNER_DTYPE', ('type', 'type')),
    'Shape': ('IM_OWNER_SHAPE', ('shape', 'shape')),
    'ShapeBroadcast': ('IM_OWNER_BROADCAST', ('broadcast', 'broadcast')),
    'Tensor': ('IM_OWNER_TENSOR', ('tensor', 'tensor')),
    'ArrayBuffer': ('IM_OWNER_BUFFER', ('buffer', 'buffer')),
    'Array': ('IM_OWNER_ARRAY', ('array', 'array')),
    'Operators': ('IM_OWNER_OPERATOR', None),
}
KINDS = ('null', 'bool', 'int', 'double', 'string', 'type', 'shape', 'broadcast', 'tensor',
         'buffer', 'array')
C_KINDS = {'type': 'DTYPE'}
SPELLINGS = {'static': 'IM_SPELLING_STATIC', 'bare': 'IM_SPELLING_BARE',
             'method': 'IM_SPELLING_METHOD'}

HEAD_KEYS = {'owner': str, 'intro': str, 'spellings': list, 'source': str,
             'samples': dict, 'entry': list}
ENTRY_KEYS = {'name': str, 'summary': str, 'signatures': list, 'constant': (float, str),
              'spellings': list, 'source': str, 'examples': list, 'errors': list}

SIGNATURE = re.compile(r'\((.*)\) -> ([\w|]+)')
PARAMETER = re.compile(r'(\w+): ([\w|]+)(\.\.\.| = \S+)?')
FUNCTION = re.compile(r'[a-z][a-z0-9_]*')


class DataError(Exception):
    pass


@dataclasses.dataclass(frozen=True)
class Parameter:
    name: str
    kinds: tuple
    is_optional: bool = False
    is_repeated: bool = False


@dataclasses.dataclass(frozen=True)
class Signature:
    text: str
    parameters: tuple
    result: tuple
    function: str | None


@dataclasses.dataclass(frozen=True)
class Entry:
    name: str
    owner: str
    spellings: tuple
    constant: float | str | None
    signatures: tuple
    summary: str
    source: str
    examples: tuple
    errors: tuple


@dataclasses.dataclass(frozen=True)
class Section:
    owner: str
    intro: str
    samples: dict
    entries: tuple


def check_keys(table, keys, required):
    for key, value in table.items():
        if key not in keys:
            raise DataError(f'unknown key "{key}"; allowed are {", ".join(keys)}')
        if not isinstance(value, keys[key]):
            raise DataError(f'"{key}" has a value of the wrong type')
    for key in required:
        if not table.get(key):
            raise DataError(f'has no {key}')


def read_kinds(text):
    if text == 'any':
        return KINDS
    kinds = tuple(text.split('|'))
    for kind in kinds:
        if kind not in KINDS:
            raise DataError(f'unknown kind "{kind}"; kinds are any, {", ".join(KINDS)}')
    return kinds


def read_parameter(text):
    match = PARAMETER.fullmatch(text)
    if not match:
        raise DataError(f'parameter "{text}" is not "name: kind", "name: kind = value" '
                        'or "name: kind..."')
    name, kinds, suffix = match.groups()
    return Parameter(name, read_kinds(kinds), is_optional=(suffix or '').startswith(' ='),
                     is_repeated=suffix == '...')


def read_parameters(text):
    parameters = tuple(read_parameter(part) for part in text.split(', ') if part)
    for before, after in zip(parameters, parameters[1:]):
        if before.is_repeated:
            raise DataError(f'only the last parameter may be repeated, not "{before.name}"')
        if before.is_optional and not after.is_optional:
            raise DataError(f'"{after.name}" follows a parameter that may be left out, '
                            'so it needs a value too')
    return parameters


def read_signature(owner, row):
    is_operator = owner == 'Operators'
    if not (isinstance(row, list) and len(row) == (1 if is_operator else 2)
            and all(isinstance(part, str) for part in row)):
        raise DataError('a signature is ["text"]' if is_operator
                        else 'a signature is ["text", "function"]')
    match = SIGNATURE.fullmatch(row[0])
    if not match:
        raise DataError(f'signature "{row[0]}" is not "(parameters) -> kind"')
    parameters = read_parameters(match[1])
    result = read_kinds(match[2])
    receiver = OWNERS[owner][1]
    if receiver:
        parameters = (Parameter(receiver[0], (receiver[1],)), *parameters)
    if not is_operator and not FUNCTION.fullmatch(row[1]):
        raise DataError(f'"{row[1]}" is no name of a C function')
    return Signature(row[0], parameters, result, None if is_operator else row[1])


def read_pairs(table, key):
    pairs = table.get(key, [])
    for pair in pairs:
        if not (isinstance(pair, list) and len(pair) == 2
                and all(isinstance(part, str) for part in pair)):
            raise DataError(f'each of "{key}" is a pair of strings')
    return tuple(tuple(pair) for pair in pairs)


def read_spellings(owner, spellings, table):
    if owner == 'Operators':
        if spellings:
            raise DataError('operators have no spellings')
        return ()
    if not spellings:
        raise DataError('has no spellings')
    for spelling in spellings:
        if spelling not in SPELLINGS:
            raise DataError(f'unknown spelling "{spelling}"; allowed are '
                            f'{", ".join(SPELLINGS)}')
    if OWNERS[owner][1] and spellings != ['method']:
        raise DataError(f'members of {owner} are spelled as methods only')
    if 'constant' in table and spellings != ['static']:
        raise DataError('a constant is spelled static only')
    return tuple(spellings)


def read_entry(head, table):
    check_keys(table, ENTRY_KEYS, ('summary', 'examples'))
    owner = head['owner']
    if ('constant' in table) == ('signatures' in table):
        raise DataError('needs either signatures or a constant')
    entry = Entry(
        name=table['name'],
        owner=owner,
        spellings=read_spellings(owner, table.get('spellings', head.get('spellings', [])),
                                 table),
        constant=table.get('constant'),
        signatures=tuple(read_signature(owner, row) for row in table.get('signatures', ())),
        summary=table['summary'],
        source=table.get('source', head.get('source', '')),
        examples=read_pairs(table, 'examples'),
        errors=read_pairs(table, 'errors'))
    if not entry.source:
        raise DataError('has no source')
    if 'method' in entry.spellings and not all(s.parameters for s in entry.signatures):
        raise DataError('a method needs a parameter in every signature')
    return entry


def read_entries(path, head):
    entries = {}
    for number, table in enumerate(head['entry'], 1):
        name = table.get('name') if isinstance(table, dict) else None
        if not isinstance(name, str) or not name:
            raise DataError(f'{path}: entry {number} has no name')
        if name in entries:
            raise DataError(f'{path}: entry "{name}": there is already one of this name')
        try:
            entries[name] = read_entry(head, table)
        except DataError as error:
            raise DataError(f'{path}: entry "{name}": {error}') from None
    return tuple(entries.values())


def read_section(path):
    try:
        with open(path, 'rb') as file:
            head = tomllib.load(file)
        check_keys(head, HEAD_KEYS, ('owner', 'intro', 'entry'))
        if head['owner'] not in OWNERS:
            raise DataError(f'unknown owner "{head["owner"]}"; owners are '
                            f'{", ".join(OWNERS)}')
    except (DataError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f'{path}: {error}') from None
    return Section(head['owner'], head['intro'], head.get('samples', {}),
                   read_entries(path, head))


def read_reference(folder):
    sections = {}
    for name in sorted(os.listdir(folder)):
        if not name.endswith('.toml'):
            continue
        path = os.path.join(folder, name)
        section = read_section(path)
        if section.owner in sections:
            raise DataError(f'{path}: another file describes the owner {section.owner}')
        sections[section.owner] = section
    for owner in OWNERS:
        if owner not in sections:
            raise DataError(f'{folder}: no file describes the owner {owner}')
    return [sections[owner] for owner in OWNERS]


def quote(text):
    if text is None:
        return 'NULL'
    escaped = ''.join({'"': '\\"', '\\': '\\\\', '\n': '\\n'}.get(c, c) for c in text)
    return f'"{escaped}"'


def kind_mask(kinds):
    return ' | '.join(f'1 << IM_VALUE_{C_KINDS.get(kind, kind.upper())}' for kind in kinds)


def constant_in_c(constant):
    if constant is None:
        return '{ .kind = IM_VALUE_NULL }'
    if isinstance(constant, str):
        return f'{{ .kind = IM_VALUE_DTYPE, .dtype = IM_DTYPE_{constant.upper()} }}'
    text = '(double) NAN' if math.isnan(constant) else constant.hex()
    return f'{{ .kind = IM_VALUE_DOUBLE, .real = {text} }}'


def parameters_in_c(name, parameters):
    yield f'static const ImParameterSpec {name}[] = {{'
    for p in parameters:
        yield (f'  {{ {quote(p.name)}, {kind_mask(p.kinds)}, '
               f'{str(p.is_optional).upper()}, {str(p.is_repeated).upper()} }},')
    yield '};'


def signatures_in_c(prefix, signatures):
    rows = []
    for number, signature in enumerate(signatures):
        name = f'{prefix}_params_{number}' if signature.parameters else 'NULL'
        if signature.parameters:
            yield from parameters_in_c(name, signature.parameters)
        function = f'im_builtin_{signature.function}' if signature.function else 'NULL'
        rows.append(f'  {{ {quote(signature.text)}, {name}, {len(signature.parameters)}, '
                    f'{kind_mask(signature.result)}, {function} }},')
    yield from (f'static const ImSignature {prefix}_signatures[] = {{', *rows, '};')


def examples_in_c(prefix, entry):
    yield f'static const ImExample {prefix}_examples[] = {{'
    for expression, value in entry.examples:
        yield f'  {{ {quote(expression)}, {quote(value)}, NULL }},'
    for expression, error in entry.errors:
        yield f'  {{ {quote(expression)}, NULL, {quote(error)} }},'
    yield '};'


def row_in_c(prefix, entry):
    mask = ' | '.join(SPELLINGS[spelling] for spelling in entry.spellings) or '0'
    yield '  {'
    yield f'    .name = {quote(entry.name)},'
    yield f'    .owner = {OWNERS[entry.owner][0]},'
    yield f'    .spellings = {mask},'
    yield f'    .is_constant = {str(entry.constant is not None).upper()},'
    yield f'    .constant = {constant_in_c(entry.constant)},'
    if entry.signatures:
        yield f'    .signatures = {prefix}_signatures,'
        yield f'    .n_signatures = {len(entry.signatures)},'
    yield f'    .summary = {quote(entry.summary)},'
    yield f'    .source = {quote(entry.source)},'
    yield f'    .examples = {prefix}_examples,'
    yield f'    .n_examples = {len(entry.examples) + len(entry.errors)},'
    yield '  },'


def table_in_c(sections):
    owners = list(OWNERS)
    entries = sorted((entry for section in sections for entry in section.entries),
                     key=lambda e: (e.name.encode(), owners.index(e.owner)))
    yield '/* Generated by stdlib/generate.py from stdlib/reference/. */'
    yield '#include "lang/im-builtin-functions.h"'
    yield '#include <math.h>'
    rows = []
    for number, entry in enumerate(entries):
        prefix = f'b{number}'
        if entry.signatures:
            yield from signatures_in_c(prefix, entry.signatures)
        yield from examples_in_c(prefix, entry)
        rows += row_in_c(prefix, entry)
    yield from ('const ImBuiltin im_builtin_table[] = {', *rows, '};')
    yield f'const guint im_builtin_table_length = {len(entries)};'
    samples = {name: text for s in sections for name, text in s.samples.items()}
    yield 'const ImSample im_builtin_samples[] = {'
    for name, text in samples.items():
        yield f'  {{ {quote(name)}, {quote(text)} }},'
    yield '};'
    yield f'const guint im_builtin_samples_length = {len(samples)};'


def prototypes_in_c(sections):
    functions = sorted({signature.function for section in sections
                        for entry in section.entries for signature in entry.signatures
                        if signature.function})
    yield '/* Generated by stdlib/generate.py from stdlib/reference/. */'
    yield '#pragma once'
    yield 'extern const ImBuiltin im_builtin_table[];'
    yield 'extern const guint im_builtin_table_length;'
    yield 'extern const ImSample im_builtin_samples[];'
    yield 'extern const guint im_builtin_samples_length;'
    for function in functions:
        yield (f'gboolean im_builtin_{function} (ImEval *eval, const ImValue *args, '
               'guint n_args, ImValue *out);')


def usage(entry, signature):
    """Returns how calls are written: with the library's name, or behind a point."""
    if entry.owner == 'Operators':
        return f'{entry.name} {signature.text}'
    return f'{"." if entry.spellings == ("method",) else entry.owner + "."}' \
           f'{entry.name}{signature.text}'


def entry_in_markdown(entry):
    yield f'### `{entry.name}`'
    yield ''
    if entry.signatures:
        yield '```'
        yield from (usage(entry, signature) for signature in entry.signatures)
        yield '```'
        yield ''
    spelled = f' Spelled {", ".join(entry.spellings)}.' if len(entry.spellings) > 1 else ''
    yield f'{entry.summary}{spelled} Source: {entry.source}.'
    yield ''
    yield '```'
    yield from (f'{expression}\n=> {value}' for expression, value in entry.examples)
    yield from (f'{expression}\n!! {message}' for expression, message in entry.errors)
    yield '```'
    yield ''


def page_in_markdown(sections):
    yield '# The expression language: reference'
    yield ''
    yield 'Every example is also a test: `=>` precedes the value, `!!` a part of the message'
    yield 'with which it fails. Functions of several spellings are written `Math.max(a, b)`'
    yield '(static), `max(a, b)` (bare) or `a.max(b)` (method). `()` may be left out.'
    samples = {name: text for s in sections for name, text in s.samples.items()}
    if samples:
        yield 'Names in the examples:'
        yield ''
        yield from (f'- `{name} = {text}`' for name, text in samples.items())
    yield ''
    for section in sections:
        yield from (f'## {section.owner}', '', section.intro, '')
        for entry in section.entries:
            yield from entry_in_markdown(entry)


def write(path, lines):
    with open(path, 'w', encoding='utf-8') as file:
        file.writelines(f'{line}\n' for line in lines)


WRITERS = {'.c': table_in_c, '.h': prototypes_in_c, '.md': page_in_markdown}


def main(arguments):
    endings = [os.path.splitext(path)[1] for path in arguments[1:]]
    if not endings or not all(ending in WRITERS for ending in endings):
        sys.exit('usage: generate.py REFERENCE_FOLDER OUTPUT...; outputs end in '
                 f'{", ".join(WRITERS)}')
    try:
        sections = read_reference(arguments[0])
    except DataError as error:
        sys.exit(f'error: {error}')
    for path, ending in zip(arguments[1:], endings):
        write(path, WRITERS[ending](sections))


if __name__ == '__main__':
    main(sys.argv[1:])
