#!/usr/bin/python3
"""Asks how shapes meet in the Broadcast Lab and of a layer, with real pointer and key events.

usage: test-broadcast-lab.py IMAGINET_STUDIO TOP SCREENSHOTS

What the window says is read as a screen reader does. Pictures of each step go to SCREENSHOTS.

SPDX-License-Identifier: MIT
"""
import os
import shutil
import sys
import tempfile
import time

from reader import Reader
from session import TOOLS, Session

TITLE = 'Broadcast Lab'
MENU = (1138, 28)
ITEM = (1044, 361)    # of the main menu
EXAMPLES = (265, 48)
RULES = (640, 111)
ADD = (1046, 176)
NODE = (560, 462)    # of the pipeline
OPEN = (1104, 642)   # in the inspector
TIP = '200x150+480+500'
ROW = '300x120+950+520'  # below the diagram that is folded out
QUEUE, INSPECTOR, UNFOLD, ENLARGE = (560, 248), (1100, 600), (1240, 470), (1204, 470)
FOLDED = (500, 580)  # the column of axes that are not shown


PIPELINE = """<Imaginet xmlns:im="urn:imaginet-studio:1">
<Compound unit="Test.Row"><DisplayName>Row</DisplayName><Nodes>
<TensorInputNode id="x" x="40" y="40" name="Matrix" param="x" im:type="Float32" im:shape="[4,3,2]"
  im:rate="100" />
<TensorInputNode id="y" x="40" y="180" name="Row" param="y" im:type="Float32" im:shape="[3,1]"
  im:rate="100" />
<UnitNode id="sum" x="360" y="90" unit="Core.Math.Add" />
<UnitNode id="less" x="720" y="90" unit="Core.Math.Sub" />
<TensorOutputNode id="result" x="1080" y="110" name="Sum" param="output" />
</Nodes><Connections>
<Connection><Source node="x" param="value" /><Target node="sum" param="a" /></Connection>
<Connection><Source node="y" param="value" /><Target node="sum" param="b" /></Connection>
<Connection><Source node="sum" param="output" /><Target node="less" param="a" /></Connection>
<Connection><Source node="y" param="value" /><Target node="less" param="b" /></Connection>
<Connection><Source node="less" param="output" /><Target node="result" param="value" /></Connection>
</Connections></Compound></Imaginet>
"""


class Test:
    def __init__(self, session, reader, screenshots):
        self.session, self.reader, self.screenshots = session, reader, screenshots
        self.count = self.failed = 0

    def result(self, name, problem):
        self.count += 1
        self.failed += bool(problem)
        self.session.run('import', '-window', 'root',
                         os.path.join(self.screenshots, f'broadcast-lab-{name}.png'))
        print(f'{"not ok" if problem else "ok"} {self.count} {name}', flush=True)
        if problem:
            print(f'# {problem}')

    def picture(self, area):
        return self.session.run('import', '-window', 'root', '-crop', area, '-depth', '8', 'txt:-')

    def says(self, name, *expected, never=(), title=TITLE):
        """Waits until all that is expected is a part of what a window shows."""
        def missing():
            texts = self.reader.texts(title)
            return [part for part in expected if not any(part in text for text in texts)] + \
                   [f'nothing like {part}' for part in never if any(part in text for text in texts)]
        self.session.wait(lambda: not missing())
        self.result(name, missing() and f'missing {missing()} in {self.reader.texts(title)}')

    def write(self, *shapes):
        """Types shapes into the fields, from the first one on."""
        for letter, shape in zip('abcd', shapes):
            self.session.keys(f'alt+{letter}', 'ctrl+a')
            self.session.type(shape)

    def choose_rules(self, *keys):
        self.session.click(*RULES)
        time.sleep(0.7)
        self.session.keys(*keys, 'Return')
        time.sleep(0.7)


def ask(test, folder):
    session = test.session
    session.click(*MENU)
    time.sleep(1.0)
    test.result('menu', '')
    session.click(*ITEM)
    test.says('opened', 'The shapes fit; the result is [2,3,4,5,6]',
              'left 2, group1 3, middle 4, group2 5, right 6', never=['Other Rules Say'])
    test.write('[2,1')
    test.says('error', 'character 5')
    test.write('[3,1]', '[1,4]')
    test.says('not-fitting', 'The shapes do not fit', 'Other Rules Say', 'NumPy', '[3,4]',
              never=['character 5'])
    test.choose_rules('Down', 'Down')
    test.says('numpy', 'The shapes fit; the result is [3,4]', 'Imaginet broadcast')
    session.click(*ADD)
    session.type('[2,1,1]')
    test.says('third', 'The shapes fit; the result is [2,3,4]', 'Remove C')
    test.choose_rules('Down')
    test.write('[?,4]', '[2,?]', '[1]')
    test.says('obligation', 'The shapes fit; the result is [2,4]', 'At run time, d0',
              'At run time, d1', 'Implicit Cast', 'Declared result')
    test.choose_rules('Down')
    test.write('[3]', '[3,1]')
    test.says('tml', 'The shapes fit; the result is tensor<real, 3, 3>', 'Operation',
              never=['Remove C', 'Declared result'])
    session.click(*EXAMPLES)
    time.sleep(0.7)
    session.keys('Up', 'Return')
    time.sleep(0.7)
    session.keys('Up', 'Return')
    test.says('example', 'The shapes do not fit', never=['tensor<real'])
    time.sleep(0.7)  # until the menu is gone
    test.write('"test.op"(%a, %b) : (tensor<?xf32>, tensor<3x?xf32>) -> tensor<3x4xf32>')
    test.says('line', 'The shapes do not fit', 'Declared result', 'Implicit Cast')
    test.choose_rules('Home')
    test.write('[1,2,3,1,5,6,1,8,9,1]', '[9,1]')
    test.says('folded', 'The shapes fit')
    session.click(*FOLDED)
    time.sleep(0.5)
    test.result('unfolded', '')
    export(test, folder)
    session.keys('ctrl+shift+c', 'alt+a', 'ctrl+a', 'ctrl+v')
    test.says('copied', 'Imaginet')
    session.keys('Escape')
    test.says('closed', never=[TITLE])


