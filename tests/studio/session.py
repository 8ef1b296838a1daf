"""A display of its own with a window manager, for tests with real pointer and key events.

SPDX-License-Identifier: MIT
"""
import os
import subprocess
import time

TOOLS = ('Xvfb', 'openbox', 'xdotool', 'xprop', 'import')
WAIT_S = 20
SCREEN = '1280x800x24'


class Session:
    """A display with a window manager and private folders."""

    def __init__(self, folder):
        self.programs = []
        self.folder = folder
        read_end, write_end = os.pipe()
        self.start(['Xvfb', '-displayfd', str(write_end), '-screen', '0', SCREEN, '-nolisten', 'tcp'],
                   os.environ, pass_fds=(write_end,))
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
        # Openbox reads what it has freed: it ends when GLib's slices are plain memory, or when
        # freed memory is filled, and takes the list of windows with it.
        self.start(['openbox'], {name: value for name, value in self.environment.items()
                                 if name != 'G_SLICE' and not name.startswith('MALLOC_')})
        self.wait(lambda: 'window id' in self.run('xprop', '-root', '_NET_SUPPORTING_WM_CHECK'))

    def start(self, command, environment, **options):
        options.setdefault('stdout', subprocess.DEVNULL)
        program = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True,
                                   **options)
        self.programs.append(program)
        return program

    def run(self, *words):
        return subprocess.run(words, env=self.environment, capture_output=True, text=True,
                              timeout=30).stdout

    def wait(self, condition):
        end = time.monotonic() + WAIT_S
        while time.monotonic() < end:
            if condition():
                return True
            time.sleep(0.05)
        return False

    def windows(self):
        """The titles of windows; tooltips and menus have the name of the program."""
        ids = self.run('xdotool', 'search', '--onlyvisible', '--name', '.').split()
        names = (self.run('xdotool', 'getwindowname', one).strip() for one in ids)
        return [name for name in names if name != 'imaginet-studio']

    def pointer(self, x, y):
        self.run('xdotool', 'mousemove', str(x), str(y))

    def click(self, x, y):
        self.pointer(x, y)
        self.run('xdotool', 'click', '1')

    def keys(self, *names):
        self.run('xdotool', 'key', *names)

    def type(self, text):
        self.run('xdotool', 'type', text)

    def drag(self, start, end, steps=15):
        self.pointer(*start)
        time.sleep(0.2)
        self.run('xdotool', 'mousedown', '1')
        for i in range(1, steps + 1):
            self.pointer(*(round(a + (b - a) * i / steps) for a, b in zip(start, end)))
            time.sleep(0.03)
        time.sleep(0.2)
        self.run('xdotool', 'mouseup', '1')

    def close(self):
        for program in reversed(self.programs):
            program.kill()
            program.wait()
