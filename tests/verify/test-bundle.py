#!/usr/bin/python3
"""Tests what a bundle holds besides its sources: the test, libraries, images, the report.

usage: test-bundle.py IMAGINET

SPDX-License-Identifier: MIT
"""
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as xml

import bundle_case
from bundle_case import AUDIO, HERE, MFCC, MOTION, SHIPPED, command, read_all, replace, verify

NOISY = os.path.join(HERE, 'fixtures', 'noisy')
EQUAL_NOW = 'equal to what the Python reference computes now'
MAX_VECTORS_BYTES = 1 << 20  # of text: about three bytes for one


def test_verify(tests, folder):
    """The test of a fresh bundle passes, with Python and without."""
    for name, pipeline in ('level', SHIPPED), ('audio', AUDIO), ('motion', MOTION), \
            ('mfcc', MFCC):
        out = os.path.join(folder, name)
        run = tests.export(pipeline, '-o', out)
        status, text = verify(out)
        tests.check(f'verify-{name}', run.returncode == 0 and status == 0
                    and 'equal to those of the Python reference' in text and EQUAL_NOW in text,
                    run.stderr + text)
        status, text = verify(out, python='no-python')
        tests.check(f'verify-{name}-without-python', status == 0 and EQUAL_NOW not in text
                    and 'no-python with numpy is not there' in text
                    and 'equal to those of the Python reference' in text, text)
        size = os.path.getsize(os.path.join(out, 'test', 'vectors.h'))
        tests.check(f'small-{name}', size < MAX_VECTORS_BYTES, f'{size} bytes')


def test_bare_path(tests, folder):
    """Nothing but a compiler, make and a shell."""
    out, tools = os.path.join(folder, 'level'), os.path.join(folder, 'tools')
    os.mkdir(tools)
    for tool in 'cc', 'as', 'ld', 'make', 'sh':
        os.symlink(shutil.which(tool), os.path.join(tools, tool))
    os.remove(os.path.join(out, 'test', 'runner'))
    status, text = command(out, 'make', '-s', 'verify', CC='cc', PATH=tools, PYTHON='python3')
    tests.check('verify-bare-path', status == 0 and 'equal to those of' in text
                and 'python3 with numpy is not there' in text, text)


def test_changed(tests, folder):
    """A changed constant is found, with the place and both values."""
    out = os.path.join(folder, 'level')
    replace(out, 'src/level.c', '0.1f', '0.1001f')
    for name, python in ('python', bundle_case.PYTHON), ('stored', 'no-python'):
        status, text = verify(out, python=python)
        tests.check(f'changed-{name}', status != 0 and 'DIFFERENT' in text
                    and 'output: element 0 at frame 5 of random: C has ' in text
                    and 'expected ' in text and 'max ULP ' in text, text)
    tests.check('changed-python-values', ', Python ' in verify(out)[1])
    out = os.path.join(folder, 'mfcc')
    replace(out, 'src/mfcc.c', '0.2234344f', '0.2244344f')
    tests.check('changed-mfcc', verify(out)[0] != 0)


def test_results_missing(tests, folder):
    """More or fewer results than are stored are found."""
    out = os.path.join(folder, 'audio')
    old = 'int IMAI_dequeue(float *data_out) {\n    int status;\n'
    replace(out, 'src/audiowindow.c', old,
            f'static int late;\n\n{old}\n    if (late++ == 399)\n        return -1;\n')
    status, text = verify(out, python='no-python')
    tests.check('no-result', status != 0 and 'C has no result where one is stored' in text, text)


def test_device(tests, folder):
    """Blocks, full queues and frames between results give the same bits; a frame that is filtered
    and then finds no room is found, and Python refuses it without a trace, too."""
    out = os.path.join(folder, 'refused')
    run = tests.export('Case.Refused', '--units', os.path.dirname(SHIPPED), '-o', out)
    status, text = verify(out)
    counts = re.search('([0-9]+) results by blocks, with ([0-9]+) refusals: the same bit for bit',
                       text)
    tests.check('device', run.returncode == 0 and status == 0 and counts is not None
                and int(counts[1]) > 7 and int(counts[2]) > 10, run.stderr + text)

    status, text = command(os.path.join(out, 'test'), bundle_case.PYTHON, '-c', """
import numpy as np
from reference import Pipeline
frames = np.random.default_rng(1).normal(size=(500, 1)).astype('float32')
def run(pipeline, is_lazy):
    results = []
    def drain():
        while not (got := pipeline.dequeue())[0]:
            results.append(got[1])
    for frame in frames:
        if pipeline.enqueue(frame) < 0:
            assert is_lazy and pipeline.enqueue(frame) == -4
            drain()
            assert pipeline.enqueue(frame) == 0
        if not is_lazy:
            drain()
    drain()
    return np.array(results)
one, other = run(Pipeline(), False), run(Pipeline(), True)
assert len(one) == 24 and np.array_equal(one, other)
""")
    tests.check('device-python', status == 0, text)

    path = os.path.join(out, 'src', 'refused.c')
    with open(path, encoding='utf-8') as file:
        text = file.read()
    room = re.search(r'    /\* Is there room in SlidingWindow\? \*/\n.*?\n    }\n', text, re.S)[0]
    late = '    /* SlidingWindow */\n    status = sliding_window_enqueue('
    replace(out, 'src/refused.c', room, '')
    replace(out, 'src/refused.c', late, room + late)
    status, text = verify(out)
    tests.check('device-late-room', status != 0 and EQUAL_NOW in text
                and 'DIFFERENT from frame by frame' in text, text)

    out = os.path.join(folder, 'compute')
    run = tests.export('Core.Math.Rms', '--with', 'input=float32[3,2]@50', '-o', out)
    tests.check('device-function', run.returncode == 0 and verify(out)[0] == 0
                and not os.path.exists(os.path.join(out, 'test', 'device.c')), run.stderr)


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def codes(result, severity='error'):
    return [problem['code'] for problem in result['diagnostics']
            if problem['severity'] == severity]


