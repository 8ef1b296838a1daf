#!/usr/bin/python3
"""Types formulas into the Formula Lab, with real pointer and key events.

usage: test-formula-lab.py IMAGINET_STUDIO TOP SCREENSHOTS

What the window says is read as a screen reader does. Pictures of each step go to SCREENSHOTS.

SPDX-License-Identifier: MIT
"""
import os
import re
import shutil
import sys

import walk as walks

TITLE = 'Formula Lab'
FORMULA = 'function (I[M, N]) -> (O) { O[n : N] = +(I[m, n]); }'


def says(walk, name, *expected, never=()):
    """Waits until all that is expected is a part of what the lab shows."""
    def missing():
        texts = walk.texts(TITLE)
        return [part for part in expected if not any(part in text for text in texts)] + \
               [f'nothing like {part}' for part in never if any(part in text for text in texts)]
    walk.check(name, lambda: not missing(), missing)


def choose_example(walk, number):
    """Takes an example of the menu by its number."""
    walk.click('Examples', 'button', TITLE)
    walk.wait_for(re.compile('.*'), 'menu item', TITLE, lambda item: item.has('focused'))
    walk.keys(*['Down'] * number, 'Return')
    walk.rest()


def learn(walk):
    """The three mistakes of the document, and what becomes of them."""
    says(walk, 'wrong-pool', 'Every output is the maximum of all inputs', 'O: float32[3]', '9  9  9',
         'as Python')
    walk.click('Correct the Formula', 'button', TITLE)
    says(walk, 'corrected-pool', '5  9  4', never=['9  9  9', 'Correct the Formula'])
    choose_example(walk, 1)
    says(walk, 'average', 'Average whose output has no axis', 'Error', 'Line 5')
    walk.click('Correct the Formula', 'button', TITLE)
    says(walk, 'corrected-average', '2.5  3.5  4.5', never=['Error'])
    choose_example(walk, 2)
    says(walk, 'smallest', 'FLT_MIN is the smallest positive number', '1.1754944e-38')
    walk.click('Correct the Formula', 'button', TITLE)
    says(walk, 'corrected-smallest', '-1  -2  -3')


def write(walk):
    """A formula of one's own: first wrong, then with inputs of one's own."""
    walk.click('Formula', walks.FIELD, TITLE)
    walk.keys('ctrl+a')
    walk.type(FORMULA[:-1])
    says(walk, 'unfinished', 'compact form', 'Error', 'Line 1')
    walk.type('}')
    says(walk, 'guessed', 'O: float32[4]', '66  72  78  84', 'Inputs without values are filled',
         never=['Error'])
    walk.fill('[[1,2],[3', 'I', inside=TITLE)
    says(walk, 'unreadable', 'expected', never=['4  6'])
    walk.fill('[[1,2],[3,4]]', 'I', inside=TITLE)
    says(walk, 'given', 'O: float32[2]', '4  6', '4 valid sets of indices', never=['are filled'])


def export(walk, folder):
    path = os.path.join(folder, 'formula.svg')
    choose_example(walk, 6)
    says(walk, 'padding', 'Near both ends')
    walk.export_picture(path)
    walk.wait_until(lambda: os.path.exists(path))
    with open(path, encoding='utf-8') as file:
        text = file.read()
    missing = [part for part in ('<svg', '>Accesses<', '>Valid indices<', '>Loops<')
               if part not in text]
    walk.report('export', not missing, missing)


def open_unit(walk, top, folder):
    """A unit that is a formula: its page tells what follows from what is tried."""
    shutil.copytree(os.path.join(top, 'units', 'Core', 'Tensor', 'Conv1d'),
                    os.path.join(folder, 'Conv1d'))
    walk.start(os.path.join(folder, 'Conv1d', 'Conv1d.imunit'))
    walk.scroll_to('Open in Formula Lab', 'button', 'Formula')
    walk.check('declared-types', lambda: walk.shows('float32[12,4]'))
    walk.click('C', 'tab', 'Formula')
    walk.check('page-c', lambda: 'void' in walk.reader.text(
        walk.find('C code of the formula', inside='Formula')))
    walk.click('Python', 'tab', 'Formula')
    walk.check('page-python', lambda: 'import numpy' in walk.reader.text(
        walk.find('Python of the formula', inside='Formula')))


