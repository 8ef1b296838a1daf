#!/usr/bin/python3
"""Spells units in the other dialect and back: what is said in other words, what stays, and that no
meaning is lost.

usage: test-convert.py IMAGINET TOP

SPDX-License-Identifier: MIT
"""
import json
import math
import os
import re
import shutil
import sys
import tempfile

from tools import Tests, missing

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


# A stack with all that nodes have to say in other words.
STACK = """<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Composite unit="Own.Stack">
    <Parameters>
      <InputSocket name="input" pipe="data" im:type="Float32" im:shape="[1]" im:rate="100" />
      <DoubleOption name="seconds" default="0.2" min="0" max="3" ui="TextBox" text="Length &lt;s&gt;" />
      <Int32Option name="which" default="1" ui="DropDown"><OneOf><Item text="one">1</Item></OneOf></Int32Option>
      <Hidden name="unused" value="1 + 1" />
      <Hidden name="size" value="Math.round(seconds * input.rate)" />
      <Hidden name="half" value="size / 2" />
      <OutputSocket name="output" type="input.type" shape="System.Shape(1)" pipe="data" />
    </Parameters>
    <Contracts>
      <Assert test="half &gt;= 1" error="Only {half} of {size} in {seconds} s." />
    </Contracts>
    <!-- kept -->
    <Stacked>
      <Unit id="Own.Inner" />
      <Unit id="Core.Queues.SlidingWindow">
        <Argument param="window_shape">System.Shape(size, 1)</Argument>
        <Argument param="stride">half</Argument>
        <Argument param="buffer_multiplier">1</Argument>
      </Unit>
      <Unit id="Core.Math.Abs" enabled="no" />
      <Unit id="Core.Window.Hann"><Argument param="axis">which</Argument></Unit>
      <Unit id="Core.Math.Abs" />
      <Unit id="Core.Math.Rms"><Argument param="axis">0 + 1</Argument><Argument param="output">output</Argument></Unit>
    </Stacked>
  </Composite>
  <Composite unit="Own.Inner">
    <Parameters>
      <InputSocket name="input" pipe="data" />
      <OutputSocket name="output" type="input.type" shape="input.shape" pipe="data" />
    </Parameters>
    <Stacked>
      <Unit id="Core.Math.Scale"><Argument param="factor">-2.5</Argument></Unit>
    </Stacked>
  </Composite>
</Imaginet>
"""


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
        changes = json.loads(result.stdout)['changes']
        if list_units(name):  # layers are nodes now, see test_same()
            changes = [change for change in changes if change['kind'] == 'follows']
        else:
            changes = [change for change in changes
                       if change['kind'] != 'follows' and change['field'] not in ['kind', 'pipe']]
        if changes:
            refused.append((name, changes))
    tests.check('units', len(names) > 100 and not refused, refused)


def write(path, text):
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)


def list_units(path):
    with open(path, encoding='utf-8') as file:
        return re.findall('<Composite unit="([^"]*)"', file.read())


def compute(tests, path, unit, recording):
    """What a pipeline computes, as bytes; or what is wrong with it."""
    target = tests.path('out.npy')
    result = tests.run('run', path, '--unit', unit, '--input', recording, '--output', target)
    if result.returncode != 0:
        return result.stderr.splitlines()[0].partition(': ')[2]
    with open(target, 'rb') as file:
        return file.read()


def test_same(tests, name, path, channels):
    """All stacks of a file compute the same numbers as nodes."""
    rows = '\n'.join(','.join(f'{math.sin(0.05 * i * (k + 1)):.6f}' for k in range(channels)) for i in range(4000))
    write(tests.path('recording.csv'), ','.join(f'c{k}' for k in range(channels)) + '\n' + rows + '\n')
    target = os.path.join(os.path.dirname(path), 'nodes.imunit')
    result = tests.run('convert', 'unit', path, '--output', target)
    tests.check(f'{name}: converted', result.returncode == 0 and not result.stderr and not list_units(target), result)
    checked = tests.run('check', '--strict', target)
    tests.check(f'{name}: has no problems', checked.returncode == 0, checked)
    for unit in list_units(path):
        if unit == 'Own.Inner':
            continue
        found = [compute(tests, file, unit, tests.path('recording.csv')) for file in (path, target)]
        tests.check(f'{name}: {unit} computes the same', isinstance(found[0], bytes) and len(found[0]) > 128 + 64 and
                    found[0] == found[1], [str(text)[:300] for text in found])


