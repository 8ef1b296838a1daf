#!/usr/bin/python3
"""Edits a node graph on the canvas with real pointer and key events.

usage: test-canvas.py IMAGINET_STUDIO SCREENSHOTS

What came of each step is read from the file after Ctrl+S; pictures go to SCREENSHOTS.

SPDX-License-Identifier: MIT
"""
import os
import re
import sys

import walk as walks

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

# Nodes, with or without problems.
SIGNAL, ABS, SUM, RESULT = (re.compile(name + '(, has problems)?') for name in (
    'Input Signal', 'Abs, layer 1', 'Add, layer 2', 'Output Result'))
NEAR = 0.15  # of the size of a node, beside it: there is nothing
APART = 240, 40  # wider than nodes are, and less high: two that are as far apart are free
GRID, MOVE = 30, (1.1, 2.03)  # of the graph, and steps of it that are no whole number

LINK = re.compile(r'<Source node="(\w+)" param="(\w+)" />\s*<Target node="(\w+)" param="(\w+)" />')
NODE = re.compile(r'<\w+Node id="(\w+)" x="(-?\d+)" y="(-?\d+)"')


class Steps:
    """A walk that knows nodes and ports of the graph."""

    def __init__(self, walk, path):
        self.walk, self.path = walk, path

    def text(self):
        return self.walk.saved(self.path)

    def links(self):
        return {f'{a}.{b}>{c}.{d}' for a, b, c, d in LINK.findall(self.text())}

    def nodes(self):
        return {name: (int(x), int(y)) for name, x, y in NODE.findall(self.text())}

    def check(self, name, condition):
        self.walk.check(name, condition, self.text)

    def port(self, node, name):
        """Where a port is on the screen."""
        return self.walk.place(self.walk.wait_for(node).find(name, 'button'))

    def corner(self, node, right, down):
        """A place beside a corner of a node."""
        return self.walk.place(self.walk.wait_for(node), *(
            1 + NEAR if is_far else -NEAR for is_far in (right, down)))

    def zoom(self):
        """How many pixels of the screen a step of the graph is."""
        upper, lower = (self.walk.wait_for(node).box[1] for node in (SUM, RESULT))
        nodes = self.nodes()
        return (lower - upper) / (nodes['out'][1] - nodes['sum'][1])

    def empty(self):
        """A place below the node at the left where there is nothing."""
        return self.walk.place(self.walk.wait_for(ABS), 0.5, 2)


def connect(steps, walk):
    walk.drag(steps.port(SIGNAL, 'Output'), steps.port(ABS, 'Input'))
    steps.check('connect', lambda: 'in.value>abs.input' in steps.links())
    walk.drag(steps.port(ABS, 'Output'), steps.port(SUM, 'Input B'))
    steps.check('connect-second', lambda: 'abs.output>sum.b' in steps.links())
    walk.drag(steps.port(SUM, 'Output'), steps.port(ABS, 'Input'))
    walk.check('says-why-no-cycle', lambda: walk.shows('these nodes need each other'))
    walk.keys('Escape')
    steps.check('refuse-cycle', lambda: 'in.value>abs.input' in steps.links())


def take_away(steps, walk):
    """A pipe is taken from an input, to another one or away."""
    walk.drag(steps.port(SUM, 'Input B'), steps.empty())
    steps.check('take-pipe-away', lambda: 'abs.output>sum.b' not in steps.links())
    walk.drag(steps.port(ABS, 'Input'), steps.port(SUM, 'Input B'))
    steps.check('move-pipe', lambda: {'in.value>sum.b', 'in.value>sum.a'} <= steps.links())
    walk.keys('ctrl+z', 'ctrl+z', 'ctrl+z')
    steps.check('undo-pipes', lambda: 'abs.output>sum.b' in steps.links())


