"""Walks through the window: what a user does with pointer and keys, and what comes of it.

Widgets are found by what a screen reader calls them, and nothing is done before they are
there and have come to rest. Each step is a line of TAP; there is a picture of each that fails,
and of the others, too, if the environment has PICTURES.

SPDX-License-Identifier: MIT
"""
import contextlib
import inspect
import io
import os
import re
import subprocess
import tempfile
import time
import traceback

from reader import Gone, Reader, matches
from session import TOOLS, WAIT_S, Session, missing

# GTK 4.8 lays a text out while it draws it, and then has no place for the scrollbars yet; they
# are drawn in the next frame. So is a pane whose handle was dragged far.
DRAWN_EARLY = re.compile('Trying to snapshot Gtk(Gizmo|Paned)')
SEARCH, PALETTE = 'Search units', 'Insert Unit'
SELECT_S, FILL_S, FOCUS_S = 1, 5, 5
BADGE = re.compile(r'(No|\d+) Problems?( · .*)?')  # how many there are
FIELD = re.compile('text box|search box|spin button')
BARS = 96  # pixels of the window above what is scrolled
PICTURES = 'IMAGINET_WALK_PICTURES'
# Answers of the studio after an input and before a click, and time for it to draw between two.
SETTLING, POINTING, FRAME_S = 2, 5, 0.017


class Lost(Exception):
    """What a walk needs is not there."""


class Failed(Exception):
    """A step has failed, and the walk ends there."""


def source_of(condition):
    """The text of a condition, on one line."""
    try:
        return ' '.join(inspect.getsource(condition).split())
    except (OSError, TypeError):
        return str(condition)


