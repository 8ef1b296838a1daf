#!/usr/bin/python3
"""Compares exported MFCC pipelines with their goals.

usage: bench-mfcc.py IMAGINET

The work is that of the peers: 16 kHz, windows of 512 every 160 samples, Hamming, real FFT,
magnitude, 40 mel bands from 300 to 8000 Hz, logarithm, 13 coefficients; once as a chain of
single units, once as Core.Spectral.Mfcc. Samples enter in blocks of 160. The peers' numbers
are constants for the same work, compiled with gcc 12.2 -O2. Longer windows, with 16 bands
and four windows in the time of one, show how the cost grows.

A number above its goal by more than 2 % fails.

SPDX-License-Identifier: MIT
"""
import os
import sys
import tempfile

import spectral_target

SIZES = [256, 512, 1024, 2048, 4096]
KB = 1024
TOLERANCE = 1.02
SKIP = 77

CHAIN = '''
      <Unit id="Core.Queues.SlidingWindow">
        <Argument param="window_shape">System.Shape({size})</Argument>
        <Argument param="stride">{hop}</Argument>
      </Unit>
      <Unit id="Core.Window.Hamming" />
      <Unit id="Core.Spectral.RealFft" />
      <Unit id="Core.Spectral.Magnitude" />
      <Unit id="Core.Spectral.MelFilterbank">
        <Argument param="filters">{filters}</Argument>
        <Argument param="low">300</Argument>
      </Unit>
      <Unit id="Core.Math.AddConstant"><Argument param="constant">1e-6</Argument></Unit>
      <Unit id="Core.Math.Log"><Argument param="base">2.718281828459045</Argument></Unit>
      <Unit id="Core.Spectral.Dct"><Argument param="output">output</Argument></Unit>'''
COMPOSITE = '''
      <Unit id="Core.Spectral.Mfcc">
        <Argument param="window_size">{size}</Argument>
        <Argument param="stride">{hop}</Argument>
        <Argument param="window">"hamming"</Argument>
        <Argument param="spectrum">"magnitude"</Argument>
        <Argument param="filters">{filters}</Argument>
        <Argument param="low">300</Argument>
        <Argument param="offset">1e-6</Argument>
        <Argument param="output">output</Argument>
      </Unit>'''
PIPELINE = '''<?xml version="1.0" encoding="utf-8" ?>
<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Composite unit="Bench.Mfcc">
    <Parameters>
      <InputSocket name="input" pipe="data" im:type="float32" im:shape="[1]" im:rate="16000" />
      <OutputSocket name="output" type="System.Float32" shape="System.Shape(13)" pipe="data" />
    </Parameters>
    <Stacked>{layers}
    </Stacked>
  </Composite>
</Imaginet>
'''
# (measure, number of a peer, its name)
PEERS = [('M4F instructions', 256329, 'all fragments of another tool, one sample a call'),
         ('M4F instructions', 52703, 'arm_mfcc_f32'),
         ('M4F instructions', 39538, 'CMSIS-DSP composed'),
         ('M4F instructions', 39479, 'pffft without SIMD'),
         ('x86 instructions', 35889, 'pffft without SIMD')]


class Table:
    """Prints each measure beside its goal and remembers whether one is over it."""
    ROW = '{:<36} {:<18} {:>9} {:>9} {:>7}'

    def __init__(self):
        self.failed = False
        print(self.ROW.format('pipeline', 'measure', 'number', 'goal', 'ratio'))

    def add(self, pipeline, measure, number, goal, form='{:.0f}'):
        over = number > goal * TOLERANCE
        self.failed |= over
        print(self.ROW.format(pipeline, measure, form.format(number), form.format(goal),
                              f'{number / goal:.3f}') + ('  OVER' if over else ''), flush=True)


def export(imaginet, folder, layers, size, hop, filters):
    """Returns the folder and the name of the exported source."""
    os.makedirs(folder)
    unit = os.path.join(folder, 'mfcc.imunit')
    with open(unit, 'w', encoding='utf-8') as file:
        file.write(PIPELINE.format(layers=layers.format(size=size, hop=hop, filters=filters)))
    out = os.path.join(folder, 'out')
    return out, spectral_target.export(imaginet, unit, out)


def measure_goals(table, imaginet, work):
    for name, layers, instructions, flash_kb, ram_kb, host in (
            ('single units 512/160/40/13', CHAIN, 38000, 12, 7, 35889),
            ('Core.Spectral.Mfcc 512/160/40/13', COMPOSITE, 30000, 10.5, 4.6, 35889)):
        out, source = export(imaginet, os.path.join(work, name.split()[0]), layers, 512, 160, 40)
        count, flash, ram = spectral_target.measure_target(out, source, 160)
        table.add(name, 'M4F instructions', count, instructions)
        table.add(name, 'M4F flash bytes', flash, flash_kb * KB)
        table.add(name, 'M4F RAM bytes', ram, ram_kb * KB)
        table.add(name, 'x86 instructions', spectral_target.measure_host(out, source, 160), host)


def measure_growth(table, imaginet, work):
    for name, layers in ('single units', CHAIN), ('Core.Spectral.Mfcc', COMPOSITE):
        before = {}
        for size in SIZES:
            folder = os.path.join(work, f'{name}-{size}')
            out, source = export(imaginet, folder, layers, size, size // 4, 16)
            counts = {'M4F': spectral_target.measure_target(out, source, size // 4)[0],
                      'x86': spectral_target.measure_host(out, source, size // 4)}
            for machine, count in counts.items():
                if machine in before:
                    table.add(f'{name} {size // 2} to {size}', f'{machine} growth',
                              count / before[machine], 2.25, '{:.3f}')
            before = counts


def main(imaginet):
    problem = spectral_target.missing()
    if problem:
        print(f'skipped: {problem}')
        return SKIP

    table = Table()
    with tempfile.TemporaryDirectory() as work:
        measure_goals(table, os.path.abspath(imaginet), work)
        measure_growth(table, os.path.abspath(imaginet), work)
    for measure, number, peer in PEERS:
        print(f'peer: {number} {measure}, {peer}')
    return table.failed


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
