#!/usr/bin/python3
"""Runs the real program on packages whose code does harm: to the files of the comparison,
to other files, to other processes.

Each package has one unit, with a fragment of C and one of Python; the harm is done in
the first call. What was harmed is looked at from outside.

usage: test-hostile.py IMAGINET

SPDX-License-Identifier: MIT
"""
import os
import subprocess
import sys
import tempfile

UNIT = '''<?xml version="1.0" encoding="utf-8"?>
<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Function unit="Test.Hostile">
    <DisplayName>Hostile</DisplayName>
    <DisplayPath>/Test</DisplayPath>
    <Parameters>
      <InputSocket name="input" pipe="data" im:type="float32" im:shape="[4]" im:rate="50" />
      <OutputSocket name="output" pipe="data" type="input.type" shape="input.shape" />
      <Hidden name="n" value="input.shape.flat" />
    </Parameters>
    <Implementations>
      <Implementation language="C" fragment="hostile.h:copy" call="copy(input, n, output)" />
      <Implementation language="Python" fragment="hostile.py:copy_py"
                      call="copy_py(input, output)" />
    </Implementations>
  </Function>
</Imaginet>
'''
C = '''#pragma IMAGINET_INCLUDES_BEGIN
{includes}
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "copy"
static void
copy (const float *input, int n, float *output)
{{
  static int is_done;

  if (!is_done)
    {{
      is_done = 1;
      {code}
    }}
  for (int i = 0; i < n; i++)
    output[i] = input[i];
}}
#pragma IMAGINET_FRAGMENT_END
'''
PYTHON = '''#pragma IMAGINET_INCLUDES_BEGIN
{includes}
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "copy_py"
def copy_py(input, output):
    if not getattr(os, 'is_done', False):
        os.is_done = True
        {code}
    output[...] = input
#pragma IMAGINET_FRAGMENT_END
'''


class Package:
    """A folder with a unit, and the folder for temporary files of what runs it."""

    def __init__(self, imaginet, folder, c='', c_includes='', python='', python_includes='import os'):
        self.imaginet, self.folder = imaginet, folder
        self.temporary = os.path.join(folder, 'temporary')
        os.mkdir(self.temporary)
        self.write('hostile.h', C.format(code=c, includes=c_includes))
        self.write('hostile.py', PYTHON.format(code=python, includes=python_includes))
        self.write('Hostile.imunit', UNIT)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), 'w', encoding='utf-8') as file:
            file.write(text)

    def call(self, command, *arguments, **variables):
        return subprocess.run([self.imaginet, command, self.path('Hostile.imunit'), *arguments],
                              text=True, timeout=120, capture_output=True,
                              env={**os.environ, 'LC_ALL': 'C.UTF-8', 'TMPDIR': self.temporary,
                                   **variables})


class Tests:
    def __init__(self, imaginet):
        self.imaginet = os.path.abspath(imaginet)
        self.count = self.failed = 0

    def check(self, name, condition, detail=''):
        self.count += 1
        self.failed += not condition
        print(f'{"ok" if condition else "not ok"} {self.count} {name}', flush=True)
        if not condition:
            print(f'{name}: {detail}', file=sys.stderr)

    def package(self, folder, **keywords):
        return Package(self.imaginet, folder, **keywords)


def test_frames(tests, folder):
    """Python makes the frames shorter that the vectors of a bundle are taken from."""
    package = tests.package(folder, python="os.truncate('frames.bin', 3)")
    run = package.call('export', '-o', package.path('out'))
    tests.check('frames-truncated', run.returncode in (0, 1) and
                'the code of a unit changed the file “frames.bin”' in run.stderr, run)


def test_trace(tests, folder):
    """Python makes the trace of C shorter that its own is compared with."""
    package = tests.package(folder, python="os.truncate('c.trace', 0)")
    run = package.call('compare')
    tests.check('trace-truncated', run.returncode in (0, 1, 3), run)


def test_pipe(tests, folder):
    """C leaves a pipe where its trace was, which nobody writes to."""
    package = tests.package(folder, c_includes='#include <stdio.h>\n#include <sys/stat.h>',
                            c='remove("c.trace"); mkfifo("c.trace", 0600);')
    run = package.call('compare')
    tests.check('trace-is-a-pipe', run.returncode == 1 and
                'the trace of the C of the pipeline is not complete' in run.stderr, run)


def test_link(tests, folder):
    """C leaves a link where the job of Python will be written."""
    package = tests.package(folder, c_includes='#include <unistd.h>',
                            c=f'symlink("{folder}/precious", "job.json");')
    package.write('precious', 'precious')
    package.call('compare')
    with open(package.path('precious'), encoding='utf-8') as file:
        tests.check('link-is-not-followed', file.read() == 'precious')


def main(imaginet):
    tests = Tests(imaginet)
    for test in (test_frames, test_trace, test_pipe, test_link):
        with tempfile.TemporaryDirectory() as folder:
            test(tests, folder)
    print(f'1..{tests.count}')
    return 1 if tests.failed else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
