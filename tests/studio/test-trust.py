#!/usr/bin/python3
"""Exports a package with code of its own where nothing confines it: the window asks first,
remembers the answer, and Preferences take it back.

usage: test-trust.py IMAGINET_STUDIO SCREENSHOTS

SPDX-License-Identifier: MIT
"""
import os
import shutil
import sys

import walk as walks

FORM, DONE = 'Export Firmware Bundle', 'Bundle Exported'
QUESTION, PREFERENCES = 'Trust the Code of This Package?', 'Preferences'
UNIT = '''<?xml version="1.0" encoding="utf-8"?>
<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Function unit="Test.Copy">
    <DisplayName>Copy</DisplayName>
    <DisplayPath>/Test</DisplayPath>
    <Parameters>
      <InputSocket name="input" pipe="data" />
      <OutputSocket name="output" pipe="data" type="input.type" shape="input.shape" />
      <Hidden name="n" value="input.shape.flat" />
    </Parameters>
    <Implementations>
      <Implementation language="C" fragment="copy.h:copy" call="copy(input, n, output)" />
    </Implementations>
  </Function>
  <Composite unit="Test.Pipeline">
    <DisplayName>Pipeline</DisplayName>
    <DisplayPath>/Test</DisplayPath>
    <Parameters>
      <InputSocket name="input" pipe="data" im:type="float32" im:shape="[4]" im:rate="50" />
      <OutputSocket name="output" pipe="data" type="input.type" shape="input.shape" />
    </Parameters>
    <Stacked>
      <Unit id="Test.Copy" />
    </Stacked>
  </Composite>
</Imaginet>
'''
CODE = '''#pragma IMAGINET_INCLUDES_BEGIN
#include <stdio.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "copy"
static void
copy (const float *input, int n, float *output)
{
  FILE *mark = fopen ("MARK", "w");

  if (mark)
    fclose (mark);
  for (int i = 0; i < n; i++)
    output[i] = input[i];
}
#pragma IMAGINET_FRAGMENT_END
'''


def export(walk, mark):
    """Exports from the window of the form; the question comes before anything is run."""
    walk.keys('ctrl+Return')
    return walk.wait(lambda: walk.shows(QUESTION)) and not os.path.exists(mark)


def ask_and_trust(walk, package, mark, trusted):
    walk.keys('ctrl+shift+e')
    walk.wait_for('Export', 'button', FORM)
    walk.check('asks', lambda: export(walk, mark))
    walk.check('names-folder', lambda: walk.shows(package))
    walk.keys('Escape')
    walk.check('refused', lambda: not walk.shows(QUESTION) and FORM in walk.titles()
               and not os.path.exists(mark) and not os.path.exists(trusted))
    walk.check('asks-once-more', lambda: export(walk, mark))
    walk.click('Trust This Folder', 'button')
    walk.check('runs', lambda: DONE in walk.titles() and os.path.exists(mark))
    walk.keys('Escape')
    walk.wait_until_closed(DONE)


def take_back(walk, package, mark, trusted):
    os.remove(mark)
    shutil.rmtree(os.path.join(package, 'pipeline-firmware'))
    walk.keys('ctrl+comma')
    walk.check('preferences', lambda: walk.shows('Trusted Folders', package))
    button = 'Do Not Trust the Folder “package” Any More'
    walk.session.pointer(*walk.place(walk.wait_for('Editing', 'label', PREFERENCES)))
    walk.session.run('xdotool', 'click', '--repeat', '20', '5')
    walk.settle()
    walk.click(button, 'button', PREFERENCES)
    walk.check('nobody-is-trusted', lambda: walk.shows('No folder is trusted')
               and os.path.getsize(trusted) == 0)
    walk.keys('Escape')
    walk.wait_until_closed(PREFERENCES)
    walk.keys('ctrl+shift+e')
    walk.wait_for('Export', 'button', FORM)
    walk.check('asks-again', lambda: export(walk, mark))


def main(program, screenshots):
    def go(walk, folder):
        package, mark = os.path.join(folder, 'package'), os.path.join(folder, 'mark')
        trusted = os.path.join(walk.session.environment['XDG_CONFIG_HOME'], 'imaginet', 'trusted')
        os.mkdir(package)
        for name, text in (('pipeline.imunit', UNIT), ('copy.h', CODE.replace('MARK', mark))):
            with open(os.path.join(package, name), 'w', encoding='utf-8') as file:
                file.write(text)
        walk.start(os.path.join(package, 'pipeline.imunit'), IMAGINET_SANDBOX='none')
        ask_and_trust(walk, package, mark, trusted)
        take_back(walk, package, mark, trusted)
        walk.stop()
    return walks.run('trust', go, program, screenshots, tools=('cc',))


sys.exit(main(*sys.argv[1:]))
