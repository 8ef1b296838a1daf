#!/usr/bin/python3
"""Measures edits of a document with 1,000 layers, from the call to the new program.

usage: bench-edit.py PROGRAM UNITS

The instructions are counted by callgrind: those of 21 edits without those of one, of an
edit. It counts one that copies a block once for each byte, so blocks are copied by others.
The times are of the processor, beside a peer.

SPDX-License-Identifier: MIT
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

N_EDITS = 20
TOLERANCE = 1.02
NO_BLOCKS = 'glibc.cpu.x86_rep_movsb_threshold=1000000000'
SKIPPED = 77
# Of an edit, in millions of instructions, and in milliseconds beside the peer. None is a
# number without a goal.
GOALS = {
    'option': (1.0, 1.0),
    'enable': (1.0, 1.0),
    'place': (1.0, 1.0),
    'undo': (1.0, 1.0),
    'type': (None, None),
    'insert': (None, None),
    'move': (None, None),
}


def count(program, units, kind, n, folder):
    out = pathlib.Path(folder) / 'out.callgrind'
    subprocess.run(['valgrind', '-q', '--tool=callgrind', f'--callgrind-out-file={out}',
                    program, units, str(pathlib.Path(folder) / 'a.imunit'), kind, str(n)],
                   check=True, stdout=subprocess.DEVNULL,
                   env=os.environ | {'GLIBC_TUNABLES': NO_BLOCKS})
    return int(re.search(r'^(?:summary|totals): (\d+)', out.read_text(), re.M)[1])


def measure(program, units, kind, folder):
    done = subprocess.run([program, units, str(pathlib.Path(folder) / 'a.imunit'), kind,
                           str(N_EDITS + 1)], check=True, capture_output=True, text=True)
    milliseconds, peer = map(float, done.stdout.split())
    instructions = (count(program, units, kind, N_EDITS + 1, folder)
                    - count(program, units, kind, 1, folder)) / N_EDITS
    return instructions / 1e6, milliseconds / peer


def main():
    program, units = sys.argv[1:]
    if shutil.which('valgrind') is None:
        print('skipped: valgrind, which counts the instructions, is not installed')
        return SKIPPED
    missed = False
    print(f'{"1,000 layers":14}{"million instructions":>22}{"goal":>8}{"ms / peer":>12}{"goal":>8}')
    with tempfile.TemporaryDirectory() as folder:
        for kind, goals in GOALS.items():
            found = measure(program, units, kind, folder)
            good = all(goal is None or value <= goal * TOLERANCE
                       for value, goal in zip(found, goals))
            missed = missed or not good
            shown = ['' if goal is None else f'{goal:.1f}' for goal in goals]
            print(f'{kind:14}{found[0]:>22.3f}{shown[0]:>8}{found[1]:>12.3f}{shown[1]:>8}'
                  f'  {"ok" if good else "MISSED"}', flush=True)
    return 1 if missed else 0


if __name__ == '__main__':
    sys.exit(main())
