#!/usr/bin/python3
"""Tries a unit on its page: numbers at random and typed, a code that differs and one that crashes.

usage: test-try-it.py IMAGINET_STUDIO TOP SCREENSHOTS

SPDX-License-Identifier: MIT
"""
import os
import sys

import walk as walks

TYPED, FILE = 'input, Such as 1 -2.5 3', 'CSV, WAV or NPY File'
INPUT, MODE = 'Value of input to try', 'Value of mode to try'
UNIT = '''<?xml version="1.0" encoding="utf-8"?>
<Imaginet>
  <Unit name="Own.Half">
    <DisplayName>Half</DisplayName><Description>Half of each.</Description>
    <Parameters>
      <InputSocket name="input" />
      <Int32Option name="mode" default="0" text="Mode" />
      <OutputSocket name="output" type="input.type" shape="input.shape" />
    </Parameters>
    <Implementations>
      <Implementation language="C" fragment="half.h:half" call="half(input, output, count, mode)" />
      <Implementation language="Python" fragment="half.py:half_py" call="half_py(input, output)" />
    </Implementations>
  </Unit>
</Imaginet>
'''.replace('      <OutputSocket', '      <Expression name="count" value="input.shape.flat" />\n      <OutputSocket')
C = '''#pragma IMAGINET_FRAGMENT_BEGIN "half"
static inline void half(const float *input, float *output, int count, int mode)
{
    volatile float *volatile nowhere = 0;
    if (mode == 2) *nowhere = 1.0f;
    for (int i = 0; i < count; i++)
        output[i] = 0.5f * input[i] + (i == 1 && mode == 1 ? 1.0f : 0.0f);
}
#pragma IMAGINET_FRAGMENT_END
'''
PYTHON = '''#pragma IMAGINET_FRAGMENT_BEGIN "half_py"
def half_py(input, output):
    output[...] = 0.5 * input
#pragma IMAGINET_FRAGMENT_END
'''


def write_unit(folder):
    for name, text in (('half.imunit', UNIT), ('half.h', C), ('half.py', PYTHON)):
        with open(os.path.join(folder, name), 'w', encoding='utf-8') as file:
            file.write(text)
    return os.path.join(folder, 'half.imunit')


def numbers(walk):
    """What the table of numbers says."""
    table = walk.find('Numbers in C and Python', 'label')
    return walk.reader.text(table) if table else ''


def choose_numbers(walk, row, field):
    """Opens the list of where numbers come from, and takes a row of it, which has a field."""
    def is_chosen():
        walk.click('Numbers', 'combo box')
        walk.settle()
        walk.keys('Home', *['Down'] * row, 'Return')
        return walk.wait(lambda: walk.find(field, walks.FIELD), 5)
    walk.wait_until(is_chosen)


def try_numbers(walk):
    agree = 'C and Python agree within 1e-05'
    walk.wait_for('Half of each.', 'label')
    walk.report('said-once', not walk.find('Half of each.', 'label', 'StudioInspector'))
    walk.scroll_to('Run', 'button', None)
    walk.check('nothing-runs', lambda: not walk.shows(agree))
    walk.click('Run', 'button')
    walk.check('random', lambda: walk.shows(agree))
    walk.check('times', lambda: walk.shows('a frame on this machine, gcc')
               and walk.shows('a frame on this machine, Python'))
    walk.check('bytes', lambda: walk.shows('State 0 bytes, scratch 0 bytes'))
    first = numbers(walk)
    walk.click('Other Numbers', 'button')
    walk.check('other-numbers', lambda: numbers(walk) not in ('', first))


