#!/usr/bin/python3
"""Runs the real program on packages whose code does harm: to the files of the comparison,
to other files, to other processes.

Each package has one unit, with a fragment of C and one of Python; the harm is done in
the first call. What was harmed is looked at from outside.

usage: test-hostile.py IMAGINET bubblewrap|landlock|none

SPDX-License-Identifier: MIT
"""
import ctypes
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

LANDLOCK_CREATE_RULESET = 444  # the number of the system call
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
        if command == 'compare':
            arguments += '--with', 'input=float32[4]'
        return subprocess.run([self.imaginet, command, self.path('Hostile.imunit'), *arguments],
                              text=True, timeout=120, capture_output=True,
                              env={**os.environ, 'LC_ALL': 'C.UTF-8', 'TMPDIR': self.temporary,
                                   'HOME': self.folder, **variables})

    def read(self, name):
        """Returns what a file in the kept folder holds, or None."""
        try:
            with open(os.path.join(self.path('kept'), name), encoding='utf-8') as file:
                return file.read()
        except FileNotFoundError:
            return None

    def processes(self):
        """Returns the processes that run, or run in, the folder for temporary files."""
        found = []
        for pid in filter(str.isdigit, os.listdir('/proc')):
            try:
                places = [os.readlink(f'/proc/{pid}/{link}') for link in ('exe', 'cwd')]
            except OSError:
                continue
            if any(place.startswith(self.temporary) for place in places):
                found.append(pid)
        return found


def works(level):
    """Whether this machine has what a level needs."""
    if level == 'bubblewrap':
        return shutil.which('bwrap') is not None and subprocess.run(
            ['bwrap', '--unshare-all', '--ro-bind', '/', '/', '--proc', '/proc', 'true'],
            check=False, capture_output=True).returncode == 0
    return ctypes.CDLL(None).syscall(LANDLOCK_CREATE_RULESET, None, 0, 1) >= 1


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

    def skip(self, name, reason):
        self.count += 1
        print(f'ok {self.count} {name} # SKIP {reason}', flush=True)

    def package(self, folder, **keywords):
        return Package(self.imaginet, folder, **keywords)


def test_frames(tests, folder):
    """Python makes the frames shorter that the vectors of a bundle are taken from."""
    package = tests.package(folder, python="open('frames_0.bin', 'r+').truncate(3)")
    run = package.call('export', '-o', package.path('out'))
    tests.check('frames-truncated', run.returncode in (0, 1) and
                'the code of a unit changed the file with the frames' in run.stderr, run)


def test_trace(tests, folder):
    """Python makes the trace of C shorter that its own is compared with."""
    package = tests.package(folder, python="open('c_0.trace', 'r+').truncate(0)")
    run = package.call('compare')
    tests.check('trace-truncated', run.returncode in (0, 1, 3), run)


def test_whole(tests, folder):
    """Python ends while it runs the whole, which is after its only layer."""
    package = tests.package(
        folder, python="os.is_done = os.path.exists('case_0.trace') and os._exit(5)")
    run = package.call('compare')
    tests.check('whole-ends', run.returncode == 3 and
                'Hostile whole: reference could not run: Python ended with status 5' in run.stdout,
                run)


def test_pipe(tests, folder):
    """C leaves a pipe where its trace was, which nobody writes to."""
    package = tests.package(folder, c_includes='#include <stdio.h>\n#include <sys/stat.h>',
                            c='remove("c_0.trace"); mkfifo("c_0.trace", 0600);')
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


def test_opening(tests, folder):
    """What only looks at a package runs nothing of it, nor any compiler."""
    package = tests.package(folder)
    package.write('mark.sh', f'#!/bin/sh\ntouch {folder}/mark\n')
    os.chmod(package.path('mark.sh'), 0o755)
    tools = {'CC': package.path('mark.sh'), 'PYTHON': package.path('mark.sh')}
    for command in ('check', 'inspect', 'plan'):
        package.call(command, **tools)
    package.call('render', '-o', package.path('picture.svg'), **tools)
    tests.check('opening-runs-nothing', not os.path.exists(package.path('mark')))


