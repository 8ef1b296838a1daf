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
import sys

import walk as walks

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
  <Function unit="Test.Weighted">
    <DisplayName>Weighted</DisplayName>
    <Parameters>
      <InputSocket name="input" pipe="data" />
      <InputSocket name="weights" text="Weights" optional="true" description="Factors." />
      <OutputSocket name="output" pipe="data" type="input.type" shape="input.shape" />
    </Parameters>
    <Implementations>
      <Implementation language="C" fragment="controls.h:controls" call="controls(input)" />
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
      <Unit id="Test.Weighted" />
    </Stacked>
  </Composite>
</Imaginet>
'''

GRAPH = FILE[:FILE.index('  <Composite')] + '''  <Compound unit="Test.Graph">
    <DisplayName>Graph</DisplayName>
    <Nodes>
      <TensorInputNode id="input" x="40" y="180" enabled="true" name="Input" param="input" im:type="Float32" im:shape="[1]" im:rate="100" />
      <Int32OptionNode id="size" x="40" y="60" enabled="true" name="Size" param="size"><DefaultValue>8</DefaultValue></Int32OptionNode>
      <UnitNode id="controls" x="760" y="40" enabled="true" unit="Test.Controls"><Int32Argument param="count">6</Int32Argument></UnitNode>
      <TensorOutputNode id="output" x="1180" y="180" enabled="true" name="Output" param="output" />
    </Nodes>
    <Connections>
      <Connection><Source node="input" param="value" /><Target node="controls" param="input" /></Connection>
      <Connection><Source node="controls" param="output" /><Target node="output" param="value" /></Connection>
    </Connections>
  </Compound>
