#!/usr/bin/python3
"""Edits a free graph on the canvas with real pointer and key events.

usage: test-canvas.py IMAGINET_STUDIO SCREENSHOTS

What came of each step is read from the file after Ctrl+S; pictures go to SCREENSHOTS.

SPDX-License-Identifier: MIT
"""
import os
import re
import shutil
import sys
import tempfile
import time

from session import TOOLS, Session

PIPELINE = '''<?xml version="1.0" encoding="utf-8" ?>
<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Compound unit="Test.Free">
    <Nodes>
      <TensorInputNode id="in" x="0" y="0" enabled="true" name="Signal" param="input" \
im:type="Float32" im:shape="[3]" im:rate="100" />
      <UnitNode id="abs" x="0" y="110" enabled="true" unit="Core.Math.Abs" />
      <UnitNode id="sum" x="300" y="0" enabled="true" unit="Core.Math.Add" />
      <TensorOutputNode id="out" x="300" y="300" enabled="true" name="Result" param="output" />
    </Nodes>
    <Connections>
      <Connection>
        <Source node="in" param="value" />
        <Target node="sum" param="a" />
      </Connection>
      <Connection>
        <Source node="sum" param="output" />
        <Target node="out" param="value" />
      </Connection>
    </Connections>
  </Compound>
</Imaginet>
'''

# Where ports and nodes are on the screen at first.
SIGNAL_OUT, ABS_IN, ABS_OUT = (499, 277), (341, 427), (579, 443)
SUM_B, SUM_OUT, RESULT, EMPTY = (641, 333), (879, 349), (720, 577), (480, 560)

LINK = re.compile(r'<Source node="(\w+)" param="(\w+)" />\s*<Target node="(\w+)" param="(\w+)" />')
NODE = re.compile(r'<\w+Node id="(\w+)" x="(-?\d+)" y="(-?\d+)"')


class Steps:
    def __init__(self, session, path, screenshots):
        self.session, self.path, self.screenshots = session, path, screenshots
        self.count = self.failed = 0

    def text(self):
        self.session.keys('ctrl+s')
        time.sleep(0.3)
        with open(self.path, encoding='utf-8') as file:
            return file.read()

    def links(self):
        return {f'{a}.{b}>{c}.{d}' for a, b, c, d in LINK.findall(self.text())}

    def nodes(self):
        return {name: (int(x), int(y)) for name, x, y in NODE.findall(self.text())}

    def check(self, name, condition):
        good = self.session.wait(condition)
        self.count += 1
        self.failed += not good
        self.session.run('import', '-window', 'root',
                         os.path.join(self.screenshots, f'canvas-{self.count}-{name}.png'))
        print(f'{"ok" if good else "not ok"} {self.count} {name}', flush=True)
        if not good:
            print('# ' + self.text().replace('\n', '\n# '))


def connect(steps):
    session = steps.session
    session.drag(SIGNAL_OUT, ABS_IN)
    steps.check('connect', lambda: 'in.value>abs.input' in steps.links())
    session.drag(ABS_OUT, SUM_B)
    steps.check('connect-second', lambda: 'abs.output>sum.b' in steps.links())
    session.drag(SUM_OUT, ABS_IN)
    time.sleep(0.5)
    session.keys('Escape')
    steps.check('refuse-cycle', lambda: 'in.value>abs.input' in steps.links())


def take_away(steps):
    """A pipe is taken from an input, to another one or away."""
    session = steps.session
    session.drag(SUM_B, EMPTY)
    steps.check('take-pipe-away', lambda: 'abs.output>sum.b' not in steps.links())
    session.drag(ABS_IN, SUM_B)
    steps.check('move-pipe', lambda: {'in.value>sum.b', 'in.value>sum.a'} <= steps.links())
    session.keys('ctrl+z', 'ctrl+z', 'ctrl+z')
    steps.check('undo-pipes', lambda: 'abs.output>sum.b' in steps.links())


def move(steps):
    session = steps.session
    session.drag(RESULT, (RESULT[0] + 33, RESULT[1] + 61))
    steps.check('move-to-grid', lambda: steps.nodes()['out'] == (330, 360))
    session.drag((310, 200), (610, 510))
    session.keys('ctrl+d')
    steps.check('duplicate', lambda: 'abs_2' in steps.nodes())
    session.keys('ctrl+z')
    steps.check('undo-duplicate', lambda: 'abs_2' not in steps.nodes())
    session.drag((310, 200), (910, 510))
    session.keys('ctrl+c')
    session.pointer(350, 560)
    session.keys('ctrl+v')
    steps.check('paste', lambda: {'abs_2.output>sum_2.b'} <= steps.links())
    session.keys('ctrl+z')
    steps.check('undo-paste', lambda: len(steps.nodes()) == 4)


def want(steps):
    """A pipe that is dropped into empty space asks for a unit, which is connected."""
    session = steps.session
    session.drag(ABS_OUT, EMPTY)
    time.sleep(0.8)
    session.type('rms')
    time.sleep(0.8)
    session.keys('Return')
    steps.check('unit-at-end-of-pipe', lambda: 'abs.output>rms.input' in steps.links())


def remove(steps):
    session = steps.session
    session.click(460, 391)
    session.keys('ctrl+Delete')
    steps.check('remove-and-heal', lambda: 'in.value>sum.b' in steps.links())
    session.keys(*['ctrl+z'] * 12)
    steps.check('undo-all', lambda: steps.text() == PIPELINE)


def main(program, screenshots):
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        print(f'1..0 # SKIP not installed: {", ".join(missing)}')
        return 0
    os.makedirs(screenshots, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'free.imunit')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(PIPELINE)
        session = Session(folder)
        try:
            studio = session.start([os.path.abspath(program), path], session.environment)
            session.wait(lambda: session.run('xdotool', 'search', '--onlyvisible', '--name',
                                             'Imaginet Studio').strip())
            time.sleep(1.0)
            steps = Steps(session, path, screenshots)
            for part in connect, take_away, move, want, remove:
                part(steps)
            studio.kill()
            messages = studio.stderr.read()
        finally:
            session.close()
    good = 'CRITICAL' not in messages and 'WARNING' not in messages
    print(f'{"ok" if good else "not ok"} {steps.count + 1} no-messages')
    if not good:
        print('# ' + messages.replace('\n', '\n# '))
    print(f'1..{steps.count + 1}')
    return 0 if good and not steps.failed else 1


sys.exit(main(*sys.argv[1:]))
