#!/usr/bin/python3
"""Starts the studio as a desktop does: by its D-Bus name, twice, with files, with actions.

usage: test-activation.py IMAGINET_STUDIO TOP BUILD

SPDX-License-Identifier: MIT
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

from session import TOOLS, Session, missing

ID = 'org.imaginet.Studio'
PATH = '/org/imaginet/Studio'
CHANGE_S = 5  # after which keys were lost
PROBLEM = re.compile(r'.*(?:CRITICAL|WARNING|Sanitizer|runtime error).*')


class Desktop(Session):
    """A session with a bus that knows how to start the studio."""

    def __init__(self, folder, program, service):
        super().__init__(folder)
        self.environment['GSETTINGS_BACKEND'] = 'keyfile'
        self.install_service(program, service)
        self.bus = self.start(['dbus-daemon', '--session', '--nofork', '--print-address=1'],
                              self.environment, stdout=subprocess.PIPE)
        self.environment['DBUS_SESSION_BUS_ADDRESS'] = self.bus.stdout.readline().strip()

    def install_service(self, program, service):
        """Installs the built service file, for the program in the build folder."""
        folder = os.path.join(self.environment['XDG_DATA_HOME'], 'dbus-1', 'services')
        os.makedirs(folder)
        with open(service, encoding='utf-8') as file:
            text = re.sub(r'^Exec=\S+', 'Exec=' + program, file.read(), flags=re.M)
        with open(os.path.join(folder, os.path.basename(service)), 'w', encoding='utf-8') as file:
            file.write(text)

    def call(self, destination, path, method, *arguments):
        return self.run('gdbus', 'call', '--session', '--dest', destination, '--object-path',
                        path, '--method', method, *arguments)

    def application(self, method, *arguments):
        return self.call(ID, PATH, 'org.freedesktop.Application.' + method, *arguments)

    def process(self):
        """Returns the id of the process that owns the name, or None."""
        answer = self.call('org.freedesktop.DBus', '/org/freedesktop/DBus',
                           'org.freedesktop.DBus.GetConnectionUnixProcessID', ID)
        found = re.search(r'uint32 (\d+)', answer)
        return int(found[1]) if found else None

    def windows(self):
        """Returns the ids of the windows that the window manager manages."""
        return re.findall(r'0x[0-9a-f]+', self.run('xprop', '-root', '_NET_CLIENT_LIST'))

    def active(self):
        return re.findall(r'0x[0-9a-f]+', self.run('xprop', '-root', '_NET_ACTIVE_WINDOW'))

    def titles(self):
        return [self.run('xdotool', 'getwindowname', window).strip() for window in self.windows()]

    def is_changed(self):
        """Whether the title of a window has the mark of changes."""
        return any(self.run('xdotool', 'getwindowname', window).startswith('•')
                   for window in self.windows())

    def settings(self):
        """Returns the settings that differ from their defaults."""
        path = os.path.join(self.environment['XDG_CONFIG_HOME'], 'glib-2.0', 'settings', 'keyfile')
        if not os.path.exists(path):
            return ''
        with open(path, encoding='utf-8') as file:
            return file.read()

    def size(self, window):
        return tuple(map(int, re.findall(r'(?:WIDTH|HEIGHT)=(\d+)', self.run(
            'xdotool', 'getwindowgeometry', '--shell', window))))


class Test:
    def __init__(self, desktop, program, top):
        self.desktop, self.program, self.top = desktop, program, top
        self.count = self.failed = 0

    def check(self, name, expected, look):
        """Looks until what is expected is there."""
        good = self.desktop.wait(lambda: look() == expected)
        self.count += 1
        self.failed += not good
        print(f'{"ok" if good else "not ok"} {self.count} {name}', flush=True)
        if not good:
            print(f'# expected {expected}, found {look()}')

    def launch(self, *arguments, **variables):
        """Runs the program until it ends; returns its status and what it printed."""
        done = subprocess.run([self.program, *arguments], capture_output=True, text=True,
                              timeout=30, env={**self.desktop.environment, **variables})
        return done.returncode, done.stdout

    def example(self, name):
        return os.path.join(self.top, 'data', 'examples', name + '.imunit')


def test_one_process(test):
    """Every way to start it ends in the process that the bus started."""
    desktop = test.desktop
    desktop.application('Activate', '{}')
    test.check('activate-shows-window', 1, lambda: len(desktop.windows()))
    process = desktop.process()
    desktop.application('Activate', '{}')
    test.check('activate-again-shows-same-window', 1, lambda: len(desktop.windows()))
    desktop.application('Open', f"['file://{test.example('audio-window')}']", '{}')
    test.check('open-uses-empty-window', 1, lambda: len(desktop.windows()))
    test.check('second-launch-ends', 0, lambda: test.launch(test.example('speech-features'))[0])
    test.check('second-launch-opens-tab', ['speech-features.imunit — Imaginet Studio'],
               desktop.titles)
    test.launch(os.path.join(test.top, 'units', 'Core', 'Math', 'Abs'))
    test.check('folder-opens-its-unit', ['Abs.imunit — Imaginet Studio'], desktop.titles)
    test.launch(test.example('speech-features'))
    test.check('open-file-is-shown', ['speech-features.imunit — Imaginet Studio'], desktop.titles)
    windows = len(desktop.windows())
    test.launch('--new-window')
    test.check('new-window-option', windows + 1, lambda: len(desktop.windows()))
    desktop.application('ActivateAction', 'new-window', '[]', '{}')
    test.check('new-window-action', windows + 2, lambda: len(desktop.windows()))
    test.check('same-process', process, desktop.process)
    desktop.application('ActivateAction', 'quit', '[]', '{}')
    test.check('quit-closes-all', (0, None), lambda: (len(desktop.windows()), desktop.process()))


def test_window_state(test):
    """The size of the last window is the size of the next one, in a new process."""
    desktop = test.desktop
    desktop.application('Activate', '{}')
    test.check('window', 1, lambda: len(desktop.windows()))
    window = desktop.windows()[0]
    desktop.run('xdotool', 'windowsize', window, '1000', '600')
    test.check('size-is-saved', True, lambda: 'window-width=1000' in desktop.settings())
    resized = desktop.size(window)
    desktop.application('ActivateAction', 'quit', '[]', '{}')
    test.check('quit', None, desktop.process)
    desktop.application('Activate', '{}')
    test.check('window-size-is-kept', resized,
               lambda: next((desktop.size(each) for each in desktop.windows()), None))
    desktop.application('ActivateAction', 'quit', '[]', '{}')
    test.check('quit-again', None, desktop.process)


def test_quit_asks(test):
    """A window with changes keeps the application, the others close."""
    desktop = test.desktop
    path = os.path.join(desktop.folder, 'changed.imunit')
    shutil.copy(test.example('audio-window'), path)
    desktop.application('Open', f"['file://{path}']", '{}')
    test.check('window-for-changes', 1, lambda: len(desktop.windows()))
    test.check('window-is-active', desktop.windows(), desktop.active)
    before = os.stat(path).st_ino

    def is_changed():
        """Tries it, which does nothing before the window is filled."""
        if not desktop.is_changed():
            desktop.keys('ctrl+a', 'ctrl+e')
        return desktop.wait(desktop.is_changed, CHANGE_S)
    test.check('changed-first', True, is_changed)
    desktop.keys('ctrl+s')
    test.check('saved', True, lambda: os.stat(path).st_ino != before)
    desktop.keys('ctrl+z')
    test.check('changed', True, lambda: desktop.is_changed())
    desktop.application('ActivateAction', 'new-window', '[]', '{}')
    test.check('window-without-changes', 2, lambda: len(desktop.windows()))
    desktop.application('ActivateAction', 'quit', '[]', '{}')
    test.check('quit-asks', 2, lambda: len(desktop.windows()))
    desktop.keys('Escape')
    test.check('cancel-keeps-window', 1, lambda: len(desktop.windows()))
    desktop.application('ActivateAction', 'quit', '[]', '{}')
    test.check('quit-asks-again', 2, lambda: len(desktop.windows()))
    desktop.keys('alt+d')
    test.check('discard-quits', None, desktop.process)


def test_command_line(test):
    """What needs no display."""
    version = test.launch('--version', DISPLAY='')
    test.check('version', True, lambda: version[0] == 0 and
               re.fullmatch(r'imaginet-studio \d+\.\d+\.\d+\n', version[1]) is not None)
    options = set(re.findall(r'--[a-z-]+', test.launch('--help', DISPLAY='', LANGUAGE='C')[1]))
    with open(os.path.join(test.top, 'data', 'imaginet-studio.1'), encoding='utf-8') as file:
        manual = set(re.findall(r'\\-(-[a-z-]+|[a-z-]+)', file.read()))
    test.check('manual-has-options', [], lambda: sorted(
        option for option in options if option[2:] not in manual))
    german = test.launch('--help', DISPLAY='', LANGUAGE='de')[1]
    test.check('help-in-german', True, lambda: 'Ein neues Fenster öffnen' in german)


def main(program, top, build):
    absent = missing(*TOOLS, 'dbus-daemon', 'gdbus')
    if absent:
        print(f'1..0 # SKIP not installed: {", ".join(absent)}')
        return 0
    service = os.path.join(build, 'data', 'desktop', ID + '.service')
    with tempfile.TemporaryDirectory() as folder:
        desktop = Desktop(folder, os.path.abspath(program), service)
        try:
            test = Test(desktop, program, top)
            test_one_process(test)
            test_window_state(test)
            test_quit_asks(test)
            test_command_line(test)
        finally:
            desktop.application('ActivateAction', 'quit', '[]', '{}')
            desktop.close()
        messages = desktop.bus.stderr.read()
        test.check('no-messages', [], lambda: PROBLEM.findall(messages))
    print(f'1..{test.count}')
    return 1 if test.failed else 0


sys.exit(main(*sys.argv[1:]))