# Name, what is said, headers and code of C, modules and code of Python. FOLDER is that of
# the package, PORT one that somebody listens at. Code that nobody is told about leaves
# what it got in a file.
HARM = [
    ('deletes', None, 'stdio.h unistd.h',
     'unlink("FOLDER/precious"); rmdir("FOLDER/empty"); truncate("FOLDER/cut", 0);',
     'os, shutil', "shutil.rmtree('FOLDER/precious.d')"),
    ('writes', None, 'stdio.h sys/stat.h',
     'FILE *f = fopen("FOLDER/new", "w"); if (f) fclose(f); chmod("FOLDER/precious", 0777);',
     'os', "open('FOLDER/new', 'w')"),
    ('reads', None, 'stdio.h',
     'FILE *f, *out = fopen("stolen", "w"); char text[99];'
     'if ((f = fopen("/etc/shadow", "r")) && fgets(text, 99, f)) fputs(text, out);'
     'if ((f = fopen("FOLDER/precious", "r")) && fgets(text, 99, f)) fputs(text, out);'
     'fclose(out);',
     'os', "open('FOLDER/stolen', 'w').write(open('FOLDER/precious').read())"),
    ('connects', 'tried to open a network connection', 'arpa/inet.h sys/socket.h',
     'struct sockaddr_in a = { AF_INET, htons(PORT), { htonl(0x7f000001) } };'
     'connect(socket(AF_INET, SOCK_STREAM, 0), (void *) &a, sizeof a);',
     'os, socket', "socket.create_connection(('127.0.0.1', PORT))"),
    ('fills', 'wrote more than 1024 MB', 'fcntl.h stdio.h',
     'for (int i = 0; i < 6; i++) { char name[9]; sprintf(name, "fill%d", i);'
     'posix_fallocate(open(name, O_CREAT | O_WRONLY, 0600), 0, 200 << 20); }',
     'os', "[os.posix_fallocate(os.open(f'fill{i}', os.O_CREAT | os.O_WRONLY), 0, 200 << 20)"
           " for i in range(6)]"),
    ('looks-at-processes', None, 'dirent.h stdio.h stdlib.h unistd.h',
     'FILE *f, *out = fopen("stolen", "w"); char path[99]; DIR *d = opendir("/proc");'
     'struct dirent *e; while (d && (e = readdir(d))) if (atoi(e->d_name) > 1) {'
     'sprintf(path, "/proc/%s/comm", e->d_name); char text[99];'
     'if ((f = fopen(path, "r")) && fgets(text, 99, f)) fputs(text, out); }'
     'sprintf(path, "/proc/%d/mem", getppid());'
     'if (getppid() > 1 && fopen(path, "r+")) fputs("memory", out); fclose(out);',
     'os', "open(f'/proc/{os.getppid()}/environ')"),
    ('kills', 'tried to send a signal to another process', 'signal.h unistd.h',
     'kill(getppid(), SIGKILL);', 'os, signal', 'os.kill(os.getppid(), signal.SIGKILL)'),
    ('kills-all', 'tried to send a signal to another process', 'signal.h', 'kill(-1, SIGTERM);',
     'os, signal', 'os.kill(-1, signal.SIGTERM)'),
    ('leaves-session', 'tried to leave its process group', 'sys/wait.h unistd.h',
     'if (fork() == 0) { setsid(); sleep(60); } wait(0);', 'os, time',
     'os.wait() if os.fork() else (os.setsid(), time.sleep(60))'),
    ('leaves-child', None, 'unistd.h', 'if (fork() == 0) { close(1); close(2); sleep(60); }',
     'os, time', 'os.fork() or time.sleep(60)'),
    ('forks', 'started more than 64 processes', 'unistd.h',
     'for (int i = 0; i < 200; i++) if (fork() == 0) pause();', 'os, time',
     '[os.fork() or time.sleep(60) for i in range(200)]'),
]


def check_untouched(package, run):
    """Returns what has been harmed."""
    problems = [] if run.returncode in (0, 1, 3) else [f'status {run.returncode}']
    problems += [f'{name} is gone' for name in ('precious', 'empty', 'precious.d/precious')
                 if not os.path.exists(package.path(name))]
    problems += [f'{name} is there' for name in ('new', 'stolen')
                 if os.path.exists(package.path(name))]
    if os.path.getsize(package.path('cut')) == 0 or \
            os.stat(package.path('precious')).st_mode & 0o777 != 0o600:
        problems.append('a file was changed')
    stolen = package.read('stolen')
    problems += [f'got {stolen!r}'] if stolen not in (None, '', 'model-host\n') else []
    deadline = time.monotonic() + 5
    while package.processes() and time.monotonic() < deadline:
        time.sleep(0.05)
    problems += [f'left processes {package.processes()}'] if package.processes() else []
    problems += [f'left {os.listdir(package.temporary)}'] if os.listdir(package.temporary) else []
    return problems


def harm(tests, level, language, row, port):
    name, said, headers, c, modules, python = row
    with tempfile.TemporaryDirectory() as folder:
        code = {'c': c, 'python': python}[language]
        code = code.replace('FOLDER', folder).replace('PORT', str(port))
        if language == 'c':
            includes = '\n'.join(f'#include <{header}>' for header in headers.split())
            package = tests.package(folder, c=code, c_includes=includes)
        else:
            package = tests.package(folder, python=code, python_includes=f'import {modules}')
        for file in ('precious', 'cut'):
            package.write(file, 'secret')
        os.chmod(package.path('precious'), 0o600)
        os.mkdir(package.path('empty'))
        os.mkdir(package.path('precious.d'))
        package.write('precious.d/precious', 'secret')
        run = package.call('compare', '--keep', package.path('kept'))
        problems = check_untouched(package, run)
        text = run.stdout + run.stderr
        if said is not None and said not in text:
            problems.append(f'it does not say “{said}”')
        tests.check(f'{level}-{language}-{name}', not problems, f'{problems}, {text}')


