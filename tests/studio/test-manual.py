#!/usr/bin/python3
"""Opens the manual by its key and from the menu. In place of a browser a script writes down
what it is given; a studio without a manual says so.

usage: test-manual.py IMAGINET_STUDIO MANUAL SCREENSHOTS

MANUAL is whether the manual is built.

SPDX-License-Identifier: MIT
"""
import os
import sys

import walk as walks

BROWSER = '''[Desktop Entry]
Type=Application
Name=Browser
Exec={script} %f
MimeType=text/html;
'''


class Browser:
    """What opens pages on this display."""

    def __init__(self, walk, folder):
        self.given = os.path.join(folder, 'given')
        script = os.path.join(folder, 'browser')
        with open(script, 'w', encoding='utf-8') as file:
            file.write(f'#!/bin/sh\nprintf "%s" "$1" >"{self.given}"\n')
        os.chmod(script, 0o700)
        applications = os.path.join(walk.session.environment['XDG_DATA_HOME'], 'applications')
        os.makedirs(applications)
        with open(os.path.join(applications, 'browser.desktop'), 'w', encoding='utf-8') as file:
            file.write(BROWSER.format(script=script))
        with open(os.path.join(applications, 'mimeapps.list'), 'w', encoding='utf-8') as file:
            file.write('[Default Applications]\ntext/html=browser.desktop\n')

    def take(self):
        """The page that it was given last; it forgets it."""
        if not os.path.exists(self.given):
            return ''
        with open(self.given, encoding='utf-8') as file:
            path = file.read()
        if path:
            os.remove(self.given)
        return path


def read_manual(walk, browser):
    for name, act in (('key', lambda: walk.keys('F1')),
                      ('menu', lambda: (walk.click('Main Menu', 'button'),
                                        walk.choose('Manual')))):
        pages = []
        act()
        walk.check(name, lambda: pages.append(browser.take()) or pages[-1], pages)
        walk.report(f'{name}-page', os.path.basename(pages[-1]) == 'index.html' and
                    os.path.isfile(pages[-1]), pages[-1])
    walk.stop()


def main(program, is_built, screenshots):
    def go(walk, folder):
        browser = Browser(walk, folder)
        if is_built == 'true':
            walk.start()
            read_manual(walk, browser)
        else:
            walk.skip('manual', 'docutils is not installed')
        data = os.path.join(folder, 'data')
        os.makedirs(os.path.join(data, 'units'))
        walk.start(IMAGINET_DATA_PATH=data)
        walk.keys('F1')
        walk.check('not-installed', lambda: walk.shows('The manual is not installed'))
        walk.stop('no-messages-without')
    return walks.run('manual', go, program, screenshots)


sys.exit(main(*sys.argv[1:]))
