"""What a screen reader finds in the studio: a tree of items with roles, names and places.

The tree is asked for over AT-SPI on a bus of its own, all items of a level at once, so that a
look at a whole window takes a fraction of a second.

SPDX-License-Identifier: MIT
"""
import re
import subprocess

import session as session_module
from bus import Bus

APPLICATION = 'imaginet-studio'
ROOT = '/org/a11y/atspi/accessible/root'
ACCESSIBLE = 'org.a11y.atspi.Accessible'
TEXT = 'org.a11y.atspi.Text'
PROPERTIES = 'org.freedesktop.DBus.Properties'
COMPONENT = 'org.a11y.atspi.Component'
NAME = ('ss', ACCESSIBLE, 'Name')
WINDOW_COORDINATES = ('u', 1)
STATES = {name: number for number, name in (
    (1, 'active'), (4, 'checked'), (8, 'enabled'), (10, 'expanded'), (11, 'focusable'),
    (12, 'focused'), (20, 'pressed'), (23, 'selected'), (24, 'sensitive'), (30, 'visible'))}
CHILDLESS = ('image', 'label', 'separator')
TIMEOUT_S = 20


class Gone(Exception):
    """What was looked at has vanished."""


def matches(expected, text):
    """Whether a text is what is expected, a text or a pattern."""
    if isinstance(expected, re.Pattern):
        return expected.fullmatch(text) is not None
    return text == expected


class Item:
    """What a screen reader knows of one widget. Its box is (x, y, width, height) in its window."""

    def __init__(self, reference, parent):
        self.reference, self.parent = reference, parent
        self.role = self.name = ''
        self.states, self.box, self.children = 0, None, []

    def has(self, state):
        return bool(self.states >> STATES[state] & 1)

    def is_shown(self):
        """What has no place of its own shows what is in it; what has no size shows nothing."""
        return self.has('visible') and (self.box is None or min(self.box[2:]) > 0)

    def is_called(self, name):
        """Whether it has that name. GTK says a name twice where it stands in a label and in a
        tooltip, with the mark of its mnemonic."""
        return matches(name, self.name) or self.name.replace('_', '') == f'{name} {name}'

    def walk(self):
        yield self
        for child in self.children:
            yield from child.walk()

    def is_in(self, state):
        """Whether the item or one around it has a state."""
        return self.has(state) or self.parent is not None and self.parent.is_in(state)

    def chain(self):
        """The item, and what it is in from the inside to the window."""
        return [self] + (self.parent.chain() if self.parent else [])

    def window(self):
        return self.chain()[-1]

    def find(self, name, role=None, where=None):
        """The first item in it that fits."""
        return next((item for item in self.walk() if item.fits(name, role, where)), None)

    def fits(self, name, role=None, where=None):
        return self.is_called(name) and self.box is not None \
            and (role is None or matches(role, self.role)) and (where is None or where(self))

    def texts(self):
        """The names of all that is shown."""
        return [item.name for item in self.walk() if item.name]

    def __repr__(self):
        return f'{self.role} “{self.name}” {self.box}'


