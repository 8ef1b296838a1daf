#!/usr/bin/python3
"""Tests bundles for Cortex-M: they build for all cores, and emulated ones compute what is
stored.

usage: test-bundle-arm.py IMAGINET build|emulate SPEECH

SPEECH is a WAV file of 16 kHz; what reads it is skipped if it is not there.

SPDX-License-Identifier: MIT
"""
import importlib.util
import os
import shutil
import sys
import tempfile

import bundle_case
import mfcc_target
from arm_target import CORES, FORBIDDEN, symbols_of
from bundle_case import AUDIO, MFCC, TOP, command, read_all, verify

CASES = ['Compute', 'Chain', 'First', 'Timed', 'Side', 'Fixed']
MAX_ERROR = 5e-5
RISCV = ['riscv64-unknown-elf-gcc', 'qemu-system-riscv32']


def find_forbidden(out, result):
    """Heap, printing and files: in the objects, and in the images, where the C library
    of the target is linked too."""
    found = []
    for row in result['targets']:
        names = symbols_of(out, row['library'], '-u', '-j')
        if row['target'] != 'host':
            names += symbols_of(out, row['image'], '-j')
        found += [f'{row["target"]}: {name}' for name in names if FORBIDDEN.fullmatch(name)]
    return found


def check_built(tests, name, out, status, result):
    built = [row['target'] for row in result.get('targets', []) if row['built']]
    problems = result.get('diagnostics', [result]) + (find_forbidden(out, result) if built else [])
    tests.check(name, status == 0 and built == ['host', *CORES] and not problems,
                f'{built} {problems}')


def test_cases(tests, folder):
    """Queues, times, fixed point, templates."""
    for case in CASES:
        out = os.path.join(folder, case)
        status, result = tests.export_json(f'Case.{case}', '-o', out, '--no-test', '--units',
                                           os.path.join(TOP, 'tests', 'emit'), '--targets',
                                           'all')
        check_built(tests, f'Case.{case}', out, status, result)


def test_same_bytes(tests, folder):
    first, second = os.path.join(folder, 'first'), os.path.join(folder, 'second')
    for out in first, second:
        tests.export(AUDIO, '-o', out, '--targets', 'all')
    contents = read_all(first)
    tests.check('same-bytes', contents == read_all(second) and
                'demo/cortex-m4f/audiowindow.elf' in contents)


def emulate(tests, name, out, *words):
    """All cores compute what is stored; a changed constant is found there, too."""
    has_riscv = all(map(shutil.which, RISCV))
    emulated = [*CORES, *(['riscv32'] if has_riscv else [])]
    run = tests.export(*words, '-o', out)
    status, text = verify(out, target='verify-qemu')
    tests.check(name, run.returncode == 0 and status == 0
                and text.count('equal to those of the Python reference') == len(emulated)
                and all(core in text for core in emulated)
                and (has_riscv or 'Debian: ' in text), run.stderr + text)


def test_emulated(tests, folder):
    for name, path in ('audio', AUDIO), ('mfcc', MFCC):
        emulate(tests, f'emulated-{name}', os.path.join(folder, name), path)
    out = os.path.join(folder, 'audio')
    bundle_case.replace(out, 'src/audiowindow.c', 'sqrtf (', '0.999f * sqrtf (')
    status, text = verify(out, 'verify-qemu', TARGETS='cortex-m4f')
    tests.check('emulated-changed', status != 0 and 'DIFFERENT' in text and 'C has' in text, text)
    status, text = verify(out, 'verify-qemu', TARGETS='cortex-m33')
    tests.check('emulated-unknown', status != 0 and 'there is no target cortex-m33' in text, text)


def test_riscv(tests, folder):
    """A library, a program and the test for RISC-V; by name it is missed where it is."""
    if not all(map(shutil.which, RISCV)):
        tests.skip('riscv32', f'not installed: {", ".join(RISCV)}')
        return
    out = os.path.join(folder, 'riscv')
    status, result = tests.export_json(AUDIO, '-o', out, '--targets', 'host,riscv32')
    built = {row['target']: row for row in result.get('targets', []) if row['built']}
    tests.check('riscv32-built', status == 0 and list(built) == ['host', 'riscv32'] and
                not result['diagnostics'] and built['riscv32']['flash_bytes'] > 100, result)
    host = command(out, os.path.join(out, built['host']['image']))[1]
    demo = command(out, 'qemu-system-riscv32', '-M', 'virt', '-cpu', 'rv32', '-bios', 'none',
                   '-display', 'none', '-serial', 'none', '-monitor', 'none',
                   '-semihosting-config', 'enable=on,target=native', '-kernel',
                   built['riscv32']['image'])
    tests.check('riscv32-demo', demo == (0, host) and 'check sum' in host, demo)
    status, text = verify(out, 'verify-qemu', TARGETS='riscv32')
    tests.check('riscv32-test', status == 0 and
                'equal to those of the Python reference' in text, text)
    bundle_case.replace(out, 'src/audiowindow.c', 'sqrtf (', '0.999f * sqrtf (')
    status, text = verify(out, 'verify-qemu', TARGETS='riscv32')
    tests.check('riscv32-changed', status != 0 and 'DIFFERENT' in text, text)


