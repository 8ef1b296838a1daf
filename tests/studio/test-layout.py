#!/usr/bin/python3
"""Where nodes and wires go on the canvas: a long stack in columns, wires around nodes.

usage: test-layout.py IMAGINET_STUDIO SOURCE_FOLDER SCREENSHOTS

SPDX-License-Identifier: MIT
"""
import os
import re
import sys

import walk as walks

N_LAYERS = 20
STACK = '''<?xml version="1.0" encoding="utf-8"?>
<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Composite unit="Test.Long">
    <DisplayName>Long</DisplayName>
    <Parameters>
      <InputSocket name="input" pipe="data" im:type="Float32" im:shape="[50]" im:rate="50" />
      <OutputSocket name="output" type="input.type" shape="input.shape" pipe="data" />
    </Parameters>
    <Stacked>
%s    </Stacked>
  </Composite>
</Imaginet>
'''
LAYER = '<Unit id="Core.Math.Abs"/>\n'
PLACE = re.compile(r'(?<= x=")(\d+)')
RESULT, LEAST = 'Output Level', 0.3  # how small the nodes of it are at least
BLOCKED = re.compile(r'(id="low_pass" x="400" y=)"40"')


def look_at_stack(walk):
    """Each layer is below the one in front of it, or at the head of the next column."""
    boxes = [walk.wait_for(f'Abs, layer {number + 1}').box for number in range(N_LAYERS)]
    heads = [i for i in range(1, N_LAYERS) if boxes[i][0] > boxes[i - 1][0]]
    walk.report('columns', 1 < len(heads) < N_LAYERS // 4, repr(heads))
    walk.report('heads-are-above', all(boxes[i][1] == boxes[0][1] for i in heads))
    walk.report('layers-follow', all(boxes[i][1] > boxes[i - 1][1] for i in range(1, N_LAYERS)
                                     if i not in heads))
    walk.stop('no-messages-of-stack')


def look_at_graph(walk):
    """The wire from the microphone to the difference goes below the filter between them."""
    walk.wait_for('Subtract, layer 2')

    def passes_below():
        # Sizes are those at 100 %, places are as they are seen: no label of another wire is
        # below the left half of the filter.
        left, top, width, height = walk.find(re.compile('Low-Pass Filter, layer.*')).box
        labels = [item.box for window in walk.windows() for item in window.walk()
                  if item.role == 'label' and item.name == 'float32[1]@16000']
        return any(left < box[0] < left + width // 2 and box[1] > top + height // 2
                   for box in labels)
    walk.check('wire-around-node', passes_below)
    walk.stop()


def arrange(walk):
    """Nodes that were all seen are so where they are arranged, which takes more room."""
    def has_room():
        left, _, width, _ = walk.wait_for(RESULT).box
        canvas = walk.find('Pipeline', 'group').box
        return left + LEAST * width < canvas[0] + canvas[2]
    walk.keys('ctrl+9')
    walk.rest()
    before = walk.wait_for(RESULT).box
    walk.keys('ctrl+l')
    walk.check('arranged', lambda: walk.wait_for(RESULT).box != before)
    walk.rest()
    walk.report('all-is-seen', has_room(), walk.wait_for(RESULT).box)
    walk.stop('no-messages-of-arranging')


def main(program, source, screenshots):
    def go(walk, folder):
        stack, graph, dense = (os.path.join(folder, name + '.imunit')
                               for name in ('long', 'graph', 'dense'))
        with open(stack, 'w', encoding='utf-8') as file:
            file.write(STACK % (N_LAYERS * LAYER))
        example = os.path.join(source, 'data', 'examples', 'high-band-level.imunit')
        with open(example, encoding='utf-8') as file:
            text = file.read()
        with open(graph, 'w', encoding='utf-8') as file:
            file.write(BLOCKED.sub(r'\1"150"', text))
        with open(dense, 'w', encoding='utf-8') as file:
            file.write(PLACE.sub(lambda found: str(int(found[0]) * 2 // 3), text))
        walk.start(stack)
        look_at_stack(walk)
        walk.start(dense)
        arrange(walk)
        walk.start(graph)
        look_at_graph(walk)
    return walks.run('layout', go, program, screenshots)


sys.exit(main(*sys.argv[1:]))