def test_verdicts(tests, folder):
    """A bundle that is not proven stays, says so, and is no success."""
    out = os.path.join(folder, 'verdict')
    mark = os.path.join(out, 'NOT-PROVEN.txt')
    words = ['Case.Changed', '--units', HERE, '-o', out]
    status, result = tests.export_json(*words)
    tests.check('different', status == 1 and codes(result) == ['different']
                and 'C and Python differ' in read(mark)
                and 'Not proven: C and Python differ' in read(os.path.join(out, 'docs',
                                                                           'report.html')),
                str(result['diagnostics']))
    status, result = tests.export_json(*words, '--allow-different')
    tests.check('allow-different', status == 0 and not os.path.exists(mark)
                and codes(result, 'warning') == ['different']
                and 'Not proven' in read(os.path.join(out, 'docs', 'report.html')),
                str(result['diagnostics']))
    status, result = tests.export_json('Case.Overruns', '--units', HERE, '-o', out)
    tests.check('overrun', status == 1 and codes(result) == ['no-results']
                and 'writes where it may not' in read(mark), str(result['diagnostics']))


def test_sources(tests, folder):
    """Where the stored results come from."""
    out = os.path.join(folder, 'source')
    status, result = tests.export_json(SHIPPED, '-o', out, PYTHON='/nowhere/python3')
    text = verify(out, python='no-python')[1]
    tests.check('source-c', status == 1 and 'to those of C on the machine that made them' in text
                and result['test']['source'] == 'C on the machine that made them'
                and result['comparison']['state'] == 'reference could not run',
                f'{result} {text}')

    status, result = tests.export_json(SHIPPED, '-o', out, CC='/nowhere/cc')
    tests.check('source-none', status == 1 and 'source' not in result['test']
                and result['test']['frames'] > 0 and result['test']['results'] == 0
                and 'no-results' in codes(result), str(result))
    status, text = verify(out)
    tests.check('verify-source-none', status == 0 and EQUAL_NOW in text
                and 'no results are stored' in text, text)
    status, text = verify(out, python='no-python')
    tests.check('verify-source-none-without-python', status != 0 and
                'no results are stored' in text, text)

    sound = os.path.join(folder, 'motion.csv')
    with open(sound, 'w', encoding='utf-8') as file:
        file.write('a,b,c\n' + ''.join(f'{i},{i * i},-{i}\n' for i in range(40)))
    status, result = tests.export_json(SHIPPED, '-o', out, '--input', sound)
    runs = result['comparison']['runs']
    tests.check('recording', status == 0 and len(runs) == 1 and runs[0]['name'] == 'recording'
                and result['test']['frames'] == 40 and verify(out)[0] == 0, str(result))


def test_no_test(tests, folder):
    out = os.path.join(folder, 'no-test')
    status, result = tests.export_json(SHIPPED, '-o', out, '--no-test')
    tests.check('no-test', status == 0 and not os.path.exists(os.path.join(out, 'test'))
                and result['comparison'] is None, str(result))
    run = tests.export(SHIPPED, '-o', out, '--no-test', '--input', 'x.csv')
    tests.check('no-test-input', run.returncode == 2 and '--no-test leaves out' in run.stderr)


def test_host(tests, folder):
    """Library, program and sizes for this machine; the same bytes each time."""
    out, again = os.path.join(folder, 'host'), os.path.join(folder, 'again')
    status, result = tests.export_json(SHIPPED, '-o', out, '--targets', 'host')
    row = result['targets'][0]
    tests.check('host', status == 0 and row['built'] and row['text_bytes'] > 100
                and row['bss_bytes'] >= 104 and row['rodata_bytes'] >= 16
                and row['flash_bytes'] == row['text_bytes'] + row['rodata_bytes'] + row['data_bytes']
                and row['ram_bytes'] == row['data_bytes'] + row['bss_bytes'], str(result))
    status, text = command(out, './demo/host/level')
    tests.check('demo', status == 0 and text.startswith('level: 1000 frames, 499 results, '), text)
    tests.export(SHIPPED, '-o', again, '--targets', 'host')
    tests.check('same-bytes', read_all(out) == read_all(again))
    with open(os.path.join(out, 'lib', 'host', 'liblevel.a'), 'rb') as file:
        tests.check('no-paths', folder.encode() not in file.read())
    bad = tests.export(SHIPPED, '-o', out, '--targets', 'host,m4')
    tests.check('bad-target', bad.returncode == 2 and '“m4” is no target' in bad.stderr,
                bad.stderr)


