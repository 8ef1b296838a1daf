#!/usr/bin/python3
"""Looks at the pages of the manual: links lead somewhere, nothing comes from the network, and
the manual pages please their linters.

usage: test-pages.py TOP PAGES CHAPTER.rst…

SPDX-License-Identifier: MIT
"""
import html.parser
import os
import sys

import chapters

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'desktop'))
import tap as tap_module  # noqa: E402

NO_END = {'meta', 'link', 'img', 'br', 'hr', 'col', 'wbr'}


class Page(html.parser.HTMLParser):
    """The anchors and links of a page, its headings, and elements that are not closed."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.open, self.problems = set(), [], [], []
        with open(path, encoding='utf-8') as file:
            self.feed(file.read())
        if self.open:
            self.problems.append(f'not closed: {self.open}')

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag not in NO_END:
            self.open.append(tag)
        if 'id' in attrs:
            if attrs['id'] in self.anchors:
                self.problems.append(f'the id {attrs["id"]} is there twice')
            self.anchors.add(attrs['id'])
        if tag == 'script' or any(name.startswith('on') for name in attrs):
            self.problems.append(f'<{tag}> has a script')
        if tag == 'img' and not attrs.get('alt'):
            self.problems.append(f'{attrs.get("src")} has no text instead')
        self.links += [attrs[name] for name in ('href', 'src') if name in attrs]

    def handle_endtag(self, tag):
        if tag in NO_END:
            return
        if not self.open or self.open.pop() != tag:
            self.problems.append(f'</{tag}> closes nothing')


def broken_links(name, pages, folder):
    for link in pages[name].links:
        path, _, anchor = link.partition('#')
        target = path or name
        if '://' in link and path not in pages:
            if link.split('://')[0] not in ('https',):
                yield f'{link}: only https leads out of the manual'
        elif not os.path.exists(os.path.join(folder, target)):
            yield f'{link}: there is no {target}'
        elif anchor and anchor not in pages[target].anchors:
            yield f'{link}: {target} has no place of that name'


def reached(pages):
    """The pages that links lead to from the index."""
    found, waiting = set(), ['index.html']
    while waiting:
        name = waiting.pop()
        if name in pages and name not in found:
            found.add(name)
            waiting += [link.partition('#')[0] for link in pages[name].links]
    return found


def main(top, folder, *paths):
    tap = tap_module.Tap()
    names = ['index.html']
    for chapter in chapters.read(top, paths):
        names.append(chapter.name + '.html')
        page = os.path.join(folder, chapter.page + '.7')
        tap.tool(f'groff-{chapter.name}',
                 ['man', '--warnings', '-E', 'UTF-8', '-l', page], chapter.page,
                 env={**os.environ, 'MANROFFSEQ': '', 'MANWIDTH': '80', 'LC_ALL': 'C.UTF-8'})
        tap.tool(f'mandoc-{chapter.name}', ['mandoc', '-T', 'lint', '-W', 'error', page])
        tap.result(f'summary-{chapter.name}',
                   [] if 20 < len(chapter.summary) < 100 and chapter.summary.endswith('.')
                   else [f'a sentence of one line is expected, not “{chapter.summary}”'])
    pages = {name: Page(os.path.join(folder, name)) for name in names}
    for name, page in pages.items():
        tap.result(f'html-{name}', page.problems + list(broken_links(name, pages, folder)))
    tap.result('reached', [f'no link leads to {name}' for name in set(names) - reached(pages)])
    return tap.finish()


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
