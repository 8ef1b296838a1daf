#!/usr/bin/python3
"""Exports pipelines in the window with real pointer and key events, and reads it as a screen
reader does.

usage: test-export.py IMAGINET_STUDIO IMAGINET TOP SCREENSHOTS folders|cases

SPDX-License-Identifier: MIT
"""
import json
import os
import random
import struct
import subprocess
import sys
import wave
import zipfile

import walk as walks

FOLDER, PREFIX = 'Folder', 'Prefix of All Symbols'
RECORDING = 'Recording (WAV or CSV), Empty for Random Frames'
FORM, RUNNING = 'Export Firmware Bundle', 'Exporting…'
CLICK_S = 5
DONE, FAILED = 'Bundle Exported', 'Export Failed'


class Steps:
    """A walk through the window of the export."""

    def __init__(self, walk):
        self.walk = walk

    def has(self, title):
        return title in self.walk.titles()

    def open(self):
        self.walk.keys('ctrl+shift+e')
        self.walk.wait_for('Export', 'button', FORM)
        self.walk.rest()

    def fill(self, field, text):
        """Types over what is in a field."""
        self.walk.fill(text, field, 'text box', FORM, down=0.7)
        self.walk.settle()

    def export(self):
        self.walk.keys('ctrl+Return')

    def leave(self):
        """Closes the window of the export, when a page that slides in has done so."""
        self.walk.rest()
        self.walk.keys('Escape')
        self.walk.wait_until(lambda: len(self.walk.titles()) == 1)


def memory_of(imaginet, path):
    plan = subprocess.run([imaginet, 'plan', '--json', path], capture_output=True, text=True,
                          check=True)
    return json.loads(plan.stdout)


def numbers(value, names):
    """The numbers of these names, wherever they are in the JSON."""
    if isinstance(value, dict):
        for key, child in value.items():
            if key in names:
                yield str(child)
            yield from numbers(child, names)


def test_form(steps, walk, imaginet, path):
    """Before anything is written: the memory, and what is wrong with a prefix."""
    steps.open()
    memory = list(numbers(memory_of(imaginet, path),
                          {'arena_bytes', 'state_bytes', 'constant_bytes'}))
    walk.check('memory', lambda: len(memory) >= 3 and set(memory) <= set(walk.texts(FORM)),
               memory)
    steps.fill(PREFIX, '9 x')
    walk.check('bad-prefix', lambda: walk.shows('cannot begin names in C'))
    steps.export()
    walk.settle()
    walk.report('bad-prefix-refused', steps.has(FORM))
    steps.fill(PREFIX, 'IMU')
    walk.check('good-prefix', lambda: not walk.shows('cannot begin names in C'))


def test_folder(steps, walk, out):
    steps.fill(FOLDER, out)
    steps.export()
    walk.check('exported', lambda: steps.has(DONE))
    walk.check('report', lambda: walk.shows('C and Python Agree', 'Whole Pipeline', out))
    with open(os.path.join(out, 'include', 'speechfeatures.h'), encoding='utf-8') as file:
        walk.report('prefix', 'IMU_init' in file.read())
    verify = subprocess.run(['make', '-C', out, 'verify'], capture_output=True, text=True,
                            timeout=120)
    walk.report('verify', verify.returncode == 0 and 'equal to those of' in verify.stdout,
                verify.stdout + verify.stderr)
    walk.keys('shift+Tab', 'Return')
    walk.check('open-folder', lambda: walk.shows('There is no program to show folders'))
    walk.keys('Tab', 'Return')
    walk.check('done', lambda: len(walk.titles()) == 1)


