#!/usr/bin/python3
"""Exports pipelines in the window with real pointer and key events, and reads it as a screen
reader does.

usage: test-export.py IMAGINET_STUDIO IMAGINET TOP SCREENSHOTS

SPDX-License-Identifier: MIT
"""
import json
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import wave
import zipfile

from reader import Reader
from session import TOOLS, Session

# Where the fields are in a window of 1280 x 800.
ZIP, FOLDER, PREFIX, RECORDING = (884, 189), (560, 250), (560, 360), (560, 730)
FORM, RUNNING = 'Export Firmware Bundle', 'Exporting…'
DONE, FAILED = 'Bundle Exported', 'Export Failed'


class Test:
    def __init__(self, session, reader, screenshots):
        self.session, self.reader, self.screenshots = session, reader, screenshots
        self.count = self.failed = 0

    def check(self, name, condition, detail=''):
        """Looks until the condition holds; it is a function or a result."""
        good = self.session.wait(condition) if callable(condition) else bool(condition)
        self.count += 1
        self.failed += not good
        self.session.run('import', '-window', 'root',
                         os.path.join(self.screenshots, f'export-{self.count}-{name}.png'))
        print(f'{"ok" if good else "not ok"} {self.count} {name}', flush=True)
        if not good:
            print(f'# {detail or self.session.windows()}', *self.reader.texts()[-60:], sep='\n# ',
                  flush=True)

    def shows(self, *texts):
        found = '\n'.join(self.reader.texts())
        return all(text in found for text in texts)

    def open(self):
        self.session.keys('ctrl+shift+e')
        good = self.session.wait(lambda: FORM in self.session.windows())
        time.sleep(0.6)
        return good

    def fill(self, field, text):
        self.session.click(*field)
        time.sleep(0.1)
        self.session.keys('ctrl+a')
        self.session.type(text)
        time.sleep(0.2)

    def export(self):
        self.session.keys('ctrl+Return')

    def skip(self, name, reason):
        self.count += 1
        print(f'ok {self.count} {name} # SKIP {reason}', flush=True)

    def leave(self):
        """Closes the window of the export."""
        self.session.keys('Escape')
        return self.session.wait(lambda: len(self.session.windows()) == 1)


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


def test_form(test, imaginet, path):
    """Before anything is written: the memory, and what is wrong with a prefix."""
    test.check('form', test.open)
    if test.failed:
        raise SystemExit('there is no window to go on with')
    memory = list(numbers(memory_of(imaginet, path),
                          {'arena_bytes', 'state_bytes', 'constant_bytes'}))
    test.check('memory', lambda: len(memory) >= 3 and set(memory) <= set(test.reader.texts()),
               str(memory))
    test.fill(PREFIX, '9 x')
    test.check('bad-prefix', lambda: test.shows('cannot begin names in C'))
    test.export()
    time.sleep(0.5)
    test.check('bad-prefix-refused', FORM in test.session.windows())
    test.fill(PREFIX, 'IMU')
    test.check('good-prefix', lambda: not test.shows('cannot begin names in C'))


def test_folder(test, out):
    test.fill(FOLDER, out)
    test.export()
    test.check('exported', lambda: DONE in test.session.windows())
    test.check('report', lambda: test.shows('C and Python Agree', 'Whole Pipeline', out))
    with open(os.path.join(out, 'include', 'speechfeatures.h'), encoding='utf-8') as file:
        test.check('prefix', 'IMU_init' in file.read())
    verify = subprocess.run(['make', '-C', out, 'verify'], capture_output=True, text=True,
                            timeout=120)
    test.check('verify', verify.returncode == 0 and 'equal to those of' in verify.stdout,
               verify.stdout + verify.stderr)
    test.session.keys('shift+Tab', 'Return')
    test.check('open-folder', lambda: test.shows('There is no program to show folders'))
    test.session.keys('Tab', 'Return')
    test.check('done', lambda: len(test.session.windows()) == 1)


def test_replace(test, out):
    """An earlier export is replaced only if one agrees."""
    mark = os.path.join(out, 'mark')
    with open(mark, 'w', encoding='utf-8'):
        pass
    test.open()
    test.fill(FOLDER, out)
    test.export()
    test.check('asks', lambda: test.shows('Replace Earlier Export?'))
    test.session.keys('Escape')
    time.sleep(0.5)
    test.check('kept', FORM in test.session.windows() and os.path.exists(mark))
    test.export()
    test.session.wait(lambda: test.shows('Replace Earlier Export?'))
    test.session.keys('Return')
    test.check('replaced', lambda: DONE in test.session.windows() and not os.path.exists(mark))
    test.leave()


def test_refused(test, folder):
    """Places where a bundle cannot go are told, and nothing is changed."""
    foreign = os.path.join(folder, 'foreign')
    notes = os.path.join(foreign, 'notes.txt')
    os.mkdir(foreign)
    with open(notes, 'w', encoding='utf-8'):
        pass
    test.open()
    test.fill(FOLDER, foreign)
    test.export()
    test.check('foreign', lambda: test.shows('is not replaced')
               and os.listdir(foreign) == ['notes.txt'])
    test.fill(FOLDER, os.path.join(notes, 'out'))
    test.export()
    test.check('no-folder', lambda: test.shows('Cannot write to the folder'))
    test.fill(FOLDER, 'somewhere')
    test.check('relative', lambda: test.shows('Expected a path from the root'))
    if os.geteuid() == 0:
        test.skip('read-only', 'root may write everywhere')
    else:
        sealed = os.path.join(folder, 'sealed')
        os.mkdir(sealed, 0o500)
        test.fill(FOLDER, os.path.join(sealed, 'out'))
        test.export()
        test.check('read-only', lambda: test.shows('Permission denied'))
    test.leave()


