#!/usr/bin/python3
"""Measures the time from the start of the studio to the frame that shows the example.

usage: bench-start.py STUDIO_TESTS IMAGINET_STUDIO EMPTY_WINDOW EXAMPLE

First every program is started twice, so that caches are warm and the example is a recent file; the
second time what the screen shows when nothing changes any more is kept.
In the turns that count, the middle of the screen, which is the canvas with the pipeline from top
to bottom, is read every few milliseconds until it shows exactly that; what has come before, such
as a window without its file, does not end the measurement. The panels at the sides may come
behind it: until all below the header bar is as it stays is told beside it, without a goal.

The programs take turns, so that a busy machine is equally busy for all. What a start may take is
told in times of that of an empty window with a header bar, and of the processor, which other
programs do not use up: the time of the thread that makes the window.

SPDX-License-Identifier: MIT
"""
import ctypes
import ctypes.util
import os
import shutil
import statistics
import sys
import tempfile
import time

TURNS = 9
EXAMPLE_GOAL, WELCOME_GOAL = 1.6, 2.4  # times of the empty window
MIDDLE = (540, 110, 140, 635)  # x, y, width, height
WHOLE = (0, 56, 1280, 744)  # below the header bar: what lies under the pointer at first varies
LOOK_S, REST_S, LIMIT_S = 0.002, 1, 20
ALL_PLANES, Z_PIXMAP = ctypes.c_ulong(-1), 2
BYTES = 4  # of a pixel
SKIP = 77


class Image(ctypes.Structure):
    """The beginning of an XImage."""
    _fields_ = [('width', ctypes.c_int), ('height', ctypes.c_int), ('offset', ctypes.c_int),
                ('format', ctypes.c_int), ('data', ctypes.c_void_p)]


class Screen:
    """Reads what an X server shows."""

    def __init__(self, library, display):
        self.x = ctypes.CDLL(library)
        self.x.XOpenDisplay.restype = ctypes.c_void_p
        self.x.XDefaultRootWindow.argtypes = [ctypes.c_void_p]
        self.x.XDefaultRootWindow.restype = ctypes.c_ulong
        self.x.XGetImage.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_int,
                                     ctypes.c_uint, ctypes.c_uint, ctypes.c_ulong, ctypes.c_int]
        self.x.XGetImage.restype = ctypes.POINTER(Image)
        self.x.XDestroyImage.argtypes = [ctypes.POINTER(Image)]
        self.display = ctypes.c_void_p(self.x.XOpenDisplay(display.encode()))
        self.root = self.x.XDefaultRootWindow(self.display)

    def read(self, part):
        image = self.x.XGetImage(self.display, self.root, *part, ALL_PLANES, Z_PIXMAP)
        pixels = ctypes.string_at(image.contents.data, part[2] * part[3] * BYTES)
        self.x.XDestroyImage(image)
        return pixels

    def wait(self, part, pixels):
        end = time.monotonic() + LIMIT_S
        while self.read(part) != pixels:
            if time.monotonic() > end:
                raise SystemExit(f'the screen did not become what it was within {LIMIT_S} s')
            time.sleep(LOOK_S)

    def rest(self):
        """Waits until nothing changes."""
        pixels, since = None, time.monotonic()
        while time.monotonic() < since + REST_S:
            time.sleep(REST_S / 10)
            now = self.read(WHOLE)
            if now != pixels:
                pixels, since = now, time.monotonic()


def busy_s(process):
    """How long the first thread of a process has been at work; the window waits for it."""
    with open(f'/proc/{process}/schedstat', encoding='ascii') as file:
        return int(file.read().split()[0]) / 1e9


class Start:
    """A program, and what the screen shows when it has started."""

    def __init__(self, session, screen, command):
        self.session, self.screen, self.command = session, screen, command
        self.before = screen.read(WHOLE)
        program = session.start(command, session.environment)
        screen.rest()
        self.middle, self.whole = screen.read(MIDDLE), screen.read(WHOLE)
        if self.whole == self.before:
            raise SystemExit(f'{command[0]} shows nothing')
        self.end(program)

    def end(self, program):
        program.terminate()
        program.wait()
        self.screen.wait(WHOLE, self.before)

    def measure(self):
        start = time.monotonic()
        program = self.session.start(self.command, self.session.environment)
        self.screen.wait(MIDDLE, self.middle)
        duration, busy = time.monotonic() - start, busy_s(program.pid)
        self.screen.wait(WHOLE, self.whole)
        whole = busy_s(program.pid)
        self.end(program)
        return duration, busy, whole


def report(turns, goals):
    reached = True
    print(f'{"start to the frame that counts":<32} {"median":>8} {"busy":>8} {"ratio":>6} {"all":>6} '
          f'{"goal":>6}')
    for (name, values), goal in zip(turns.items(), goals):
        duration, busy, whole = (statistics.median(column) for column in zip(*values))
        empty = statistics.median(busy for _, busy, _ in turns['an empty window'])
        is_missed = goal is not None and busy > goal * empty
        print(f'{name:<32} {duration:>6.3f} s {busy:>6.3f} s {busy / empty:>6.2f} '
              f'{whole / empty:>6.2f} {goal or "":>6}{" MISSED" if is_missed else ""}')
        reached = reached and not is_missed
    return 0 if reached else 1


def main(studio_tests, studio, empty, example):
    sys.path.insert(0, studio_tests)
    from session import TOOLS, Session
    library = ctypes.util.find_library('X11')
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing or library is None:
        print(f'skipped: not installed: {", ".join(missing or ["libX11"])}')
        return SKIP
    commands = {'an empty window': [empty], 'the welcome page': [studio],
                os.path.basename(example): [studio, example]}
    with tempfile.TemporaryDirectory() as folder:
        session = Session(folder)
        try:
            screen = Screen(library, session.environment['DISPLAY'])
            for _ in range(2):
                starts = {name: Start(session, screen, command)
                          for name, command in commands.items()}
            turns = [{name: start.measure() for name, start in starts.items()}
                     for _ in range(TURNS)]
        finally:
            session.close()
    return report({name: [turn[name] for turn in turns] for name in commands},
                  [None, WELCOME_GOAL, EXAMPLE_GOAL])


sys.exit(main(*sys.argv[1:]))
