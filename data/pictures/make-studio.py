#!/usr/bin/python3
"""Takes the pictures of the studio for README and metainfo, on a display of its own.

usage: make-studio.py IMAGINET_STUDIO

SPDX-License-Identifier: MIT
"""
import os
import subprocess
import sys
import tempfile
import time

PICTURES = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.join(PICTURES, '..', '..')
EXAMPLE = os.path.join(TOP, 'data', 'examples', 'audio-window.imunit')
LAYER = (610, 262)
REST_S = 4  # until all is drawn, on a busy machine too

# What is shown, and the keys that lead to it from the view before.
VIEWS = {
    'studio.png': [],
    'studio-stack.png': ['alt+2'],
    'studio-code.png': ['alt+4'],
    'studio-diagrams.png': ['alt+6', 'ctrl+3'],
}


def main(program):
    sys.path.insert(0, os.path.join(TOP, 'tests', 'studio'))
    from session import Session
    with tempfile.TemporaryDirectory() as folder:
        session = Session(folder)
        try:
            session.start([os.path.abspath(program), EXAMPLE], session.environment)
            session.wait(lambda: '0x' in session.run('xprop', '-root', '_NET_CLIENT_LIST'))
            time.sleep(REST_S)
            session.pointer(*LAYER)
            time.sleep(0.3)
            session.run('xdotool', 'click', '1')
            session.pointer(3, 0)
            time.sleep(REST_S)
            for name, keys in VIEWS.items():
                for key in keys:
                    session.keys(key)
                    time.sleep(REST_S)
                picture = os.path.join(PICTURES, name)
                session.run('import', '-window', 'root', picture)
                subprocess.run(['convert', picture, '-strip', '-dither', 'None', '-colors', '255', picture],
                               check=True)
        finally:
            session.close()
    return 0


sys.exit(main(*sys.argv[1:]))