def type_numbers(walk):
    walk.scroll_to('Run', 'button', None)
    choose_numbers(walk, 1, TYPED)
    walk.check('nothing-typed', lambda: walk.shows('input “input” of [3,50] takes 150 numbers for '
                                                   'each frame, found 0'))
    walk.scroll_to(INPUT, walks.FIELD, None)
    walk.fill('float32[3]', INPUT)
    walk.keys('Return')
    walk.scroll_to('Run', 'button', None)
    walk.fill('1 -3 5 7 0 2', TYPED)
    walk.check('typed', lambda: '1       -1.5  -1.5    0         0\n' in numbers(walk))
    walk.check('frames', lambda: walk.shows('of 2'))


def find_trouble(walk):
    walk.scroll_to(MODE, walks.FIELD, None)
    walk.fill('1', MODE)
    walk.keys('Return')
    walk.check('differs', lambda: walk.shows('2 of 6 numbers differ by more than 1e-05'))
    walk.fill('2', MODE)
    walk.keys('Return')
    walk.check('crashes', lambda: walk.shows('half.h:half: the C of the pipeline was killed by signal 11',
                                             'only Python, nothing to compare with'))
    walk.fill('0', MODE)
    walk.keys('Return')
    walk.check('runs-again', lambda: walk.shows('C and Python agree within 1e-05'))


def edit_code(walk):
    """What is typed counts before it is saved."""
    text = 'Text of half.h'
    walk.keys('alt+4')
    walk.click('half.h', 'tab')
    walk.click(text, 'text box')
    walk.keys('ctrl+Home', 'ctrl+f')
    walk.wait_for('Search in This Text', 'search box', where=lambda field: field.has('focused'))
    walk.enter('0.5f')
    walk.wait_until(lambda: walk.selection_of(text, 'text box') == '0.5f')
    walk.keys('Escape')
    walk.wait_for(text, 'text box', where=lambda item: item.has('focused'))
    walk.type('2.5f')
    walk.wait_until(lambda: walk.shows('• half.imunit'))
    walk.settle()
    walk.click('Unit', 'tab')
    walk.check('unsaved-code', lambda: '0       2.5   0.5' in numbers(walk))


def read_file(walk, folder):
    path = os.path.join(folder, 'imu.csv')
    with open(path, 'w', encoding='utf-8') as file:
        file.write('x,y,z\n2,4,6\n8,10,12\n')
    walk.scroll_to('Run', 'button', None)
    choose_numbers(walk, 2, FILE)
    walk.fill(path, FILE)
    walk.check('file', lambda: numbers(walk).count('\n') == 7 and '5       30' in numbers(walk))


EXAMPLE = '''    <im:Examples xmlns:im="urn:imaginet-studio:1">
      <im:Example text="Halves two numbers.">
        <im:Input name="input" type="float32" shape="[2]">3 5</im:Input>
        <im:Output name="output">1.5 2.5</im:Output>
      </im:Example>
    </im:Examples>
'''


def reveal(walk, name):
    """Turns the wheel beside the rows, where nothing else scrolls, until a button is seen."""
    def is_seen():
        button = walk.wait_for(name, 'button')
        if button.box[1] + button.box[3] < 700:
            return True
        walk.session.pointer(*walk.place(walk.wait_for('Unit', 'tab'), -1.5, 4))
        walk.session.run('xdotool', 'click', '5')
        walk.settle()
        return False
    walk.wait_until(is_seen)


def keep_example(walk, path):
    """What is tried becomes an example, which passes; tags come and go. Undo takes all back."""
    with open(path, encoding='utf-8') as file:
        before = file.read()
    walk.start(path)
    walk.click('Add Tag', 'button')
    walk.choose('Experimental')
    walk.wait_for('Remove the Tag Experimental', 'button')
    walk.check('tag', lambda: '<Tags>' in walk.saved(path) and '<Experimental />' in walk.saved(path))
    walk.fill('float32[2]', INPUT)
    walk.scroll_to('Run', 'button', None)
    choose_numbers(walk, 1, TYPED)
    walk.fill('3 -0.5 8 0.1', TYPED)
    walk.click('Run', 'button')
    reveal(walk, 'Add Example')
    walk.click('Add Example', 'button')
    walk.check('example', lambda: 'type="float32" shape="[2]">3 -0.5 8 0.100000001</im:Input>'
               in walk.saved(path) and '>1.5 -0.25 4 0.0500000007</im:Output>' in walk.saved(path),
               lambda: walk.saved(path))
    walk.check('example-passes', lambda: walk.shows('Passed'))
    walk.keys('ctrl+z')
    walk.wait_until(lambda: not walk.shows('Say what it shows.'))
    walk.keys('ctrl+z')
    walk.check('undone', lambda: walk.saved(path) == before, lambda: walk.saved(path))
    walk.stop('no-messages-example')


