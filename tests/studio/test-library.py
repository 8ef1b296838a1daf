#!/usr/bin/python3
"""Finds and inserts units in every way there is, from an empty window on.

usage: test-library.py IMAGINET_STUDIO SCREENSHOTS

A new pipeline is made, and units come to it from the palette, from the search and from the
tree of the library; then the file is opened again from the list of recent files and taken
out of that list. What came of it is read from the files; pictures go to SCREENSHOTS.

SPDX-License-Identifier: MIT
"""
import os
import re
import shutil
import sys

import walk as walks

FIGURE = 60  # pixels that a figure of a description has at least, each way
NAME = 'first-steps.imunit'
FOUND = 'Units found'
HINT = re.compile('Select a unit to read about it.*')
UNITS = 'units'
UNIT = '''<Imaginet>
  <Function unit="Vendor.Clip"><DisplayName>Clip That Came</DisplayName></Function>
</Imaginet>
'''


class Steps:
    """A walk that looks at the layers of the file."""

    def __init__(self, walk, path):
        self.walk, self.path = walk, path
        self.recent = os.path.join(walk.session.environment['XDG_DATA_HOME'],
                                   'recently-used.xbel')

    def layers(self):
        return re.findall(r'<Unit id="[^"]*?(\w+)"', self.walk.saved(self.path))

    def check(self, name, *expected):
        self.walk.check(name, lambda: self.layers() == list(expected), self.layers)

    def is_recent(self):
        if not os.path.exists(self.recent):
            return False
        with open(self.recent, encoding='utf-8') as file:
            return NAME in file.read()


def add_folder(walk, units):
    """Lets the window have a folder of units, in which there are none yet."""
    settings = os.path.join(walk.session.environment['XDG_CONFIG_HOME'], 'glib-2.0', 'settings')
    os.makedirs(settings)
    os.mkdir(units)
    with open(os.path.join(settings, 'keyfile'), 'w', encoding='utf-8') as file:
        file.write(f"[org/imaginet/Studio]\nunit-folders=['{units}']\n")
    walk.session.environment['GSETTINGS_BACKEND'] = 'keyfile'


def make(steps, walk):
    """A new stack is there at once, and saved where the dialog says."""
    walk.click('New Pipeline', 'button')
    walk.wait_for('Stack of Layers', 'menu item', where=lambda item: item.has('focused'))
    walk.keys('Return')
    walk.check('new-pipeline', lambda: any('Untitled' in title for title in walk.titles()))
    walk.rest()
    walk.keys('ctrl+s')
    walk.wait_for('Name:', 'label')
    walk.enter(steps.path)
    walk.keys('Return')

    def is_saved():
        return os.path.exists(steps.path) and '<DisplayName>First Steps</DisplayName>' in \
            walk.saved(steps.path)
    walk.check('saved-as', is_saved)
    walk.rest()
    walk.wait_for(HINT)
    walk.check('hint-leaves-room', lambda: walk.find('Documentation').box[3] < 120,
               lambda: walk.find('Documentation').box)


def search_windows(walk):
    """Waits until what does not fit is gone; “Abs” was the first one."""
    walk.open_palette()
    walk.type('window')
    walk.wait_until(lambda: walk.find('Hamming Window', 'label', FOUND)
                    and not walk.find('Abs', 'label', FOUND))


def use_palette(steps, walk):
    walk.insert('absolute value of the smallest', 'Abs')
    steps.check('words-of-documentation', 'Abs')
    walk.open_palette()
    walk.find_unit('slwin', 'Sliding Window')
    walk.keys('Escape')
    walk.wait_until_closed(walks.PALETTE)
    steps.check('escape-changes-nothing', 'Abs')
    walk.insert('', 'Abs')
    steps.check('recent-comes-first', 'Abs', 'Abs')
    search_windows(walk)
    walk.keys('Down', 'Down', 'Down', 'Up', 'Return')
    walk.wait_until_closed(walks.PALETTE)
    steps.check('arrows', 'Abs', 'Abs', 'Hamming')
    search_windows(walk)
    walk.report('icons', walk.find('GtkImage', 'image', FOUND))
    walk.click('Blackman Window', 'label', FOUND)
    steps.check('click', 'Abs', 'Abs', 'Hamming', 'Blackman')
    walk.keys('ctrl+z')
    walk.open_palette()
    walk.type('zzqx')
    walk.wait_for('No Units Found', 'label', walks.PALETTE)
    walk.keys('Return', 'Escape')
    walk.wait_until_closed(walks.PALETTE)
    steps.check('nothing-found', 'Abs', 'Abs', 'Hamming')
    walk.keys('ctrl+z', 'ctrl+z')
    steps.check('undo', 'Abs')


def follow_units(steps, walk):
    """A unit that comes into a folder of units comes into the palette that is open; what is
    selected stays so."""
    folder = os.path.join(os.path.dirname(steps.path), UNITS, 'Clip')
    walk.open_palette()
    walk.find_unit('clip', 'Clip')
    os.mkdir(folder)
    with open(os.path.join(folder, 'Clip.imunit'), 'w', encoding='utf-8') as file:
        file.write(UNIT)
    walk.check('comes-while-open', lambda: walk.find('Clip That Came', 'label', FOUND))
    walk.check('selection-stays', lambda: walk.find(
        'Clip', 'label', FOUND, lambda label: label.is_in('selected')))
    walk.keys('Escape')
    walk.wait_until_closed(walks.PALETTE)
    shutil.rmtree(folder)


