#!/usr/bin/python3
"""Builds a pipeline of operators of SkriptND as a user does.

usage: test-operators.py IMAGINET_STUDIO SOURCE_FOLDER SCREENSHOTS

A copy of the example of operators is edited: a convolution and a softmax come to it from the
library and from the palette, a list option is set, set wrongly, and left to the operator, and the
page of an operator and the file of its text are looked at. What came of it is read from the file;
pictures go to SCREENSHOTS.

SPDX-License-Identifier: MIT
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

import walk as walks

NAME = 'sound-operators.imunit'
OPERATOR = """# Multiplies with a factor.
operator scale {
  @attrib {
    factor: real = 2.0; # what it is multiplied with
  }
  @input {
    x: real[s..];
  }
  @output {
    y: real[s..];
  }
  @assert {
    factor != 0.0: "'factor' must not be zero; got {factor}";
  }
  @lower {
    y[i..] = x[i..] * factor, i < s;
  }
}
"""


class Steps:
    """A walk that looks at the layers of the file."""

    def __init__(self, walk, path):
        self.walk, self.path = walk, path

    def layer(self, number=1):
        """What the file says of a layer, from 0."""
        layers = re.findall(r'<Unit id="[^"]*"(?: />|>.*?</Unit>)', self.walk.saved(self.path), re.S)
        return layers[number] if number < len(layers) else ''

    def check(self, name, condition, number=1):
        self.walk.check(name, lambda: condition(self.layer(number)), lambda: self.layer(number))


def drag_convolution(steps, walk):
    """A convolution without filters is a problem until it is undone."""
    walk.keys('ctrl+f')
    walk.type('nn.conv')
    walk.wait_for('Conv', 'label', 'Units', lambda item: item.is_in('selected'))
    walk.wait_until(lambda: not walk.find('Band-Pass Filter', 'label', 'Units'))
    walk.check('operator-is-found', lambda: walk.shows('SkriptND/nn', 'real[fs..(d + 2)]'))
    pipe = walk.between(walk.wait_for('Sliding Window, layer 1'), walk.wait_for('Conv, layer 2'))
    walk.drag(walk.place(walk.wait_for('Conv', 'label', 'Units')), pipe)
    steps.check('drag', lambda layer: layer == '<Unit id="nn.conv" />')
    walk.show_problems()
    walk.check('problem', lambda: walk.shows('Filter of Conv is on no pipe'))
    walk.check('code-in-words', lambda: walk.shows('without padding, so') and
               not walk.shows('`'))
    walk.keys('ctrl+z')
    steps.check('undo', lambda layer: 'bands.npy' in layer)
    walk.check('no-problems', lambda: walk.shows('No Problems'))
    walk.hide_problems()


def set_list(steps, walk):
    """What is not given is shown, set, set wrongly, and not given any more."""
    walk.click('Conv, layer 2', across=0.2, down=0.2)
    walk.check('automatic', lambda: walk.wait_for('Dilation', walks.FIELD) and
               walk.shows('A list of d values of type int'))
    walk.scroll_to('Dilation', walks.FIELD, None)
    walk.fill('[2]', 'Dilation')
    steps.check('list', lambda layer: '<Argument param="dilation">"[2]"</Argument>' in layer)
    walk.fill('[2, 2]', 'Dilation')
    walk.check('wrong-list',
               lambda: walk.find(re.compile('.*The length of “dilation” is 2.*'), 'alert'))
    walk.click('Dilation', walks.FIELD)
    walk.keys('ctrl+a', 'Delete')
    steps.check('automatic-again', lambda layer: 'dilation' not in layer)


def give_weights(steps, walk):
    """A file of weights that lies elsewhere is chosen, and copied beside the pipeline."""
    here = os.path.dirname(steps.path)
    with tempfile.TemporaryDirectory() as elsewhere:
        weights = shutil.copy(os.path.join(here, 'sound-classes', 'smoothing.npy'),
                              os.path.join(elsewhere, 'smooth.npy'))
        walk.scroll_to('Bias', 'text box', None)
        walk.click('Choose a File of Numbers', 'button', 'Bias')
        walk.wait_until(lambda: 'Choose an Array' in walk.session.windows())
        walk.type(weights)
        walk.keys('Return')
        steps.check('weights', lambda layer: 'System.readArray(&quot;smooth.npy&quot;)' in layer)
    walk.report('weights-are-beside', os.path.exists(os.path.join(here, 'smooth.npy')))
    walk.keys('ctrl+z')
    steps.check('no-weights', lambda layer: 'smooth.npy' not in layer)


def show_axes(steps, walk):
    """An axis has another number here."""
    walk.keys('alt+2')
    walk.click('Mean reduce', 'label', 'Stack of Layers')
    walk.check('axes', lambda: walk.shows('Axis 1 from the left is axis'))


def open_operator(steps, walk):
    """The page of an operator, and its text, which is edited as that of any file."""
    path = os.path.join(os.path.dirname(steps.path), 'own.sknd')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(OPERATOR)
    subprocess.run([walk.program, path], env=walk.session.environment, check=True, timeout=60)
    walk.wait_until(lambda: any('own.sknd' in title for title in walk.titles()))
    walk.check('page', lambda: walk.shows('own.scale', 'factor != 0.0'))
    walk.keys('alt+4')
    walk.check('text', lambda: walk.shows('SkriptND'))
    walk.click('Text of the file', 'text box')
    walk.keys('ctrl+End')
    walk.type('operator b { @compose { y = nn.con')
    walk.check('completion', lambda: walk.shows('The convolution of channels'))
    walk.keys('Return')
    walk.check('attributes', lambda: walk.shows('optional int..(2 * d)'))


def copy_operator(steps, walk):
    """A shipped operator is copied with its module, and opened to be edited."""
    copy = os.path.join(os.path.dirname(steps.path), 'my_nn.sknd')
    walk.keys('ctrl+f')
    walk.enter('nn.relu')
    walk.wait_for('Relu', 'label', 'Units', lambda item: item.is_in('selected'))
    walk.wait_until(lambda: not walk.find('Band-Pass Filter', 'label', 'Units'))
    walk.keys('Down', 'shift+F10')
    walk.choose('Edit a Copy…')
    walk.wait_for('Name:', 'label')
    walk.enter(copy)
    walk.keys('Return')
    walk.wait_until(lambda: any('my_nn.sknd' in title for title in walk.titles()))
    walk.check('copy', lambda: walk.shows('my_nn.relu') and os.path.exists(copy))


def main(program, source, screenshots):
    def go(walk, folder):
        examples = os.path.join(source, 'data', 'examples')
        path = shutil.copy(os.path.join(examples, NAME), folder)
        shutil.copytree(os.path.join(examples, 'sound-classes'),
                        os.path.join(folder, 'sound-classes'))
        walk.start(path)
        steps = Steps(walk, path)
        for part in drag_convolution, set_list, give_weights, show_axes, \
                copy_operator, open_operator:
            part(steps, walk)
        walk.stop()
    return walks.run('operators', go, program, screenshots)


sys.exit(main(*sys.argv[1:]))