def test_cancel(test, folder):
    """An export that is cancelled leaves nothing behind."""
    out = os.path.join(folder, 'cancelled')
    test.open()
    test.fill(FOLDER, out)
    test.export()
    test.check('running', lambda: RUNNING in test.session.windows())
    test.session.keys('Escape')
    test.check('cancelled', lambda: FORM in test.session.windows())
    left = [name for name in os.listdir(folder) if name.startswith(('.imaginet', 'cancelled'))]
    left += [name for name in os.listdir(test.session.environment['TMPDIR'])
             if name.startswith('imaginet-')]
    test.check('nothing-left', not left, str(left))
    test.leave()


def write_wav(path):
    """Half a second of noise, always the same."""
    noise = random.Random(1)
    samples = [noise.randint(-8000, 8000) for _ in range(8000)]
    with wave.open(path, 'wb') as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(16000)
        file.writeframes(struct.pack(f'<{len(samples)}h', *samples))


def test_recording(test, path, folder):
    """A file that is no recording is told; a recording is what the test stores."""
    out, noise = os.path.join(folder, 'recorded'), os.path.join(folder, 'noise.wav')
    write_wav(noise)
    test.open()
    test.fill(FOLDER, out)
    test.fill(RECORDING, os.path.join(folder, 'none.wav'))
    test.check('no-recording', lambda: test.shows('There is no such file'))
    test.fill(RECORDING, path)
    test.export()
    test.check('bad-recording', lambda: FAILED in test.session.windows()
               and test.shows('Choose another recording') and not os.path.exists(out))
    test.session.keys('Return')
    test.check('back', lambda: FORM in test.session.windows())
    time.sleep(0.6)  # until the page has slid in
    test.fill(RECORDING, noise)
    test.export()
    test.check('recording', lambda: DONE in test.session.windows() and os.path.exists(out))
    with open(os.path.join(out, 'docs', 'report.html'), encoding='utf-8') as file:
        test.check('recording-report', '8000 frames (' in file.read()
                   and test.shows('C and Python Agree', '8000 frames'))
    test.leave()


def test_zip(test, folder):
    path = os.path.join(folder, 'firmware.zip')
    test.open()
    test.session.click(*ZIP)
    test.fill(FOLDER, path)
    test.export()
    test.check('zip', lambda: DONE in test.session.windows() and os.path.exists(path))
    with zipfile.ZipFile(path) as archive:
        test.check('zip-content', archive.testzip() is None and any(
            name.endswith('src/speechfeatures.c') for name in archive.namelist()))
    test.leave()


def test_broken(test):
    """A broken contract: the button says why there is no export."""
    test.open()
    test.check('broken', lambda: test.shows('cannot be exported until it is solved',
                                            'it must be from 8000 Hz'))
    test.export()
    time.sleep(0.5)
    test.check('broken-refused', FORM in test.session.windows())
    test.leave()


def test_no_compiler(test, folder):
    """Without a compiler there is a bundle, and what it lacks is said."""
    out = os.path.join(folder, 'plain')
    test.open()
    test.check('no-compiler', lambda: test.shows('There is no C compiler', 'is not installed'))
    test.fill(FOLDER, out)
    test.export()
    test.check('no-compiler-report', lambda: DONE in test.session.windows()
               and test.shows('Exported Without Comparison', 'there is no C compiler')
               and os.path.exists(os.path.join(out, 'src', 'speechfeatures.c')))
    test.leave()


def start(session, program, path, **variables):
    studio = session.start([program, path], {**session.environment, **variables})
    session.wait(lambda: session.run('xdotool', 'search', '--onlyvisible', '--name',
                                     'Imaginet Studio').strip())
    time.sleep(1.0)
    return studio


def stop(test, studio, name):
    studio.kill()
    messages = studio.stderr.read()
    test.check(name, 'CRITICAL' not in messages and 'WARNING' not in messages, messages)


def walk(test, program, imaginet, example, folder):
    path, out = os.path.join(folder, 'speech.imunit'), os.path.join(folder, 'out')
    shutil.copy(example, path)
    studio = start(test.session, program, path)
    test.check('started', studio.poll() is None and len(test.session.windows()) == 1,
               f'{studio.poll()} {test.session.windows()}')
    test_form(test, imaginet, path)
    test_folder(test, out)
    test_replace(test, out)
    test_refused(test, folder)
    test_cancel(test, folder)
    test_recording(test, path, folder)
    test_zip(test, folder)
    stop(test, studio, 'no-messages')

    studio = start(test.session, program, path, PATH=os.path.join(folder, 'tmp'), CC='')
    test_no_compiler(test, folder)
    stop(test, studio, 'no-messages-no-compiler')

    with open(example, encoding='utf-8') as file:
        text = file.read().replace('im:rate="16000"', 'im:rate="100"')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    studio = start(test.session, program, path)
    test_broken(test)
    stop(test, studio, 'no-messages-broken')


def main(program, imaginet, top, screenshots):
    missing = [tool for tool in (*TOOLS, 'make', 'cc') if shutil.which(tool) is None]
    missing += Reader.missing()
    if missing:
        print(f'1..0 # SKIP not installed: {", ".join(missing)}')
        return 0
    os.makedirs(screenshots, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        temporary = os.path.join(folder, 'tmp')
        os.mkdir(temporary)
        session = Session(folder)
        session.environment['TMPDIR'] = temporary
        try:
            test = Test(session, Reader(session), screenshots)
            walk(test, os.path.abspath(program), os.path.abspath(imaginet),
                 os.path.join(top, 'data', 'examples', 'speech-features.imunit'), folder)
        finally:
            session.close()
    print(f'1..{test.count}')
    return 1 if test.failed else 0


sys.exit(main(*sys.argv[1:]))