</Imaginet>
'''

CODE = '''#pragma IMAGINET_FRAGMENT_BEGIN "controls_log"
static inline void controls_log(const float *input) { (void) input; }
#pragma IMAGINET_FRAGMENT_END
#pragma IMAGINET_FRAGMENT_BEGIN "controls"
static inline void controls(const float *input) { (void) input; }
#pragma IMAGINET_FRAGMENT_END
'''
NODE = re.compile('Controls, layer 1(, has problems)?')
WEIGHTED = re.compile('Weighted, layer 2(, has problems)?')


class Steps:
    """A walk that looks at the arguments of the layer. A look saves the file, so that the next
    change of the same option is a step of its own."""

    def __init__(self, walk, path):
        self.walk, self.path = walk, path

    def arguments(self):
        text = self.walk.saved(self.path)
        layer = text[text.index('<Stacked>'):]
        return {name: html.unescape(value)
                for name, value in re.findall(r'param="(\w+)">([^<]*)<', layer)}

    def check(self, name, condition):
        self.walk.check(name, lambda: condition(self.arguments()), self.arguments)

    def check_is(self, name, **expected):
        self.check(name, lambda arguments: arguments == expected)

    def undo(self, name):
        """Takes a step back; then the layer has no arguments."""
        self.walk.keys('ctrl+z')
        self.check_is(f'undo-{name}')


def controls(steps, walk):
    slider = walk.wait_for('Gain', 'slider')
    knob = walk.place(slider, 0.25)  # of a range from 0 to 2 it is at 0.5
    walk.drag(knob, walk.place(slider, 0.95))
    steps.check('slider', lambda arguments: float(arguments.get('gain', 0)) > 1.5)
    steps.undo('slider')
    walk.click('Logarithm', 'switch')
    steps.check_is('switch', log='true')
    steps.undo('switch')
    walk.click('Mode', 'combo box')
    walk.wait_for('Exact', 'label')
    walk.keys('Down', 'Return')
    steps.check_is('choice', mode='"exact"')
    steps.undo('choice')
    walk.click('Add an Axis', 'button')
    steps.check_is('shape', window='System.Shape(1, 3)')
    steps.undo('shape')
    walk.fill('b', 'Label', 'text box')
    steps.check_is('text', label='"b"')
    steps.undo('text')
    walk.fill('64', 'Count', 'spin button', across=0.2)
    steps.check_is('typed', count='64')
    steps.undo('typed')


def expressions(steps, walk):
    walk.click('Use an Expression', 'button', 'Count')
    walk.wait_for('Count', 'text box', where=lambda field: field.is_in('focused'))
    walk.type('siz')
    walk.wait_for('size', 'label', 'Completions')
    walk.keys('Return')
    steps.check_is('completion', count='size')
    walk.type(' + nope')
    walk.settle()
    walk.keys('Escape')
    steps.check_is('caret', count='size + nope')
    walk.check('last-values-stay', lambda: walk.shows('= 8', 'float32[3]@100') and
               walk.shows('Not known, because of a problem: there is no parameter “nope”'))
    walk.click('Weighted', 'label', WEIGHTED)
    walk.check('behind', lambda: walk.shows(
        'Not known, because it is behind “Controls”, which has a problem: there is no ') and
        walk.find('behind Controls', 'label'))
    walk.click('Controls', 'label', NODE)
    walk.click('Reset to Default: 4', 'button', 'Count')
    steps.check_is('reset')
    walk.keys('ctrl+z')
    steps.check_is('undo-reset', count='size + nope')
    walk.click('Reset to Default: 4', 'button', 'Count')
    steps.check_is('reset-again')


def plus(walk):
    """Clicks at the button of a number that makes it more."""
    walk.click('Count', 'spin button', across=0.9)


def fixes(steps, walk):
    plus(walk)
    steps.check_is('spin', count='5')
    walk.check('closed', lambda: walk.shows('5 Problems') and
               not walk.find('Set Count to 4', 'button'))
    walk.show_problems()
    walk.click('Set Count to 4', 'button')
    steps.check_is('fix', count='4')
    walk.keys('ctrl+z')
    steps.check_is('undo-fix', count='5')
    walk.press(walk.place(walk.wait_for(NODE), -0.5))
    walk.check('no-selection', lambda: not walk.find('Count', 'spin button'))
    walk.click('Add Option', 'button')
    walk.check('new-option-opens', lambda: walk.find('Default', 'text box') and
               walk.find('Pipeline', 'button'))
    walk.click('Pipeline', 'button')
    walk.check('back', lambda: walk.find('Add Option', 'button'))
    walk.keys('ctrl+z')
    walk.click('Controls: The count is 5; it must be even.', 'label', 'Problems')
    plus(walk)
    steps.check_is('jump', count='6')


def arrays(steps, walk):
    """An input that no pipe reaches is given an array."""
    walk.click('Weighted', 'label', WEIGHTED)
    walk.fill('Math.array(System.Float32, 1, 2)', 'Weights', 'text box')
    steps.check_is('array', count='6', weights='Math.array(System.Float32, 1, 2)')
    walk.check('array-value', lambda: walk.shows('= float32[2] {1, 2}'))
    walk.keys('ctrl+z')
    steps.check_is('undo-array', count='6')


def bypass(steps, walk):
    """What is passed on is known behind a layer that is switched off, and of the layer."""
    def known():
        return walk.texts().count('float32[1]@100')
    walk.click('Controls', 'label', NODE)
    walk.rest()
    before = known()
    walk.keys('ctrl+e')
    walk.check('bypass', lambda: known() > before and not walk.find(re.compile('behind .*')) and
               walk.shows('float32[1]@100') and not walk.shows('Not known'),
               lambda: f'{before} {known()}')
    walk.keys('ctrl+z')
    walk.check('undo-bypass', lambda: known() == before, known)


def graphs(walk, path):
    """An option of a node of a graph is set by an expression, which is a node then."""
    def check(name, *expected):
        walk.check(name, lambda: [found.strip() for found in re.findall(
            '<Expression [^>]*>([^<]*)<', walk.saved(path))] == list(expected))

    walk.click('Controls', 'label', NODE)
    walk.click('Use an Expression', 'button', 'Count')
    walk.fill('size / 2', 'Count', 'text box')
    walk.keys('Escape')
    check('graph-expression', 'size / 2')
    walk.check('graph-value', lambda: walk.shows('= 4'))
    walk.type(' + nope')
    walk.keys('Escape')
    walk.check('graph-refused', lambda: walk.shows(
        'there is no input, option or expression “nope” here'))
    walk.check('graph-caret', lambda: walk.shows('size / 2 + nope\n           ^^^^'))
    check('graph-last-good', 'size / 2')
    walk.fill('size', 'Count', 'text box')
    walk.keys('Escape')
    check('graph-again', 'size')
    walk.click('Reset to Default: 4', 'button', 'Count')
    check('graph-reset')


def main(program, screenshots):
    def go(walk, folder):
        path = os.path.join(folder, 'controls.imunit')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(FILE)
        with open(os.path.join(folder, 'controls.h'), 'w', encoding='utf-8') as file:
            file.write(CODE)
        walk.start(path)
        walk.click('Controls', 'label', NODE)
        steps = Steps(walk, path)
        for part in controls, expressions, fixes, arrays, bypass:
            part(steps, walk)
        walk.stop()
        path = os.path.join(folder, 'graph.imunit')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(GRAPH)
        walk.start(path)
        graphs(walk, path)
        walk.stop()
    return walks.run('inspect', go, program, screenshots)


sys.exit(main(*sys.argv[1:]))