class Walk:
    """One user at one display.

    An item is found by its name; `role` and the name of what it is `inside` tell it from others
    of that name, and `where` is a condition for it.
    """

    def __init__(self, session, reader, program, name, pictures, goes_on):
        self.session, self.reader, self.program = session, reader, program
        self.name, self.pictures, self.goes_on = name, pictures, goes_on
        self.studio = None
        self.count = 0
        self.failed = []

    # The program.

    def launch(self, *arguments, **variables):
        """Starts the studio."""
        self.studio = self.session.start([self.program, *arguments],
                                         {**self.session.environment, **variables})
        return self.studio

    def start(self, *arguments, **variables):
        """Starts the studio, and waits until its window is filled."""
        self.launch(*arguments, **variables)
        if not self.wait(self.session.windows):
            raise Lost('there is no window')
        self.session.activate()
        self.rest()
        return self.studio

    def rest(self):
        """Waits until nothing of what is shown changes any more."""
        last = [None]

        def rests():
            before, last[0] = last[0], [repr(item) for window in self.windows()
                                        for item in window.walk()]
            return last[0] and before == last[0]
        if not self.wait(rests):
            raise Lost('the window does not come to rest')

    def stop(self, name='no-messages'):
        """Ends the studio as a crash does, and checks what it has said until then."""
        self.report('runs-' + name, self.studio.poll() is None)
        self.studio.kill()
        self.check_messages(name)

    def check_messages(self, name='no-messages'):
        """Checks what a studio that has ended has printed."""
        lines = [line for line in self.studio.stderr if not DRAWN_EARLY.search(line)]
        self.studio.wait()
        self.wait(lambda: not self.session.windows())
        self.report(name, not any(word in line for line in lines
                                  for word in ('CRITICAL', 'WARNING')), ''.join(lines))

    def wait(self, condition, limit_s=WAIT_S):
        """Looks until the condition holds; returns what it gave last. It does not hold while what
        it looks at is being replaced."""
        def holds():
            try:
                return condition()
            except Gone:
                return False
        return self.session.wait(holds, limit_s)

    # What is shown.

    def windows(self):
        try:
            return self.reader.windows()
        except Gone:
            return []

    def titles(self):
        try:
            return [window.name for window in self.reader.top()]
        except Gone:
            return []

    def find(self, name, role=None, inside=None, where=None):
        try:
            return self.reader.search(name, role, inside, where)
        except Gone:
            return None

    def wait_for(self, name, role=None, inside=None, where=None):
        """Waits until the item is there and has come to rest."""
        last = [None]

        def rests():
            before, last[0] = last[0], last[0] and self.reader.look_again(last[0])
            if last[0] is None or not last[0].fits(name, role, where):
                last[0] = self.find(name, role, inside, where)
                self.settle()
            return before and last[0] and before.box == last[0].box
        if not self.wait(rests):
            raise Lost(self.missing(name, role, inside, where))
        return last[0]

    def wait_until(self, condition):
        """Waits until a condition holds."""
        if not self.wait(condition):
            raise Lost(f'waited {WAIT_S} s for {source_of(condition)}')

    def missing(self, name, role, inside, where):
        """What was waited for, and what there is instead."""
        def wanted(text):
            return f'“{getattr(text, "pattern", text)}”'
        items = [item for window in self.windows() for item in window.walk()]
        near = [item for item in items if item.fits(name)]
        if not near and role is not None:
            near = [item for item in items if matches(role, item.role) and item.name]
        return f'expected {role or "an item"} {wanted(name)}' + \
            (f' in {wanted(inside)}' if inside else '') + \
            (', for which ' + source_of(where) if where else '') + \
            f', found {", ".join(map(repr, near)) or "nothing like it"}'

    def selection_of(self, *arguments, **conditions):
        """What is selected in a field, or None if it is not there."""
        item = self.find(*arguments, **conditions)
        try:
            return item and self.reader.selection(item)
        except Gone:
            return None

    def texts(self, title=None):
        try:
            return self.reader.texts(title)
        except Gone:
            return []

    def shows(self, *texts, title=None):
        """Whether each text is a part of what is shown."""
        found = '\n'.join(self.texts(title))
        return all(text in found for text in texts)

    def settle(self, answers=SETTLING):
        """Waits until the studio has handled what was done, and drawn it."""
        for _ in range(answers):
            time.sleep(FRAME_S)
            self.reader.applications()

    # What a user does.

    def between(self, upper, lower):
        """The place between two items on the screen."""
        places = self.place(upper), self.place(lower)
        return tuple(sum(numbers) // 2 for numbers in zip(*places))

    def place(self, item, across=0.5, down=0.5):
        """A place of an item on the screen; the window may have a border."""
        window = item.window()
        geometry = self.session.geometry(window.name)
        if geometry is None:
            raise Lost(f'there is no window “{window.name}” on the screen')
        x, y, width, height = geometry
        x += (width - window.box[2]) // 2 + item.box[0]
        y += (height - window.box[3]) // 2 + item.box[1]
        return round(x + item.box[2] * across), round(y + item.box[3] * down)

    def click(self, name, role=None, inside=None, where=None, across=0.5, down=0.5):
        """Points at an item, and clicks when that has been noticed."""
        self.press(self.place(self.wait_for(name, role, inside, where), across, down))

    def press(self, place, times=1):
        self.session.pointer(*place)
        self.settle(POINTING)
        delay = '1' if times == 1 else '50'  # after each click
        self.session.run('xdotool', 'click', '--repeat', str(times), '--delay', delay, '1')

    def wait_for_keyboard(self):
        """Waits until one of the windows has the keyboard: where one has closed, the window
        manager gives it to another one a moment later."""
        self.wait(lambda: self.session.focused() in self.titles(), FOCUS_S)

    def keys(self, *names):
        self.wait_for_keyboard()
        self.session.keys(*names)

    def type(self, text):
        self.wait_for_keyboard()
        self.session.type(text)

    def enter(self, text):
        """Types over what is in the field that has the focus. It waits until a field is selected,
        but not for long, since the field may be empty: GTK does not tell of all fields that they
        have the focus."""
        fields = []

        def tells(field):
            try:
                return self.reader.is_all_selected(field)
            except Gone:
                return False

        def is_selected():
            fields.extend([] if fields else [
                item for window in self.reader.active() for item in window.walk()
                if FIELD.fullmatch(item.role)])
            return any(map(tells, fields))
        self.keys('ctrl+a')
        self.wait(is_selected, SELECT_S)
        self.type(text)

    def open(self, title, name, role=None):
        """Clicks on what opens a window until the window is there; GTK 4.8 may lose a click on
        what has just come."""
        def opens():
            self.click(name, role)
            return self.wait(lambda: title in self.titles(), FILL_S)
        self.wait_until(opens)

    def fill(self, text, name, role=FIELD, inside=None, across=0.3, down=0.5):
        """Clicks on a field and types over what is in it. GTK 4.8 may lose a click or a key in
        what has just come; then it is done again."""
        def field():
            item = self.find(name, role, inside)
            if item is None:
                raise Gone(name)
            return item

        def holds(expected):
            return self.reader.text(field()) == expected

        def is_filled():
            self.click(name, role, inside, across=across, down=down)
            self.keys('ctrl+a')
            self.wait(lambda: self.reader.is_all_selected(field()) or holds(''), SELECT_S)
            self.type(text)
            return self.wait(lambda: holds(text), FILL_S)
        self.wait_until(is_filled)

    def pick(self, entry, name, inside=None):
        """Opens a list and goes in it to an entry until the list shows it, for the same reason."""
        def entries():
            field = self.find(name, 'combo box', inside)
            return [item.name for item in field.walk() if item.role == 'label' and
                    any(around.role == 'list item' for around in item.chain())] if field else []

        def shows():
            field = self.find(name, 'combo box', inside)
            return field and not entries() and field.find(entry, 'label')

        def is_picked():
            self.click(name, 'combo box', inside)
            if not self.wait(lambda: entry in entries(), FILL_S):
                return False
            self.keys('Home', *['Down'] * entries().index(entry), 'Return')
            return self.wait(shows, FILL_S)
        self.wait_until(is_picked)

    def hold(self, start, end):
        """Drags from a place to another one without dropping."""
        self.session.pointer(*start)
        self.settle(POINTING)
        self.session.hold(start, end)
        self.settle()

    def drop(self):
        self.session.drop()

    def drag(self, start, end):
        self.hold(start, end)
        self.drop()

    def choose(self, name):
        """Goes down in a menu that is open to an item, and takes it."""
        focused, role = re.compile('.+'), re.compile('(radio )?menu item')

        def reaches():
            item = self.find(focused, role, where=lambda item: item.has('focused'))
            if item and item.is_called(name):
                return True
            self.keys('Down')
            self.settle()
            return False
        self.wait_for(name, role)
        if not self.wait(reaches):
            raise Lost(f'no key leads to “{name}” in the menu')
        self.keys('Return')

    def scroll_to(self, name, role, inside, across=0.9):
        """Turns the wheel over an item's panel until the item is in the upper half of the
        window, below the bars."""
        def comes_up():
            item = self.wait_for(name, role, inside)
            top, height = item.window().box[1::2]
            is_above = item.box[1] < top + BARS
            if not is_above and item.box[1] < top + height // 2:
                return True
            panel = item.parent if is_above else item
            while panel.box[1] < top or panel.box[1] > top + height // 2 or \
                    panel.box[1] + panel.box[3] > top + height or \
                    is_above and panel.box[1] + panel.box[3] // 2 < top + BARS:
                panel = panel.parent
            self.session.pointer(*self.place(panel, across, 0.5))
            self.session.run('xdotool', 'click', '--repeat', '3' if is_above else '1',
                             '4' if is_above else '5')
            self.settle()
            return False
        if not self.wait(comes_up):
            raise Lost(f'“{name}” does not come up')

    def scroll_page(self, name):
        """Turns the wheel over the page of a unit until a button is seen well."""
        def is_seen():
            item = self.wait_for(name, 'button')
            top, height = item.window().box[1::2]
            if top + 150 < item.box[1] < top + height - 250:
                return True
            self.session.pointer(item.box[0] - 100, top + height // 2)
            self.session.run('xdotool', 'click', '4' if item.box[1] < top + height // 2 else '5')
            self.settle()
            return False
        self.wait_until(is_seen)

    def show_problems(self):
        """Opens the list of problems: it is closed until somebody wants to see it."""
        self.click(BADGE, 'button')

    def hide_problems(self):
        """Closes it: it stays open as well."""
        self.click(BADGE, 'button')

    def open_palette(self, *keys):
        """Opens the palette of units by its key or another one, and waits for it."""
        self.keys(*(keys or ['ctrl+t']))
        self.wait_for_palette()

    def wait_for_palette(self):
        self.wait_for(SEARCH, 'search box', PALETTE, lambda item: item.has('focused'))

    def find_unit(self, text, name):
        """Types in the palette until a unit is the one that Enter takes."""
        self.type(text)
        self.wait_for(name, 'label', 'Units found', lambda label: label.is_in('selected'))

    def insert(self, text, name):
        self.open_palette()
        self.find_unit(text, name)
        self.keys('Return')
        self.wait_until_closed(PALETTE)

    def wait_until_closed(self, title):
        self.wait_until(lambda: title not in self.titles())

    def export_picture(self, path):
        """Exports the picture that is shown; the dialog is gone when it returns."""
        self.keys('ctrl+p')
        self.wait_for('Name:', 'label')
        self.enter(path)
        self.keys('Return')
        self.wait_until(lambda: not self.find('Name:', 'label'))

    def save(self):
        """Saves what is not saved; the title has a mark until it is."""
        if self.session.run('xdotool', 'search', '--onlyvisible', '--name', '^•'):
            self.keys('ctrl+s')

    def saved(self, path):
        """The text of a file, after saving."""
        self.save()
        with open(path, encoding='utf-8') as file:
            return file.read()

    # What is reported.

    def report(self, name, good, detail=''):
        self.count += 1
        if not good:
            self.failed.append(name)
        if not good or PICTURES in os.environ:
            self.session.picture(
                os.path.join(self.pictures, f'{self.name}-{self.count}-{name}.png'))
        print(f'{"ok" if good else "not ok"} {self.count} {name}', flush=True)
        if not good:
            lines = [*str(detail() if callable(detail) else detail).splitlines(),
                     'is shown:', *(text for text in self.texts() if not text.startswith(('Adw', 'Gtk')))]
            print('\n'.join('# ' + line.replace('\n', ' ') for line in lines), flush=True)
            if not self.goes_on:
                raise Failed(name)

    def check(self, name, condition, detail=''):
        """Looks until the condition holds."""
        def told():
            found = str(detail() if callable(detail) else detail)
            return f'waited {WAIT_S} s for {source_of(condition)}\n' + \
                (f'found {found}' if found else '')
        self.report(name, self.wait(condition), told)

    def skip(self, name, reason):
        self.count += 1
        print(f'ok {self.count} {name} # SKIP {reason}', flush=True)


def attempt(name, steps, program, pictures, goes_on):
    """Walks once on a display of its own, and goes on behind a step that fails, or not; returns
    the walk."""
    with tempfile.TemporaryDirectory() as folder:
        session = Session(folder)
        try:
            walk = Walk(session, Reader(session), os.path.abspath(program), name, pictures,
                        goes_on)
            try:
                try:
                    steps(walk, folder)
                except (Lost, Gone, OSError, subprocess.SubprocessError):
                    walk.report('the-end-is-reached', False, traceback.format_exc())
            except Failed:
                pass
        finally:
            session.close()
    return walk


def run(name, steps, program, pictures, tools=()):
    """Runs a walk, and returns the exit status of the test.

    A walk that fails is walked once more, since GTK and the window manager may lose an event on
    a busy machine: a fault of the studio fails twice. That it was is listed among what is
    skipped, with the step that failed, and what was seen then is in the log.
    """
    absent = missing(*TOOLS, *tools) + Reader.missing()
    if absent:
        print(f'1..0 # SKIP not installed: {", ".join(absent)}')
        return 0
    os.makedirs(pictures, exist_ok=True)
    first = io.StringIO()
    with contextlib.redirect_stdout(first):
        walk = attempt(name, steps, program, pictures, False)
    if walk.failed:
        print(''.join('# at first: ' + line for line in first.getvalue().splitlines(True)), end='')
        failed, = walk.failed
        walk = attempt(name, steps, program, pictures, True)
        if not walk.failed:
            walk.skip('at-first', f'“{failed}” failed when it was walked first')
    else:
        print(first.getvalue(), end='')
    print(f'1..{walk.count}')
    return 1 if walk.failed else 0