def explore_unit(walk, folder):
    """The formula goes to the lab with its inputs, and back into the file of the unit."""
    path = os.path.join(folder, 'Conv1d', 'conv1d.tile')
    walk.click('Open in Formula Lab', 'button', 'Formula')
    says(walk, 'lab-of-unit', 'conv1d.tile of Convolution 1-D', 'O: float32[12,4]')
    walk.click('Formula', walks.FIELD, TITLE)
    walk.keys('ctrl+a')
    walk.type('function (I[N, CI], K[T, CI, CO], S, D) -> (O) '
              '{ O[x, co : N - T + 1, CO] = +(I[x + t, ci] * K[t, ci, 0 * co]); }')
    says(walk, 'lab-of-another', 'O: float32[12,4]', '720 valid sets')
    walk.keys('ctrl+w')
    walk.click('Cancel', 'button')
    walk.click('Save to Unit', 'button', TITLE)
    says(walk, 'saved-to-unit', 'Saved “conv1d.tile”')
    walk.keys('ctrl+w')
    walk.wait_until_closed(TITLE)
    with open(path, encoding='utf-8') as file:
        walk.report('file-of-unit', '0 * co' in file.read())
    walk.click('conv1d.tile', 'tab', 'Formula')
    walk.check('page-follows', lambda: '0 * co' in walk.reader.text(
        walk.find('File of the formula', inside='Formula')))


def try_unit(walk):
    """Other shapes give other code, and the inspector knows them; wrong ones are said."""
    walk.scroll_to('Value of input to try', walks.FIELD, 'input (Input)')
    walk.fill('float32[9,3]', 'Value of input to try', inside='input (Input)')
    walk.check('inspector-follows', lambda: walk.shows('float32[5,4]'))
    walk.fill('float32[9,2]', 'Value of input to try', inside='input (Input)')
    walk.check('formula-says-why', lambda: walk.shows('conv1d.tile:1:'))


def make_unit(walk, folder):
    """A unit from a formula: what cannot be written is said, then it is written and opened."""
    form, name = 'New Unit from a Formula', 'Identifier, Such as Own.MovingAverage'
    walk.keys('F10')
    walk.choose(form + '…')
    says(walk, 'formula-of-new-unit', '5  7  9')
    walk.click('Save as Unit…', 'button', TITLE)
    walk.fill('Sum', name, inside=form)
    says_form(walk, 'id-is-wrong', 'a unit has two names or more')
    walk.fill('Own.Conv1d', name, inside=form)
    walk.fill(os.path.join(folder, 'nowhere'), 'In the Folder', inside=form)
    says_form(walk, 'no-folder', 'There is no folder')
    walk.fill(folder, 'In the Folder', inside=form)
    says_form(walk, 'taken', 'already: choose another name')
    walk.fill('Own.ColumnSum', name, inside=form)
    says_form(walk, 'free', f'Makes the folder “{folder}/ColumnSum”')
    walk.click('Create', 'button', form)
    walk.wait_until_closed(form)
    walk.wait_until(lambda: any('ColumnSum' in title for title in walk.titles()))
    walk.check('unit-is-open', lambda: walk.shows('column_sum.tile', 'float32[3]', 'Column Sum',
                                                  'O: 5 7 9'))
    walk.report('files', sorted(os.listdir(os.path.join(folder, 'ColumnSum'))) ==
                ['ColumnSum.imunit', 'column_sum.tile'])


def says_form(walk, name, expected):
    walk.check(name, lambda: walk.shows(expected, title='New Unit from a Formula'))


def main(program, top, screenshots):
    def go(walk, folder):
        walk.start(os.path.join(top, 'data', 'examples', 'audio-window.imunit'))
        walk.click('Main Menu', 'button')
        walk.choose(TITLE)
        learn(walk)
        write(walk)
        export(walk, folder)
        walk.keys('ctrl+w')
        walk.wait_until_closed(TITLE)
        walk.open_palette()
        walk.type('contraction')
        walk.wait_for('Open the Formula Lab', 'label', walks.PALETTE)
        walk.keys('Return')
        says(walk, 'from-palette', 'Every output is the maximum of all inputs')
        walk.stop()
        open_unit(walk, top, folder)
        explore_unit(walk, folder)
        try_unit(walk)
        make_unit(walk, folder)
        walk.stop('unit-no-messages')
    return walks.run('formula-lab', go, program, screenshots)


sys.exit(main(*sys.argv[1:]))
