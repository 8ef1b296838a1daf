#!/usr/bin/python3
"""Tests the files around exported code: each by the tool it is for, or against the documented
rules of its format.

usage: test-export-bundle.py IMAGINET TOP

SPDX-License-Identifier: MIT
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
import zipfile

import tools

try:
    import yaml
except ImportError:
    yaml = None

# The library specification of the Arduino IDE 1.5 and newer, revision 2.2.
ARDUINO_KEYS = {'name', 'version', 'author', 'maintainer', 'sentence', 'paragraph', 'category',
                'url', 'architectures', 'includes', 'depends', 'dot_a_linkage', 'precompiled',
                'ldflags'}
ARDUINO_CATEGORIES = {'Display', 'Communication', 'Signal Input/Output', 'Sensors',
                      'Device Control', 'Timing', 'Data Storage', 'Data Processing', 'Other'}
# Open-CMSIS-Pack: schema of a pack description.
PACK_CATEGORIES = {'doc', 'header', 'include', 'library', 'object', 'source', 'linkerScript',
                   'utility', 'image', 'other', 'preIncludeGlobal', 'preIncludeLocal'}
# SPDX 2.3, JSON schema: what must be there.
SPDX_KEYS = {'SPDXID', 'creationInfo', 'dataLicense', 'name', 'spdxVersion'}


class Tests:
    def __init__(self, imaginet, top, folder):
        self.imaginet, self.top, self.folder = imaginet, top, folder
        self.count = self.failed = 0
        self.extra, self.flags, self.link = {}, [], []

    def check(self, name, condition, detail=''):
        self.count += 1
        self.failed += not condition
        print(f'{"ok" if condition else "not ok"} {self.count} {name}', flush=True)
        if not condition:
            print(f'# {detail}', flush=True)

    def skip(self, name, reason):
        self.count += 1
        print(f'ok {self.count} {name} # SKIP {reason}', flush=True)

    def lacks(self, name, *programs):
        """Skips a test without the programs that it calls."""
        absent = tools.missing(*programs)
        if absent:
            self.skip(name, f'{", ".join(absent)} is not installed')
        return absent

    def run(self, *words, cwd=None):
        environment = {**os.environ, 'LC_ALL': 'C.UTF-8', 'IMAGINET_DATA_PATH': self.top,
                       'TMPDIR': self.folder, **self.extra}
        return subprocess.run(words, text=True, cwd=cwd, env=environment, capture_output=True,
                              timeout=300)

    def export(self, unit, out, *options):
        return self.run(self.imaginet, 'export', unit, '--no-test', '-o', out, *options)


def read(folder, name):
    with open(os.path.join(folder, name), encoding='utf-8') as file:
        return file.read()


def check_arduino(tests, out, name):
    pairs = dict(line.split('=', 1) for line in read(out, 'library.properties').splitlines())
    tests.check(f'arduino-{name}', set(pairs) <= ARDUINO_KEYS
                and {'name', 'version', 'author', 'maintainer', 'sentence', 'paragraph', 'category',
                     'url', 'architectures'} <= set(pairs)
                and re.fullmatch(r'[A-Za-z0-9][A-Za-z0-9_.\- ]{0,62}', pairs['name'])
                and re.fullmatch(r'\d+\.\d+\.\d+', pairs['version'])
                and pairs['category'] in ARDUINO_CATEGORIES
                and os.path.exists(os.path.join(out, 'src', pairs['includes'])), str(pairs))


def check_platformio(tests, out, name):
    library = json.loads(read(out, 'library.json'))
    tests.check(f'platformio-{name}', re.fullmatch(r'[A-Za-z0-9_\-]{1,100}', library['name'])
                and re.fullmatch(r'\d+\.\d+\.\d+', library['version'])
                and all(os.path.isdir(os.path.join(out, library['build'][key]))
                        for key in ('includeDir', 'srcDir')), str(library))


def check_zephyr(tests, out, name):
    module = read(out, 'zephyr/module.yml')
    kconfig, cmake = read(out, 'zephyr/Kconfig'), read(out, 'zephyr/CMakeLists.txt')
    symbol = re.search(r'^config (\w+)$', kconfig, re.M)
    sources = re.findall(r'\.\./\S+[^)\s]', cmake)
    tests.check(f'zephyr-{name}', symbol and re.fullmatch(r'[A-Z_][A-Z0-9_]*', symbol.group(1))
                and f'if(CONFIG_{symbol.group(1)})' in cmake
                and re.fullmatch(r'name: \S+\nbuild:\n  cmake: zephyr\n  kconfig: zephyr/Kconfig\n',
                                 module)
                and all(os.path.exists(os.path.join(out, 'zephyr', source)) for source in sources),
                module + kconfig + cmake)


def check_pack(tests, out, name):
    path = next(file for file in os.listdir(out) if file.endswith('.pdsc'))
    package = xml.parse(os.path.join(out, path)).getroot()
    order = [child.tag for child in package]
    names = [package.findtext('vendor'), package.findtext('name')]
    component = package.find('components/component')
    files = component.findall('files/file')
    tests.check(f'pack-{name}', path == '.'.join(names) + '.pdsc'
                and [tag for tag in order if tag != 'conditions'] == [
                    'vendor', 'name', 'description', 'url', 'license', 'releases', 'components']
                and all(re.fullmatch(r'[\-_A-Za-z0-9]+', part) for part in names)
                and {'Cclass', 'Cgroup', 'Cversion'} <= set(component.attrib)
                and all(file.get('category') in PACK_CATEGORIES
                        and os.path.exists(os.path.join(out, file.get('name'))) for file in files)
                and re.fullmatch(r'\d+\.\d+\.\d+', package.find('releases/release').get('version')),
                path + str(order))


def check_sbom(tests, out, name):
    document = json.loads(read(out, 'SBOM.spdx.json'))
    ids = {package['SPDXID'] for package in document['packages']} | {document['SPDXID']}
    ends = {end for row in document['relationships']
            for end in (row['spdxElementId'], row['relatedSpdxElement'])}
    checksums = [row['checksumValue'] for package in document['packages']
                 for row in package.get('checksums', [])]
    tests.check(f'sbom-{name}', SPDX_KEYS <= set(document) and document['spdxVersion'] == 'SPDX-2.3'
                and document['dataLicense'] == 'CC0-1.0' and ends <= ids
                and all(re.fullmatch(r'SPDXRef-[A-Za-z0-9.\-]+', one) for one in ids)
                and len(ids) == len(document['packages']) + 1
                and checksums and all(re.fullmatch(r'[0-9a-f]{64}', one) for one in checksums)
                and re.fullmatch(r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ',
                                 document['creationInfo']['created']), str(document)[:500])


def check_make(tests, out, name):
    if tests.lacks(f'make-{name}', 'make', 'cc', 'ar'):
        return
    result = tests.run('make', '-s', 'CFLAGS=-O1 -Wall -Werror', cwd=out)
    tests.check(f'make-{name}', result.returncode == 0
                and os.path.exists(os.path.join(out, f'lib{name}.a')), result.stderr)
    tests.run('make', 'clean', cwd=out)


# What a sketch sees of its board.
SKETCH = '''
#include <stdint.h>
struct Port {{ void begin(long) {{}} void println(double) {{}} void println(const char *) {{}} }} Serial;
unsigned long millis() {{ return 0; }}
#include "{sketch}"
int main() {{ setup(); loop(); return 0; }}
'''


def check_sketch(tests, out, name):
    """Compiles the sketch as the Arduino IDE does: as C++, the code as C."""
    if tests.lacks(f'sketch-{name}', 'cc', 'g++'):
        return
    path = os.path.join(tests.folder, 'sketch.cpp')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(SKETCH.format(sketch=os.path.join(out, 'examples', 'Basic', 'Basic.ino')))
    include = '-I' + os.path.join(out, 'src')
    source = os.path.join(out, 'src', name + '.c')
    compiled = tests.run('cc', '-c', *tests.flags, include, '-I' + os.path.join(out, 'include'), source, '-o',
                         os.path.join(tests.folder, 'sketch.o'))
    linked = tests.run('g++', '-Wall', '-Werror', include, path, os.path.join(tests.folder,
                                                                             'sketch.o'),
                       *tests.link, '-lm', '-o', os.path.join(tests.folder, 'sketch'))
    tests.check(f'sketch-{name}', compiled.returncode == 0 and linked.returncode == 0,
                compiled.stderr + linked.stderr)


CONSUMER = '''cmake_minimum_required(VERSION 3.13)
project(consumer C)
find_package(NAME 1.0 REQUIRED)
add_executable(consumer main.c)
target_link_libraries(consumer imaginet::NAME)
'''
MAIN = '#include <NAME.h>\nint main(void) { return IMAI_init(); }\n'


def check_cmake(tests, out, name):
    if tests.lacks(f'cmake-{name}', 'cmake', 'cc', 'make'):
        return
    build, prefix, consumer = (os.path.join(tests.folder, part) for part in ('b', 'p', 'c'))
    for folder in build, prefix, consumer:
        shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(consumer)
    for file, text in ('CMakeLists.txt', CONSUMER), ('main.c', MAIN):
        with open(os.path.join(consumer, file), 'w', encoding='utf-8') as stream:
            stream.write(text.replace('NAME', name))
    steps = [('cmake', '-S', out, '-B', build, '-DCMAKE_INSTALL_PREFIX=' + prefix),
             ('cmake', '--build', build), ('cmake', '--install', build),
             ('cmake', '-S', consumer, '-B', consumer, '-DCMAKE_PREFIX_PATH=' + prefix,
              '-DCMAKE_EXE_LINKER_FLAGS=-L' + build),
             ('cmake', '--build', consumer), (os.path.join(consumer, 'consumer'),)]
    for step in steps:
        result = tests.run(*step)
        if result.returncode != 0:
            break
    tests.check(f'cmake-{name}', result.returncode == 0, result.stdout + result.stderr)


def check_all(tests, out, name):
    for check in (check_arduino, check_platformio, check_zephyr, check_pack, check_sbom, check_make,
                  check_sketch, check_cmake):
        check(tests, out, name)


def test_names(tests):
    """Whatever the unit is called, all manifests are valid."""
    folder = os.path.join(tests.folder, 'names')
    os.mkdir(folder)
    with open(os.path.join(tests.top, 'data', 'examples', 'audio-window.imunit'),
              encoding='utf-8') as file:
        text = file.read()
    for unit in 'Examples.9 Axis', 'Ünit.Größe', 'A.int', 'My-Unit', 'A.while_1', 'X.Math', \
            'X.m', 'X.All', 'X.on', 'X.Con':
        path = os.path.join(folder, 'unit.imunit')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text.replace('Examples.AudioWindow', unit))
        out = os.path.join(folder, 'out')
        shutil.rmtree(out, ignore_errors=True)
        result = tests.export(path, out)
        name = json.loads(read(out, 'manifest.json'))['name'] if result.returncode == 0 else ''
        tests.check(f'export {unit}', name != '', result.stderr)
        if name != '':
            check_all(tests, out, name)


def test_opened_again(tests, out, name):
    """The unit can be checked and exported with nothing but what the bundle holds."""
    empty = os.path.join(tests.folder, 'empty')
    os.makedirs(os.path.join(empty, 'units'), exist_ok=True)
    alone = Tests(tests.imaginet, empty, tests.folder)
    checked = alone.run(tests.imaginet, 'check', os.path.join(out, 'pipeline'))
    again = os.path.join(tests.folder, 'again')
    result = alone.export(os.path.join(out, 'pipeline', name + '.imunit'), again)
    same = result.returncode == 0 and all(
        read(out, file) == read(again, file) for file in (f'src/{name}.c', f'include/{name}.h',
                                                          'SBOM.spdx.json', 'README.md'))
    tests.check('check-pipeline', checked.returncode == 0, checked.stdout + checked.stderr)
    tests.check('export-again', same, result.stdout + result.stderr)


def read_needs(out):
    """What each file says of the library, by the parser of its format."""
    package = xml.parse(os.path.join(out, 'Imaginet.habit.pdsc')).getroot()
    required = [(one.get('Cclass'), one.get('Cgroup')) for one in package.findall(
        f"conditions/condition[@id='{package.find('components/component').get('condition')}']"
        '/require')]
    properties = dict(line.split('=', 1) for line in read(out, 'library.properties').splitlines())
    library = json.loads(read(out, 'library.json'))
    document = json.loads(read(out, 'SBOM.spdx.json'))
    needs = {
        'pack': ('CMSIS', 'DSP') in required,
        'arduino': properties.get('depends') == 'Arduino_CMSIS-DSP',
        'platformio': [one['name'] for one in library.get('dependencies', [])] ==
                      ['Arduino_CMSIS-DSP'],
        'kconfig': re.search(r'^\tselect CMSIS_DSP$', read(out, 'zephyr/Kconfig'), re.M) is not None,
        'cmake': 'CMSISDSP' in read(out, 'CMakeLists.txt'),
        'make': 'CMSIS_DSP' in read(out, 'Makefile'),
        'readme': 'make verify CMSIS_DSP=FOLDER' in read(out, 'README.md'),
        'manifest': json.loads(read(out, 'manifest.json'))['packages'] == ['cmsis-dsp'],
        'sbom': any('cmsis-dsp' in package['name'] for package in document['packages']),
    }
    if yaml is not None:
        layer = yaml.safe_load(read(out, 'habit.clayer.yml'))['layer']
        needs['clayer'] = {'component': 'ARM::CMSIS:DSP'} in layer.get('components', []) and \
            {'pack': 'ARM::CMSIS-DSP'} in layer.get('packs', [])
    return needs


def build_library(tests, source):
    """The library and what has to be said to the C compiler to find it."""
    objects = os.path.join(tests.folder, 'library.o')
    tests.flags = ['-D__GNUC_PYTHON__', '-I' + os.path.join(source, 'Include')]
    tests.run('sh', '-c', f'cd {tests.folder} && cc -c {" ".join(tests.flags)} '
              f'{source}/Source/*/*Functions.c {source}/Source/*/arm_cmplx*.c && '
              f'ld -r -o {objects} TransformFunctions.o arm_cmplx_mag_squared_f32.o')
    tests.link = [objects]


def test_library(tests):
    """A library that the code calls stands in the files of all build systems, and they build
    with it; without it they say so. Nothing names it where the code does not call it."""
    unit = os.path.join(tests.top, 'tests', 'verify', 'packages', 'Habits.imunit')
    source = os.path.join(tests.top, 'tests', 'verify', 'cmsis-dsp')
    options = ['--unit', 'Habits.Chain', '--name', 'habit']
    out = os.path.join(tests.folder, 'plain')
    result = tests.export(unit, out, *options)
    tests.check('library-off', result.returncode == 0 and not any(read_needs(out).values()) and
                '@' not in read(out, 'library.json'), str(read_needs(out)))
    out = os.path.join(tests.folder, 'with')
    result = tests.export(unit, out, *options, '--with', 'global_use_cmsis=true')
    needs = read_needs(out)
    tests.check('library-on', result.returncode == 0 and all(needs.values()), str(needs))
    absent = tests.run('cmake', '-S', out, '-B', os.path.join(tests.folder, 'absent'))
    tests.check('library-cmake-absent', absent.returncode != 0 and
                'set CMSIS_DSP to its folder' in ' '.join(absent.stderr.split()), absent.stderr)
    tests.extra = {'CMSIS_DSP': source}
    build_library(tests, source)
    check_all(tests, out, 'habit')
    tests.extra, tests.flags, tests.link = {}, [], []


def test_taken_name(tests):
    """A name that somebody chooses is not changed, but refused."""
    pipeline = os.path.join(tests.top, 'data', 'examples', 'audio-window.imunit')
    out = os.path.join(tests.folder, 'taken')
    result = tests.export(pipeline, out, '--name', 'Math')
    tests.check('taken-name', result.returncode == 1 and 'cannot name the files' in result.stderr
                and not os.path.exists(out), result.stderr)


def test_zip(tests):
    path = os.path.join(tests.folder, 'new', 'folder', 'level.zip')
    pipeline = os.path.join(tests.top, 'data', 'examples', 'audio-window.imunit')
    result = tests.export(pipeline, path, '--zip')
    with open(path, 'rb') as file:
        content = file.read()
    again = tests.export(pipeline, path, '--zip')
    with open(path, 'rb') as file:
        same = content == file.read()
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        sound = archive.testzip() is None
    tests.check('zip-content', result.returncode == 0 and sound
                and 'audiowindow-firmware/src/audiowindow.c' in names, str(names))
    tests.check('zip-again', again.returncode == 0 and same, again.stderr)
    foreign = os.path.join(tests.folder, 'foreign.zip')
    with zipfile.ZipFile(foreign, 'w') as archive:
        archive.writestr('a', 'b')
    refused = tests.export(pipeline, foreign, '--zip')
    tests.check('zip-foreign', refused.returncode == 1 and 'is not replaced' in refused.stderr,
                refused.stderr)


def test_parents(tests):
    base = os.path.join(tests.folder, 'x')
    pipeline = os.path.join(tests.top, 'data', 'examples', 'audio-window.imunit')
    result = tests.export(pipeline, os.path.join(base, 'y', 'z'))
    tests.check('parents', result.returncode == 0
                and os.path.exists(os.path.join(base, 'y', 'z', 'README.md')), result.stderr)
    left = os.path.join(tests.folder, 'file')
    with open(left, 'w', encoding='utf-8'):
        pass
    refused = tests.export(pipeline, os.path.join(left, 'a', 'b'))
    tests.check('parents-refused', refused.returncode == 1 and os.path.isfile(left), refused.stderr)


def main(imaginet, top):
    with tempfile.TemporaryDirectory() as folder:
        tests = Tests(os.path.abspath(imaginet), os.path.abspath(top), folder)
        out = os.path.join(folder, 'speech')
        example = os.path.join(tests.top, 'data', 'examples', 'speech-features.imunit')
        result = tests.export(example, out)
        tests.check('export', result.returncode == 0, result.stderr)
        check_all(tests, out, 'speechfeatures')
        test_opened_again(tests, out, 'speechfeatures')
        test_names(tests)
        test_library(tests)
        test_taken_name(tests)
        test_zip(tests)
        test_parents(tests)
        print(f'1..{tests.count}')
        return 1 if tests.failed else 0


sys.exit(main(*sys.argv[1:]))
