#!/usr/bin/python3
"""Looks at the diagrams with real pointer and key events, and exports each of them.

usage: test-diagrams.py IMAGINET_STUDIO TOP SCREENSHOTS

What the window shows is what it exports, so the files tell whether the pictures follow the
document. Pictures of each step go to SCREENSHOTS.

SPDX-License-Identifier: MIT
"""
import os
import shutil
import sys
import tempfile
import time

from session import TOOLS, Session

LAST_LAYER = (530, 555)
PICTURE = (400, 400)


class Diagrams:
    def __init__(self, session, folder, screenshots):
        self.session, self.folder, self.screenshots = session, folder, screenshots
        self.count = self.failed = 0

    def result(self, name, problem):
        self.count += 1
        self.failed += bool(problem)
        self.session.run('import', '-window', 'root',
                         os.path.join(self.screenshots, f'diagrams-{name}.png'))
        print(f'{"not ok" if problem else "ok"} {self.count} {name}', flush=True)
        if problem:
            print(f'# {problem}')

    def export(self, name, typed, written, expected, unexpected=None):
        """Exports to a name; the file that comes of it must hold what is expected."""
        self.session.keys('ctrl+p')
        time.sleep(1.0)
        self.session.keys('ctrl+a')
        self.session.type(os.path.join(self.folder, typed))
        self.session.keys('Return')
        path = os.path.join(self.folder, written)
        if not self.session.wait(lambda: os.path.exists(path)):
            self.result(name, f'{written} was not written, there is {os.listdir(self.folder)}')
            return
        with open(path, 'rb') as file:
            content = file.read()
        missing = [part for part in expected if part not in content]
        if unexpected is not None and unexpected in content:
            missing.append(b'nothing like ' + unexpected)
        self.result(name, f'expected {missing}, found {content}' if missing else '')


def delete_last_layer(session, path):
    """Tries it, which does nothing before the window is ready, and says whether it is saved."""
    session.click(*LAST_LAYER)
    session.keys('Delete', 'ctrl+s')
    time.sleep(0.5)
    with open(path, encoding='utf-8') as file:
        return 'Core.Math.Rms' not in file.read()


def look(session, folder, screenshots):
    """Deletes the last layer on the canvas, looks at the diagrams, and takes that back."""
    diagrams = Diagrams(session, folder, screenshots)
    session.wait(lambda: delete_last_layer(session, os.path.join(folder, 'level.imunit')))
    session.keys('alt+6')
    time.sleep(1.0)
    session.click(*PICTURE)
    diagrams.export('edited', 'edited.svg', 'edited.svg', [b'<svg', b'>Hann<'], b'>Rms<')
    session.keys('ctrl+z')
    diagrams.export('undone', 'undone.svg', 'undone.svg', [b'>Hann<', b'>Rms<'])
    session.keys('ctrl+2')
    diagrams.export('shapes', 'shapes', 'shapes.svg', ['axis 0 · step 1'.encode()])
    session.keys('ctrl+4')
    diagrams.export('layers', 'layers', 'layers.svg', [b'>RMS<', b'Hann Window', b'>removed<'])
    session.keys('alt+1')
    time.sleep(0.5)
    session.click(*LAST_LAYER)
    time.sleep(0.5)
    session.keys('alt+6')
    time.sleep(0.5)
    diagrams.export('layer', 'layer', 'layer.svg', [b'>RMS<', b'>removed<'], b'Hann Window')
    session.keys('ctrl+5')
    diagrams.export('timeline', 'timeline', 'timeline.svg', [b'>stride<', b'>overlap<'])
    session.keys('ctrl+3')
    diagrams.export('memory', 'memory.pdf', 'memory.pdf', [b'%PDF-'])
    session.keys('ctrl+9')
    diagrams.export('fit', 'memory.png', 'memory.png', [b'\x89PNG'])
    return diagrams


def main(program, top, screenshots):
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        print(f'1..0 # SKIP not installed: {", ".join(missing)}')
        return 0
    os.makedirs(screenshots, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'level.imunit')
        shutil.copy(os.path.join(top, 'data', 'examples', 'audio-window.imunit'), path)
        session = Session(folder)
        try:
            studio = session.start([os.path.abspath(program), path], session.environment)
            session.wait(lambda: session.run('xdotool', 'search', '--onlyvisible', '--name',
                                             'Imaginet Studio').strip())
            time.sleep(1.0)
            diagrams = look(session, folder, screenshots)
            studio.kill()
            messages = studio.stderr.read()
        finally:
            session.close()
    diagrams.result('no-messages', messages if 'CRITICAL' in messages or 'WARNING' in messages
                    else '')
    print(f'1..{diagrams.count}')
    return 1 if diagrams.failed else 0


sys.exit(main(*sys.argv[1:]))
