#!/usr/bin/python3
"""Looks at the package of a file: its notes, what is wrong, what is used, what git says; and opens
a unit of it.

usage: test-package.py IMAGINET_STUDIO SCREENSHOTS

SPDX-License-Identifier: MIT
"""
import os
import subprocess
import sys

import walk as walks

UNIT = '''<Imaginet>
  <Function unit="Own.{name}">
    <Parameters>
      <InputSocket name="input" pipe="data" />
      <OutputSocket name="output" pipe="data" type="input.type" shape="input.shape" />
    </Parameters>
    <Implementations>
      <Implementation language="C" fragment="code.h:copy" call="copy(input, output)" />
    </Implementations>
  </Function>
</Imaginet>
'''
STACK = '''<Imaginet>
  <Composite unit="Own.Both">
    <Parameters>
      <InputSocket name="input" pipe="data" />
      <OutputSocket name="output" pipe="data" type="input.type" shape="input.shape" />
    </Parameters>
    <Stacked>
      <Unit id="Own.First" />
      <Unit id="Own.Nowhere" />
    </Stacked>
  </Composite>
</Imaginet>
'''
CODE = '''#pragma IMAGINET_FRAGMENT_BEGIN "copy"
static void copy (const float *input, float *output) { output[0] = input[0]; }
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "spare"
static void spare (void) {}
#pragma IMAGINET_FRAGMENT_END
'''
FILES = {
    'package.ini': '[package]\nname=own-units\nversion=1.2\nlicence=MIT\nauthor=A. Maker\n',
    'First/First.imunit': UNIT.format(name='First'), 'First/code.h': CODE,
    'Both/Both.imunit': STACK, 'note.xyz': 'x',
}
TITLE = 'Package'


def git(folder, *arguments):
    subprocess.run(['git', '-c', 'user.name=M', '-c', 'user.email=m@example.org', *arguments],
                   cwd=folder, check=True, capture_output=True)


def main(program, screenshots):
    def go(walk, folder):
        package = os.path.join(folder, 'own-units')
        for name, text in FILES.items():
            path = os.path.join(package, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
        git(package, 'init', '-q')
        git(package, 'add', '-A')
        git(package, 'commit', '-qm', 'first')
        with open(os.path.join(package, 'First', 'code.h'), 'a', encoding='utf-8') as file:
            file.write('\n')
        walk.start(os.path.join(package, 'First', 'First.imunit'))
        walk.keys('F10')
        walk.choose('Package…')
        walk.check('notes', lambda: walk.shows('own-units', '1.2 · MIT · A. Maker'))
        walk.check('units', lambda: walk.shows('Own.Both', 'Both · uses Own.First, Own.Nowhere',
                                               'First · used by Own.Both'))
        walk.check('findings', lambda: walk.shows('uses units that are in no folder: Own.Nowhere',
                                                  'First/code.h:5: spare'))
        walk.check('files', lambda: walk.shows('note.xyz', 'no unit needs it', 'changed'))
        walk.click('Own.Both', 'label')
        walk.wait_until_closed(TITLE)
        walk.check('opens', lambda: any(title.startswith('Both') for title in walk.titles()), walk.titles)
        walk.stop()
    return walks.run('package', go, program, screenshots)


sys.exit(main(*sys.argv[1:]))
