#!/usr/bin/python3
"""Builds the manual: a page of HTML and a manual page for each chapter, and an index.

usage: manual.py OUTPUT CHAPTER.rst…

Chapters are reStructuredText with these directives more:

  file NAME         a file that the reader writes, in the folder of the chapter
  console           commands behind “$ ”, which go on behind “> ”, and what they print; an
                    ellipsis stands for any text, alone on a line for any lines. Option
                    `status`: the exit status of the last command if it is not 0. Option
                    `window`: the commands open a window. Option `needs`: a module of Python
                    that the commands need.
  picture FILE      a picture beside the chapter; its content is the caption, and what a reader
                    without pictures is told

and the role `chapter`, a link to another chapter. The tests in tests/manual read the same
chapters, write the files and run the commands.

SPDX-License-Identifier: MIT
"""
import html
import os
import re
import shutil
import sys

import docutils.core
import docutils.writers.html5_polyglot
import docutils.writers.manpage
from docutils import nodes
from docutils.parsers.rst import Directive, directives, roles

HERE = os.path.dirname(os.path.abspath(__file__))
INDEX = 'index'
PROMPTS = ('$ ', '> ')
SETTINGS = {
    'input_encoding': 'utf-8',
    'output_encoding': 'unicode',
    'report_level': 2,
    'halt_level': 2,
    'syntax_highlight': 'none',
    'smart_quotes': False,
    'file_insertion_enabled': False,
    'raw_enabled': False,
    'initial_header_level': 2,
    'section_self_link': False,
    'doctitle_xform': True,
    '_disable_config': True,
}
PAGE = '''<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="{summary}">
<title>{title} – Imaginet Studio Manual</title>
<link rel="stylesheet" href="manual.css">
</head>
<body>
<nav aria-label="Chapters">
{navigation}
</nav>
<main>
<h1>{title}</h1>
<p class="summary">{summary}</p>
{body}
{neighbours}
</main>
</body>
</html>
'''


class File(Directive):
    """A file that the reader writes."""
    required_arguments = 1
    has_content = True

    def run(self):
        self.assert_has_content()
        text = '\n'.join(self.content)
        name = self.arguments[0]
        block = nodes.literal_block(text, text, classes=['file'], file=name)
        caption = nodes.paragraph('', '', nodes.literal(name, name), classes=['file'])
        return [caption, block]


class Console(Directive):
    """Commands, and what they print."""
    has_content = True
    option_spec = {'status': directives.nonnegative_int, 'window': directives.flag,
                   'needs': directives.unchanged_required}

    def run(self):
        self.assert_has_content()
        text = '\n'.join(self.content)
        block = nodes.literal_block(text, classes=['console'], console=text,
                                    status=self.options.get('status', 0),
                                    window='window' in self.options,
                                    needs=self.options.get('needs'))
        for number, line in enumerate(self.content):
            if number > 0:
                block += nodes.Text('\n')
            if line.startswith(PROMPTS):
                prompt = nodes.inline('', line[:2], classes=['prompt'])
                block += nodes.strong('', '', prompt, nodes.Text(line[2:]))
            else:
                block += nodes.Text(line)
        return [block]


class Picture(Directive):
    """A picture with a caption."""
    required_arguments = 1
    has_content = True

    def run(self):
        self.assert_has_content()
        caption = ' '.join(self.content)
        inline, messages = self.state.inline_text(caption, self.lineno)
        plain = ''.join(node.astext() for node in inline)
        figure = nodes.figure(classes=['picture'])
        figure += nodes.image(uri=self.arguments[0], alt=plain)
        figure += nodes.caption(caption, '', *inline)
        return [figure, *messages]


def chapter_role(role, rawtext, text, lineno, inliner, options=None, content=None):
    """Makes a link to another chapter; the titles are filled in when all are known."""
    return [nodes.reference(rawtext, text, refuri=text + '.html', chapter=text)], []


directives.register_directive('file', File)
directives.register_directive('console', Console)
directives.register_directive('picture', Picture)
roles.register_local_role('chapter', chapter_role)


class Chapter:
    """One chapter: its name, title, summary, and the tree of its text."""

    def __init__(self, path):
        self.name = os.path.splitext(os.path.basename(path))[0]
        self.path = path
        with open(path, encoding='utf-8') as file:
            text = file.read()
        self.tree = docutils.core.publish_doctree(text, source_path=path,
                                                  settings_overrides=SETTINGS)
        self.title = self.tree.get('title')
        first = self.tree[self.tree.first_child_matching_class(nodes.paragraph) or 0]
        self.summary = first.astext().replace('\n', ' ')
        self.sections = [(section['ids'][0], section.next_node(nodes.title).astext())
                         for section in self.tree if isinstance(section, nodes.section)]

    @property
    def page(self):
        """The name of the manual page, such as imaginet-units."""
        return 'imaginet-' + self.name

    def steps(self):
        """Yields what a reader does: the blocks with files and commands, in order."""
        for block in self.tree.findall(nodes.literal_block):
            if 'file' in block or 'console' in block:
                yield block

    def pictures(self):
        """Yields the names of its pictures."""
        for image in self.tree.findall(nodes.image):
            yield image['uri']


def resolve(tree, chapters, for_page):
    """Gives links to chapters their text. Raises KeyError for a chapter that is not there."""
    for link in list(tree.findall(nodes.reference)):
        if 'chapter' not in link:
            continue
        if link['chapter'] not in chapters:
            raise SystemExit(f'{tree["source"]}: there is no chapter “{link["chapter"]}”')
        chapter = chapters[link['chapter']]
        if for_page:
            link.replace_self(nodes.strong('', f'{chapter.page}(7)'))
        else:
            link.children = [nodes.Text(chapter.title)]


