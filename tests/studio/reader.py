"""What a screen reader finds in the studio, over a bus of its own.

SPDX-License-Identifier: MIT
"""
import os
import shutil
import subprocess
import sys

ATTEMPTS = 10


class Reader:
    """What a screen reader finds in the studio."""

    def __init__(self, session):
        self.bus = session.start(['dbus-daemon', '--session', '--nofork', '--print-address'],
                                 session.environment, stdout=subprocess.PIPE)
        session.environment['DBUS_SESSION_BUS_ADDRESS'] = self.bus.stdout.readline().strip()
        session.environment['GTK_A11Y'] = 'atspi'
        os.environ.update(session.environment)
        import pyatspi  # looks for the bus when it is loaded
        self.atspi = pyatspi

    @staticmethod
    def missing():
        """What is not installed of what it needs."""
        found = [] if shutil.which('dbus-daemon') else ['dbus-daemon']
        if subprocess.run([sys.executable, '-c', 'import pyatspi'], capture_output=True).returncode:
            found.append('python3-pyatspi')
        return found

    def walk(self, item):
        """What is below an item and not hidden."""
        for i in range(item.childCount):
            child = item.getChildAtIndex(i)
            if child is not None and child.getState().contains(self.atspi.STATE_VISIBLE):
                yield child
                yield from self.walk(child)

    def find_texts(self, window):
        for application in self.atspi.Registry.getDesktop(0):
            if application.name != 'imaginet-studio':
                continue
            for frame in application:
                if window is None or frame.name == window:
                    yield from (item.name for item in (frame, *self.walk(frame)) if item.name)

    def texts(self, window=None):
        """The names of all that is shown, or of what is in windows of that title."""
        for _ in range(ATTEMPTS):
            try:
                return list(self.find_texts(window))
            except Exception as problem:  # what is looked at may vanish
                error = problem
        return [f'({error})']