CONTRACTS = '''    <Contracts>
      <Assert test="mode &lt;= 2" error="The mode is {mode}, expected 2 at most." />
      <Assert test="input.shape.size(0) % 5 == 0" error="The inner axis has {input.shape.size(0)} numbers." />
    </Contracts>
'''


def mend_contracts(walk, path):
    """What makes a contract hold is offered as a button."""
    with open(path, encoding='utf-8') as file:
        text = file.read()
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text.replace('    <Implementations>', CONTRACTS + '    <Implementations>'))
    walk.start(path)
    walk.fill('float32[3,47]', INPUT)
    walk.check('offers-size', lambda: walk.shows('The inner axis has 47 numbers.',
                                                 'Try input = float32[3,45]'))
    walk.fill('7', MODE)
    walk.check('offers-option', lambda: walk.shows('Try mode = 2'))
    walk.scroll_to('Try mode = 2', 'button', None)
    walk.click('Try mode = 2', 'button')
    walk.check('option-tried', lambda: not walk.shows('Try mode = 2'))
    walk.show_problems()
    walk.click('Try input = float32[3,45]', 'button', 'Problems')
    walk.check('size-tried', lambda: walk.shows('No Problems') and not walk.shows('Try input'))
    walk.stop('no-messages-contracts')


def save_examples(walk, path):
    """The examples run behind each save, and are told of on the page and among the problems."""
    with open(path, encoding='utf-8') as file:
        text = file.read()
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text.replace('  </Unit>', EXAMPLE + '  </Unit>'))
    walk.start(path)
    edit_name(walk, 'One')
    walk.check('passes', lambda: walk.shows('Passed'))
    with open(path.replace('.imunit', '.py'), encoding='utf-8') as file:
        script = file.read()
    with open(path.replace('.imunit', '.py'), 'w', encoding='utf-8') as file:
        file.write(script.replace('0.5', '0.25'))
    walk.settle()
    edit_name(walk, 'Two')
    told = 'Python: output: number 1 is 0.75, expected 1.5'
    walk.check('fails', lambda: walk.shows(told))
    walk.show_problems()
    walk.check('is-a-problem', lambda: walk.shows('example 1: ' + told))
    walk.hide_problems()
    walk.click('Undo', 'button')
    walk.check('is-forgotten', lambda: not walk.shows(told))
    walk.stop('no-messages-examples')


def edit_name(walk, name):
    walk.fill(name, 'Name', 'text box')
    walk.keys('Return')
    walk.save()


def main(program, top, screenshots):
    def go(walk, folder):
        walk.start(write_unit(folder))
        try_numbers(walk)
        type_numbers(walk)
        find_trouble(walk)
        edit_code(walk)
        read_file(walk, folder)
        walk.stop('no-messages')
        folder = os.path.join(folder, 'examples')
        os.mkdir(folder)
        save_examples(walk, write_unit(folder))
        folder = os.path.join(folder, 'kept')
        os.mkdir(folder)
        keep_example(walk, write_unit(folder))
        folder = os.path.join(folder, 'contracts')
        os.mkdir(folder)
        mend_contracts(walk, write_unit(folder))
    return walks.run('try-it', go, program, screenshots)


sys.exit(main(*sys.argv[1:]))
