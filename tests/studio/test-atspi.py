#!/usr/bin/python3
"""Reads the studio as a screen reader does, over AT-SPI.

usage: test-atspi.py IMAGINET_STUDIO TOP

SPDX-License-Identifier: MIT
"""
import os
import shutil
import subprocess
import sys
import tempfile

from session import TOOLS, Session

NODES = ('Sliding Window, layer 1', 'Hann Window, layer 2', 'RMS, layer 3')
CELLS = ('1', 'Sliding Window', 'Core.Queues.SlidingWindow', '[1] float32 · 16000 Hz',
         '[400,1] float32 · 100 Hz', 'Hann Window', 'RMS', '[1] float32 · 100 Hz')
CARD = '1, Sliding Window, input [1] float32 · 16000 Hz, output [400,1] float32 · 100 Hz'
CONTROLS = ('push button', 'toggle button', 'text', 'entry', 'check box', 'combo box', 'radio button')


class Reader:
    """What is in the tree of the application, as (role, name)."""

    def __init__(self, session):
        bus = session.start(['dbus-daemon', '--session', '--nofork', '--print-address'],
                            session.environment, stdout=subprocess.PIPE)
        session.environment['DBUS_SESSION_BUS_ADDRESS'] = bus.stdout.readline().strip()
        session.environment['GTK_A11Y'] = 'atspi'
        os.environ.update(session.environment)
        import pyatspi  # looks for the bus when it is loaded
        self.atspi = pyatspi

    def frame(self):
        for application in self.atspi.Registry.getDesktop(0):
            if application.name == 'imaginet-studio' and application.childCount > 0:
                return application.getChildAtIndex(0)
        return None

    def walk(self, item):
        yield item.getRoleName(), item.name
        for i in range(item.childCount):
            child = item.getChildAtIndex(i)
            if item.getRoleName() == 'combo box':  # one control, of several widgets
                continue
            if child is not None and child.getState().contains(self.atspi.STATE_VISIBLE):
                yield from self.walk(child)

    def items(self):
        try:
            frame = self.frame()
            return [] if frame is None else list(self.walk(frame))
        except Exception:  # what is looked at may vanish
            return []

    def act(self, name):
        """Does an action of the window, which offers them all."""
        actions = self.frame().queryAction()
        names = [actions.getName(i) for i in range(actions.nActions)]
        return name in names and actions.doAction(names.index(name))


class Test:
    def __init__(self, session, reader):
        self.session, self.reader = session, reader
        self.count = self.failed = 0

    def report(self, name, good, detail):
        self.count += 1
        self.failed += not good
        print(f'{"ok" if good else "not ok"} {self.count} {name}', flush=True)
        if not good:
            print(f'# {detail}')

    def has(self, name, texts):
        """Waits until all texts are names of items."""
        def condition():
            found = [text for _, text in self.reader.items()]
            return all(any(text in one for one in found) for text in texts)
        good = self.session.wait(condition)
        self.report(name, good, sorted({text for _, text in self.reader.items() if text}))


def check_controls(test, reader):
    """A control without a name has that of its type, or none."""
    bad = [(role, name) for role, name in reader.items()
           if role in CONTROLS and (name == '' or name.startswith(('Gtk', 'Adw', 'Studio')))]
    test.report('controls-have-names', not bad, bad)


def walk(session, reader):
    test = Test(session, reader)
    test.has('window', ['Imaginet Studio'])
    test.has('canvas', ['Audio Level', *NODES])
    check_controls(test, reader)
    session.keys('alt+2')
    test.has('stack', ['Stack of Layers', CARD])
    session.keys('alt+3')
    test.has('outline', ['Layers of the Pipeline', *CELLS])
    check_controls(test, reader)
    test.report('action', reader.act('win.show-help-overlay'),
                'no action win.show-help-overlay')
    return test


def main(program, top):
    missing = [tool for tool in (*TOOLS, 'dbus-daemon') if shutil.which(tool) is None]
    if subprocess.run([sys.executable, '-c', 'import pyatspi'], capture_output=True).returncode != 0:
        missing.append('python3-pyatspi')
    if missing:
        print(f'1..0 # SKIP not installed: {", ".join(missing)}')
        return 0
    with tempfile.TemporaryDirectory() as folder:
        session = Session(folder)
        try:
            reader = Reader(session)
            example = os.path.join(top, 'data', 'examples', 'audio-window.imunit')
            studio = session.start([os.path.abspath(program), example], session.environment)
            session.wait(lambda: reader.items())
            test = walk(session, reader)
            studio.kill()
            messages = studio.stderr.read()
        finally:
            session.close()
    test.report('no-messages', 'CRITICAL' not in messages and 'WARNING' not in messages, messages)
    print(f'1..{test.count}')
    return 1 if test.failed else 0


sys.exit(main(*sys.argv[1:]))
