#!/usr/bin/python3
"""Says in the window which recording goes to which input of a pipeline with several, by files
that are dropped and in the form.

usage: test-attach-inputs.py IMAGINET_STUDIO FILE_SOURCE SCREENSHOTS

SPDX-License-Identifier: MIT
"""
import os
import sys

import walk as walks

TITLE = 'Attach Recording'
UNIT = '''<?xml version="1.0" encoding="utf-8"?>
<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Compound unit="Test.Both">
    <DisplayName>Both</DisplayName>
    <Nodes>
      <TensorInputNode id="acc" x="0" y="0" enabled="true" name="acc" param="acc" im:type="float32" im:shape="[3]" im:rate="50" />
      <TensorInputNode id="gyro" x="0" y="200" enabled="true" name="gyro" param="gyro" im:type="float32" im:shape="[3]" im:rate="50" />
      <UnitNode id="sum" x="300" y="100" enabled="true" unit="Core.Math.Add" />
      <TensorOutputNode id="out" x="600" y="100" enabled="true" name="output" param="output" />
    </Nodes>
    <Connections>
      <Connection><Source node="acc" param="value" /><Target node="sum" param="a" /></Connection>
      <Connection><Source node="gyro" param="value" /><Target node="sum" param="b" /></Connection>
      <Connection><Source node="sum" param="output" /><Target node="out" param="value" /></Connection>
    </Connections>
  </Compound>
</Imaginet>
'''
ROWS, RATE_HZ = 200, 50
LABEL = 'Time(Seconds),Length(Seconds),Label(string)\n'


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return path


def record(folder, name, columns, offset):
    """A column of times, and others that count from their own number on."""
    rows = ''.join(','.join(map(str, [i / RATE_HZ, *(offset + 1000 * k + i for k in range(len(columns)))]))
                   + '\n' for i in range(ROWS))
    return write(folder, name, ','.join(['time', *columns]) + '\n' + rows)


def says(walk, *texts):
    return lambda: walk.shows(*texts, title=TITLE)


def carries(walk, *largest):
    """Whether pipes carry numbers of which these are the largest."""
    return lambda: all(any(f'max {number}' in text for text in walk.texts()) for number in largest)