def test_stacks(tests):
    examples = os.path.join(tests.top, 'data', 'examples')
    for name, channels in [('motion-features', 6), ('audio-window', 1), ('speech-features', 1), ('sound-classes', 1)]:
        folder = tests.path(name)
        shutil.copytree(os.path.join(examples, 'sound-classes'), os.path.join(folder, 'sound-classes'))
        shutil.copy(os.path.join(examples, f'{name}.imunit'), folder)
        test_same(tests, name, os.path.join(folder, f'{name}.imunit'), channels)
    os.mkdir(tests.path('own'))
    path = tests.path('own/stack.imunit')
    write(path, STACK)
    test_same(tests, 'own', path, 1)
    with open(tests.path('own/nodes.imunit'), encoding='utf-8') as file:
        text = file.read()
    tests.check('own: names and values', all(part in text for part in [
        'name="Length &lt;s&gt;"', '<DefaultValue>0.2</DefaultValue>', '<Item text="one">1</Item>', '<!-- kept -->',
        '<ExpressionNode id="size"', '<DoubleArgument param="factor">-2.5</DoubleArgument>',
        '<Int32Argument param="axis">1</Int32Argument>', 'enabled="false" unit="Core.Math.Abs"'])
        and 'unused' not in text, text)
    changes = json.loads(tests.run('diff', '--json', path, 'own/nodes.imunit').stdout)['changes']
    fields = {f"{change['name']}.{change['field']}" for change in changes if 'field' in change}
    tests.check('own: values differ where they are links', 'SlidingWindow.stride' in fields and
                'SlidingWindow.buffer_multiplier' not in fields and 'Scale.factor' not in fields, fields)
    for file in (path, tests.path('own/nodes.imunit')):
        result = tests.run('plan', '--with', 'seconds=0.01', '--unit', 'Own.Stack', file)
        tests.check(f'own: contract of {os.path.basename(file)}', result.returncode == 1 and
                    'Only 0 of 1 in 0.01 s.' in result.stderr, result)


def test_stack_losses(tests):
    """What nodes cannot say is listed, at its place."""
    text = (STACK.replace('name="output" ', 'name="output" conditional="which == 1" ', 1)
            .replace('ui="TextBox"', 'ui="Slider"').replace('<Hidden name="half" ', '<Hidden name="half" conditional="true" '))
    write(tests.path('losses.imunit'), text)
    result = tests.run('convert', 'unit', 'losses.imunit', '--json')
    found = [(row['code'], text.encode()[:row['span']['start']].count(b'\n') + 1) for row in json.loads(result.stdout)['diagnostics']
             if row['code'] == 'not-in-dialect']
    tests.check('losses', result.returncode == 1 and sorted(line for _, line in found) == [5, 9, 10], result.stdout)
    write(tests.path('unknown.imunit'), STACK.replace('Core.Math.Rms', 'Core.Math.Rmz'))
    result = tests.run('convert', 'unit', 'unknown.imunit')
    tests.check('unknown', result.returncode == 1 and 'the unit “Core.Math.Rmz” is in none of the folders' in result.stderr
                and 'a stack with errors does not become a compound' in result.stderr, result)


def main():
    with tempfile.TemporaryDirectory() as folder:
        tests = ConvertTests(sys.argv[1], sys.argv[2], folder)
        for test in [test_words, test_what_stays, test_bad, test_units, test_stack_losses]:
            test(tests)
        if not missing('gcc'):
            test_stacks(tests)
        print(f'1..{tests.count}')
        sys.exit(tests.failed > 0)


if __name__ == '__main__':
    main()
