#!/usr/bin/python3
"""Writes a dictionary for libFuzzer from the tables of the sources.

usage: dictionary.py SOURCE-TREE OUTPUT

The words are the names of the expression language, from stdlib/reference/, and the names of
elements, attributes and directives, which are the string literals of the readers in
src/unit/.

SPDX-License-Identifier: MIT
"""
import pathlib
import re
import sys
import tomllib

READERS = ('im-unit-*.c', 'im-fragment-pragma.c', 'im-prototype-*.c', 'im-xml.c')
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
WORDS = re.compile(r'[A-Za-z_][\w:.-]*\Z')
SYNTAX = ('<', '>', '/>', '="', '<![CDATA[', ']]>', '<!--', '-->', '&lt;', '&amp;', '&#10;',
          '<?xml version="1.0"?>', '<Imaginet>', '</Imaginet>', 'xmlns:', '#pragma ',
          '#include ', 'import ', 'def ', '&&', '||', '<<', '>>', '==', '!=', '? :', '{', '}',
          '0x', '1e308', '2147483647', '-2147483648', 'Math.', 'System.', 'null', 'true',
          'tensor<', 'tensor<int, 3> a = ', 'uint ', 'for i=0:3:', 'if ', 'end', 'narrow(', '.len',
          '+=', ';;', '[1, 2; 3, 4]', '# ', '(tensor<?x2xf32>, tensor<*xi32>) -> ', 'vector<4xf32>',
          'memref<', 'operator ', '@attrib {', '@input {', '@using {', '@assert {', '@output {', '@lower {',
          'optional ', 'real[', 'int..', '`abs`(', ' << ..', ' + ...', ' := ..', ' ?? ', ' in ', ' is ', ' <- ', '!quant.uniform<i8:f32, 1.0>', '\"test.op\"(%a, %b) : ', '*/', '/*', '?' '?/',
          '\"\"\"', 'coding: ', '\u202e', '\u2066', '\u009b', '`', ' WITH ', ' OR ', ' AND ',
          'LicenseRef-', 'imaginet-draft 1', 'document file:///', 'bytes ', 'editor ', 'base ')


def language_words(tree):
    for path in sorted((tree / 'stdlib/reference').glob('*.toml')):
        for entry in tomllib.loads(path.read_text(encoding='utf-8')).get('entry', []):
            yield entry['name']


def reader_words(tree):
    for pattern in READERS:
        for path in sorted((tree / 'src/unit').glob(pattern)):
            text = re.sub(r'^#include.*', '', path.read_text(encoding='utf-8'), flags=re.M)
            for literal in LITERAL.findall(text):
                words = literal.split()
                if words and all(map(WORDS.match, words)) and len(words) < 12:
                    yield from words


def quote(word):
    escaped = ''.join(chr(byte) if 0x20 <= byte < 0x7F and chr(byte) not in '"\\\\'
                      else f'\\x{byte:02x}' for byte in word.encode())
    return f'"{escaped}"'


def main():
    tree, output = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    words = {*SYNTAX, *language_words(tree), *reader_words(tree)}
    output.write_text(''.join(f'{quote(word)}\n' for word in sorted(words)))


if __name__ == '__main__':
    main()
