#!/usr/bin/python3
"""Changes each kind of option in the inspector with real pointer and key events.

usage: test-inspect.py IMAGINET_STUDIO SCREENSHOTS

Each change is seen in the file that the application saves, and undone. Expressions are
completed, a wrong one is pictured with its caret, and a problem is fixed by its button.

SPDX-License-Identifier: MIT
"""
import html
import os
import re
import shutil
import sys
import tempfile
import time

from session import TOOLS, Session

FILE = '''<?xml version="1.0" encoding="utf-8" ?>
<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Function unit="Test.Controls">
    <DisplayName>Controls</DisplayName>
    <Parameters>
      <InputSocket name="input" pipe="data" />
      <Int32Option name="count" text="Count" default="4" min="1" max="4096" ui="TextBox" description="How many." />
      <DoubleOption name="gain" text="Gain" default="0.5" min="0" max="2" ui="Slider" description="The factor." />
      <BoolOption name="log" text="Logarithm" default="false" description="Whether to take it." />
      <StringOption name="mode" text="Mode" default="fast" description="How.">
        <OneOf><Item text="Fast">fast</Item><Item text="Exact">exact</Item></OneOf>
      </StringOption>
      <ShapeOption name="window" text="Window" default="[3]" description="A shape." />
      <StringOption name="label" text="Label" default="a" description="A text." />
      <OutputSocket name="output" pipe="data" type="input.type" shape="window" />
    </Parameters>
    <Contracts>
      <Assert test="count % 2 == 0" error="The count is {count}; it must be even." />
      <Assert test="gain &lt;= 1.5" error="The gain is {gain}; it can be at most 1.5." />
    </Contracts>
    <Implementations>
      <Implementation language="C" fragment="controls.h:controls_log" call="controls_log(input)">
        <Conditional value="log" />
      </Implementation>
      <Implementation language="C" fragment="controls.h:controls" call="controls(input)">
        <Conditional value="!log" />
      </Implementation>
    </Implementations>
  </Function>
  <Composite unit="Test.Pipeline">
    <DisplayName>Pipeline</DisplayName>
    <Parameters>
      <InputSocket name="input" pipe="data" im:type="Float32" im:shape="[1]" im:rate="100" />
      <Int32Option name="size" default="8" description="The size of all." />
      <OutputSocket name="output" pipe="data" type="input.type" shape="System.Shape(3)" />
    </Parameters>
    <Stacked>
      <Unit id="Test.Controls" />
    </Stacked>
  </Composite>
</Imaginet>
'''

# Where things are in a window of 1280 by 800, before an option is changed.
NODE = 610, 250
EMPTY = 400, 560
COUNT_PLUS, COUNT_EXPRESSION, COUNT_FIELD = (1180, 190), (1222, 190), (1090, 190)
GAIN_KNOB, GAIN_END = (1003, 301), (1090, 301)
LOG, MODE, SHAPE_ADD, LABEL = (1170, 377), (1156, 449), (1012, 559), (1100, 682)

# With the button that resets it, the control is further to the start.
COUNT_PLUS_CHANGED, COUNT_RESET = (1137, 190), (1176, 190)
PROBLEM, FIX = (600, 663), (392, 727)

GESTURE_S = 1.2  # later changes are steps of their own


class Walk:
    def __init__(self, session, path, screenshots):
        self.session, self.path, self.screenshots = session, path, screenshots
        self.count = self.failed = 0

    def arguments(self):
        """The arguments of the layer in the saved file."""
        self.session.keys('ctrl+s')
        time.sleep(0.3)
        with open(self.path, encoding='utf-8') as file:
            text = file.read()
        layer = text[text.index('<Stacked>'):]
        return {name: html.unescape(value)
                for name, value in re.findall(r'param="(\w+)">([^<]*)<', layer)}

    def check(self, name, condition):
        good = self.session.wait(lambda: condition(self.arguments()))
        self.count += 1
        self.failed += not good
        picture = os.path.join(self.screenshots, f'inspect-{self.count}-{name}.png')
        self.session.run('import', '-window', 'root', picture)
        print(f'{"ok" if good else "not ok"} {self.count} {name}', flush=True)
        if not good:
            print(f'# {self.arguments()}')

    def undo(self, name, n=1):
        """Takes back steps; then the layer has no arguments."""
        for _ in range(n):
            self.session.keys('ctrl+z')
        self.check(f'undo-{name}', lambda arguments: arguments == {})
        time.sleep(GESTURE_S)


