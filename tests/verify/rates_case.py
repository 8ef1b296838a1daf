"""Pipelines of several inputs, windows and outputs for tests, and what their C computed.

SPDX-License-Identifier: MIT
"""
import importlib.util
import os

import bundle_case

NODE = '      <{tag} id="{id}" x="0" y="0" enabled="true" {rest}'


def argument(name, value):
    tag = 'ShapeArgument' if isinstance(value, list) else \
        'DoubleArgument' if isinstance(value, float) else 'Int32Argument'
    text = str(value).replace(' ', '')
    return f'<{tag} param="{name}">{text}</{tag}>'


def write(path, unit, inputs, nodes, links):
    """Writes a compound. inputs: name to (shape, rate); nodes: id to (unit, arguments); links:
    'from[.socket] to[.socket]', where inputs and outputs of the compound have no socket."""
    lines = ['<?xml version="1.0" encoding="utf-8" ?>',
             '<Imaginet xmlns:im="urn:imaginet-studio:1">', f'  <Compound unit="{unit}">',
             '    <Nodes>']
    ends = [link.split() for link in links]
    outputs = [end for _, end in ends if '.' not in end]
    for name, (shape, rate) in inputs.items():
        rest = f'param="{name}" im:type="Float32" im:shape="{shape}" im:rate="{rate}" />'
        lines.append(NODE.format(tag='TensorInputNode', id=f'in_{name}', rest=rest))
    for name, (used, arguments) in nodes.items():
        inner = ''.join(argument(*item) for item in arguments.items())
        lines.append(NODE.format(tag='UnitNode', id=name,
                                 rest=f'unit="Core.{used}">{inner}</UnitNode>'))
    for name in outputs:
        lines.append(NODE.format(tag='TensorOutputNode', id=f'out_{name}',
                                 rest=f'param="{name}" />'))
    lines += ['    </Nodes>', '    <Connections>']
    for source, target in ends:
        node, param = source.split('.') if '.' in source else (f'in_{source}', 'value')
        to, socket = target.split('.') if '.' in target else (f'out_{target}', 'value')
        lines.append(f'      <Connection><Source node="{node}" param="{param}" />'
                     f'<Target node="{to}" param="{socket}" /></Connection>')
    lines += ['    </Connections>', '  </Compound>', '</Imaginet>', '']
    with open(path, 'w', encoding='utf-8') as file:
        file.write('\n'.join(lines))


def window(frames, stride, channels=1):
    return 'Queues.SlidingWindow', {'window_shape': [frames, channels],
                                    'stride': stride * channels}


def mean():
    return 'Math.Mean', {'axis': 1}


class Exported:
    """A pipeline that was exported, and the trace of its C on the stored frames."""

    def __init__(self, tests, folder, name, *description):
        self.out = os.path.join(folder, name.lower())
        self.path = os.path.join(folder, f'{name}.imunit')
        write(self.path, f'Rates.{name}', *description)
        self.run = tests.export(self.path, '-o', self.out)

    def verify(self):
        return bundle_case.verify(self.out)

    def read(self):
        """Returns the module compare.py of the bundle, and its trace."""
        folder = os.path.join(self.out, 'test')
        bundle_case.command(folder, 'make', '-s', 'runner')
        bundle_case.command(folder, './runner', '--trace', 'rates.trace')
        spec = importlib.util.spec_from_file_location('compare', os.path.join(folder, 'compare.py'))
        compare = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(compare)
        return compare, compare.Trace(os.path.join(folder, 'rates.trace'))
