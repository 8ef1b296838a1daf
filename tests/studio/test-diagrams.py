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

import walk as walks

LAST_LAYER = 'RMS, layer 3'


class Steps:
    """A walk that looks at the pictures that it exports."""

    def __init__(self, walk, folder):
        self.walk, self.folder = walk, folder

    def export(self, name, typed, written, expected, unexpected=None):
        """Exports to a name; the file that comes of it must hold what is expected."""
        self.walk.export_picture(os.path.join(self.folder, typed))
        path = os.path.join(self.folder, written)
        if not self.walk.wait(lambda: os.path.exists(path)):
            self.walk.report(name, False, f'{written} was not written, there is '
                             f'{os.listdir(self.folder)}')
            return
        with open(path, 'rb') as file:
            content = file.read()
        missing = [part for part in expected if part not in content]
        if unexpected is not None and unexpected in content:
            missing.append(b'nothing like ' + unexpected)
        self.walk.report(name, not missing, f'expected {missing}, found {content}')

    def choose(self, diagram, key):
        """Chooses a diagram by its key."""
        self.walk.keys(key)
        self.walk.wait_for(diagram, 'button', 'Diagrams', lambda button: button.has('pressed'))


def look(steps, walk):
    """Deletes the last layer on the canvas, looks at the diagrams, and takes that back."""
    walk.click('RMS', 'label', LAST_LAYER)
    walk.wait_for('Core.Math.Rms', 'label', 'StudioInspector')
    walk.keys('Delete')
    walk.check('delete', lambda: 'Core.Math.Rms' not in
               walk.saved(os.path.join(steps.folder, 'level.imunit')))
    walk.keys('alt+6')
    walk.click('Audio Level', 'image', 'Diagrams')
    steps.export('edited', 'edited.svg', 'edited.svg', [b'<svg', b'>Hann Window<'], b'>RMS<')
    walk.keys('ctrl+z')
    steps.export('undone', 'undone.svg', 'undone.svg', [b'>Hann Window<', b'>RMS<'])
    steps.choose('Shapes', 'ctrl+2')
    steps.export('shapes', 'shapes', 'shapes.svg', ['axis 0 · step 1'.encode()])
    steps.choose('Axes', 'ctrl+4')
    steps.export('layers', 'layers', 'layers.svg', [b'>RMS<', b'Hann Window', b'>removed<'])
    walk.keys('alt+1')
    walk.click('RMS', 'label', LAST_LAYER)
    walk.wait_for('Core.Math.Rms', 'label', 'StudioInspector')
    walk.keys('alt+6')
    steps.export('layer', 'layer', 'layer.svg', [b'>RMS<', b'>removed<'], b'Hann Window')
    steps.choose('Timeline', 'ctrl+5')
    steps.export('timeline', 'timeline', 'timeline.svg', [b'>stride<', b'>overlap<'])
    steps.choose('Memory', 'ctrl+3')
    steps.export('memory', 'memory.pdf', 'memory.pdf', [b'%PDF-'])
    walk.keys('ctrl+9')
    steps.export('fit', 'memory.png', 'memory.png', [b'\x89PNG'])


def main(program, top, screenshots):
    def go(walk, folder):
        path = os.path.join(folder, 'level.imunit')
        shutil.copy(os.path.join(top, 'data', 'examples', 'audio-window.imunit'), path)
        walk.start(path)
        look(Steps(walk, folder), walk)
        walk.stop()
    return walks.run('diagrams', go, program, screenshots)


sys.exit(main(*sys.argv[1:]))