def controls(steps, session):
    session.drag(GAIN_KNOB, GAIN_END)
    steps.check('slider', lambda arguments: float(arguments.get('gain', 0)) > 1.5)
    steps.undo('slider')
    session.click(*LOG)
    steps.check('switch', lambda arguments: arguments == {'log': 'true'})
    steps.undo('switch')
    session.click(*MODE)
    time.sleep(0.5)
    session.keys('Down', 'Return')
    steps.check('choice', lambda arguments: arguments == {'mode': '"exact"'})
    steps.undo('choice')
    session.click(*SHAPE_ADD)
    steps.check('shape', lambda arguments: arguments == {'window': 'System.Shape(1, 3)'})
    steps.undo('shape')
    session.click(*LABEL)
    session.keys('ctrl+a')
    session.type('b')
    steps.check('text', lambda arguments: arguments == {'label': '"b"'})
    steps.undo('text')
    session.click(*COUNT_FIELD)
    session.keys('ctrl+a')
    session.type('64')
    steps.check('typed', lambda arguments: arguments == {'count': '64'})
    steps.undo('typed')


def expressions(steps, session):
    session.click(*COUNT_EXPRESSION)
    time.sleep(0.5)
    session.type('siz')
    time.sleep(0.5)
    session.keys('Return')
    steps.check('completion', lambda arguments: arguments == {'count': 'size'})
    session.type(' + nope')
    time.sleep(0.5)
    session.keys('Escape')
    steps.check('caret', lambda arguments: arguments == {'count': 'size + nope'})
    time.sleep(GESTURE_S)
    session.click(*COUNT_RESET)
    steps.check('reset', lambda arguments: arguments == {})
    session.keys('ctrl+z')
    steps.check('undo-reset', lambda arguments: arguments == {'count': 'size + nope'})
    session.click(*COUNT_RESET)
    steps.check('reset-again', lambda arguments: arguments == {})
    time.sleep(GESTURE_S)


def fixes(steps, session):
    session.click(*COUNT_PLUS)
    steps.check('spin', lambda arguments: arguments == {'count': '5'})
    time.sleep(GESTURE_S)
    session.click(*FIX)
    steps.check('fix', lambda arguments: arguments == {'count': '4'})
    session.keys('ctrl+z')
    steps.check('undo-fix', lambda arguments: arguments == {'count': '5'})
    session.click(*EMPTY)
    time.sleep(0.5)
    session.click(*PROBLEM)
    time.sleep(0.5)
    session.click(*COUNT_PLUS_CHANGED)
    steps.check('jump', lambda arguments: arguments == {'count': '6'})


def main(program, screenshots):
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        print(f'1..0 # SKIP not installed: {", ".join(missing)}')
        return 0
    os.makedirs(screenshots, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'controls.imunit')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(FILE)
        session = Session(folder)
        try:
            studio = session.start([os.path.abspath(program), path], session.environment)
            found = session.wait(lambda: session.run('xdotool', 'search', '--onlyvisible', '--name',
                                                     'Imaginet Studio').strip())
            time.sleep(1.0)
            steps = Walk(session, path, screenshots)
            session.click(*NODE)
            time.sleep(0.5)
            controls(steps, session)
            expressions(steps, session)
            fixes(steps, session)
            studio.kill()
            messages = studio.stderr.read()
        finally:
            session.close()
    good = found and 'CRITICAL' not in messages and 'WARNING' not in messages
    print(f'{"ok" if good else "not ok"} {steps.count + 1} no-messages')
    if not good:
        print(f'# {messages}')
    print(f'1..{steps.count + 1}')
    return 0 if good and not steps.failed else 1


sys.exit(main(*sys.argv[1:]))
