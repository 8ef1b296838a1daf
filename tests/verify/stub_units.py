"""Functions that do nothing for the implementations in C of a unit file.

SPDX-License-Identifier: MIT
"""
import os
import re
import xml.etree.ElementTree as ElementTree

TYPES = {'InputSocket': 'const void *', 'OutputSocket': 'void *', 'ReturnSocket': 'void *',
         'Handle': 'void *', 'External': 'const void *', 'Int32Option': 'int',
         'DoubleOption': 'float', 'BoolOption': 'int', 'StringOption': 'const char *'}
WITH_STATUS = ('Dequeue', 'CanEnqueue', 'CanDequeue')


def type_of(parameter):
    value = parameter.get('value') or parameter.text or ''
    if parameter.tag in TYPES:
        return TYPES[parameter.tag]
    if re.search(r'Tensor\(|ArrayBuffer\(', value):
        return 'void *'
    return 'const char *' if 'getLabels' in value else 'double'


def fragment_of(name, call, types, has_status):
    function, arguments = re.match(r'\s*(\w+)\s*\((.*)\)\s*$', call, re.S).groups()
    names = [word.strip() for word in arguments.split(',') if word.strip()]
    parameters = ', '.join(f'{types[word]} {word}' for word in names) or 'void'
    body = ''.join(f'    (void) {word};\n' for word in names)
    return (f'#pragma IMAGINET_FRAGMENT_BEGIN "{name}"\n'
            f'static inline {"int" if has_status else "void"} {function}({parameters})\n'
            f'{{\n{body}{"    return 0;" if has_status else ""}\n}}\n'
            '#pragma IMAGINET_FRAGMENT_END\n')


def write(path):
    """Writes the code beside a unit file. Returns the number of its units."""
    with open(path, 'rb') as file:
        root = ElementTree.fromstring(file.read().lstrip(b'\xef\xbb\xbf'))
    fragments = {}
    for unit in root:
        types = {parameter.get('name'): type_of(parameter)
                 for parameter in unit.iterfind('Parameters/*')}
        for section in unit:
            has_status = bool(section.get('returnStatus')) or section.tag in WITH_STATUS
            for implementation in section.iter('Implementation'):
                if implementation.get('language') == 'C':
                    file, name = implementation.get('fragment').split(':')
                    fragments.setdefault(file, {})[name] = fragment_of(
                        name, implementation.get('call'), types, has_status)
    for name, parts in fragments.items():
        with open(os.path.join(os.path.dirname(path), name), 'a', encoding='utf-8') as file:
            file.write('\n'.join(parts.values()))
    return len(root)