class Reader:
    """Reads the windows of the studio that runs in a session."""

    def __init__(self, session):
        self.roles, self.found = {}, {}  # roles of references, and what was searched
        bus = session.start(['dbus-daemon', '--session', '--nofork', '--print-address'],
                            session.environment, stdout=subprocess.PIPE)
        address = bus.stdout.readline().strip()
        session.environment['DBUS_SESSION_BUS_ADDRESS'] = address
        session.environment['GTK_A11Y'] = 'atspi'
        self.bus = Bus(address, TIMEOUT_S)
        self.bus = Bus(self.ask_one(('org.a11y.Bus', '/org/a11y/bus'), 'org.a11y.Bus',
                                    'GetAddress'), TIMEOUT_S)

    @staticmethod
    def missing():
        """What is not installed of what it needs."""
        return session_module.missing('dbus-daemon')

    def ask_one(self, reference, interface, method, *arguments):
        answer = self.bus.ask([(reference, interface, method, arguments)])[0]
        if answer is None:
            raise Gone(method)
        return answer[0] if len(answer) == 1 else answer

    def applications(self):
        registry = ('org.a11y.atspi.Registry', ROOT)
        children = self.ask_one(registry, ACCESSIBLE, 'GetChildren')
        answers = self.bus.ask([(child, PROPERTIES, 'Get', NAME) for child in children])
        return [child for child, answer in zip(children, answers)
                if answer and answer[0] == APPLICATION]

    def look(self, items):
        """Finds out what is known of items; those that are shown get their children. Nothing
        else is asked of what is not visible, which is half of a window, and of what has no room,
        such as the rows that a long list keeps for later."""
        for item, state in zip(items, self.bus.ask([(item.reference, ACCESSIBLE, 'GetState', ())
                                                for item in items])):
            item.states = state[0][0] | state[0][1] << 32 if state else 0
        items = [item for item in items if item.has('visible')]
        for item, box in zip(items, self.bus.ask([
                (item.reference, COMPONENT, 'GetExtents', WINDOW_COORDINATES) for item in items])):
            item.box = box and box[0]
        items = [item for item in items if item.is_shown()]
        self.ask_roles([item for item in items if item.reference not in self.roles])
        answers = iter(self.bus.ask([question for item in items for question in (
            (item.reference, PROPERTIES, 'Get', NAME),
            *[(item.reference, ACCESSIBLE, 'GetChildren', ())] * self.may_have_children(item))]))
        for item in items:
            known = next(answers)
            children = next(answers) if self.may_have_children(item) else None
            if known is None or item.reference not in self.roles:
                item.states = 0  # it has vanished
                continue
            item.name, item.role = known[0], self.roles[item.reference]
            if children:
                item.children = [Item(child, item) for child in children[0]]

    def ask_roles(self, items):
        """The role of a widget stays what it is."""
        answers = self.bus.ask([(item.reference, ACCESSIBLE, 'GetRoleName', ()) for item in items])
        self.roles.update((item.reference, answer[0])
                          for item, answer in zip(items, answers) if answer)

    def may_have_children(self, item):
        return self.roles.get(item.reference) not in CHILDLESS

    def top(self):
        """The windows, without what is in them."""
        windows = [Item(child, None) for application in self.applications()
                   for child in self.ask_one(application, ACCESSIBLE, 'GetChildren')]
        self.look(windows)
        return [window for window in windows if window.is_shown()]

    def next_level(self, items):
        """What is shown in items."""
        children = [child for item in items for child in item.children]
        self.look(children)
        for item in items:
            item.children = [child for child in item.children if child.is_shown()]
        return [child for child in children if child.is_shown()]

    def fill(self, items):
        """Finds out all that is shown in items."""
        level = items
        while level:
            level = self.next_level(level)
        return items

    def windows(self):
        """The windows, each with all that is in it and shown."""
        return self.fill(self.top())

    def active(self):
        """The windows that have the keyboard, or all where none says that it has, filled."""
        windows = self.top()
        return self.fill([window for window in windows if window.has('active')] or windows)

    def search(self, name, role=None, inside=None, where=None):
        """Looks for an item level by level, in what has the name `inside` if one is given, in
        the active window before others. What is in the item is found out, too."""
        item = self.search_again(name, role, inside, where)
        windows = [] if item else sorted(self.top(), key=lambda window: not window.has('active'))
        for window in windows:
            item = item or self.search_window(window, name, role, inside, where)
        self.found[name, role, inside] = item
        return item

    def search_again(self, name, role, inside, where):
        """Looks for an item where it was found the last time."""
        item = self.found.get((name, role, inside))
        if item is None:
            return None
        again = [Item(around.reference, None) for around in item.chain()]
        for below, above in zip(again, again[1:]):
            below.parent = above
        self.look(again)
        is_there = all(one.is_shown() for one in again) and again[0].fits(name, role, where) \
            and (inside is None or any(one.is_called(inside) for one in again[1:]))
        return self.fill([again[0]])[0] if is_there else None

    def search_window(self, window, name, role, inside, where):
        level = [window]
        while level:
            if inside is not None:
                around = [item for item in level if item.is_called(inside)]
                found = (container.find(name, role, where) for container in self.fill(around))
            else:
                found = (item for item in level if item.fits(name, role, where))
            item = next(filter(None, found), None)
            if item is not None:
                return self.fill([item])[0] if inside is None else item
            level = self.next_level([item for item in level
                                     if inside is None or not item.is_called(inside)])
        return None

    def look_again(self, item):
        """Finds out anew what is known of an item; it may have vanished."""
        again = Item(item.reference, item.parent)
        self.look([again])
        return self.fill([again])[0] if again.is_shown() else None

    def texts(self, title=None):
        """The names of all that is shown, or of what is in windows of that title."""
        windows = [window for window in self.top() if title in (None, window.name)]
        return [text for window in self.fill(windows) for text in window.texts()]

    def text(self, item):
        """What is in a field."""
        return self.ask_one(item.reference, TEXT, 'GetText', 'ii', 0, self.count(item))

    def count(self, item):
        """The number of characters in a field."""
        return self.ask_one(item.reference, PROPERTIES, 'Get', 'ss', TEXT, 'CharacterCount')

    def selection(self, item):
        """What is selected in a field."""
        start, end = self.ask_one(item.reference, TEXT, 'GetSelection', 'i', 0)
        return self.ask_one(item.reference, TEXT, 'GetText', 'ii', start, end)

    def is_all_selected(self, item):
        """Whether there is something in a field, and all of it is selected."""
        count = self.count(item)
        return count > 0 and \
            self.ask_one(item.reference, TEXT, 'GetSelection', 'i', 0) == (0, count)

    def act(self, item, action):
        """Does an action that an item offers; a window offers those of its menus."""
        actions = [entry[0] for entry in self.ask_one(
            item.reference, 'org.a11y.atspi.Action', 'GetActions')]
        return action in actions and self.ask_one(
            item.reference, 'org.a11y.atspi.Action', 'DoAction', 'i', actions.index(action))
