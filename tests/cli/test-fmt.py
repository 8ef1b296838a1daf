#!/usr/bin/python3
"""Lays unit files out: what is written and what is not, for people, scripts and editors.

usage: test-fmt.py IMAGINET TOP

SPDX-License-Identifier: MIT
"""
import json
import os
import sys
import tempfile

from tools import Tests

MESSY = '<Imaginet><Unit name="Own.A"><Parameters><InputSocket name="input"/></Parameters></Unit></Imaginet>'
CLEAN = '''<Imaginet>
  <Unit name="Own.A">
    <Parameters>
      <InputSocket name="input" />
    </Parameters>
  </Unit>
</Imaginet>
'''


class FormatTests(Tests):
    def run(self, *arguments, text=None):
        return super().run('fmt', *arguments, text=text)

    def expect(self, name, result, status, output):
        self.check(name, (result.returncode, result.stdout) == (status, output),
                   f'expected {status} and {output!r}, found {result}')

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)

    def read(self, name):
        with open(os.path.join(self.folder, name), encoding='utf-8') as file:
            return file.read()


def main():
    with tempfile.TemporaryDirectory() as folder:
        tests = FormatTests(sys.argv[1], sys.argv[2], folder)
        tests.expect('shipped-units-are-laid-out', tests.run(
            '--check', '-q', *(os.path.join(tests.top, name) for name in ['units', 'data', 'stdlib'])), 0, '')
        tests.write('own/a.imunit', MESSY)
        tests.write('own/clean.imunit', CLEAN)
        tests.write('own/.hidden/b.imunit', MESSY)
        tests.expect('check', tests.run('--check', 'own', 'own/a.imunit'), 1,
                     'own/a.imunit\n2 files, 1 would change\n')
        result = tests.run('--diff', 'own')
        tests.check('diff', result.returncode == 1 and result.stdout.startswith('--- a/own/a.imunit\n+++ b/own/')
                    and '+      <InputSocket name="input" />\n' in result.stdout, result)
        result = json.loads(tests.run('--check', '--json', 'own').stdout)
        tests.check('json', result == {'files': [{'path': 'own/a.imunit', 'changed': True},
                                                 {'path': 'own/clean.imunit', 'changed': False}],
                                       'diagnostics': []}, result)
        tests.check('nothing-written', tests.read('own/a.imunit') == MESSY)
        os.chmod(os.path.join(folder, 'own/a.imunit'), 0o640)
        tests.expect('written', tests.run('own'), 0, 'own/a.imunit\n2 files, 1 changed\n')
        tests.check('result', tests.read('own/a.imunit') == CLEAN, tests.read('own/a.imunit'))
        tests.check('mode', os.stat(os.path.join(folder, 'own/a.imunit')).st_mode & 0o777 == 0o640)
        tests.expect('again', tests.run('own', '-q'), 0, '')
        tests.check('hidden', tests.read('own/.hidden/b.imunit') == MESSY)
        tests.expect('standard-input', tests.run('-', text=MESSY), 0, CLEAN)
        result = tests.run('-', text='<Imaginet>')
        tests.check('broken-input', result.returncode == 1 and not result.stdout
                    and '<input>' in result.stderr, result)
        tests.write('bad/broken.imunit', '<Imaginet><a>')
        tests.write('bad/good.imunit', MESSY)
        result = tests.run('bad')
        tests.check('goes-on', result.returncode == 1 and 'bad/broken.imunit' in result.stderr
                    and tests.read('bad/good.imunit') == CLEAN
                    and tests.read('bad/broken.imunit') == '<Imaginet><a>', result)
        result = tests.run(os.path.join(tests.top, 'stdlib', 'skriptnd', 'algo.sknd'))
        tests.check('operators', result.returncode == 1 and 'imaginet sknd fmt' in result.stderr, result)
        print(f'1..{tests.count}')
        sys.exit(tests.failed > 0)


if __name__ == '__main__':
    main()