def export(test, folder):
    path = os.path.join(folder, 'shapes.svg')
    test.session.keys('ctrl+p')
    time.sleep(1.0)
    test.session.keys('ctrl+a')
    test.session.type(path)
    test.session.keys('Return')
    if not test.session.wait(lambda: os.path.exists(path)):
        test.result('export', f'{path} was not written')
        return
    time.sleep(0.3)
    with open(path, encoding='utf-8') as file:
        text = file.read()
    missing = [part for part in ('<svg', '>d5<', '>d9<', '(1)→2') if part not in text]
    test.result('export', missing and f'missing {missing}')


def look(test):
    """Lets the pointer rest on a layer, selects it, and opens its shapes in the lab."""
    session = test.session

    def picture():
        return test.picture(TIP)

    session.keys('ctrl+0')
    time.sleep(0.5)
    before = picture()
    session.pointer(*NODE)
    time.sleep(0.3)
    session.pointer(NODE[0] + 2, NODE[1] + 2)
    shown = session.wait(lambda: picture() != before)
    time.sleep(0.3)
    test.result('tip', '' if shown else 'nothing is shown where the pointer rests')
    session.click(*NODE)
    time.sleep(1.0)
    test.result('inspector', '')
    session.click(*OPEN)
    test.says('of-layer', 'The shapes fit; the result is [4,3,2]',
              'left 1, group1 4, middle 3, group2 2, right 1')


def unfold(test):
    """Folds out what a queue does to axes, and looks at it in a window."""
    session = test.session
    session.click(*QUEUE)
    time.sleep(1.0)
    session.pointer(*INSPECTOR)
    for _ in range(5):
        session.run('xdotool', 'click', '5')
    time.sleep(1.0)
    before = test.picture(ROW)
    session.click(*UNFOLD)
    shown = session.wait(lambda: test.picture(ROW) != before)
    time.sleep(0.7)
    test.result('layer', '' if shown else 'nothing is folded out')
    session.click(*ENLARGE)
    test.says('enlarged', 'Audio Level', 'Close', title='Audio Level')
    session.keys('Escape')
    test.says('closed-picture', never=['Audio Level'], title='Audio Level')


def palette(test):
    """Looks for broadcasting among the units."""
    test.session.keys('ctrl+t')
    time.sleep(1.0)
    test.session.type('broadcast')
    time.sleep(1.0)
    test.result('palette', '')
    test.session.keys('Return')
    test.says('from-palette', 'The shapes fit; the result is [2,3,4,5,6]')


def start(session, program, *arguments):
    studio = session.start([os.path.abspath(program), *arguments], session.environment)
    session.wait(lambda: '0x' in session.run('xprop', '-root', '_NET_CLIENT_LIST'))
    time.sleep(1.5)
    return studio


def stop(session, studio):
    """What it said; it must not have ended by itself."""
    code = studio.poll()
    studio.kill()
    messages = studio.stderr.read()
    if code is not None:
        messages += f'CRITICAL: it ended with {code}'
    session.wait(lambda: '0x' not in session.run('xprop', '-root', '_NET_CLIENT_LIST'))
    return messages


def main(program, top, screenshots):
    missing = [tool for tool in TOOLS if shutil.which(tool) is None] + Reader.missing()
    if missing:
        print(f'1..0 # SKIP not installed: {", ".join(missing)}')
        return 0
    os.makedirs(screenshots, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        session = Session(folder)
        try:
            reader = Reader(session)
            test = Test(session, reader, screenshots)
            studio = start(session, program)
            ask(test, folder)
            messages = stop(session, studio)
            path = os.path.join(folder, 'row.imunit')
            with open(path, 'w', encoding='utf-8') as file:
                file.write(PIPELINE)
            studio = start(session, program, path)
            look(test)
            messages += stop(session, studio)
            path = os.path.join(folder, 'level.imunit')
            shutil.copy(os.path.join(top, 'data', 'examples', 'audio-window.imunit'), path)
            studio = start(session, program, path)
            unfold(test)
            palette(test)
            messages += stop(session, studio)
        finally:
            session.close()
    test.result('no-messages', messages if 'CRITICAL' in messages or 'WARNING' in messages else '')
    print(f'1..{test.count}')
    return 1 if test.failed else 0


sys.exit(main(*sys.argv[1:]))
