#!/usr/bin/python3
"""Spells units in the other dialect and back: what is said in other words, what stays, and that no
meaning is lost.

usage: test-convert.py IMAGINET TOP

SPDX-License-Identifier: MIT
"""
import json
import os
import sys
import tempfile

from tools import Tests

FUNCTION = '''<?xml version="1.0" encoding="utf-8" ?>
<Imaginet>
  <!-- kept -->
  <Function unit="Own.Twice">
    <Parameters>
      <InputSocket name="input" pipe="data"/>
      <InputSocket name="stamps" pipe="time" optional="yes" />
      <OutputSocket name="output" pipe="data" type="input.type" shape="input.shape" />
      <Hidden name="count" value="input.shape.flat" />
    </Parameters>
    <Implementations>
      <Implementation language="C" conditional="count &gt; 1" fragment="twice.h:twice" call="twice(input, count, output)">
        <TensorType tensor="input" type="Float32" />
        <TensorType tensor="output" />
      </Implementation>
    </Implementations>
  </Function>
</Imaginet>
'''
UNIT = '''<?xml version="1.0" encoding="utf-8" ?>
<Imaginet>
  <!-- kept -->
  <Unit name="Own.Twice">
    <Parameters>
      <InputSocket name="input" pipe="data"/>
      <InputSocket name="stamps" optional="yes" timestamps="yes" />
      <OutputSocket name="output" pipe="data" type="input.type" shape="input.shape" />
      <Expression name="count" value="input.shape.flat" />
    </Parameters>
    <Implementations>
      <Implementation language="C" fragment="twice.h:twice" call="twice(input, count, output)">
        <Conditional value="count &gt; 1" />
        <Conditional value="input.type == System.Float32" />
        <Conditional value="output != null" />
      </Implementation>
    </Implementations>
  </Unit>
</Imaginet>
'''

# A file of the newer dialect, and what it becomes.
NEWER = '''<Imaginet>
  <Unit name="Own.Window">
    <Parameters>
      <InputSocket name="input" />
      <Int32Option name="size" value="4" ui="dropdown" />
      <Expression name="count"> size * 2 </Expression>
      <OutputSocket name="output" type="input.type" shape="input.shape" />
    </Parameters>
    <Body>
      <Implementation language="C" fragment="a.h:put" call="put(input)">
        <Conditional>input.type == System.Float32</Conditional>
      </Implementation>
      <Implementation language="C" fragment="a.h:put_q15" call="put_q15(input)">
        <Conditional value="input.type == System.Q15" />
      </Implementation>
      <Implementation language="C" fragment="a.h:put_any" call="put_any(input)" />
    </Body>
    <NewDomain>
      <Implementation language="C" fragment="a.h:get" call="get(output)" />
    </NewDomain>
  </Unit>
</Imaginet>
'''
OLDER = '''<Imaginet>
  <Queue unit="Own.Window">
    <Parameters>
      <InputSocket name="input" pipe="data" />
      <Int32Option name="size" ui="dropdown" default="4" />
      <Hidden name="count" value="size * 2"></Hidden>
      <OutputSocket name="output" type="input.type" shape="input.shape" pipe="data" />
    </Parameters>
    <Enqueue>
      <Implementation language="C" fragment="a.h:put" call="put(input)">
        <Conditional value="input.type == System.Float32"></Conditional>
      </Implementation>
      <Implementation language="C" fragment="a.h:put_q15" call="put_q15(input)">
        <Conditional value="input.type == System.Q15" />
      </Implementation>
      <Implementation language="C" fragment="a.h:put_any" call="put_any(input)" />
    </Enqueue>
    <Dequeue>
      <Implementation language="C" fragment="a.h:get" call="get(output)" />
    </Dequeue>
  </Queue>
</Imaginet>
'''
STAYS = ['ui is TextBox or Slider', 'have no “System.Q15”',
         'may fit together with “a.h:put” in front']


class ConvertTests(Tests):
    def path(self, name):
        return os.path.join(self.folder, name)


def test_words(tests):
    result = tests.run('convert', 'unit', '-', text=FUNCTION)
    tests.check('newer', (result.returncode, result.stdout) == (0, UNIT), result)
    result = tests.run('convert', 'unit', '-', text=UNIT)
    tests.check('newer-stays', (result.returncode, result.stdout) == (0, UNIT), result)
    result = tests.run('convert', 'function', '-', text=FUNCTION)
    tests.check('older-stays', (result.returncode, result.stdout) == (0, FUNCTION), result)


def test_what_stays(tests):
    with open(tests.path('newer.imunit'), 'w', encoding='utf-8') as file:
        file.write(NEWER)
    result = tests.run('convert', 'function', 'newer.imunit', '-o', 'older.imunit')
    tests.check('refuses', result.returncode == 1 and not os.path.exists(tests.path('older.imunit'))
                and '3 things cannot be said' in result.stderr
                and all(text in result.stderr for text in STAYS), result)
    result = tests.run('convert', 'function', 'newer.imunit', '--force', '--check', '-o', 'older.imunit')
    tests.check('check', result.returncode == 0 and not os.path.exists(tests.path('older.imunit')), result)
    result = tests.run('convert', 'function', 'newer.imunit', '--force', '-o', 'older.imunit')
    with open(tests.path('older.imunit'), encoding='utf-8') as file:
        text = file.read()
    tests.check('force', result.returncode == 0 and text == OLDER and
                all(text in result.stderr for text in STAYS), result.stderr + text)
    result = tests.run('convert', 'function', 'newer.imunit', '--json')
    found = json.loads(result.stdout)['diagnostics']
    tests.check('json', result.returncode == 1 and [row['code'] for row in found] ==
                ['not-in-dialect'] * 3 + ['not-converted'], result)


def test_bad(tests):
    result = tests.run('convert', 'french', 'newer.imunit')
    tests.check('dialect', result.returncode == 2 and 'found “french”' in result.stderr, result)
    result = tests.run('convert', 'unit', '-', text='<Imaginet><Function /></Imaginet>')
    tests.check('broken', result.returncode == 1 and not result.stdout, result)
    result = tests.run('convert', 'unit', os.path.join(tests.top, 'tests', 'cli', 'fixtures', 'projects',
                                                       'engine.improj'))
    tests.check('project', result.returncode == 1 and 'imaginet extract' in result.stderr, result)


def test_units(tests):
    """Shipped units mean the same in the newer dialect."""
    names, refused = [], []
    for folder, _, files in os.walk(os.path.join(tests.top, 'units', 'Core')):
        names += [os.path.join(folder, name) for name in files if name.endswith('.imunit')]
    for name in sorted(names)[::6]:
        target = tests.path('units/' + os.path.basename(name))
        os.makedirs(tests.path('units'), exist_ok=True)
        result = tests.run('convert', 'unit', name, '--output', target, '--force')
        if result.returncode != 0:
            refused.append((name, result.stderr))
            continue
        result = tests.run('diff', '--json', name, target)
        changes = [change for change in json.loads(result.stdout)['changes']
                   if change['kind'] != 'follows' and change['field'] not in ['kind', 'pipe']]
        if changes:
            refused.append((name, changes))
    tests.check('units', len(names) > 100 and not refused, refused)


def main():
    with tempfile.TemporaryDirectory() as folder:
        tests = ConvertTests(sys.argv[1], sys.argv[2], folder)
        for test in [test_words, test_what_stays, test_bad, test_units]:
            test(tests)
        print(f'1..{tests.count}')
        sys.exit(tests.failed > 0)


if __name__ == '__main__':
    main()
