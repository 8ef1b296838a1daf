#!/usr/bin/python3
"""Makes units from templates and functions, and edits what they have in the form.

usage: test-new-unit.py IMAGINET_STUDIO TOP SCREENSHOTS

SPDX-License-Identifier: MIT
"""
import os
import shutil
import sys

import walk as walks

FORM = 'New Unit'


def open_form(walk):
    """Opens the form, and the list of what a unit begins with."""
    walk.keys('F10')
    walk.choose(FORM + '…')
    walk.wait_for('Begin With', 'label', FORM)
    walk.keys('shift+Tab', 'space')


def make_from_function(walk, top, folder):
    """A function of C becomes a unit, and then one of Python."""
    for name in 'filters.c', 'helper.h', 'features.py':
        shutil.copy(os.path.join(top, 'tests', 'cli', 'fixtures', 'wrap', name), folder)
    open_form(walk)
    walk.wait_for('Function of C or Python', 'label', FORM)
    walk.keys('End', 'Return')
    walk.check('asks-for-a-file', lambda: walk.shows('Choose a file of C', title=FORM))
    walk.fill(os.path.join(folder, 'none.c'), 'File of C or Python', inside=FORM)
    walk.check('no-such-file', lambda: walk.shows('cannot be read', title=FORM))
    walk.fill(os.path.join(folder, 'filters.c'), 'File of C or Python', inside=FORM)
    walk.check('function-becomes', lambda: walk.shows('void smooth (const float *x', title=FORM))
    walk.fill('Own.Smooth', 'Identifier, Such as Own.MovingAverage', inside=FORM)
    walk.fill(folder, 'In the Folder', inside=FORM)
    walk.check('can-be-made', lambda: walk.shows('Makes the folder', title=FORM))
    walk.fill(os.path.join(folder, 'features.py'), 'File of C or Python', inside=FORM)
    walk.check('python-becomes', lambda: walk.shows('def helper(x)', title=FORM))
    walk.fill(os.path.join(folder, 'filters.c'), 'File of C or Python', inside=FORM)
    walk.check('c-again', lambda: walk.shows('void smooth (const float *x', title=FORM))
    walk.click('Create', 'button', FORM)
    walk.wait_until_closed(FORM)
    walk.check('unit-of-function-is-open', lambda: any('Smooth' in title for title in walk.titles())
               and walk.shows('No Problems'))
    walk.report('files-of-function', sorted(os.listdir(os.path.join(folder, 'Smooth'))) ==
                ['Smooth.imunit', 'filters.c', 'helper.h', 'smooth.py'])


def make_from_template(walk, folder):
    """A unit to begin with, which computes something at once."""
    open_form(walk)
    walk.wait_for('Filter', 'label', FORM)
    walk.keys('Down', 'Down', 'Down', 'Return')
    walk.check('template-is-chosen', lambda: walk.shows(
        'Remembers what came before', title=FORM))
    walk.fill('Own.Envelope', 'Identifier, Such as Own.MovingAverage', inside=FORM)
    walk.fill(folder, 'In the Folder', inside=FORM)
    walk.click('Create', 'button', FORM)
    walk.wait_until_closed(FORM)
    walk.check('new-unit-is-open', lambda: any('Envelope' in title for title in walk.titles()) and
               walk.shows('envelope.py:init_py', 'No Problems'))
    walk.report('files-of-template', sorted(os.listdir(os.path.join(folder, 'Envelope'))) ==
                ['Envelope.imunit', 'envelope.h', 'envelope.py'])


def edit_unit(walk, folder):
    """What a unit has is added, renamed with all uses, moved and removed in the form."""
    path = os.path.join(folder, 'Envelope', 'Envelope.imunit')

    def has(*texts):
        saved = walk.saved(path)
        return all(text in saved for text in texts)

    walk.scroll_page('Add Option')
    walk.click('Add Option', 'button')
    walk.choose('Number')
    walk.wait_for('option (Option)', 'label')
    walk.wait(lambda: walk.find('Name', 'text box', where=lambda item: item.has('focused')))
    walk.keys('ctrl+a')
    walk.type('gain')
    walk.keys('Return')
    walk.check('option-is-added', lambda: has('<DoubleOption name="gain" text="Option" />'))
    walk.scroll_page('Add…')
    walk.click('Add…', 'button')
    walk.choose('Choice')
    walk.check('choice-is-added', lambda: has('<Item>0</Item>'))
    walk.scroll_page('Add…')
    walk.fill('2', 'The value')
    walk.check('choice-has-value', lambda: has('<OneOf>', '<Item>2</Item>'))
    walk.click('Remove', 'button')
    walk.check('choice-is-removed', lambda: '<Item' not in walk.saved(path))
    walk.scroll_page('Add Contract')
    walk.click('Add Contract', 'button')
    walk.wait(lambda: walk.find('Condition', 'text box', where=lambda item: item.has('focused')))
    walk.keys('ctrl+a')
    walk.type('gain > 0')
    walk.check('contract-is-added', lambda: has('<Assert test="gain &gt; 0"'))
    # Both examples fail by it, too.
    walk.check('contract-fails', lambda: walk.shows('3 Problems'))
    walk.scroll_page('Add to SoftReset')
    walk.click('Add to SoftReset', 'button')
    walk.choose('C')
    walk.check('reset-is-added', lambda: has(
        'fragment="envelope.h:own_envelope_reset" call="own_envelope_reset(state)"'))


def main(program, top, screenshots):
    def go(walk, folder):
        walk.start(os.path.join(top, 'data', 'examples', 'audio-window.imunit'))
        make_from_function(walk, top, folder)
        make_from_template(walk, folder)
        walk.stop('unit-no-messages')
        walk.start(os.path.join(folder, 'Envelope', 'Envelope.imunit'))
        edit_unit(walk, folder)
        walk.stop('edit-no-messages')
    return walks.run('new-unit', go, program, screenshots)


sys.exit(main(*sys.argv[1:]))
