#!/usr/bin/python3
"""Records a serial port in the window, and sees what pipes carry while it is recorded: the port is
a pseudo terminal, to which the test writes as a sketch would.

usage: test-record.py IMAGINET_STUDIO TOP SCREENSHOTS

SPDX-License-Identifier: MIT
"""
import glob
import os
import pty
import sys
import termios

import walk as walks

FORM = 'Record an Input'
ATTACH = 'Attach Recording'
UNIT = '''<?xml version="1.0" encoding="utf-8"?>
<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Composite unit="Test.Motion">
    <DisplayName>Motion</DisplayName>
    <DisplayPath>/Test</DisplayPath>
    <Parameters>
      <InputSocket name="input" pipe="data" text="Acceleration" im:type="float32" im:shape="[2]" im:rate="50" />
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


class Device:
    """What is connected to a serial port."""

    def __init__(self):
        self.end, self.other = pty.openpty()
        self.port = os.ttyname(self.other)

    def is_open(self):
        """Whether the studio has set the port to pass bytes unchanged; what is written before
        that is thrown away."""
        return not termios.tcgetattr(self.other)[3] & termios.ICANON

    def say(self, text):
        os.write(self.end, text.encode())

    def send(self, first, last, columns=2):
        for i in range(first, last):
            self.say(','.join([str(i), str(-i), '7'][:columns]) + '\r\n')


def record(walk, device, rate=''):
    walk.click('Main Menu')
    walk.choose('Record a Microphone or Serial Port…')
    walk.wait(lambda: FORM in walk.titles())
    pick_other(walk)
    walk.fill(device.port, 'Serial Port, such as /dev/ttyACM0')
    if rate:
        walk.fill(rate, 'Rows per Second; as They Arrive if Empty')


def pick_other(walk):
    """The port of the test is none that is listed; without any other it is chosen already."""
    if not walk.shows('Serial Port, such as /dev/ttyACM0', title=FORM):
        walk.click('Input')
        walk.keys('End', 'Return')


def carries(walk, text):
    return lambda: any(text in found for found in walk.texts())


def steps(walk, folder):
    path = os.path.join(folder, 'motion.imunit')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(UNIT)
    device = Device()
    walk.start(path)
    record(walk, device)
    walk.check('form', lambda: walk.shows('Input', 'Speed', folder, title=FORM))
    walk.fill('/dev/none', 'Serial Port, such as /dev/ttyACM0')
    walk.click('Record')
    walk.check('no-port', lambda: walk.shows('/dev/none cannot be opened', title=FORM))
    walk.fill(device.port, 'Serial Port, such as /dev/ttyACM0')
    walk.click('Record')
    walk.wait(device.is_open)
    walk.check('waits', lambda: walk.shows('Waiting for the first row', title=FORM))
    device.say('rest\r\nx,y\r\n')
    device.send(0, 20)
    walk.wait_until_closed(FORM)
    walk.check('records', lambda: walk.shows('Recording: ', '20 rows', 'Stop'))
    walk.check('pipes', carries(walk, 'max 1019'))
    device.send(20, 60)
    walk.check('grows', carries(walk, 'max 1059'))
    walk.check('counts', lambda: walk.shows('60 rows'))
    walk.click('Add Constant', inside=None)
    walk.fill('2000', 'Constant')
    walk.check('an-edit', carries(walk, 'max 2059'))
    device.send(60, 70)
    walk.check('goes-on-behind-it', carries(walk, 'max 2069'))
    device.say('hello\r\n')
    device.send(70, 71)
    walk.check('the-last', carries(walk, 'max 2070'))
    walk.click('Stop')
    walk.check('stopped', lambda: not walk.shows('Recording: ') and
               carries(walk, 'max 2070')())
    files = glob.glob(os.path.join(folder, 'motion-*.csv'))
    with open(files[0], encoding='utf-8') as file:
        rows = file.read().splitlines()
    walk.report('kept', len(files) == 1 and rows[0] == 'x,y,time_s' and len(rows) == 72 and
                rows[71].startswith('70,-70,'), (files, rows))
    walk.wait(lambda: not walk.shows('No Problems') and not walk.shows('which stays attached'))
    walk.show_problems()
    walk.check('says-lines', lambda: walk.shows('sent 1 line that is no row', 'hello'))
    walk.hide_problems()
    with open(os.path.join(folder, 'motion.recordings'), encoding='utf-8') as file:
        text = file.read()
    walk.report('attached', os.path.basename(files[0]) in text and 'time=time_s' in text, text)
    walk.stop()

    walk.session.environment['ADW_DEBUG_COLOR_SCHEME'] = 'prefer-dark'
    walk.start(path)
    walk.check('found-again', carries(walk, 'max 1070'))
    device = Device()
    record(walk, device, '50')
    walk.click('Record')
    walk.wait(device.is_open)
    device.say('0\r\n')
    device.send(0, 30, 3)
    walk.wait(lambda: ATTACH in walk.titles())
    walk.check('asks-for-channels', lambda: walk.shows('column1', 'column3', '→ 1', '→ 2',
                                                       title=ATTACH))
    walk.click('Attach')
    walk.wait_until_closed(ATTACH)
    walk.check('mapped', carries(walk, 'max 1029'))
    device.send(30, 40, 3)
    walk.check('still-grows', carries(walk, 'max 1039'))
    os.close(device.end)
    os.close(device.other)
    walk.check('gone', lambda: not walk.shows('Recording: '))
    walk.check('stays', carries(walk, 'max 1039'))
    walk.wait(lambda: not walk.shows('No Problems') and not walk.shows('which stays attached'))
    walk.show_problems()
    walk.check('says-that-it-is-gone', lambda: walk.shows('is gone'))


def main():
    program, _, pictures = sys.argv[1:4]
    return walks.run('record', steps, program, pictures)


sys.exit(main())