def navigation(chapters, current):
    """The list of chapters, with the sections of this one."""
    lines = ['<p><a href="index.html">Imaginet Studio Manual</a></p>', '<ol>']
    for chapter in chapters:
        here = ' aria-current="page"' if chapter is current else ''
        lines.append(f'<li><a href="{chapter.name}.html"{here}>{html.escape(chapter.title)}</a>')
        if chapter is current:
            lines.append('<ul>')
            lines += [f'<li><a href="#{anchor}">{html.escape(title)}</a></li>'
                      for anchor, title in chapter.sections]
            lines.append('</ul>')
        lines.append('</li>')
    return '\n'.join([*lines, '</ol>'])


def neighbours(chapters, current):
    """Links to the chapters in front of this one and behind it."""
    place = chapters.index(current)
    links = []
    if place > 0:
        before = chapters[place - 1]
        links.append(f'<a rel="prev" href="{before.name}.html">← {html.escape(before.title)}</a>')
    if place + 1 < len(chapters):
        after = chapters[place + 1]
        links.append(f'<a rel="next" href="{after.name}.html">{html.escape(after.title)} →</a>')
    return f'<p class="neighbours">{" ".join(links)}</p>' if links else ''


def remove_summary(tree):
    """The first paragraph is the summary, which stands in a place of its own."""
    first = tree.first_child_matching_class(nodes.paragraph)
    if first is not None:
        del tree[first]


class HtmlTranslator(docutils.writers.html5_polyglot.HTMLTranslator):
    """What is typed, such as a command or a name, is code; comments of the source stay there."""

    def visit_literal(self, node):
        self.body.append(self.starttag(node, 'code', ''))

    def depart_literal(self, node):
        self.body.append('</code>')

    def visit_comment(self, node):
        raise nodes.SkipNode


def write_html(chapter, chapters):
    tree = chapter.tree.deepcopy()
    resolve(tree, {each.name: each for each in chapters}, False)
    remove_summary(tree)
    writer = docutils.writers.html5_polyglot.Writer()
    writer.translator_class = HtmlTranslator
    docutils.core.publish_from_doctree(tree, writer=writer, settings_overrides=SETTINGS)
    body = writer.parts['fragment']
    return PAGE.format(title=html.escape(chapter.title), summary=html.escape(chapter.summary),
                       navigation=navigation(chapters, chapter), body=body,
                       neighbours=neighbours(chapters, chapter))


def write_index(chapters):
    rows = [f'<dt><a href="{each.name}.html">{html.escape(each.title)}</a></dt>\n'
            f'<dd>{html.escape(each.summary)}</dd>' for each in chapters]
    return PAGE.format(
        title='Imaginet Studio', navigation=navigation(chapters, None), neighbours='',
        summary='From a recording of a sensor to tested C on a microcontroller.',
        body='<dl class="chapters">\n' + '\n'.join(rows) + '\n</dl>\n'
        '<p>The same chapters are manual pages: <code>imaginet manual</code> lists them. '
        'Every command with its options is in <code>man imaginet</code>. Each file and command '
        'in this manual is written and run by a test of this version.</p>')


class PageTranslator(docutils.writers.manpage.Translator):
    """What this manual needs of a manual page besides: no pictures, but their captions."""

    def visit_image(self, node):
        raise nodes.SkipNode

    def visit_figure(self, node):
        raise nodes.SkipNode

    def visit_reference(self, node):
        pass

    def depart_reference(self, node):
        pass


def write_page(chapter, chapters):
    tree = chapter.tree.deepcopy()
    resolve(tree, {each.name: each for each in chapters}, True)
    remove_summary(tree)
    writer = docutils.writers.manpage.Writer()
    writer.translator_class = PageTranslator
    body = docutils.core.publish_from_doctree(tree, writer=writer, settings_overrides=SETTINGS)
    # The header of the page is of this project; what the writer defines stays.
    macros = body[body.index('.de1 INDENT'):body.index('.TH', body.index('.de1 INDENT'))]
    sections = body[body.index('.SH', body.index('.SH NAME') + 3):]
    sections = sections[:sections.rindex('.\\" Generated')]
    sections = re.sub(r'(\.S[HS] .*\n)\.sp\n', r'\1', sections).replace('.ft C\n', '.ft CR\n')
    return (f'.\\" SPDX-License-Identifier: MIT\n'
            f'.TH {chapter.page.upper()} 7 "" "Imaginet Studio" "Imaginet Studio Manual"\n'
            f'.nr rst2man-indent-level 0\n{macros}'
            f'.SH NAME\n{chapter.page} \\- {chapter.summary.rstrip(".")}\n{sections}')


def write_list(chapters):
    """The chapters for programs: a group for each, in the order of the manual."""
    return '\n'.join(f'[{each.name}]\nTitle={each.title}\nSummary={each.summary}\n'
                     for each in chapters)


def read_chapters(paths):
    return [Chapter(path) for path in paths]


def main(output, *paths):
    chapters = read_chapters(paths)
    texts = {INDEX + '.html': write_index(chapters), 'manual.ini': write_list(chapters)}
    for chapter in chapters:
        texts[chapter.name + '.html'] = write_html(chapter, chapters)
        texts[chapter.page + '.7'] = write_page(chapter, chapters)
    for name, text in texts.items():
        with open(os.path.join(output, name), 'w', encoding='utf-8') as file:
            file.write(text)
    shutil.copyfile(os.path.join(HERE, 'manual.css'), os.path.join(output, 'manual.css'))
    return 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