def test_harm(tests, level):
    with socket.create_server(('127.0.0.1', 0)) as listener:
        listener.settimeout(0)
        for language in ('c', 'python'):
            for row in HARM:
                harm(tests, level, language, row, listener.getsockname()[1])
        try:
            listener.accept()
            tests.check(f'{level}-nobody-connects', False)
        except BlockingIOError:
            tests.check(f'{level}-nobody-connects', True)


REFUSED, COMPILED = 'does not exist in the folder of this file', 'the C compiler'

# Name, what stands among the includes, in the code, and who refuses it.
INCLUDED = [
    ('passwd', '#include </etc/passwd>', '', COMPILED),
    ('zero', '#include </dev/zero>', '', COMPILED),
    ('precious', '#include <FOLDER/precious>', '', COMPILED),
    ('path', '#include "/etc/passwd"', '', REFUSED),
    ('parent', '#include "../../../../../etc/passwd"', '', REFUSED),
    ('own-path', '#include "FOLDER/precious"', '', REFUSED),
    ('assembled', '', '__asm__(".pushsection .data\\n.incbin \\"FOLDER/precious\\"\\n.popsection");',
     COMPILED),
]


def test_includes(tests, level):
    """The compiler reads what code names, and prints it; headers of the package are read by
    the program itself."""
    for name, line, code, said in INCLUDED:
        with tempfile.TemporaryDirectory() as folder:
            package = tests.package(folder, c_includes=line.replace('FOLDER', folder),
                                    c=code.replace('FOLDER', folder))
            package.write('precious', 'secret')
            run = package.call('compare')
            tests.check(f'{level}-includes-{name}', run.returncode == 1 and
                        'secret' not in run.stderr and 'root:' not in run.stderr and
                        said in run.stderr, run)


def test_trust(tests, folder):
    """Where nothing confines the code, nothing of a package runs until it is trusted."""
    package = tests.package(folder, c_includes='#include <stdio.h>',
                            c=f'fclose(fopen("{folder}/mark", "w"));')
    os.environ['XDG_CONFIG_HOME'] = package.path('settings')

    def attempt(name, is_trusted, command, *arguments):
        run = package.call(command, *arguments)
        has_run = os.path.exists(package.path('mark'))
        if has_run:
            os.remove(package.path('mark'))
        tests.check(f'trust-{name}', has_run == is_trusted and
                    (is_trusted or run.returncode == 1 and 'imaginet trust' in run.stderr), run)

    def trust(*arguments):
        return subprocess.run([package.imaginet, 'trust', *arguments], text=True, check=True,
                              capture_output=True, env={**os.environ, 'LC_ALL': 'C.UTF-8'})

    package.write('in.csv', '1,2,3,4\n' * 9)
    export = ['-o', package.path('out')]
    run = ['-i', package.path('in.csv'), '-o', package.path('out.csv')]
    attempt('compare', False, 'compare')
    attempt('export', False, 'export', *export)
    attempt('targets', False, 'export', *export, '--no-test', '--targets', 'host')
    attempt('run', False, 'run', *run)
    tests.check('trust-no-code', package.call('export', *export, '--no-test', '--targets',
                                              'none').returncode == 0)
    tests.check('trust-add', folder in trust(folder).stdout)
    attempt('compare-trusted', True, 'compare')
    attempt('run-trusted', True, 'run', *run)
    tests.check('trust-remove', 'No folder is trusted' in trust('--remove', folder).stdout)
    attempt('compare-again', False, 'compare')
    attempt('option', True, 'compare', '--trust')
    tests.check('trust-stays', folder in trust().stdout)


def test_shipped(tests):
    """What came with the program needs no trust."""
    run = subprocess.run([tests.imaginet, 'compare', 'Core.Math.Abs', '--with',
                          'input=float32[4]@50'], text=True, capture_output=True, check=False)
    tests.check('trust-shipped', run.returncode == 0, run)


def main(imaginet, level):
    tests = Tests(imaginet)
    if level == 'none':
        os.environ['IMAGINET_SANDBOX'] = level
        test_shipped(tests)
        with tempfile.TemporaryDirectory() as folder:
            test_trust(tests, folder)
    elif works(level):
        os.environ['IMAGINET_SANDBOX'] = level
        for test in (test_frames, test_trace, test_whole, test_pipe, test_link, test_opening):
            with tempfile.TemporaryDirectory() as folder:
                test(tests, folder)
        test_harm(tests, level)
        test_includes(tests, level)
    else:
        tests.skip(level, f'{level} does not work on this machine')
    print(f'1..{tests.count}')
    return 1 if tests.failed else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
