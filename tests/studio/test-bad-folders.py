#!/usr/bin/python3
"""Takes folders and files away from the window, or lets them be bad, while a pipeline is open:
nothing is lost, what is wrong is said, and what comes back is taken.

usage: test-bad-folders.py IMAGINET_STUDIO SCREENSHOTS

SPDX-License-Identifier: MIT
"""
import os
import re
import shlex
import sys

import walk as walks

UNIT = '''<?xml version="1.0" encoding="utf-8" ?>
<Imaginet>
  <Composite unit="Test.{0}">
    <DisplayName>{0}</DisplayName>
    <DisplayPath>/Test</DisplayPath>
    <Parameters>
      <InputSocket name="input" text="Input" pipe="data" />
      <OutputSocket name="output" type="input.type" shape="input.shape" rate="input.rate" \
pipe="data" text="Output" />
    </Parameters>
    <Stacked>
      <Unit id="Core.Math.Abs" />
    </Stacked>
  </Composite>
</Imaginet>
'''
STACK = '''<?xml version="1.0" encoding="utf-8" ?>
<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Composite unit="Test.Uses">
    <Parameters>
      <InputSocket name="input" text="Input" pipe="data" im:type="Float32" im:shape="[3]" \
im:rate="100" />
      <OutputSocket name="output" type="input.type" shape="input.shape" rate="input.rate" \
pipe="data" text="Output" />
    </Parameters>
    <Stacked>
      <Unit id="Test.Twice" />
      <Unit id="Core.Math.Abs" />
    </Stacked>
  </Composite>
</Imaginet>
'''

# Names that files may have; the longest one that a file system takes.
NAMES = ('with blanks.imunit', '"quoted" and \'single\'.imunit', 'two\nlines.imunit',
         'emoji 🎧.imunit', 'percent %s %n.imunit', '-o.imunit', '<b>&amp;.imunit',
         'x' * (255 - len('.imunit')) + '.imunit')


def write(path, text):
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return path


def misses(walk, name):
    return walk.find(re.compile(f'(?s).*the unit “Test.{name}” is in none.*'), 'label')


def take_folder_away(walk, units, path):
    """The units' folder goes and comes back; so does the file, under another name and content."""
    walk.start(path)
    walk.show_problems()
    walk.check('all-units-are-there', lambda: not misses(walk, 'Twice'))
    os.rename(units, units + '-away')
    walk.check('folder-goes', lambda: misses(walk, 'Twice'))
    walk.check('pipeline-stays', lambda: walk.find(re.compile('.*Twice.*, layer 1.*')))
    walk.insert('clip', 'Clip')
    walk.check('can-be-edited', lambda: walk.find('• uses.imunit', 'label'))
    os.rename(units + '-away', units)
    walk.check('folder-comes-back', lambda: not misses(walk, 'Twice'))
    other = os.path.join(units, 'double.imunit')
    os.rename(os.path.join(units, 'twice.imunit'), other)
    write(other, UNIT.format('Double'))
    walk.check('unit-has-another-name', lambda: misses(walk, 'Twice'))
    write(other, UNIT.format('Twice'))
    walk.check('unit-has-its-name-again', lambda: not misses(walk, 'Twice'))


def put_bad_files(walk, units):
    """What cannot be read beside the units stops nothing, and files may have any name."""
    other = os.path.join(units, 'double.imunit')
    write(other, UNIT.format('Double'))
    walk.check('unit-goes', lambda: misses(walk, 'Twice'))
    os.mkfifo(os.path.join(units, 'pipe.imunit'))
    secret = write(os.path.join(units, 'secret.imunit'), UNIT.format('Secret'))
    os.chmod(secret, 0)
    os.mkdir(os.path.join(units, 'closed'), 0)
    os.symlink('.', os.path.join(units, 'round'))
    for number, name in enumerate(NAMES):
        write(os.path.join(units, name), UNIT.format(f'Odd{number}'))
    write(other, UNIT.format('Twice'))
    walk.check('unit-comes-with-others', lambda: not misses(walk, 'Twice'))
    walk.hide_problems()
    for number in range(len(NAMES)):
        walk.insert(f'Odd{number}', f'Odd{number}')
    text = walk.saved(os.path.join(os.path.dirname(units), 'own', 'uses.imunit'))
    walk.report('odd-names', all(f'Test.Odd{number}' in text for number in range(len(NAMES))), text)


def read_only(walk, path):
    """Saving says why it cannot be and where else it can, and nothing is lost."""
    folder = os.path.dirname(path)
    with open(path, encoding='utf-8') as file:
        before = file.read()
    os.chmod(path, 0o444)
    os.chmod(folder, 0o555)
    walk.keys('ctrl+s')
    walk.check('says-why-not-saved', lambda: walk.find(
        re.compile('cannot write .*uses.imunit.*: Permission denied'), 'label') and
        walk.find('Save As…', 'label'))
    with open(path, encoding='utf-8') as file:
        walk.report('file-is-as-before', file.read() == before)
    walk.check('is-still-changed', lambda: walk.find('• uses.imunit', 'label'))
    os.chmod(folder, 0o755)
    os.chmod(path, 0o644)
    walk.keys('ctrl+s')
    walk.check('is-saved-then', lambda: walk.find('uses.imunit', 'label') and not walk.find(
        re.compile('cannot write.*'), 'label'))


def main(program, screenshots):
    def go(walk, folder):
        units, own = os.path.join(folder, 'units'), os.path.join(folder, 'own')
        os.mkdir(units)
        os.mkdir(own)
        write(os.path.join(units, 'twice.imunit'), UNIT.format('Twice'))
        path = write(os.path.join(own, 'uses.imunit'), STACK)
        walk.session.environment['IMAGINET_UNIT_PATH'] = units
        if os.geteuid() == 0:
            # The administrator may read and write everything.
            walk.program = write(os.path.join(folder, 'studio'), '#!/bin/sh\n'
                                 'exec setpriv --bounding-set=-dac_override,-dac_read_search '
                                 f'{shlex.quote(walk.program)} "$@"\n')
            os.chmod(walk.program, 0o755)
        take_folder_away(walk, units, path)
        read_only(walk, path)
        put_bad_files(walk, units)
        walk.stop()
    return walks.run('bad-folders', go, program, screenshots, ('setpriv',))


sys.exit(main(*sys.argv[1:]))
