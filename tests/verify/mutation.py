"""Units with changed C, and what `imaginet compare` says of them.

SPDX-License-Identifier: MIT
"""
import json
import os
import re
import signal
import subprocess

TIME_S = 5    # of a case
LIMIT_S = 120  # of a whole comparison: beyond, it is ended

NOT_CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|^[ \t]*#[^\n]*', re.S | re.M)


def blank(match):
    return re.sub(r'[^\n]', ' ', match.group())


def hide_comments(text):
    """The code without comments, strings and directives, each character where it was."""
    return NOT_CODE.sub(blank, text)


def read(path):
    with open(path, encoding='utf-8-sig') as file:
        return file.read()


def compare(imaginet, data, unit, values=(), time_s=TIME_S):
    """Returns the exit status, or None if it did not end, and what was printed."""
    environment = {**os.environ, 'IMAGINET_DATA_PATH': data, 'IMAGINET_UNIT_PATH': ''}
    words = [imaginet, 'compare', '--json', '--jobs', '1', '--timeout', str(time_s), unit,
             *(f'--with={value}' for value in values)]
    with subprocess.Popen(words, env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True) as process:
        try:
            output, _ = process.communicate(timeout=LIMIT_S)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)  # it ends what it has started
            try:
                process.communicate(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
            return None, ''
    return process.returncode, output


def list_errors(output):
    document = json.loads(output.splitlines()[0])
    return [problem['message'] for problem in document['diagnostics']
            if problem['severity'] == 'error']


def change_number(number):
    """Returns another number, as C writes it."""
    if '.' not in number:
        return str(int(number) + 1)
    value = float(number.rstrip('fF'))
    return f'{value * 1.01 + 0.01:.9g}' + ('F' if number[-1] in 'fF' else '')


def is_found(status, output):
    """Whether the unit differs, or its C has no result. It may also never end."""
    if status == 0:
        return False
    if status is None:
        return True
    document = json.loads(output.splitlines()[0])
    states = {comparison['state'] for comparison in document['comparisons']}
    return 'different' in states or bool(list_errors(output))


def has_reference(imaginet, units, work):
    """Whether there is a compiler and Python with numpy: then all is equal."""
    data = os.path.join(work, 'original')
    os.makedirs(data, exist_ok=True)
    link = os.path.join(data, 'units')
    if not os.path.lexists(link):
        os.symlink(units, link)
    status, output = compare(imaginet, data, 'Core.Math.Abs')
    return status == 0 and ('"state": "equal"' in output or '"state":"equal"' in output), output
