#!/usr/bin/python3
"""Opens bad files in the window: each ends in a message that stays, and no document is lost.

usage: test-bad-files.py IMAGINET_STUDIO TOP SCREENSHOTS

A window with a document that is not saved gets all bad files, as a file manager gives them to
it: by launching the studio again. Then each is the first file of a studio of its own.

SPDX-License-Identifier: MIT
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time

from reader import Reader
from session import TOOLS, Session

BOMB = '''<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
<Imaginet><Unit name="X">&b;</Unit></Imaginet>
'''
CYCLE = '''<Imaginet>
  <Composite name="A" id="A"><Stacked><Unit id="B" /></Stacked></Composite>
  <Composite name="B" id="B"><Stacked><Unit id="A" /></Stacked></Composite>
</Imaginet>
'''
DEEP = '<Imaginet>' + '<a>' * 5000
LARGE_BYTES = 17 * 1024 * 1024

# Name, content, and what the message has to say.
FILES = (
    ('empty', b'', 'empty'),
    ('truncated', b'<Imaginet><Unit name="X">', ''),
    ('binary', bytes(range(256)) * 20, ''),
    ('text', b'This is no XML.\n', ''),
    ('other-root', b'<html></html>', 'Imaginet'),
    ('no-unit', b'<Imaginet></Imaginet>', ''),
    ('bomb', BOMB.encode(), 'document type'),
    ('deep', DEEP.encode(), ''),
    ('bad-utf-8', b'<Imaginet><Unit name="caf\xe9"/></Imaginet>', ''),
    ('bad-encoding', b'<?xml version="1.0" encoding="x-none"?><Imaginet/>', 'x-none'),
    ('nul', b'<Imaginet>\0</Imaginet>', ''),
    ('utf-16-cut', '<Imaginet/>'.encode('utf-16')[:-1], ''),
)


def make_files(folder):
    """Makes the bad files; returns path and what the message has to say of each."""
    made = []
    for name, content, message in FILES:
        path = os.path.join(folder, name + '.imunit')
        with open(path, 'wb') as file:
            file.write(content)
        made.append((path, message))
    large = os.path.join(folder, 'large.imunit')
    with open(large, 'wb') as file:
        file.truncate(LARGE_BYTES)
    made.append((large, 'large'))
    pipe = os.path.join(folder, 'pipe.imunit')
    os.mkfifo(pipe)
    made.append((pipe, 'a pipe'))
    made.append((os.path.join(folder, 'vanished.imunit'), 'vanished.imunit'))
    os.mkdir(os.path.join(folder, 'nothing'))
    made.append((os.path.join(folder, 'nothing'), 'nothing'))
    if os.geteuid() != 0:
        secret = os.path.join(folder, 'unreadable.imunit')
        with open(secret, 'wb') as file:
            file.write(b'<Imaginet/>')
        os.chmod(secret, 0)
        made.append((secret, 'unreadable.imunit'))
    loop = os.path.join(folder, 'loop.imunit')
    os.symlink('loop.imunit', loop)
    made.append((loop, 'loop.imunit'))
    return made


class Test:
    def __init__(self, session, reader, program, screenshots):
        self.session, self.reader, self.program = session, reader, program
        self.screenshots = screenshots
        self.count = self.failed = 0

    def check(self, name, condition):
        good = self.session.wait(condition)
        self.count += 1
        self.failed += not good
        print(f'{"ok" if good else "not ok"} {self.count} {name}', flush=True)
        if not good:
            self.session.run('import', '-window', 'root',
                             os.path.join(self.screenshots, f'bad-{name}.png'))
            print(f'# {self.reader.texts()[:40]}', flush=True)

    def start(self, *arguments):
        return self.session.start([self.program, *arguments], self.session.environment)

    def shows(self, path, message):
        """Whether one text names the file and says what has to be said."""
        name = os.path.basename(path)
        return any(name in text and message in text and len(text) > len(path) + 10
                   for text in self.reader.texts())


def name_of(path):
    return os.path.basename(path).removesuffix('.imunit')


def test_beside_document(test, path, bad):
    """The document stays open, with what is not saved, whatever is opened beside it."""
    with open(path, encoding='utf-8') as file:
        original = file.read()
    studio = test.start(path)
    test.check('document-opens', lambda: 'level.imunit' in test.reader.texts())
    test.session.keys('ctrl+t')
    test.session.type('clip')
    time.sleep(0.8)
    test.session.keys('Return')
    test.check('document-is-changed', lambda: '• level.imunit' in test.reader.texts())
    for bad_path, message in bad:
        subprocess.run([test.program, bad_path], env=test.session.environment, timeout=30,
                       capture_output=True, check=True)
        test.check('beside-' + name_of(bad_path),
                   lambda at=bad_path, text=message: test.shows(at, text))
    test.session.run('import', '-window', 'root', os.path.join(test.screenshots, 'bad-file.png'))
    test.check('document-is-there',
               lambda: studio.poll() is None and '• level.imunit' in test.reader.texts())
    test.session.keys('ctrl+s')

    def is_saved():
        with open(path, encoding='utf-8') as file:
            return file.read() != original
    test.check('document-is-saved', is_saved)
    stop(test, studio, 'beside-document')


def test_alone(test, bad):
    """A bad file as the first one shows the message on the page for the beginning."""
    for path, message in bad:
        studio = test.start(path)
        test.check('alone-' + name_of(path),
                   lambda at=path, text=message: test.shows(at, text))
        stop(test, studio, 'alone-' + name_of(path))


def test_problems(test, folder):
    """What can be read is opened, with its problems."""
    cycle = os.path.join(folder, 'cycle.imunit')
    with open(cycle, 'w', encoding='utf-8') as file:
        file.write(CYCLE)
    studio = test.start(cycle)
    test.check('cycle-opens', lambda: 'cycle.imunit' in test.reader.texts())
    stop(test, studio, 'cycle')


def stop(test, studio, name):
    """Ends it as a user does, after looking at what it printed."""
    alive = studio.poll() is None
    studio.terminate()
    messages = studio.stderr.read()
    test.check('no-messages-' + name, lambda: alive and 'CRITICAL' not in messages and
               'WARNING' not in messages)
    if not alive or messages:
        print('#', messages.replace('\n', '\n# '))


def main(program, top, screenshots):
    missing = [tool for tool in TOOLS if shutil.which(tool) is None] + Reader.missing()
    if missing:
        print(f'1..0 # SKIP not installed: {", ".join(missing)}')
        return 0
    os.makedirs(screenshots, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'level.imunit')
        shutil.copy(os.path.join(top, 'data', 'examples', 'audio-window.imunit'), path)
        session = Session(folder)
        bad_folder = os.path.join(folder, 'bad')
        os.mkdir(bad_folder)
        bad = make_files(bad_folder)
        try:
            test = Test(session, Reader(session), os.path.abspath(program), screenshots)
            test_beside_document(test, path, bad)
            test_alone(test, bad)
            test_problems(test, bad_folder)
        finally:
            session.close()
    print(f'1..{test.count}')
    return 1 if test.failed else 0


sys.exit(main(*sys.argv[1:]))