def move(steps, walk):
    x, y = walk.place(walk.wait_for(RESULT))
    step = GRID * steps.zoom()
    walk.drag((x, y), (x + round(MOVE[0] * step), y + round(MOVE[1] * step)))
    steps.check('move-to-grid', lambda: steps.nodes()['out'] == (300 + GRID, 300 + 2 * GRID))
    walk.drag(steps.corner(ABS, 1, 1), steps.corner(ABS, 0, 0))
    walk.keys('ctrl+d')
    steps.check('duplicate', lambda: 'abs_2' in steps.nodes())
    walk.keys('ctrl+z')
    steps.check('undo-duplicate', lambda: 'abs_2' not in steps.nodes())
    right, _ = steps.corner(SUM, 1, 0)
    walk.drag(steps.corner(ABS, 0, 1), (right, walk.place(walk.wait_for(SUM), 1, NEAR)[1]))
    walk.keys('ctrl+c')
    walk.session.pointer(*steps.empty())
    walk.settle()
    walk.keys('ctrl+v')
    steps.check('paste', lambda: 'abs_2.output>sum_2.b' in steps.links())
    places = steps.nodes()
    walk.report('paste-covers-nothing', all(
        abs(places[copy][0] - x) >= APART[0] or abs(places[copy][1] - y) >= APART[1]
        for copy in ('abs_2', 'sum_2') for name, (x, y) in places.items() if name != copy),
        places)
    walk.keys('ctrl+z')
    steps.check('undo-paste', lambda: len(steps.nodes()) == 4)


def cut(steps, walk):
    """An input that is cut comes back where it is pasted, as what it was, and is selected."""
    before = steps.text()
    walk.drag(steps.corner(SIGNAL, 1, 0), steps.corner(SIGNAL, 0, 1))
    walk.keys('ctrl+x')
    steps.check('cut-input', lambda: 'TensorInputNode' not in steps.text())
    walk.keys('ctrl+v')
    steps.check('paste-input', lambda: re.search(
        r'<TensorInputNode id="in" [^>]* name="Signal" param="input" '
        r'im:type="Float32" im:shape="\[3\]" im:rate="100" />', steps.text()))
    walk.keys('Delete')
    steps.check('pasted-input-is-selected', lambda: 'TensorInputNode' not in steps.text())
    walk.keys('ctrl+z', 'ctrl+z', 'ctrl+z')
    steps.check('undo-cut', lambda: steps.text() == before)


def want(steps, walk):
    """A pipe that is dropped into empty space asks for a unit, which is connected."""
    walk.drag(steps.port(ABS, 'Output'), steps.empty())
    walk.wait_for_palette()
    walk.find_unit('rms', 'RMS')
    walk.keys('Return')
    steps.check('unit-at-end-of-pipe', lambda: 'abs.output>rms.input' in steps.links())


def group(steps, walk):
    """Nodes become one node, which gets another name, and nodes again; where none can, it is
    said why."""
    walk.press(steps.empty())
    walk.keys('ctrl+g')
    walk.check('says-why-no-group', lambda: walk.shows('Select the nodes that become one'))
    walk.keys('ctrl+shift+g')
    walk.check('says-why-no-ungroup',
               lambda: walk.shows('Select the group that becomes its layers'))
    walk.press(walk.place(walk.wait_for(ABS).find('Abs', 'label')))
    walk.keys('ctrl+shift+g')
    walk.check('says-why-not-this-one', lambda: walk.shows('only a composite or compound'))
    # The left side may be scrolled out of sight.
    walk.drag(steps.corner(SUM, 1, 0), walk.place(walk.wait_for(ABS), 1 - NEAR / 2, 1 + NEAR))
    walk.keys('ctrl+g')
    steps.check('group', lambda: {'in.value>group.a', 'group.output>out.value'} <= steps.links()
                and 'unit="Test.Free.Group"' in steps.text())
    walk.check('type-behind-group', lambda: walk.shows('Sockets') and
               not walk.shows('behind '))
    walk.keys('F2')
    walk.wait_until(lambda: walk.shows('Rename Group'))
    walk.fill('Both of them', 'New name')
    walk.keys('Return')
    steps.check('rename-group', lambda: 'unit="Test.Free.BothOfThem"' in steps.text())
    walk.wait_for(re.compile('Both of them, layer.*'))
    walk.keys('ctrl+shift+g')
    steps.check('ungroup', lambda: 'abs.output>sum.b' in steps.links()
                and 'BothOfThem' not in steps.text())
    walk.keys('ctrl+z', 'ctrl+z', 'ctrl+z')
    steps.check('undo-group', lambda: 'group' not in steps.nodes())