def test_accuracy(tests, folder):
    """The target against definitions in double precision."""
    sound = os.path.join(folder, 'sound.wav')
    mfcc_target.write_signal(sound)
    for name, path in ('synthetic', sound), ('speech', tests.speech):
        if not os.path.exists(path):
            tests.skip(f'accuracy-{name}', 'there is no such recording')
            continue
        expected = mfcc_target.reference(path)
        for pipeline in 'mfcc', 'mfcc-composite':
            out = os.path.join(folder, f'accuracy-{name}-{pipeline}')
            mfcc_target.export(tests.imaginet, pipeline, path, out)
            windows = mfcc_target.run(out)
            error = abs(expected[:len(windows)] - windows).max()
            print(f'# {name} {pipeline}: {len(windows)} windows, largest error {error:.3g}')
            tests.check(f'accuracy-{name}-{pipeline}',
                        len(windows) >= 40 and error <= MAX_ERROR, str(error))
            tests.check(f'blocks-{name}-{pipeline}',
                        mfcc_target.run(out, ['-DBLOCKS']) == windows)


MAIN = '''#include "audiowindow.h"
#include "mfcc.h"
int main(void) {
    float sample = 0.5f, level[1], coefficients[13];
    int n = 0;
    if (A_init() != 0 || B_init() != 0)
        return 1;
    for (int i = 0; i < 600; i++) {
        if (A_enqueue(&sample) != 0 || B_enqueue(&sample) != 0)
            return 2;
        n += A_dequeue(level) == A_RET_SUCCESS;
        n += B_dequeue(coefficients) == B_RET_SUCCESS;
    }
    return n == 3 ? 0 : 3;
}
'''


def test_two(tests, folder):
    """Two bundles with different prefixes in one program, here and on the target."""
    folder = os.path.join(folder, 'two')
    os.mkdir(folder)
    for name, prefix, path in ('a', 'A', AUDIO), ('b', 'B', MFCC):
        tests.export(path, '-o', os.path.join(folder, name), '-p', prefix, '--targets',
                     'host,cortex-m4f')
    with open(os.path.join(folder, 'main.c'), 'w', encoding='utf-8') as file:
        file.write(MAIN)
    both = ['main.c', '-std=c99', '-Wall', '-Wextra', '-Werror', '-Ia/include', '-Ib/include']
    status, text = command(folder, 'gcc', *both, 'a/lib/host/libaudiowindow.a',
                           'b/lib/host/libmfcc.a', '-lm', '-o', 'main')
    tests.check('two-host', status == 0 and command(folder, './main')[0] == 0, text)

    status, text = command(folder, 'arm-none-eabi-gcc', *mfcc_target.CORE, *both, '-nostartfiles',
                           '-T', 'a/test/qemu/link.ld', 'a/test/qemu/startup.c',
                           'a/lib/cortex-m4f/libaudiowindow.a', 'b/lib/cortex-m4f/libmfcc.a',
                           '-lm', '-o', 'main.elf')
    ran = command(folder, 'qemu-system-arm', '-M', 'mps2-an386', '-cpu', 'cortex-m4',
                  '-display', 'none', '-serial', 'none', '-monitor', 'none',
                  '-semihosting-config', 'enable=on,target=native', '-kernel', 'main.elf')
    tests.check('two-target', status == 0 and ran[0] == 0, f'{text} {ran}')


PARTS = {
    'build': [test_cases, test_same_bytes],
    'emulate': [test_emulated, test_riscv, test_accuracy, test_two],
}


def main(imaginet, part, speech):
    tests = bundle_case.Tests(imaginet)
    tests.speech = speech
    problem = mfcc_target.missing()
    absent = [tool for tool in ('cc', 'gcc', 'make') if shutil.which(tool) is None]
    if importlib.util.find_spec('numpy') is None:
        absent.append('numpy')
    if problem or absent:
        print(f'1..0 # SKIP {problem or "not installed: " + ", ".join(absent)}')
        return 0
    with tempfile.TemporaryDirectory() as folder:
        tests.work_in(folder)
        for test in PARTS[part]:
            test(tests, folder)
        tests.check_left()
    return tests.finish()


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