def drop(walk, source, path, place):
    """Drags a file from a window of another program to a place."""
    name = os.path.basename(path)
    program = walk.session.start([source, path], walk.session.environment)
    walk.wait_until(lambda: walk.session.geometry(name))
    window = walk.session.run('xdotool', 'search', '--onlyvisible', '--name', f'^{name}$').split()[-1]
    walk.session.run('xdotool', 'windowmove', '--sync', window, '20', '700')
    walk.session.run('xdotool', 'windowraise', window)
    walk.settle()
    x, y, width, height = walk.session.geometry(name)
    walk.drag((x + width // 2, y + height // 2), place)
    walk.settle()
    program.kill()
    program.wait()


def groups(kept):
    if not os.path.exists(kept):
        return ''
    with open(kept, encoding='utf-8') as file:
        return file.read()


def resize(walk, width, height):
    window = walk.session.run('xdotool', 'search', '--onlyvisible', '--name',
                              '^' + TITLE).split()[-1]
    walk.session.run('xdotool', 'windowsize', window, str(width), str(height))
    walk.settle()


def open_form(walk):
    walk.click('Main Menu')
    walk.choose('Change How It Is Read…')
    walk.wait(lambda: TITLE in walk.titles())


def drop_each(walk, folder, source):
    """The first file is asked about, the second one goes where nothing is."""
    kept = os.path.join(folder, 'both.recordings')
    first = record(folder, 'first.csv', 'xyz', 0)
    second = record(folder, 'second.csv', 'xyz', 10000)
    write(folder, 'first.label', LABEL + '0,2,walk\n')
    write(folder, 'second.label', LABEL + '2,2,rest\n')
    walk.start(write(folder, 'both.imunit', UNIT))
    middle = walk.place(walk.wait_for('Add'), 0.5, 0.5)
    drop(walk, source, first, (middle[0], middle[1] + 220))
    walk.check('asks-which', says(walk, 'first.csv', 'No recording yet',
                                  'There is no recording for “gyro” yet'))
    walk.click('Attach')
    walk.wait_until_closed(TITLE)
    walk.check('one-is-kept', lambda: '[recording acc]' in groups(kept) and
               '[recording gyro]' not in groups(kept), lambda: groups(kept))
    walk.wait(lambda: not walk.shows('No Problems'))
    walk.show_problems()
    walk.check('one-is-missing', lambda: walk.shows('the input “gyro” has no recording'))
    walk.hide_problems()
    drop(walk, source, second, (middle[0], middle[1] + 220))
    walk.check('goes-to-the-other', carries(walk, 2199, 12199))
    walk.check('two-are-kept', lambda: 'second.csv' in groups(kept).split('[recording gyro]')[-1],
               lambda: groups(kept))
    walk.keys('ctrl+F9')
    for title in 'acc: first.csv', 'gyro: second.csv':
        walk.check('lane-of-' + title.split(':')[0],
                   lambda title=title: walk.find(title, 'image', 'StudioTracks') is not None)
    third = record(folder, 'third.csv', 'xyz', 20000)
    drop(walk, source, third, walk.place(walk.wait_for('Input acc'), 0.5, 0.5))
    walk.check('dropped-on-an-input', carries(walk, 22199, 12199))
    walk.check('one-is-replaced', lambda: 'third.csv' in groups(kept).split('[recording acc]')[-1] and
               'first.csv' not in groups(kept), lambda: groups(kept))
    walk.check('lane-of-another', lambda: walk.find('acc: third.csv', 'image', 'StudioTracks') is not None)
    os.remove(third)
    walk.check('gone', lambda: walk.shows('“third.csv” is gone', 'no longer current'))
    record(folder, 'third.csv', 'xyz', 30000)
    walk.check('comes-back', lambda: carries(walk, 32199, 12199)() and not walk.shows('no longer current'))


def share_a_file(walk, folder, source):
    """One file for both inputs, with other columns for each."""
    kept = os.path.join(folder, 'both.recordings')
    both = record(folder, 'imu.csv', ('ax', 'ay', 'az', 'gyro_x', 'gyro_y', 'gyro_z'), 0)
    open_form(walk)
    walk.check('both-fit', says(walk, 'third.csv', 'second.csv'))
    drop(walk, source, both, walk.place(walk.wait_for('acc', 'label', TITLE)))
    walk.check('columns-for-the-first', says(walk, 'imu.csv · ax, ay, az'))
    walk.click('Attach Nothing to “gyro”')
    walk.check('nothing-for-the-second', says(walk, 'No recording yet', 'Use “imu.csv”, Too'))
    walk.click('Use “imu.csv”, Too')
    walk.check('columns-for-the-second', says(walk, 'imu.csv · gyro_x, gyro_y, gyro_z',
                                              '→ 1', '200 rows, 4 s, 50 Hz'))
    walk.check('can-be-aligned', lambda: walk.find('Begin with the Last Recording') is not None)
    resize(walk, 400, 760)
    walk.check('narrow', says(walk, 'imu.csv · ax, ay, az'))
    resize(walk, 680, 760)
    walk.click('acc', 'label', TITLE)
    walk.check('preview-follows', lambda: walk.find('Input “acc”', None, TITLE) is not None)
    walk.click('Attach')
    walk.wait_until_closed(TITLE)
    walk.check('one-file-for-both', carries(walk, 2199, 5199))
    walk.check('two-groups', lambda: groups(kept).count('file=imu.csv') == 2, lambda: groups(kept))


def steps(walk, folder, source):
    drop_each(walk, folder, source)
    share_a_file(walk, folder, source)
    walk.stop()
    walk.session.environment['ADW_DEBUG_COLOR_SCHEME'] = 'prefer-dark'
    walk.start(os.path.join(folder, 'both.imunit'))
    walk.check('found-again', carries(walk, 2199, 5199))
    open_form(walk)
    walk.check('shown-again', says(walk, 'imu.csv · gyro_x, gyro_y, gyro_z'))


def main():
    program, source, pictures = sys.argv[1:4]
    return walks.run('attach-inputs', lambda walk, folder: steps(walk, folder, source), program,
                     pictures)


sys.exit(main())
