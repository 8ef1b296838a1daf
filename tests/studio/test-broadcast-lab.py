#!/usr/bin/python3
"""Asks how shapes meet in the Broadcast Lab and of a layer, with real pointer and key events.

usage: test-broadcast-lab.py IMAGINET_STUDIO TOP SCREENSHOTS

What the window says is read as a screen reader does. Pictures of each step go to SCREENSHOTS.

SPDX-License-Identifier: MIT
"""
import os
import re
import shutil
import sys

import walk as walks

TITLE = 'Broadcast Lab'

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


def says(walk, name, *expected, never=(), title=TITLE):
    """Waits until all that is expected is a part of what a window shows."""
    def missing():
        texts = walk.texts(title)
        return [part for part in expected if not any(part in text for text in texts)] + \
               [f'nothing like {part}' for part in never if any(part in text for text in texts)]
    walk.check(name, lambda: not missing(), missing)


def write(walk, *shapes):
    """Types shapes into the fields, from the first one on."""
    for letter, shape in zip('abcd', shapes):
        walk.keys(f'alt+{letter}')
        walk.enter(shape)


def choose_rules(walk, rules, *keys):
    """Goes to rules in their list by keys from the ones that are chosen."""
    walk.click('Rules', 'combo box', TITLE)
    walk.wait_for(rules, 'label', TITLE)
    walk.keys(*keys, 'Return')
    walk.rest()


def choose_example(walk):
    """Takes the last example of the last group."""
    walk.click('Examples', 'button', TITLE)
    walk.wait_for(re.compile('.*'), 'menu item', TITLE, lambda item: item.has('focused'))
    walk.keys('Up', 'Return')
    walk.rest()
    walk.keys('Up', 'Return')


def ask(walk, folder):
    walk.click('Main Menu', 'button')
    walk.choose(TITLE)
    says(walk, 'opened', 'The shapes fit; the result is [2,3,4,5,6]',
         'left 2, group1 3, middle 4, group2 5, right 6', never=['Other Rules Say'])
    write(walk, '[2,1')
    says(walk, 'error', 'character 5')
    write(walk, '[3,1]', '[1,4]')
    says(walk, 'not-fitting', 'The shapes do not fit', 'Other Rules Say', 'NumPy', '[3,4]',
         never=['character 5'])
    choose_rules(walk, 'NumPy', 'Down', 'Down')
    says(walk, 'numpy', 'The shapes fit; the result is [3,4]', 'Imaginet broadcast')
    walk.click('Add a Shape', 'button')
    walk.wait_for('C', 'label', TITLE)
    walk.type('[2,1,1]')
    says(walk, 'third', 'The shapes fit; the result is [2,3,4]', 'Remove C')
    choose_rules(walk, 'NumPy', 'Down')
    write(walk, '[?,4]', '[2,?]', '[1]')
    says(walk, 'obligation', 'The shapes fit; the result is [2,4]', 'At run time, d0',
         'At run time, d1', 'Implicit Cast', 'Declared result')
    choose_rules(walk, 'NumPy', 'Down')
    write(walk, '[3]', '[3,1]')
    says(walk, 'tml', 'The shapes fit; the result is tensor<real, 3, 3>', 'Operation',
         never=['Remove C', 'Declared result'])
    choose_example(walk)
    says(walk, 'example', 'The shapes do not fit', never=['tensor<real'])
    walk.rest()
    write(walk, '"test.op"(%a, %b) : (tensor<?xf32>, tensor<3x?xf32>) -> tensor<3x4xf32>')
    says(walk, 'line', 'The shapes do not fit', 'Declared result', 'Implicit Cast')
    choose_rules(walk, 'NumPy', 'Home')
    write(walk, '[1,2,3,1,5,6,1,8,9,1]', '[9,1]')
    says(walk, 'folded', 'The shapes fit')
    walk.click('Menu', 'button', TITLE)
    walk.choose('Show All Axes')
    walk.rest()
    export(walk, folder)
    walk.keys('ctrl+shift+c', 'alt+a', 'ctrl+a', 'ctrl+v')
    says(walk, 'copied', 'Imaginet')
    walk.keys('Escape')
    says(walk, 'closed', never=[TITLE])


def export(walk, folder):
    path = os.path.join(folder, 'shapes.svg')
    walk.export_picture(path)
    walk.wait_until(lambda: os.path.exists(path))
    with open(path, encoding='utf-8') as file:
        text = file.read()
    missing = [part for part in ('<svg', '>d5<', '>d9<', '(1)→2') if part not in text]
    walk.report('export', not missing, missing)


def look(walk):
    """Lets the pointer rest on a layer, selects it, and opens its shapes in the lab."""
    less = re.compile('Subtract, layer 2.*')
    walk.session.pointer(*walk.place(walk.wait_for('Subtract', 'label', less)))
    walk.check('card', lambda: walk.find('Imaginet: a.broadcast(b)'))
    walk.click('Subtract', 'label', less)
    walk.click('Open in Broadcast Lab', 'button')
    says(walk, 'of-layer', 'The shapes fit; the result is [4,3,2]',
         'left 1, group1 4, middle 3, group2 2, right 1')


def unfold(walk):
    """Folds out what a queue does to axes, and looks at it in a window."""
    walk.click('Sliding Window', 'label', 'Sliding Window, layer 1')
    walk.wait_for('Shapes', 'list item', 'Diagrams')
    walk.scroll_to('Shapes', 'list item', 'Diagrams')
    walk.click('Shapes', 'label', 'Diagrams')
    walk.check('layer', lambda: walk.find('Audio Level', 'image', 'Diagrams'))
    walk.scroll_to('Shapes', 'list item', 'Diagrams')
    walk.click('Show Shapes in a Window', 'button')
    says(walk, 'enlarged', 'Audio Level', 'Close', title='Audio Level')
    walk.keys('Escape')
    says(walk, 'closed-picture', never=['Audio Level'], title='Audio Level')


def palette(walk):
    """Looks for broadcasting among the units."""
    walk.open_palette()
    walk.type('broadcast')
    walk.wait_for('Open the Broadcast Lab', 'label', walks.PALETTE)
    walk.click('Open the Broadcast Lab', 'button')
    says(walk, 'from-palette', 'The shapes fit; the result is [2,3,4,5,6]')


def main(program, top, screenshots):
    def go(walk, folder):
        walk.start()
        ask(walk, folder)
        walk.stop('no-messages-lab')
        path = os.path.join(folder, 'row.imunit')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(PIPELINE)
        walk.start(path)
        look(walk)
        walk.stop('no-messages-layer')
        path = os.path.join(folder, 'level.imunit')
        shutil.copy(os.path.join(top, 'data', 'examples', 'audio-window.imunit'), path)
        walk.start(path)
        unfold(walk)
        palette(walk)
        walk.stop()
    return walks.run('broadcast-lab', go, program, screenshots)


sys.exit(main(*sys.argv[1:]))