def test_replace(steps, walk, out):
    """An earlier export is replaced only if one agrees."""
    mark = os.path.join(out, 'mark')
    with open(mark, 'w', encoding='utf-8'):
        pass
    steps.open()
    steps.fill(FOLDER, out)
    steps.export()
    walk.check('asks', lambda: steps.has('Replace Earlier Export?'))
    walk.keys('Escape')
    walk.check('kept', lambda: not steps.has('Replace Earlier Export?') and steps.has(FORM)
               and os.path.exists(mark))
    steps.export()
    walk.check('asks-again', lambda: steps.has('Replace Earlier Export?'))
    walk.keys('Return')
    walk.check('replaced', lambda: steps.has(DONE) and not os.path.exists(mark))
    steps.leave()


def test_refused(steps, walk, folder):
    """Places where a bundle cannot go are told, and nothing is changed."""
    foreign = os.path.join(folder, 'foreign')
    notes = os.path.join(foreign, 'notes.txt')
    os.mkdir(foreign)
    with open(notes, 'w', encoding='utf-8'):
        pass
    steps.open()
    steps.fill(FOLDER, foreign)
    steps.export()
    walk.check('foreign', lambda: walk.shows('is not replaced')
               and os.listdir(foreign) == ['notes.txt'])
    steps.fill(FOLDER, os.path.join(notes, 'out'))
    steps.export()
    walk.check('no-folder', lambda: walk.shows('Cannot write to the folder'))
    steps.fill(FOLDER, 'somewhere')
    walk.check('relative', lambda: walk.shows('Expected a path from the root'))
    if os.geteuid() == 0:
        walk.skip('read-only', 'root may write everywhere')
    else:
        sealed = os.path.join(folder, 'sealed')
        os.mkdir(sealed, 0o500)
        steps.fill(FOLDER, os.path.join(sealed, 'out'))
        steps.export()
        walk.check('read-only', lambda: walk.shows('Permission denied'))
    steps.leave()


def test_cancel(steps, walk, folder):
    """An export that is cancelled leaves nothing behind."""
    out = os.path.join(folder, 'cancelled')
    steps.open()
    steps.fill(FOLDER, out)
    steps.export()
    walk.check('running', lambda: steps.has(RUNNING))
    walk.keys('Escape')
    walk.check('cancelled', lambda: steps.has(FORM))
    left = [name for name in os.listdir(folder) if name.startswith(('.imaginet', 'cancelled'))]
    left += [name for name in os.listdir(walk.session.environment['TMPDIR'])
             if name.startswith('imaginet-')]
    walk.report('nothing-left', not left, left)
    walk.check('says-so', lambda: walk.shows('nothing was written'))
    walk.keys('Escape')
    walk.check('message-closes', lambda: not walk.shows('nothing was written'))
    steps.leave()


def write_wav(path):
    """Half a second of noise, always the same."""
    noise = random.Random(1)
    samples = [noise.randint(-8000, 8000) for _ in range(8000)]
    with wave.open(path, 'wb') as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(16000)
        file.writeframes(struct.pack(f'<{len(samples)}h', *samples))


def test_recording(steps, walk, path, folder):
    """A file that is no recording is told; a recording is what the test stores."""
    out, noise = os.path.join(folder, 'recorded'), os.path.join(folder, 'noise.wav')
    write_wav(noise)
    steps.open()
    steps.fill(FOLDER, out)
    steps.fill(RECORDING, os.path.join(folder, 'none.wav'))
    walk.check('no-recording', lambda: walk.shows('There is no such file'))
    steps.fill(RECORDING, path)
    steps.export()
    walk.check('bad-recording', lambda: steps.has(FAILED)
               and walk.shows('Choose another recording') and not os.path.exists(out))
    walk.keys('Return')
    walk.check('back', lambda: steps.has(FORM))
    walk.rest()
    steps.fill(RECORDING, noise)
    steps.export()
    walk.check('recording', lambda: steps.has(DONE) and os.path.exists(out))
    with open(os.path.join(out, 'docs', 'report.html'), encoding='utf-8') as file:
        walk.report('recording-report', '8000 frames (' in file.read())
    walk.check('recording-shown', lambda: walk.shows('C and Python Agree', '8000 frames'))
    steps.leave()


