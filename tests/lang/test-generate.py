#!/usr/bin/python3
"""Checks that generate.py refuses wrong data with a message that names file and entry.

usage: test-generate.py STDLIB_FOLDER

SPDX-License-Identifier: MIT
"""
import os
import shutil
import subprocess
import sys
import tempfile

GOOD = '''
name = "flat"
summary = "Elements."
signatures = [["() -> int", "shape_flat"]]
examples = [["1", "1"]]
'''
SIGNATURE = '[["() -> int", "shape_flat"]]'

# Name of the test, what the entry becomes, what the message says.
CASES = [
    ('good', GOOD, None),
    ('unknown-key', GOOD + 'sumary = "x"\n', 'entry "flat": unknown key "sumary"'),
    ('wrong-type', GOOD.replace('"Elements."', '1'),
     'entry "flat": "summary" has a value of the wrong type'),
    ('duplicate', f'{GOOD}[[entry]]{GOOD}', 'entry "flat": there is already one'),
    ('no-name', GOOD.replace('name = "flat"', ''), 'entry 1 has no name'),
    ('no-summary', GOOD.replace('summary = "Elements."', ''),
     'entry "flat": has no summary'),
    ('no-example', GOOD.replace('[["1", "1"]]', '[]'), 'entry "flat": has no examples'),
    ('wrong-example', GOOD.replace('[["1", "1"]]', '[["1"]]'),
     'each of "examples" is a pair of strings'),
    ('unknown-kind', GOOD.replace('() -> int', '(a: number) -> int'),
     'unknown kind "number"; kinds are'),
    ('unknown-result', GOOD.replace('-> int', '-> real'), 'unknown kind "real"'),
    ('wrong-parameter', GOOD.replace('()', '(a)'), 'parameter "a" is not "name: kind"'),
    ('wrong-signature', GOOD.replace('() -> int', 'int flat()'),
     'signature "int flat()" is not "(parameters) -> kind"'),
    ('no-function', GOOD.replace(', "shape_flat"', ''),
     'a signature is ["text", "function"]'),
    ('wrong-function', GOOD.replace('shape_flat', 'shape flat'),
     '"shape flat" is no name of a C function'),
    ('repeated', GOOD.replace('()', '(a: int..., b: int)'),
     'only the last parameter may be repeated, not "a"'),
    ('optional', GOOD.replace('()', '(a: int = 1, b: int)'),
     '"b" follows a parameter that may be left out'),
    ('both', GOOD + 'constant = 1.5\n', 'needs either signatures or a constant'),
    ('neither', GOOD.replace(f'signatures = {SIGNATURE}', ''),
     'needs either signatures or a constant'),
    ('spelling', GOOD + 'spellings = ["loud"]\n', 'unknown spelling "loud"'),
    ('member-spelling', GOOD + 'spellings = ["static"]\n',
     'members of Shape are spelled as methods only'),
    ('no-source', GOOD + 'source = ""\n', 'has no source'),
    ('syntax', GOOD + 'name\n', 'shape.toml: '),
]

OUTPUTS = ('table.c', 'prototypes.h', 'page.md')


def generate(stdlib, folder):
    outputs = [os.path.join(folder, name) for name in OUTPUTS]
    return subprocess.run([sys.executable, '-B', os.path.join(stdlib, 'generate.py'), folder,
                           *outputs], capture_output=True, text=True)


def check(stdlib, entry, message):
    """Returns what is wrong, or None."""
    with tempfile.TemporaryDirectory() as folder:
        for name in os.listdir(os.path.join(stdlib, 'reference')):
            shutil.copy(os.path.join(stdlib, 'reference', name), folder)
        with open(os.path.join(folder, 'shape.toml'), 'w', encoding='utf-8') as file:
            file.write('owner = "Shape"\nintro = "Shapes."\nspellings = ["method"]\n'
                       f'source = "a book"\n[[entry]]\n{entry}')
        run = generate(stdlib, folder)
        written = all(os.path.exists(os.path.join(folder, name)) for name in OUTPUTS)
    if message is None:
        return None if run.returncode == 0 and written else run.stderr
    if run.returncode == 0 or 'shape.toml' not in run.stderr or message not in run.stderr:
        return f'expected "{message}", found status {run.returncode}: {run.stderr}'
    return None


def check_missing(stdlib):
    with tempfile.TemporaryDirectory() as folder:
        run = generate(stdlib, folder)
    return None if 'no file describes the owner Math' in run.stderr else run.stderr


def main(stdlib):
    results = [(name, check(stdlib, entry, message)) for name, entry, message in CASES]
    results.append(('missing-owner', check_missing(stdlib)))
    for number, (name, problem) in enumerate(results, 1):
        print(f'{"not ok" if problem else "ok"} {number} {name}')
        if problem:
            print(problem, file=sys.stderr)
    print(f'1..{len(results)}')
    return any(problem for name, problem in results)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
