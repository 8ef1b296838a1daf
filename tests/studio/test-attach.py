#!/usr/bin/python3
"""Says in the window how a recording goes into a pipeline: which columns, at which rate.

usage: test-attach.py IMAGINET_STUDIO TOP SCREENSHOTS

SPDX-License-Identifier: MIT
"""
import os
import sys

import walk as walks

TITLE = 'Attach Recording'
UNIT = '''<?xml version="1.0" encoding="utf-8"?>
<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Composite unit="Test.Motion">
    <DisplayName>Motion</DisplayName>
    <DisplayPath>/Test</DisplayPath>
    <Parameters>
      <InputSocket name="input" pipe="data" text="Acceleration" im:type="float32" im:shape="[3]" im:rate="50" />
      <OutputSocket name="output" pipe="data" text="Moved" type="input.type" shape="input.shape" />
    </Parameters>
    <Stacked>
      <Unit id="Core.Math.AddConstant">
        <Argument param="input">input</Argument>
        <Argument param="constant">1000</Argument>
        <Argument param="output">output</Argument>
      </Unit>
    </Stacked>
  </Composite>
</Imaginet>
'''
ROWS = 200
HEADER = 'count;x;what;y;z\n'


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return path


def record(folder, name, first=''):
    """Four columns of numbers and one of text, and no time."""
    rows = ''.join(f'{i % 10};{i / 2:.1f};{"walk" if i < 100 else "rest"};{-i};{i + 0.5}\n'
                   .replace('.', ',') for i in range(ROWS))
    return write(folder, name, first + rows)


def change(walk):
    walk.click('Main Menu')
    walk.choose('Change How It Is Read…')
    walk.wait(lambda: TITLE in walk.titles())


def pick(walk, name, number, is_picked):
    """Takes an entry of a row with a list."""
    def picks():
        walk.click(name)
        walk.settle()
        walk.keys('Home', *['Down'] * number, 'Return')
        return walk.wait(is_picked, 3)
    walk.wait_until(picks)


def resize(walk, width, height):
    window = walk.session.run('xdotool', 'search', '--onlyvisible', '--name',
                              '^' + TITLE).split()[-1]
    walk.session.run('xdotool', 'windowsize', window, str(width), str(height))
    walk.settle()


def steps(walk, folder):
    path = write(folder, 'motion.imunit', UNIT)
    recording = record(folder, 'walk.csv', HEADER)
    write(folder, 'walk.label', 'Time(Seconds),Length(Seconds),Label(string)\n0,2,walk\n2,2,rest\n')
    kept = write(folder, 'motion.recordings', '[recording]\nfile=walk.csv\n')
    walk.start(path)
    walk.wait(lambda: walk.windows() and not walk.shows('No Problems'))
    walk.show_problems()
    walk.check('does-not-fit', lambda: walk.shows('column 3 (what): expected a number'))
    walk.hide_problems()
    change(walk)
    walk.check('columns-are-proposed',
               lambda: walk.shows('→ 1', '→ 2', '→ 3', 'how many rows', title=TITLE))
    walk.fill('fast', 'Rows per Second')
    walk.check('no-rate', lambda: walk.shows('rate: expected rows per second', title=TITLE))
    walk.fill('50', 'Rows per Second')
    walk.check('facts', lambda: walk.shows('200 rows, 4 s, 50 Hz', '2 labels: walk, rest',
                                           title=TITLE))
    pick(walk, 'Element 1', 4, lambda: walk.texts(TITLE).count('z') > 1)
    walk.check('mapped', lambda: walk.texts(TITLE).count('count') == 1)
    resize(walk, 400, 760)
    walk.check('narrow', lambda: walk.shows('How It Is Read', title=TITLE))
    resize(walk, 680, 760)
    walk.click('Attach')
    walk.wait_until_closed(TITLE)
    walk.check('attached', lambda: any('max 199.5' in text for text in walk.texts()))
    with open(kept, encoding='utf-8') as file:
        text = file.read()
    walk.report('kept', 'rate=50\n' in text and 'channels=z,' in text, text)
    with open(recording, 'a', encoding='utf-8') as file:
        file.write('1;2;rest;3;500,5\n')
    walk.check('grows', lambda: any('max 500.5' in text for text in walk.texts()))
    os.remove(recording)
    walk.wait(lambda: not walk.shows('No Problems'))
    walk.show_problems()
    walk.check('gone', lambda: walk.shows('walk.csv', 'No such file'))
    walk.check('stays', lambda: any('max 500.5' in text for text in walk.texts()))
    walk.hide_problems()
    record(folder, 'walk.csv', HEADER)
    walk.check('back', lambda: any('max 199.5' in text for text in walk.texts()))
    walk.stop()

    walk.session.environment['ADW_DEBUG_COLOR_SCHEME'] = 'prefer-dark'
    walk.start(path)
    walk.check('found-again', lambda: any('max 199.5' in text for text in walk.texts()))
    change(walk)
    walk.check('shown-again', lambda: walk.shows('200 rows, 4 s, 50 Hz', title=TITLE))
    walk.session.pointer(*walk.place(walk.wait_for('Element 1', 'label')))
    walk.session.run('xdotool', 'click', '--repeat', '20', '5')
    walk.settle()
    pick(walk, 'First Row', 2, lambda: walk.shows('expected a column “z”', title=TITLE))
    walk.check('no-such-column', lambda: walk.shows('expected a column “z”', title=TITLE))
    walk.keys('Escape')
    walk.wait_until_closed(TITLE)
    walk.check('cancelled', lambda: any('max 199.5' in text for text in walk.texts()))


def main():
    program, _, pictures = sys.argv[1:4]
    return walks.run('attach', steps, program, pictures)


sys.exit(main())
