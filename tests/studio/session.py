"""A display of its own with a window manager, for tests with real pointer and key events.

SPDX-License-Identifier: MIT
"""
import os
import re
import shutil
import subprocess
import time

TOOLS = ('Xvfb', 'openbox', 'xdotool', 'xprop', 'import')
WAIT_S = 40  # for what takes a moment; a busy machine may need many of them
LOOK_S, LONGEST_LOOK_S = 0.02, 0.1  # between the first two looks, and between later ones
SCREEN = '1280x800x24'
MOVES = 12  # of the pointer in a drag, and the time between them
MOVE_S = 0.015


def missing(*tools):
    """Which tools are not installed."""
    return [tool for tool in tools if shutil.which(tool) is None]


class Session:
    """A display with a window manager and private folders."""

    def __init__(self, folder):
        self.programs = []
        self.folder = folder
        read_end, write_end = os.pipe()
        # Without a reset: when its only client leaves, a server refuses others for a moment. And
        # without repeated keys: on a busy machine every key is held.
        self.start(['Xvfb', '-displayfd', str(write_end), '-screen', '0', SCREEN,
                    '-nolisten', 'tcp', '-noreset', '-r'], os.environ, pass_fds=(write_end,))
        os.close(write_end)
        with os.fdopen(read_end) as stream:
            display = stream.readline().strip()
        self.environment = {
            **os.environ, 'DISPLAY': ':' + display, 'GDK_BACKEND': 'x11', 'GSK_RENDERER': 'cairo',
            'GTK_A11Y': 'none', 'GTK_USE_PORTAL': '0', 'ADW_DISABLE_PORTAL': '1',
            'GSETTINGS_BACKEND': 'memory', 'LC_ALL': 'C.UTF-8', 'GDK_SCALE': '1'}
        self.environment.pop('WAYLAND_DISPLAY', None)
        for variable in 'HOME', 'XDG_RUNTIME_DIR', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME', \
                        'XDG_DATA_HOME':
            path = os.path.join(folder, variable.lower())
            os.mkdir(path, 0o700)
            self.environment[variable] = path
        self.set_animations(False)
        # Openbox reads what it has freed: it ends when GLib's slices are plain memory, or when
        # freed memory is filled, and takes the list of windows with it.
        environment = {name: value for name, value in self.environment.items()
                       if name != 'G_SLICE' and not name.startswith('MALLOC_')}
        manager = self.start(['openbox'], environment)
        if not self.wait(lambda: manager.poll() is not None or 'window id' in self.run(
                'xprop', '-root', '_NET_SUPPORTING_WM_CHECK')) or manager.poll() is not None:
            manager.kill()
            raise OSError(f'openbox does not manage the windows: {manager.stderr.read()}')
        self.pointer(3, 0)  # where it rests on nothing

    def set_animations(self, are_on):
        """Whether what is shown slides in, or is there at once; for programs started later."""
        folder = os.path.join(self.environment['XDG_CONFIG_HOME'], 'gtk-4.0')
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, 'settings.ini'), 'w', encoding='utf-8') as file:
            file.write(f'[Settings]\ngtk-enable-animations={int(are_on)}\n')

    def start(self, command, environment, **options):
        options.setdefault('stdout', subprocess.DEVNULL)
        program = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True,
                                   **options)
        self.programs.append(program)
        return program

    def run(self, *words):
        return subprocess.run(words, env=self.environment, capture_output=True, text=True,
                              timeout=WAIT_S).stdout

    def wait(self, condition, limit_s=WAIT_S):
        """Looks until the condition holds; returns what it gave last. The studio, which a look
        keeps busy, has as long for itself between two of them."""
        end = time.monotonic() + limit_s
        pause = LOOK_S
        while True:
            start = time.monotonic()
            result = condition()
            if result or time.monotonic() > end:
                return result
            time.sleep(max(pause, min(time.monotonic() - start, 3 * LONGEST_LOOK_S)))
            pause = min(2 * pause, LONGEST_LOOK_S)

    def windows(self):
        """The titles of windows; tooltips and menus have the name of the program."""
        ids = self.run('xdotool', 'search', '--onlyvisible', '--name', '.').split()
        names = (self.run('xdotool', 'getwindowname', one).strip() for one in ids)
        return [name for name in names if name != 'imaginet-studio']

    def activate(self):
        """Gives the keyboard to the window; a window manager that is busy may leave it out."""
        self.run('xdotool', 'search', '--onlyvisible', '--name', 'Imaginet Studio$',
                 'windowactivate', '--sync')

    def focused(self):
        """The title of the window that has the keyboard."""
        return self.run('xdotool', 'getactivewindow', 'getwindowname').strip()

    def geometry(self, title):
        """Where a window is: x, y, width, height; None if it is not there. The search ends when
        any window vanishes under it, such as a tooltip."""
        found = self.wait(lambda: self.run(
            'xdotool', 'search', '--onlyvisible', '--name', f'^{re.escape(title)}$',
            'getwindowgeometry', '--shell'))
        numbers = dict(line.split('=') for line in found.split())
        return tuple(int(numbers[name]) for name in ('X', 'Y', 'WIDTH', 'HEIGHT')) if found else None

    def pointer(self, x, y):
        """Moves the pointer, which no hand does in one step: GTK 4.8 loses a click after a
        single move to what has come to be under the pointer."""
        self.run('xdotool', 'mousemove', str(x - 3), str(y), 'mousemove', str(x), str(y))

    def keys(self, *names):
        self.run('xdotool', 'key', *names)

    def type(self, text):
        self.run('xdotool', 'type', text)

    def hold(self, start, end):
        """Drags without dropping, at the pace of a hand."""
        words = ['mousedown', '1']
        for i in range(1, MOVES + 1):
            place = (round(a + (b - a) * i / MOVES) for a, b in zip(start, end))
            words += ['mousemove', *map(str, place), 'sleep', str(MOVE_S)]
        self.run('xdotool', *words)

    def drop(self):
        self.run('xdotool', 'mouseup', '1')

    def picture(self, path):
        """Writes what is on the screen as a PNG, packed in haste."""
        self.run('import', '-window', 'root', '-quality', '10', path)

    def close(self):
        for program in reversed(self.programs):
            program.kill()
            program.wait()