def find_units(steps, walk):
    """Each search at the side shows and selects its best answer, however far the list of the
    one before was scrolled."""
    def is_selected(label):
        return label.is_in('selected')
    walk.keys('ctrl+f')
    walk.type('mel')
    walk.wait_for('Mel Filterbank', 'label', 'Units', is_selected)
    walk.check('no-letters-of-families', lambda: not walk.find('Debounce', 'label', 'Units'))
    walk.enter('fft')
    walk.check('library-search', lambda: walk.find('FFT', 'label', 'Units', is_selected))
    walk.enter('zzqx')
    walk.wait_for(re.compile('No units are found.*'), 'label')
    walk.enter('band-pass')
    walk.check('figure', lambda: walk.find(
        'GtkPicture', 'image', where=lambda image: min(image.box[2:]) > FIGURE))
    walk.enter('abs')
    walk.keys('ctrl+a', 'BackSpace')


def use_canvas(steps, walk):
    """The palette for a place on the canvas, which is forgotten if nothing is chosen."""
    def first_pipe():
        return walk.between(walk.wait_for(re.compile('Input .*'), 'group', 'Pipeline'),
                            walk.wait_for('Abs, layer 1'))
    walk.press(first_pipe(), times=2)
    walk.wait_for_palette()
    walk.find_unit('clip', 'Clip')
    walk.keys('Return')
    steps.check('double-click', 'Clip', 'Abs')
    walk.keys('ctrl+z')
    steps.check('undo-double-click', 'Abs')
    walk.press(first_pipe(), times=2)
    walk.wait_for_palette()
    walk.keys('Escape')
    walk.wait_until_closed(walks.PALETTE)
    walk.press(walk.place(walk.wait_for('Pipeline', 'group'), 0.1, 0.9))
    walk.open_palette('slash')
    walk.find_unit('clip', 'Clip')
    walk.keys('Return')
    steps.check('slash', 'Abs', 'Clip')
    walk.keys('ctrl+z')


def scroll_documentation(walk):
    """Turns the wheel over what is said of a unit until its end is in view."""
    start = walk.place(walk.wait_for('Core.Math.Clip', 'label', 'Documentation'))
    end = walk.wait_for(re.compile(r'arm_clip_f32.*'), 'label', 'Documentation')

    def is_in_view():
        box = walk.wait_for(end.name, 'label', 'Documentation').box
        if box[1] + box[3] <= end.window().box[3]:
            return True
        walk.session.pointer(*start)
        walk.session.run('xdotool', 'click', '5')
        walk.settle()
        return False
    walk.wait_until(is_in_view)


def use_library(steps, walk):
    walk.drag(walk.place(walk.wait_for('DC Blocker', 'label', 'Units')),
              walk.place(walk.wait_for('Pipeline', 'group'), 0.5, 0.5))
    steps.check('drag-from-tree', 'Abs', 'DcBlocker')
    walk.keys('ctrl+f')
    walk.type('clip')
    walk.keys('Return')  # at once: the search waits for a pause, Enter does not
    steps.check('enter-in-search', 'Abs', 'DcBlocker', 'Clip')
    walk.keys('ctrl+f', 'ctrl+a')
    walk.type('clip')
    walk.wait_for('Clip', 'label', 'Units')
    walk.keys('Down')
    scroll_documentation(walk)
    walk.check('equivalents', lambda: walk.find('np.clip(input, low, high)', 'label'))
    walk.keys('shift+F10')
    walk.wait_for(re.compile('Insert.*'), 'menu item', where=lambda item: item.has('focused'))
    walk.keys('Return')
    steps.check('menu-inserts', 'Abs', 'DcBlocker', 'Clip', 'Clip')


def use_recent(steps, walk):
    def wait_for_windows(n):
        walk.wait_until(lambda: len(walk.titles()) == n)
        walk.rest()
    walk.keys('ctrl+n')
    wait_for_windows(2)
    walk.click(NAME, 'list item', 'Recent Files', across=0.3)
    walk.check('recent-is-shown', lambda: sorted(NAME in title for title in walk.titles()) == [False, True])
    walk.rest()
    walk.insert('rms', 'RMS')
    walk.check('recent-is-edited', lambda: 'Rms' in steps.layers(), steps.layers)
    walk.keys('ctrl+n')
    wait_for_windows(3)
    walk.check('recent-is-listed', steps.is_recent)
    walk.click(f'Remove “{NAME}” From the List', 'button')
    walk.check('recent-is-removed', lambda: not steps.is_recent())


def main(program, screenshots):
    def go(walk, folder):
        add_folder(walk, os.path.join(folder, UNITS))
        walk.start()
        steps = Steps(walk, os.path.join(folder, NAME))
        for part in make, use_palette, follow_units, use_canvas, find_units, use_library, use_recent:
            part(steps, walk)
        walk.stop()
    return walks.run('library', go, program, screenshots)


sys.exit(main(*sys.argv[1:]))
