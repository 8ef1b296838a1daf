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

import walk as walks

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


def name_of(path):
    return os.path.basename(path).removesuffix('.imunit')


def tells(walk, path, message):
    """Whether one text names the file and says what has to be said."""
    name = os.path.basename(path)
    return any(name in text and message in text and len(text) > len(path) + 10
               for text in walk.texts())


def test_beside_document(walk, path, bad):
    """The document stays open, with what is not saved, whatever is opened beside it."""
    with open(path, encoding='utf-8') as file:
        original = file.read()
    walk.start(path)
    walk.insert('clip', 'Clip')
    walk.check('document-is-changed', lambda: walk.find('• level.imunit', 'label'))
    for bad_path, message in bad:
        subprocess.run([walk.program, bad_path], env=walk.session.environment, timeout=60,
                       capture_output=True, check=True)
        walk.check('beside-' + name_of(bad_path),
                   lambda at=bad_path, text=message: tells(walk, at, text))
    walk.check('document-is-there', lambda: walk.find('• level.imunit', 'label'))
    walk.keys('ctrl+s')

    def is_saved():
        with open(path, encoding='utf-8') as file:
            return file.read() != original
    walk.check('document-is-saved', is_saved)
    walk.stop('no-messages-beside-document')


def test_alone(walk, bad):
    """A bad file as the first one shows the message on the page for the beginning."""
    for path, message in bad:
        walk.launch(path)
        walk.check('alone-' + name_of(path),
                   lambda at=path, text=message: tells(walk, at, text))
        walk.stop('no-messages-alone-' + name_of(path))


def test_problems(walk, folder):
    """What can be read is opened, with its problems."""
    cycle = os.path.join(folder, 'cycle.imunit')
    with open(cycle, 'w', encoding='utf-8') as file:
        file.write(CYCLE)
    walk.launch(cycle)
    walk.check('cycle-opens', lambda: walk.find('cycle.imunit', 'label'))
    walk.stop('no-messages-cycle')


def main(program, top, screenshots):
    def go(walk, folder):
        path = os.path.join(folder, 'level.imunit')
        shutil.copy(os.path.join(top, 'data', 'examples', 'audio-window.imunit'), path)
        bad_folder = os.path.join(folder, 'bad')
        os.mkdir(bad_folder)
        bad = make_files(bad_folder)
        test_beside_document(walk, path, bad)
        test_alone(walk, bad)
        test_problems(walk, bad_folder)
    return walks.run('bad-files', go, program, screenshots)


sys.exit(main(*sys.argv[1:]))
