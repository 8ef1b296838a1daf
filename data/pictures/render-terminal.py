#!/usr/bin/python3
"""Runs commands and draws what a terminal would show as SVG.

usage: render-terminal.py OUTPUT COMMAND...

Each COMMAND is run by sh; its output is drawn below it, with the colours that it asks for. What
follows `2>&1` in a command, such as a pipe to sed that leaves lines out, is not shown.
"""
import html
import re
import subprocess
import sys

COLUMNS, FONT_SIZE, LINE_HEIGHT, CHARACTER_WIDTH, MARGIN = 110, 14, 19, 8.43, 18
COLOURS = {'31': '#f66151', '32': '#8ff0a4', '33': '#f9f06b', '34': '#99c1f1', '35': '#dc8add',
           '36': '#93ddc2'}
ESCAPE = re.compile(r'\x1b\[([0-9;]*)m')


def spans(line):
    """Yields (text, bold, colour) for the runs of one line."""
    bold, colour, at = False, None, 0
    for match in ESCAPE.finditer(line):
        if match.start() > at:
            yield line[at:match.start()], bold, colour
        at = match.end()
        for code in match.group(1).split(';'):
            if code in ('', '0'):
                bold, colour = False, None
            elif code == '1':
                bold = True
            elif code in COLOURS:
                colour = COLOURS[code]
    if line[at:]:
        yield line[at:], bold, colour


def wrap(line):
    """Yields lists of (column, text, bold, colour), one per line of the terminal."""
    runs, column = [], 0
    for text, bold, colour in spans(line):
        while column + len(text) > COLUMNS:
            runs.append((column, text[:COLUMNS - column], bold, colour))
            text = text[COLUMNS - column:]
            yield runs
            runs, column = [], 0
        runs.append((column, text, bold, colour))
        column += len(text)
    yield runs


def draw_line(runs, y):
    """One line of text; runs are placed by their column so that any monospace font lines up."""
    parts = []
    for column, text, bold, colour in runs:
        attributes = f' x="{MARGIN + column * CHARACTER_WIDTH:.1f}"'
        if bold:
            attributes += ' font-weight="bold"'
        if colour:
            attributes += f' fill="{colour}"'
        parts.append(f'<tspan{attributes}>{html.escape(text)}</tspan>')
    return f'<text y="{y}" xml:space="preserve">{"".join(parts)}</text>'


def run(command):
    """The lines that a terminal shows for a command, the command itself first."""
    result = subprocess.run(['sh', '-c', f'({command}) 2>&1'], stdout=subprocess.PIPE, check=False,
                            env={'PATH': '/usr/bin:/bin:build/src/cli', 'COLUMNS': str(COLUMNS),
                                 'LC_ALL': 'C.UTF-8', 'CLICOLOR_FORCE': '1'})
    shown = command.replace(' --color=always', '').split(' 2>&1')[0]
    return [f'\x1b[1;32m$\x1b[0m \x1b[1m{shown}\x1b[0m'] + \
        result.stdout.decode().rstrip('\n').split('\n') + ['']


def main():
    lines = [runs for command in sys.argv[2:] for line in run(command) for runs in wrap(line)][:-1]
    width = round(2 * MARGIN + COLUMNS * CHARACTER_WIDTH)
    height = 2 * MARGIN + len(lines) * LINE_HEIGHT
    body = '\n'.join(draw_line(line, MARGIN + FONT_SIZE + i * LINE_HEIGHT)
                     for i, line in enumerate(lines))
    with open(sys.argv[1], 'w', encoding='utf-8') as out:
        out.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
                  f'viewBox="0 0 {width} {height}" font-size="{FONT_SIZE}" fill="#deddda" '
                  'font-family="Source Code Pro,DejaVu Sans Mono,monospace">\n'
                  f'<rect width="100%" height="100%" rx="10" fill="#241f31"/>\n{body}\n</svg>\n')


main()