def remove(steps, walk):
    walk.press(walk.place(walk.wait_for(ABS).find('Abs', 'label')))
    walk.keys('ctrl+Delete')
    steps.check('remove-and-reconnect', lambda: 'in.value>sum.b' in steps.links())
    walk.keys(*['ctrl+z'] * 12)
    steps.check('undo-all', lambda: steps.text() == PIPELINE)


# A wide gap, and two between which no label fits.
DENSE = PIPELINE[:PIPELINE.index('      <TensorInputNode')] + '''      <TensorInputNode id="in" x="0" y="0" \
enabled="true" name="Signal" param="input" im:type="Float32" im:shape="[8,3]" im:rate="100" />
      <UnitNode id="max" x="340" y="0" enabled="true" unit="Core.Math.Max" />
      <UnitNode id="abs" x="610" y="0" enabled="true" unit="Core.Math.Abs" />
      <TensorOutputNode id="out" x="880" y="0" enabled="true" name="Result" param="output" />
    </Nodes>
    <Connections>''' + ''.join(f'''
      <Connection>
        <Source node="{source}" param="{port}" />
        <Target node="{target}" param="{end}" />
      </Connection>''' for source, port, target, end in (
    ('in', 'value', 'max', 'input'), ('max', 'output', 'abs', 'input'),
    ('abs', 'output', 'out', 'value'))) + '''
    </Connections>
  </Compound>
</Imaginet>
'''


def label(walk, folder):
    """A label of a pipe covers no node: where it has no place it is shown under the pointer."""
    path = os.path.join(folder, 'dense.imunit')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(DENSE)
    walk.start(path)

    def has_label(text):
        return walk.find(text, 'label', 'Pipeline') is not None
    walk.check('label-fits', lambda: has_label('float32[8,3]@100'))
    walk.rest()
    walk.report('label-does-not-fit', not has_label('float32[8]@100'))
    first = walk.wait_for('Max, layer 1').find('Output', 'button')
    second = walk.wait_for('Abs, layer 2').find('Input', 'button')
    walk.session.pointer(*walk.between(first, second))
    walk.check('label-under-pointer', lambda: has_label('float32[8]@100'))


def card(walk):
    """A node says what flows out of it while the pointer rests; the map is on the canvas."""
    walk.session.pointer(*walk.place(walk.wait_for('Max, layer 1').find('Max', 'label')))
    walk.check('card-of-node', lambda: walk.find('Max · Output', 'image'))
    walk.keys('ctrl+t')
    walk.wait_for_palette()
    walk.check('no-card-over-palette', lambda: not walk.find('Max · Output', 'image'))
    walk.keys('Escape')
    walk.wait_until_closed(walks.PALETTE)
    x, y, width, height = walk.wait_for('Pipeline').box
    left, top, across, down = walk.wait_for('Overview of the canvas', 'image').box
    walk.report('map-on-canvas', across > 0 and down > 0 and x <= left and y <= top and
                left + across <= x + width and top + down <= y + height)
    boxes = [walk.wait_for(name).box for name in (re.compile('Input .*'), 'Max, layer 1',
                                                  'Abs, layer 2')]
    walk.report('map-covers-no-node', all(
        left + across <= box[0] or box[0] + box[2] <= left or top + down <= box[1] or
        box[1] + box[3] <= top for box in boxes))
    walk.stop()


