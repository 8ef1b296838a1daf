#!/usr/bin/python3
"""Measures the time from the start of the studio to its first frame.

usage: bench-start.py STUDIO_TESTS IMAGINET_STUDIO EMPTY_WINDOW EXAMPLE

A pixel in the middle of the screen is read every millisecond until the window has painted
it. The programs take turns, so that a busy machine is equally busy for all; the first turn
warms the caches up and does not count. What a start may take is told in times of that of an
empty window, and of the processor, which other programs do not use up.

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
GOAL_RATIO = 3.0
CENTER = (640, 400)
ALL_PLANES, Z_PIXMAP = ctypes.c_ulong(-1), 2
SKIP = 77


class Screen:
    """Reads the color of one pixel of an X server."""

    def __init__(self, library, display):
        self.x = ctypes.CDLL(library)
        self.x.XOpenDisplay.restype = ctypes.c_void_p
        self.x.XDefaultRootWindow.argtypes = [ctypes.c_void_p]
        self.x.XDefaultRootWindow.restype = ctypes.c_ulong
        self.x.XGetImage.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_int,
                                     ctypes.c_uint, ctypes.c_uint, ctypes.c_ulong, ctypes.c_int]
        self.x.XGetImage.restype = ctypes.c_void_p
        self.x.XGetPixel.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]
        self.x.XGetPixel.restype = ctypes.c_ulong
        self.display = ctypes.c_void_p(self.x.XOpenDisplay(display.encode()))
        self.root = self.x.XDefaultRootWindow(self.display)

    def pixel(self):
        image = self.x.XGetImage(self.display, self.root, *CENTER, 1, 1, ALL_PLANES, Z_PIXMAP)
        return self.x.XGetPixel(image, 0, 0)


def wait_for_change(screen, background, changed):
    end = time.monotonic() + 20
    while (screen.pixel() != background) != changed:
        if time.monotonic() > end:
            raise SystemExit('the window did not come or did not go within 20 s')
        time.sleep(0.001)


def busy_s(process):
    """How long the first thread of a process has been at work; the window waits for it."""
    with open(f'/proc/{process}/schedstat', encoding='ascii') as file:
        return int(file.read().split()[0]) / 1e9


def measure(session, screen, background, command):
    start = time.monotonic()
    program = session.start(command, session.environment)
    wait_for_change(screen, background, True)
    duration = time.monotonic() - start
    busy = busy_s(program.pid)
    program.terminate()
    program.wait()
    wait_for_change(screen, background, False)
    return duration, busy


def report(turns):
    reached = True
    print(f'{"start to first frame":<28} {"median":>8} {"busy":>8} {"ratio":>6}')
    for name, values in turns.items():
        duration, busy = (statistics.median(column) for column in zip(*values))
        empty = statistics.median(busy for _, busy in turns['an empty window'])
        print(f'{name:<28} {duration:>6.3f} s {busy:>6.3f} s {busy / empty:>6.2f}')
        reached = reached and busy <= GOAL_RATIO * empty
    print(f'{"goal":<28} {"":>8} {"":>8} {GOAL_RATIO:>6.2f}  {"ok" if reached else "MISSED"}')
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
            background = screen.pixel()
            turns = [{name: measure(session, screen, background, command)
                      for name, command in commands.items()} for _ in range(TURNS + 1)]
        finally:
            session.close()
    return report({name: [turn[name] for turn in turns[1:]] for name in commands})


sys.exit(main(*sys.argv[1:]))