def test_zip(steps, walk, folder):
    path = os.path.join(folder, 'firmware.zip')
    steps.open()

    def is_checked():
        """GTK 4.8 may lose a click in a window that has just come; it is made once more."""
        walk.click('One ZIP File', 'switch')
        return walk.wait(lambda: walk.find(
            'One ZIP File', 'switch', where=lambda switch: switch.has('checked')), CLICK_S)
    walk.wait_until(is_checked)
    steps.fill('ZIP File', path)
    steps.export()
    walk.check('zip', lambda: steps.has(DONE) and os.path.exists(path))
    with zipfile.ZipFile(path) as archive:
        walk.report('zip-content', archive.testzip() is None and any(
            name.endswith('src/audiowindow.c') for name in archive.namelist()))
    steps.leave()


def test_broken(steps, walk):
    """A broken contract: Export is inert, and what is to be done stands beside it."""
    walk.show_problems()
    walk.check('broken', lambda: walk.shows('1 Problem', 'it must be from 8000 Hz'))
    walk.keys('ctrl+shift+e')
    walk.settle()
    walk.report('broken-refused', not steps.has(FORM))


def test_no_compiler(steps, walk, folder):
    """Without a compiler there is a bundle, and what it lacks is said."""
    out = os.path.join(folder, 'plain')
    steps.open()
    walk.check('no-compiler', lambda: walk.shows('There is no C compiler', 'is not installed'))
    steps.fill(FOLDER, out)
    steps.export()
    walk.check('no-compiler-report', lambda: steps.has(DONE)
               and walk.shows('Exported Without Comparison', 'there is no C compiler')
               and os.path.exists(os.path.join(out, 'src', 'audiowindow.c')))
    steps.leave()


class Parts:
    """The parts of the walk, each with an example of its own."""

    def __init__(self, walk, imaginet, top, folder):
        self.walk, self.imaginet, self.top, self.folder = walk, imaginet, top, folder
        self.steps = Steps(walk)
        self.path = os.path.join(folder, 'pipeline.imunit')
        self.temporary = os.path.join(folder, 'tmp')
        os.mkdir(self.temporary)
        walk.session.environment['TMPDIR'] = self.temporary

    def start(self, example, old='', new='', **variables):
        """Starts with an example in which a text is replaced."""
        with open(os.path.join(self.top, 'data', 'examples', example), encoding='utf-8') as file:
            text = file.read()
        with open(self.path, 'w', encoding='utf-8') as file:
            file.write(text.replace(old, new) if old else text)
        self.walk.start(self.path, **variables)

    def folders(self):
        steps, walk, out = self.steps, self.walk, os.path.join(self.folder, 'out')
        self.start('speech-features.imunit')
        test_form(steps, walk, self.imaginet, self.path)
        test_folder(steps, walk, out)
        test_replace(steps, walk, out)
        walk.stop()
        self.start('speech-features.imunit', 'im:rate="16000"', 'im:rate="100"')
        test_broken(steps, walk)
        walk.stop('no-messages-broken')

    def cases(self):
        steps, walk, folder = self.steps, self.walk, self.folder
        self.start('audio-window.imunit')
        test_refused(steps, walk, folder)
        test_cancel(steps, walk, folder)
        test_recording(steps, walk, self.path, folder)
        test_zip(steps, walk, folder)
        walk.stop()
        self.start('audio-window.imunit', PATH=self.temporary, CC='')
        test_no_compiler(steps, walk, folder)
        walk.stop('no-messages-no-compiler')


def main(program, imaginet, top, screenshots, part):
    def go(walk, folder):
        getattr(Parts(walk, os.path.abspath(imaginet), top, folder), part)()
    return walks.run(f'export-{part}', go, program, screenshots, tools=('make', 'cc'))


sys.exit(main(*sys.argv[1:]))