EMPTY = PIPELINE[:PIPELINE.index('      <TensorInputNode')] + '''    </Nodes>
  </Compound>
</Imaginet>
'''
INPUT, OPTION, COMPUTED, CLIP, RESULT_OUTPUT = (re.compile(name + '(, has problems)?') for name in (
    'Input Input', 'Option Option', 'Expression expression', 'Clip, layer 1', 'Output Output'))


def build(walk, folder):
    """A graph gets in the window all that it takes, computes and gives."""
    path = os.path.join(folder, 'built.imunit')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(EMPTY)
    walk.start(path)
    steps = Steps(walk, path)
    walk.insert('input', 'Input')
    walk.fill('float32[64]@100', 'Type, Shape and Rate', 'text box')
    walk.keys('Return')
    walk.insert('option', 'Option')
    walk.fill('2.5', 'Default', 'text box')
    walk.keys('Return')
    steps.check('input-and-option', lambda: 'im:shape="[64]"' in steps.text() and
                '<DefaultValue>2.5</DefaultValue>' in steps.text())
    walk.drag(steps.port(OPTION, 'Output Value'), walk.place(walk.wait_for(OPTION), 0.5, 3))
    walk.wait_for_palette()
    walk.find_unit('expression', 'Expression')
    walk.keys('Return')
    steps.check('expression-at-end-of-pipe',
                lambda: 'option.value>expression.value' in steps.links())
    walk.fill('value * 2', 'Expression', 'text box')
    steps.check('expression', lambda: '>value * 2</Expression>' in steps.text())
    walk.fill('value * (', 'Expression', 'text box')
    walk.check('expression-error', lambda: walk.shows('expected'))
    walk.fill('value * 2', 'Expression', 'text box')
    walk.insert('clip', 'Clip')
    walk.keys('ctrl+9')
    walk.settle()
    walk.drag(steps.port(INPUT, 'Output'), steps.port(CLIP, 'Input'))
    walk.drag(steps.port(COMPUTED, 'Output Result'), steps.port(CLIP, 'Input Upper Bound'))
    walk.drag(steps.port(CLIP, 'Output'), walk.place(walk.wait_for(CLIP), 0.5, 1.4))
    walk.wait_for_palette()
    walk.find_unit('output', 'Output')
    walk.keys('Return')
    steps.check('built', lambda: steps.links() >= {
        'input.value>clip.input', 'expression.output>clip.high', 'clip.output>output.value'})
    walk.press(walk.place(walk.wait_for(RESULT_OUTPUT)))
    walk.keys('Delete')
    steps.check('delete-output', lambda: 'TensorOutputNode' not in steps.text())
    walk.keys('ctrl+z')
    walk.stop()


FRAME = re.compile(r'<im:Frame ([^>]*?)(?: />|>([^<]*)</im:Frame>)')
FRAMED = re.compile('Frame .+, 4 nodes')