def test_compiler(tests, folder):
    """Warnings of fragments by line, a compiler that fails, one that is missing."""
    out = os.path.join(folder, 'noisy')
    units = ['--units', NOISY, '--with', 'input=float32[4]@50', '--no-test', '-o', out]
    run = tests.export('Case.Noisy', *units, '--targets', 'host')
    tests.check('fragment-warning', run.returncode == 0 and 'noisy.h:9:1: warning: '
                '[Case.Noisy]/noisy.h:noisy: ' in run.stderr and '(host)' in run.stderr,
                run.stderr)
    run = tests.export('Case.Broken', *units, '--targets', 'host')
    tests.check('compiler-fails', run.returncode == 1 and 'nowhere' in run.stderr
                and 'nothing is compiled for this target' in run.stderr
                and os.path.exists(os.path.join(out, 'src', 'broken.c')), run.stderr)
    units[1:1] = [os.path.join(bundle_case.TOP, 'units'), '--units']
    arm = 'arm-none-eabi-gcc is not installed; Debian: gcc-arm-none-eabi'
    riscv = 'riscv64-unknown-elf-gcc is not installed; Debian: gcc-riscv64-unknown-elf picolibc'
    for name, targets, status, missing in (('named', 'cortex-m4f', 1, arm), ('all', 'all', 0, arm),
                                           ('riscv32', 'riscv32', 1, riscv)):
        run = tests.export(SHIPPED, '-o', out, '--no-test', '--targets', targets, CC='gcc',
                           PATH=os.path.join(folder, 'host-tools'))
        tests.check(f'no-compiler-{name}', run.returncode == status and
                    missing in run.stderr
                    and os.path.exists(os.path.join(out, 'src', 'level.c')), run.stderr)


def make_host_tools(folder):
    """A folder of programs without a cross compiler."""
    tools = os.path.join(folder, 'host-tools')
    os.mkdir(tools)
    for tool in 'gcc', 'as', 'ld', 'ar':
        os.symlink(shutil.which(tool), os.path.join(tools, tool))


def test_report(tests, folder):
    path = os.path.join(folder, 'host', 'docs', 'report.html')
    with open(path, encoding='utf-8') as file:
        text = file.read()
    page = xml.fromstring(text.replace('<!DOCTYPE html>', '').replace('<meta charset="utf-8">', '')
                          .replace('initial-scale=1">', 'initial-scale=1"/>'))
    words = ' '.join(''.join(page.itertext()).split())
    tests.check('report', all(word in words for word in (
        'Case.Level', 'IMAI', 'float32[4,3]@25', 'Core.Window.Hann', 'this machine', 'equal',
        'whole pipeline', 'make verify', 'IMAI_enqueue takes input', 'IMAI_dequeue gives output',
        'take a window of SlidingWindow: ')), words)


def test_interrupt(tests, folder):
    """Ctrl-C leaves nothing behind."""
    out, work = os.path.join(folder, 'interrupted'), os.path.join(folder, 'work')
    os.mkdir(work)
    environment = {**os.environ, 'TMPDIR': work, 'IMAGINET_DATA_PATH': bundle_case.TOP}
    process = subprocess.Popen([tests.imaginet, 'export', MFCC, '-o', out, '--targets', 'all'],
                               env=environment, text=True, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    deadline = time.monotonic() + 60
    while not os.listdir(work) and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    tests.check('interrupt', process.returncode == 128 + signal.SIGINT and output == '' and
                errors == 'imaginet export: interrupted\n' and not os.listdir(work)
                and not os.path.exists(out), f'{process.returncode} {output} {errors}')


def main(imaginet):
    tests = bundle_case.Tests(imaginet)
    absent = [tool for tool in ('cc', 'gcc', 'make') if shutil.which(tool) is None]
    if importlib.util.find_spec('numpy') is None:
        absent.append('numpy')
    if absent:
        print(f'1..0 # SKIP not installed: {", ".join(absent)}')
        return 0
    with tempfile.TemporaryDirectory() as folder:
        tests.work_in(folder)
        make_host_tools(folder)
        for test in (test_verify, test_bare_path, test_changed, test_results_missing,
                     test_device, test_verdicts, test_sources, test_no_test, test_host,
                     test_compiler, test_report, test_interrupt):
            test(tests, folder)
        tests.check_left()
    return tests.finish()


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
