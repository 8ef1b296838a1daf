#!/usr/bin/python3
"""An input whose size is not known, in the window: pipes, problems, inspector and export.

usage: test-unknown-size.py IMAGINET_STUDIO SCREENSHOTS

SPDX-License-Identifier: MIT
"""
import os
import shutil
import sys
import tempfile
import time

from reader import Reader
from session import TOOLS, Session

# Where things are in a window of 1280 x 800.
INPUT_TYPE, PROBLEMS, REAL_FFT = (1080, 215), (400, 776), (610, 402)
WINDOW, FORM, DONE = 'Imaginet Studio', 'Export Firmware Bundle', 'Bundle Exported'

PIPELINE = '''<?xml version="1.0" encoding="utf-8"?>
<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Composite unit="Test.Open">
    <DisplayName>Open</DisplayName>
    <Parameters>
      <InputSocket name="input" pipe="data" im:type="Float32" im:shape="[?,3]" im:rate="50" />
      <OutputSocket name="output" type="input.type" shape="System.Shape(input.shape.size(1), 2)" pipe="data" />
    </Parameters>
    <Stacked>
      <Unit id="Core.Window.Hann"><Argument param="axis">1</Argument></Unit>
      <Unit id="Core.Spectral.RealFft"><Argument param="axis">1</Argument></Unit>
      <Unit id="Core.Math.Rms"><Argument param="axis">1</Argument><Argument param="output">output</Argument></Unit>
    </Stacked>
  </Composite>
</Imaginet>
'''


class Test:
    def __init__(self, session, reader, screenshots):
        self.session, self.reader, self.screenshots = session, reader, screenshots
        self.count = self.failed = 0

    def check(self, name, condition, detail=''):
        """Looks until the condition holds; it is a function or a result."""
        good = self.session.wait(condition) if callable(condition) else bool(condition)
        self.count += 1
        self.failed += not good
        self.session.run('import', '-window', 'root', os.path.join(
            self.screenshots, f'unknown-size-{self.count}-{name}.png'))
        print(f'{"ok" if good else "not ok"} {self.count} {name}', flush=True)
        if not good:
            print(f'# {detail}', *self.session.windows(), *self.reader.texts()[-60:], sep='\n# ',
                  flush=True)

    def shows(self, *texts):
        found = '\n'.join(self.reader.texts())
        return all(text in found for text in texts)

    def enter(self, text):
        """Types in the field that has the keyboard focus."""
        self.session.keys('ctrl+a')
        self.session.type(text)
        time.sleep(0.3)


def test_window(test):
    test.check('hints', lambda: test.shows('No Problems · 1 Not Known Yet'))
    test.check('sockets', lambda: test.shows('[?,3] float32 · 50 Hz', '[?,2] float32 · 50 Hz'))
    test.session.click(*PROBLEMS)
    test.check('problem', lambda: test.shows('cannot be tested yet, because a size is not known',
                                             'n = ?'))
    test.session.click(*PROBLEMS)
    time.sleep(0.6)
    test.session.click(*REAL_FFT)
    test.check('contract', lambda: test.shows('Not known yet', '[?,3,2] float32 · 50 Hz'))
    test.session.keys('Escape')


def test_inspector(test, path):
    """The type of the input: what is wrong with it is told, what is right is taken over."""
    test.check('no-selection', lambda: test.shows('Test.Open', 'Inputs'))
    test.session.click(*INPUT_TYPE)
    test.enter('float32[?x,3]')
    test.session.keys('Return')
    test.check('refused', lambda: test.shows('Expected “,” or “]”, found “x” at character 3'))
    test.enter('float32[64,3]@50')
    test.session.keys('Return')
    test.check('known', lambda: test.shows('[64,3] float32 · 50 Hz', '[33,2] float32 · 50 Hz'))
    test.check('mismatch', lambda: test.shows('1 Problem') and not test.shows('Not Known Yet'))
    test.session.keys('ctrl+z')
    test.check('undone', lambda: test.shows('[?,3] float32 · 50 Hz', '1 Not Known Yet'))
    with open(path, encoding='utf-8') as file:
        test.check('not-saved', file.read() == PIPELINE)


def test_export(test, folder):
    test.session.keys('ctrl+shift+e')
    test.check('asked', lambda: FORM in test.session.windows()
               and test.shows('Axis 1 of “input”, float32[?,3]@50'))
    time.sleep(0.6)
    test.session.keys('ctrl+Return')
    test.check('missing', lambda: test.shows('Expected the number of elements, from 1'))
    test.enter('0')
    test.session.keys('ctrl+Return')
    test.check('zero', lambda: FORM in test.session.windows()
               and test.shows('Expected the number of elements, from 1'))
    test.enter('21')
    test.check('contract-fails', lambda: test.shows('cannot be exported until it is solved'))
    test.session.keys('ctrl+Return')
    time.sleep(0.5)
    test.check('still-there', FORM in test.session.windows())
    test.session.keys('Tab')
    test.enter('64')
    test.check('memory', lambda: test.shows('768') and
               not test.shows('cannot be exported until it is solved'))
    test.session.keys('ctrl+Return')
    test.check('exported', lambda: DONE in test.session.windows())
    header = os.path.join(folder, 'open-firmware', 'include', 'open.h')
    test.check('header', os.path.exists(header) and 'float32[64,3]@50' in
               open(header, encoding='utf-8').read(), str(os.listdir(folder)))
    test.session.keys('Return')
    test.check('document-kept', lambda: len(test.session.windows()) == 1
               and test.shows('1 Not Known Yet'))


def walk(test, program, folder):
    path = os.path.join(folder, 'open.imunit')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(PIPELINE)
    studio = test.session.start([program, path], test.session.environment)
    test.check('started', lambda: any(WINDOW in name for name in test.session.windows()))
    test_window(test)
    test_inspector(test, path)
    test_export(test, folder)
    studio.kill()
    messages = studio.stderr.read()
    test.check('no-messages', 'CRITICAL' not in messages and 'WARNING' not in messages, messages)


def main(program, screenshots):
    missing = [tool for tool in TOOLS if shutil.which(tool) is None] + Reader.missing()
    if missing:
        print(f'1..0 # SKIP not installed: {", ".join(missing)}')
        return 0
    os.makedirs(screenshots, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        session = Session(folder)
        try:
            test = Test(session, Reader(session), screenshots)
            walk(test, os.path.abspath(program), folder)
        finally:
            session.close()
    print(f'1..{test.count}')
    return 1 if test.failed else 0


sys.exit(main(*sys.argv[1:]))