def frames(walk, folder):
    """A frame around nodes names them: it is moved with them, resized, written on, removed."""
    path = os.path.join(folder, 'framed.imunit')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(PIPELINE)
    walk.start(path)
    steps = Steps(walk, path)

    def frame():
        """Title, corner, size, color and text of the only frame."""
        found = FRAME.search(steps.text())
        said = dict(re.findall(r'(\w+)="([^"]*)"', found.group(1))) if found else {}
        return found and (said.get('title'), *(int(said[name]) for name in (
            'x', 'y', 'width', 'height')), said.get('color'), found.group(2))

    def edge(across, down, inside=0):
        return walk.place(walk.wait_for(FRAMED), across, down)[0] - inside, \
            walk.place(walk.wait_for(FRAMED), across, down)[1] - inside

    walk.press(walk.place(walk.wait_for(SUM).find('Add', 'label')))
    walk.keys('ctrl+a', 'ctrl+j')
    steps.check('frame-selection', lambda: frame() is not None)
    before = frame()
    walk.wait_for(FRAMED)
    walk.keys('F2')
    walk.wait_until(lambda: walk.shows('Title of the Frame'))
    walk.fill('Add up', 'New name')
    walk.keys('Return')
    steps.check('title', lambda: frame()[0] == 'Add up')
    nodes, step = steps.nodes(), round(60 * steps.zoom())
    start = walk.place(walk.wait_for('Add up', 'label'))
    walk.drag(start, (start[0] + step, start[1] + step))
    steps.check('move-with-nodes', lambda: frame()[1:3] == (before[1] + 60, before[2] + 60) and
                all(steps.nodes()[name] == (x + 60, y + 60) for name, (x, y) in nodes.items()))
    walk.keys('ctrl+z')
    steps.check('undo-move', lambda: steps.nodes() == nodes and frame()[1:5] == before[1:5])
    walk.keys('shift+Right')
    steps.check('move-by-key', lambda: frame()[1:3] == (before[1] + 10, before[2]) and
                all(steps.nodes()[name] == (x + 10, y) for name, (x, y) in nodes.items()))
    walk.keys('ctrl+z')
    steps.check('undo-key', lambda: steps.nodes() == nodes)
    walk.keys('ctrl+d')
    steps.check('duplicate', lambda: steps.text().count('<im:Frame') == 2 and
                len(steps.nodes()) == 2 * len(nodes))
    walk.keys('ctrl+z')
    walk.press(walk.place(walk.wait_for('Add up', 'label', 'Pipeline')))
    walk.keys('ctrl+x')
    steps.check('cut', lambda: '<im:Frame' not in steps.text() and not steps.nodes())
    walk.keys('ctrl+v')
    steps.check('paste', lambda: frame() and frame()[0] == 'Add up' and
                len(steps.nodes()) == len(nodes))
    walk.keys('ctrl+z', 'ctrl+z')
    steps.check('undo-paste', lambda: steps.nodes() == nodes and frame()[1:5] == before[1:5])
    walk.press(walk.place(walk.wait_for('Add up', 'label', 'Pipeline')))
    corner = edge(1, 1, 2)
    walk.drag(corner, (corner[0] - round(5 * steps.zoom()), corner[1] + step))
    steps.check('resize', lambda: frame()[4] > before[4] + 40 and steps.nodes() == nodes)
    walk.keys('Menu')
    walk.choose('Color')
    walk.choose('Green')
    steps.check('color-of-menu', lambda: frame()[5] == 'green')
    walk.keys('ctrl+z')
    steps.check('keys-behind-submenu', lambda: frame()[5] is None)
    walk.click('Color', 'label')
    walk.wait_for('Blue', 'label')
    walk.keys('Home', 'Down', 'Return')
    steps.check('color', lambda: frame()[5] == 'blue')
    walk.fill('All of it in a note.', 'Note')
    steps.check('note', lambda: frame()[6] == 'All of it in a note.')
    walk.check('note-on-canvas', lambda: walk.find('All of it in a note.', 'label', 'Pipeline'))
    walk.keys('ctrl+l')
    steps.check('frame-follows-layout', lambda: steps.nodes() != nodes)
    walk.wait_for(FRAMED)
    walk.press(walk.place(walk.wait_for('Add up', 'label', 'Pipeline')))
    walk.keys('Delete')
    steps.check('remove-frame', lambda: frame() is None and len(steps.nodes()) == 4)
    walk.insert('frame', 'Frame')
    steps.check('frame-of-library', lambda: (frame() or ())[3:5] == (300, 200))
    walk.keys(*['ctrl+z'] * 9)
    steps.check('undo-frames', lambda: steps.text() == PIPELINE)
    walk.stop()


def main(program, screenshots):
    def go(walk, folder):
        path = os.path.join(folder, 'free.imunit')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(PIPELINE)
        walk.start(path)
        steps = Steps(walk, path)
        for part in connect, take_away, move, group, want, remove, cut:
            part(steps, walk)
        walk.stop()
        label(walk, folder)
        card(walk)
        build(walk, folder)
        frames(walk, folder)
    return walks.run('canvas', go, program, screenshots)


sys.exit(main(*sys.argv[1:]))
