#!/usr/bin/python3
"""Tests comparisons of one pipeline in several builds: a wrong kernel in the middle is found as
the same layer on this machine and on an emulated core.

usage: test-divergence.py IMAGINET TOP RECORDING

RECORDING is a CSV file of a motion sensor of 50 Hz; without it random frames do.

SPDX-License-Identifier: MIT
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

TOP = os.path.abspath(sys.argv[2])
EXAMPLE = os.path.join(TOP, 'data', 'examples', 'motion-features.imunit')
LEVEL = (EXAMPLE, '--unit', 'Examples.MotionLevel')
LAYERS = ['AddConstant', 'ContextualWindow/SlidingWindow', 'Hann', 'Rms']


MANY = '''<?xml version="1.0" encoding="utf-8"?>
<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Composite unit="Test.Many">
    <DisplayName>Many</DisplayName>
    <DisplayPath>/Test</DisplayPath>
    <Parameters>
      <InputSocket name="input" pipe="data" im:type="float32" im:shape="[6]" im:rate="50" />
      <OutputSocket name="output" pipe="data" type="input.type" shape="input.shape" />
    </Parameters>
    <Stacked>
{layers}
    </Stacked>
  </Composite>
</Imaginet>
'''
LAYER = '      <Unit id="Core.Math.Abs" />'
LAST = '''
      <Unit id="Core.Math.Abs">
        <Argument param="output">output</Argument>
      </Unit>'''


class Tests:
    def __init__(self, program, recording):
        self.program = os.path.abspath(program)
        self.recording = ['--input', recording] if os.path.exists(recording) else []
        self.count = self.failed = 0

    def compare(self, *arguments, path=None):
        environment = {**os.environ, 'IMAGINET_DATA_PATH': TOP, 'LC_ALL': 'C.UTF-8'}
        if path is not None:
            environment['PATH'] = path
        result = subprocess.run([self.program, 'compare', *arguments, *self.recording],
                                capture_output=True, text=True, env=environment, check=False)
        return result.returncode, result.stdout, result.stderr

    def compare_json(self, *arguments):
        status, out, err = self.compare(*arguments, '--json')
        return status, json.loads(out or '{}'), err

    def check(self, name, is_fine, note=''):
        self.count += 1
        self.failed += not is_fine
        print(f'{"ok" if is_fine else "not ok"} {self.count} - {name}')
        if not is_fine:
            print('\n'.join(f'# {line}' for line in str(note).splitlines()))


def copy_with_wrong_kernel(folder):
    """The shipped units, but the window takes its weights twice as slowly."""
    units = os.path.join(folder, 'units')
    shutil.copytree(os.path.join(TOP, 'units'), units)
    path = os.path.join(units, 'Core', 'Window', 'Hann', 'window.h')
    with open(path, encoding='utf-8') as file:
        text = file.read()
    assert 'window[k]' in text
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text.replace('window[k]', 'window[k / 2]'))
    return units, path


def test_fine(tests, targets):
    status, result, err = tests.compare_json(*LEVEL, '--target', targets)
    builds = {row['build']: row for row in result.get('builds', [])}
    names = [f'cortex-{name}' if name.startswith('m') else name for name in targets.split(',')]
    tests.check(f'equal: {targets}',
                status == 0 and list(builds) == ['host', *names] and
                all(row['first'] is None and row['comparison']['state'] == 'equal' and
                    [layer['layer'] for layer in row['comparison']['layers']] == LAYERS
                    for row in builds.values()), f'{status} {err} {result}')


def test_wrong(tests, folder, targets):
    units, path = copy_with_wrong_kernel(folder)
    status, result, err = tests.compare_json(*LEVEL, '--units', units, '--target', targets)
    rows = result.get('builds', [])
    tests.check('the wrong kernel is the first layer in all builds',
                status == 1 and len(rows) == 2 + targets.count(',') and
                all(row['first']['layer'] == 'Hann' for row in rows), f'{status} {err} {result}')
    for row in rows:
        sample = row['first']['sample']
        at = sample['element']
        weights = 600
        tests.check(f'{row["build"]}: its inputs and both outputs',
                    list(sample['inputs']) == ['input'] and
                    len(sample['inputs']['input']) == weights == len(sample['c']) and
                    abs(sample['c'][at] - sample['python'][at]) > 1e-6 and
                    sample['c'][:at] == sample['python'][:at], sample)
        line = row['first']['c_code']
        tests.check(f'{row["build"]}: where its code is',
                    line == f'{path}:10 (window_f32)' and
                    row['first']['python_code'].split(':')[0].endswith('hann.py'), line)
        states = {layer['layer']: layer['ordinary'] for layer in row['comparison']['layers']}
        tests.check(f'{row["build"]}: the layers behind it are not blamed',
                    states == {name: 'different' if name == 'Hann' else 'equal'
                               for name in LAYERS}, states)

    page = os.path.join(folder, 'report.html')
    status, out, err = tests.compare(*LEVEL, '--units', units, '--by-layer', '--target', targets,
                                     '--output', page)
    rows = [line.split()[:4] for line in out.splitlines() if line.startswith('Hann ')]
    tests.check('python is in front of the builds, which are measured from it',
                rows[0] == ['Hann', 'output', 'python', 'reference'] and
                [row[2:] for row in rows[1:len(result['builds']) + 1]] ==
                [[row['build'], 'different'] for row in result['builds']] and
                result['reference'] == 'python', out)
    values = {line.split()[0]: line for line in out.splitlines()
              if re.match('  (python|host|cortex|riscv|gcc|clang)', line) and '−' not in line}
    tests.check('python and all builds beside each other',
                list(values) == ['python', *(row['build'] for row in result['builds'])] and
                all(f'  {row["build"]} − python' in out for row in result['builds']), out)
    tests.check('the same as text',
                status == 1 and 'first layer out of tolerance: Hann (Core.Window.Hann), in host, '
                in out and f'{path}:10 (window_f32)' in out, out + err)

    with open(page, encoding='utf-8') as file:
        text = file.read()
    tests.check('the same as a page that stands alone',
                text.startswith('<!DOCTYPE html>') and text.count('<svg') == 3 and
                '<strong>Hann</strong>, in host, ' in text and
                text.count('out of tolerance') >= 4 and 'window[k / 2]' in text and
                f'{path}:10 (window_f32)' in text and 'src=' not in text and 'href=' not in text
                and '<script' not in text, text[:3000])


def test_costs(tests, targets):
    """What cores count: all layers are less than the whole, twice the frames take twice as much,
    and a core without float unit takes many times more."""
    def count(n_frames):
        arguments = ['compare', *LEVEL, '--target', ','.join(targets), '--json', '--frames',
                     str(n_frames)]
        result = subprocess.run([tests.program, *arguments], capture_output=True, text=True,
                                env={**os.environ, 'IMAGINET_DATA_PATH': TOP}, check=False)
        return {row['build']: row for row in json.loads(result.stdout)['builds']}

    once, twice = count(1000), count(2000)
    for name, row in once.items():
        layers, whole = row['comparison']['layers'], row['comparison']['whole']
        if name == 'host':
            tests.check('this machine does not count', 'cost' not in whole and 'size' not in row)
            continue
        costs = [layer['cost'] for layer in layers]
        sums = sum(cost['instructions'] for cost in costs)
        tests.check(f'{name}: instructions of layers and the whole',
                    len(costs) == len(LAYERS) and whole['cost']['frames'] == 1000 and
                    all(cost['instructions'] > cost['calls'] > 0 and
                        (cost['most_instructions'] + 1) * cost['calls'] >= cost['instructions']
                        for cost in costs) and
                    0.5 * whole['cost']['instructions'] < sums < whole['cost']['instructions'],
                    f'{costs} {whole}')
        tests.check(f'{name}: stack',
                    all(16 <= cost['stack_bytes'] < whole['cost']['stack_bytes'] < 4096
                        for cost in costs), f'{costs} {whole}')
        more = twice[name]['comparison']['whole']['cost']['instructions']
        ratio = more / whole['cost']['instructions']
        tests.check(f'{name}: twice the frames', 1.9 < ratio < 2.25, ratio)
        size = row['size']
        state = 100 * 6 * 4  # of a window of 2 s
        tests.check(f'{name}: flash and RAM',
                    size['flash'] == size['text'] + size['rodata'] + size['data'] > 1000 and
                    state < size['ram'] == size['data'] + size['bss'] < 4 * state, size)
    if len(targets) > 1:
        soft, hard = (once[f'cortex-{name}']['comparison']['whole']['cost']['instructions']
                      for name in targets)
        tests.check('without a float unit', 5 * hard < soft < 100 * hard, f'{soft} {hard}')


def test_bits(tests, targets):
    """Without contraction all builds compute the same bits; with it, it explains what differs."""
    status, result, err = tests.compare_json(*LEVEL, '--exact', '--target', targets)
    rows = [row for build in result['builds'][1:] for row in build['bits']]
    tests.check(f'the same bits: {targets}',
                status == 0 and len(rows) == (1 + len(LAYERS)) * (targets.count(',') + 1) and
                all(row['elements'] > 0 and row['other'] == 0 and row['cause'] == 'the same bits'
                    for row in rows), f'{status} {err} {rows}')
    status, result, err = tests.compare_json(*LEVEL, '--target', 'm4f')
    causes = {row.get('layer'): row['cause'] for row in result['builds'][1]['bits']}
    tests.check('fused multiply-add', status == 0 and causes['Rms'] == 'fused multiply-add' and
                causes['Hann'] == 'the same bits' and causes[None] == 'fused multiply-add', causes)


def test_many_layers(tests, folder):
    """Of many layers the page has a bar of the worst build each, and folds its figures."""
    path, page = (os.path.join(folder, name) for name in ('many.imunit', 'many.html'))
    with open(path, 'w', encoding='utf-8') as file:
        file.write(MANY.format(layers='\n'.join(30 * [LAYER]) + LAST))
    status, out, err = tests.compare(path, '--target', 'gcc-O0', '--output', page)
    with open(page, encoding='utf-8') as file:
        text = file.read()
    bars = re.findall('<title>(host|gcc-O0): ', text)
    tests.check('many layers', status == 0 and bars == 32 * ['host'] and
                '<details><summary>All figures</summary>' in text and
                'of the build that is worst' in text and text.count('>gcc-O0</td>') > 32,
                f'{len(bars)} {out} {err} {text[:2000]}')


def test_missing(tests):
    """Without the emulator one sentence names the package; the host is compared even so."""
    with tempfile.TemporaryDirectory() as tools:
        for name in ('gcc', 'as', 'ld', 'arm-none-eabi-gcc'):
            program = shutil.which(name)
            if program is not None:
                os.symlink(program, os.path.join(tools, name))
        status, out, err = tests.compare(*LEVEL, '--target', 'm4f', path=tools)
    package = ('qemu-system-arm is not installed; Debian: qemu-system-arm'
               if shutil.which('arm-none-eabi-gcc') else 'Debian: gcc-arm-none-eabi')
    tests.check('what is not installed', status == 1 and package in err and 'host' in out, err)


def main():
    tests = Tests(sys.argv[1], sys.argv[3])
    riscv = ['riscv64-unknown-elf-gcc', 'qemu-system-riscv32']
    targets = [name for name, tools in (('gcc-O0', ['gcc']), ('clang-O2', ['clang']),
                                        ('riscv32', riscv),
                                        ('m4f', ['arm-none-eabi-gcc', 'qemu-system-arm']))
               if all(shutil.which(tool) for tool in tools)]
    if not targets:
        print('1..0 # SKIP not installed: gcc')
        return 0
    test_fine(tests, ','.join(targets))
    with tempfile.TemporaryDirectory() as folder:
        test_wrong(tests, folder, targets[-1])
        test_many_layers(tests, folder)
    if 'm4f' in targets:
        test_costs(tests, ['m0plus', 'm4f'])
        test_bits(tests, ','.join([*targets, 'm0plus', 'm7', 'm55']))
    test_missing(tests)
    print(f'1..{tests.count}')
    return 1 if tests.failed else 0


sys.exit(main())
