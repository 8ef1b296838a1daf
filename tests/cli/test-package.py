#!/usr/bin/python3
"""Packs units into one file and unpacks them, and tries archives that must be refused.

usage: test-package.py IMAGINET TOP

SPDX-License-Identifier: MIT
"""
import hashlib
import io
import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import zipfile

from tools import Tests, missing

GAIN = os.path.join('tests', 'cli', 'fixtures', 'units')


class PackageTests(Tests):
    def path(self, *names):
        return os.path.join(self.folder, *names)

    def read(self, *names):
        with open(self.path(*names), 'rb') as file:
            return file.read()

    def write(self, data, *names):
        os.makedirs(os.path.dirname(self.path(*names)), exist_ok=True)
        with open(self.path(*names), 'wb') as file:
            file.write(data)


def files_below(folder):
    return {os.path.relpath(os.path.join(where, name), folder)
            for where, _, names in os.walk(folder) for name in names}


def sorted_below(folder):
    return sorted(files_below(folder))


def test_round(tests):
    """What is unpacked is what was packed, and packing it again gives the same bytes."""
    shutil.copytree(os.path.join(tests.top, GAIN), tests.path('own'))
    tests.write(b'MIT License\n', 'own', 'LICENSE')
    tests.write(b'[package]\nauthor=A. Maker\nversion=1.2\nhomepage=none\n', 'own', 'package.ini')
    tests.write(b'hidden', 'own', '.git', 'config')
    tests.write('ü'.encode(), 'own', 'Lies mich – 🎵.txt')
    tests.expect('pack', tests.run('pack', 'own'), 0,
                 'own.zip: 8 files, 3 units, version 1.2, licence LICENSE, by A. Maker\n')
    first = tests.read('own.zip')
    tests.run('pack', 'own', '-o', 'other.zip', TZ='America/New_York', LC_ALL='C')
    tests.check('same-bytes-elsewhere', first == tests.read('other.zip'))
    tests.expect('check', tests.run('unpack', '--check', 'own.zip'), 0, 'Test.Gain  Gain/Gain.imunit')
    tests.expect('unpack', tests.run('unpack', 'own.zip', '-o', 'out'), 0, 'out: 8 files, 3 units')
    packed = files_below(tests.path('own')) - {os.path.join('.git', 'config')}
    tests.check('files', files_below(tests.path('out')) == packed, files_below(tests.path('out')))
    tests.check('bytes', all(tests.read('own', name) == tests.read('out', name)
                             for name in packed - {'package.ini'}))
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        tests.check('other-tools-read-it', archive.testzip() is None and
                    archive.namelist() == sorted(archive.namelist()) and
                    'own/Lies mich – 🎵.txt' in archive.namelist(), archive.namelist())
    manifest = tests.read('out', 'package.ini').decode()
    digest = hashlib.sha256(tests.read('own', 'Gain', 'gain.h')).hexdigest()
    tests.check('manifest', f'path=Gain/gain.h\nbytes=584\nsha256={digest}\n' in manifest and
                'homepage=none\n' in manifest and 'author=A. Maker\n' in manifest, manifest)
    tests.run('pack', 'out', '--name', 'own', '-o', 'again.zip')
    tests.check('packed-again', first == tests.read('again.zip'))
    tests.expect('is-fine', tests.run('check', '--strict', 'out'), 0, '3 units: 0 errors, 0 warnings')
    found = json.loads(tests.run('pack', 'own', '--json', '--author', 'B', '--licence', 'MIT').stdout)
    tests.check('json', found['author'] == 'B' and found['licence'] == 'MIT' and
                [unit['id'] for unit in found['units']] == ['Test.Constant', 'Test.Gain', 'Test.Pair'] and
                len(found['files']) == 8, found)


def test_files(tests):
    """Unit files come with what they need, from the packages beside them."""
    tests.run('new', 'unit', 'Own.Gain', '-t', 'element-wise', '-o', 'many/units')
    tests.run('new', 'unit', 'Own.Rest', '-t', 'filter', '-o', 'many/units')
    tests.write(b"""<Imaginet xmlns:im="urn:imaginet-studio:1"><Composite unit="Own.Two"><DisplayName>Two</DisplayName>
<Parameters><InputSocket name="input" /><OutputSocket name="output" type="input.type" shape="input.shape" /></Parameters>
<Stacked><Unit id="Own.Gain" /></Stacked></Composite></Imaginet>""", 'many', 'two.imunit')
    result = tests.run('pack', 'many/two.imunit', '--check', '--json')
    paths = [file['path'] for file in json.loads(result.stdout)['files']]
    tests.check('needs', paths == ['package.ini', 'two.imunit', 'units/Gain/Gain.imunit',
                                   'units/Gain/gain.h', 'units/Gain/gain.py'], result)


def archive_of(entries):
    """An archive with (name, data) or (ZipInfo, data) entries; package.ini is right if there is none."""
    out = io.BytesIO()
    manifest = '[package]\nformat=1\n'
    for index, (name, data) in enumerate(entries):
        path = getattr(name, 'filename', name).partition('/')[2]
        manifest += f'[file {index + 1}]\npath={path}\nsha256={hashlib.sha256(data).hexdigest()}\n'
    with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries:
            archive.writestr(name, data)
        if 'p/package.ini' not in archive.namelist():
            archive.writestr('p/package.ini', manifest)
    return out.getvalue()


def link(name):
    info = zipfile.ZipInfo(name)
    info.create_system = 3
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


def changed(data):
    """The same archive with another content of a stored file."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, 'w') as new:
        for name in old.namelist():
            new.writestr(name, old.read(name) + (b' ' if name == 'p/a' else b''))
    return out.getvalue()


def test_refused_archives(tests):
    """Nothing is written of an archive that is not what was packed, or that is not safe."""
    fine = archive_of([('p/a', b'a')])
    cases = {
        'outside': (archive_of([('p/../../a', b'a')]), 'has “.” or “..” in it'),
        'absolute': (archive_of([('/srv/a', b'a')]), 'absolute'),
        'backslash': (archive_of([('p/a\\..\\b', b'a')]), 'in its name'),
        'drive': (archive_of([('C:/a', b'a')]), 'in its name'),
        'line-end': (archive_of([('p/a\nb', b'a')]), 'control character'),
        'link': (archive_of([(link('p/a'), b'/etc/passwd')]), 'links are not unpacked'),
        'case': (archive_of([('p/a', b'a'), ('p/A', b'a')]), 'there twice'),
        'file-and-folder': (archive_of([('p/a', b'a'), ('p/a/b', b'a')]), 'is a file, too'),
        'folder-and-file': (archive_of([('p/a/b', b'a'), ('p/a', b'a')]), 'is a folder, too'),
        'two-folders': (archive_of([('p/a', b'a'), ('q/a', b'a')]), 'all files in one folder'),
        'no-folder': (archive_of([('a', b'a')]), 'all files in one folder'),
        'deep': (archive_of([('p/' + 'a/' * 40 + 'a', b'a')]), '32 folders'),
        'many': (archive_of([(f'p/{index:05}', b'') for index in range(5001)]), '5,000 files'),
        'bomb': (archive_of([(f'p/{index}', bytes(64 << 20)) for index in range(5)]), '256 MB'),
        'foreign': (archive_of([('p/package.ini', b'[package]\n'), ('p/a', b'a')]), 'imaginet pack'),
        'newer': (archive_of([('p/package.ini', b'[package]\nformat=2\n')]), 'newer program'),
        'manifest': (archive_of([('p/package.ini', b'nothing')]), 'package.ini'),
        'changed': (changed(fine), 'it was changed since it was packed'),
        'added': (archive_of([('p/package.ini', b'[package]\nformat=1\n'), ('p/a', b'a')]),
                  'does not list it'),
        'removed': (archive_of([('p/package.ini', b'[package]\nformat=1\n[file 1]\npath=a\nsha256=0\n')]),
                    'does not have it'),
        'cut': (fine[:len(fine) // 2], 'not unpacked'),
        'text': (b'nothing', 'expected a ZIP archive'),
    }
    for name, (data, message) in cases.items():
        tests.write(data, 'bad.zip')
        tests.expect(name, tests.run('unpack', 'bad.zip', '-o', 'bad'), 1, message)
    tests.check('nothing-was-written', not os.path.exists(tests.path('bad')))
    tests.write(fine, 'fine.zip')
    tests.expect('fine', tests.run('unpack', 'fine.zip', '-o', 'fine'), 0, 'fine: 2 files')
    tests.expect('not-twice', tests.run('unpack', 'fine.zip', '-o', 'fine'), 1, 'new or empty')


def test_refused_folders(tests):
    """What cannot be unpacked everywhere is not packed, and no file of others is replaced."""
    tests.write(b'a', 'bad', 'a')
    os.symlink('a', tests.path('bad', 'link'))
    tests.expect('link-in-folder', tests.run('pack', 'bad'), 1, 'links are not packed')
    os.remove(tests.path('bad', 'link'))
    tests.write(b'a', 'bad', 'a?')
    tests.expect('name', tests.run('pack', 'bad'), 1, 'in its name')
    os.rename(tests.path('bad', 'a?'), tests.path('bad', 'A'))
    tests.expect('case-in-folder', tests.run('pack', 'bad'), 1, 'upper and lower')
    os.remove(tests.path('bad', 'A'))
    os.mkfifo(tests.path('bad', 'pipe'))
    tests.expect('pipe', tests.run('pack', 'bad'), 1, 'pipe')
    os.remove(tests.path('bad', 'pipe'))
    tests.expect('licence', tests.run('pack', 'bad', '-o', 'new.zip'), 0, 'nobody may use a package')
    tests.write(b'[', 'bad', 'package.ini')
    tests.expect('bad-manifest', tests.run('pack', 'bad'), 1, 'package.ini')
    os.remove(tests.path('bad', 'package.ini'))
    tests.expect('package-name', tests.run('pack', 'bad', '--name', 'a/b'), 1, 'slash')
    tests.expect('words', tests.run('pack', 'bad', '--author', 'a\nb'), 2, 'on one line')
    shutil.copytree(tests.path('own', 'Gain'), tests.path('bad', 'one'))
    shutil.copytree(tests.path('own', 'Gain'), tests.path('bad', 'two'))
    tests.expect('units', tests.run('pack', 'bad'), 1, 'two units “Test.Gain”')
    tests.write(b'mine', 'mine.zip')
    tests.expect('mine', tests.run('pack', 'own', '-o', 'mine.zip'), 1, 'not replaced')
    tests.check('mine-is-there', tests.read('mine.zip') == b'mine')
    tests.expect('two', tests.run('pack', 'own', 'bad'), 1, 'packed alone')


def git(tests, *arguments):
    subprocess.run(['git', '-c', 'user.name=M', '-c', 'user.email=m@example.org', *arguments],
                   cwd=tests.path('work'), check=True, capture_output=True)


def survey(tests, *folders):
    result = tests.run('package', '--json', *folders)
    return result, json.loads(result.stdout)


def test_new_package(tests):
    """A new package is fine, and says of itself what was asked for."""
    result = tests.run('new', 'package', 'work/own-units', '--licence', 'MIT', '--author', 'A. Maker')
    tests.expect('new-package', result, 0, 'work/own-units/First/First.imunit')
    tests.expect('new-is-fine', tests.run('check', '--strict', 'work/own-units'), 0, '0 errors, 0 warnings')
    tests.expect('new-again', tests.run('new', 'package', 'work/own-units'), 1, 'choose another name')
    tests.expect('new-id', tests.run('new', 'package', 'work/b', '--unit', 'My.Filter', '--template', 'filter'), 0,
                 'work/b/Filter/Filter.imunit')
    result, found = survey(tests, 'work/own-units')
    root = found['roots'][0]
    tests.check('notes', result.returncode == 0 and [root[key] for key in ['name', 'version', 'licence', 'author']] ==
                ['own-units', '0.1.0', 'MIT', 'A. Maker'] and found['diagnostics'] == [], result)


def test_survey(tests):
    """What git says, what is not used, which ids hide others, and what is used by whom."""
    shutil.rmtree(tests.path('work/b'))
    _, found = survey(tests, 'work/own-units')
    tests.check('no-repository', not found['roots'][0]['git'] and
                all(file.get('state') is None and file['needed'] for file in found['files']), found)
    git(tests, 'init', '-q')
    git(tests, 'add', '-A')
    git(tests, 'commit', '-qm', 'first')
    _, found = survey(tests, 'work/own-units')
    tests.check('committed', found['roots'][0]['git'] and
                all(file.get('state') is None for file in found['files']), found)
    unit = tests.read('work', 'own-units', 'First', 'First.imunit')
    tests.write(unit.replace(b'default="1"', b'default="2"'), 'work', 'own-units', 'First', 'First.imunit')
    tests.write(b'x', 'work', 'own-units', 'note.txt')
    code = tests.read('work', 'own-units', 'First', 'first.h')
    tests.write(code + b'\n#pragma IMAGINET_FRAGMENT_BEGIN "spare"\nint spare;\n#pragma IMAGINET_FRAGMENT_END\n',
                'work', 'own-units', 'First', 'first.h')
    os.remove(tests.path('work', 'own-units', 'First', 'first.py'))
    result, found = survey(tests, 'work/own-units')
    states = {file['path']: file.get('state') for file in found['files']}
    tests.check('states', states == {'First/First.imunit': 'changed', 'First/first.h': 'changed',
                                     'First/first.py': 'removed', 'note.txt': 'added', 'package.ini': None}, states)
    tests.check('not-needed', [file['path'] for file in found['files'] if not file['needed']] ==
                ['First/first.py', 'note.txt'], found)
    tests.check('by-meaning', found['files'][0]['changes'] == ['option gain default changed from 1 to 2'], found)
    tests.check('unused', [row['name'] for row in found['unused_fragments']] == ['spare'], found)
    tests.check('problems', [row['code'] for row in found['diagnostics']] == ['missing-fragment'], found)
    stack = (b'<Imaginet><Composite unit="Own.Two"><Parameters><InputSocket name="input" pipe="data" />'
             b'<OutputSocket name="output" pipe="data" type="input.type" shape="input.shape" /></Parameters>'
             b'<Stacked><Unit id="OwnUnits.First" /><Unit id="Own.Nowhere" /></Stacked></Composite></Imaginet>')
    tests.write(stack, 'work', 'other', 'Two.imunit')
    tests.write(unit, 'work', 'other', 'Same.imunit')
    tests.write(unit.replace(b'OwnUnits.First', b'Core.Math.Abs'), 'work', 'other', 'Abs.imunit')
    _, found = survey(tests, 'work/own-units', 'work/other')
    units = {(row['root'], row['path']): row for row in found['units']}
    tests.check('uses', units[1, 'Two.imunit']['uses'] == ['Own.Nowhere', 'OwnUnits.First'] and
                units[1, 'Two.imunit']['missing'] == ['Own.Nowhere'], found['units'])
    tests.check('hidden', units[1, 'Same.imunit']['hidden_by'].endswith('own-units/First/First.imunit') and
                units[1, 'Abs.imunit']['hides'].endswith('units/Core/Math/Abs/Abs.imunit'), found['units'])
    tests.check('used-by', units[0, 'First/First.imunit']['used_by'] + units[1, 'Same.imunit']['used_by'] ==
                ['Own.Two'], found['units'])
    text = tests.run('package', 'work/own-units', 'work/other').stdout
    tests.check('text', all(line in text for line in [
        '  First/First.imunit  changed', 'is hidden by the one of', 'hides the one of', 'in no folder: Own.Nowhere',
        'fragment spare of First/first.h:', 'option gain default changed from 1 to 2', 'used by Own.Two']), text)
    result, found = survey(tests, os.path.join(os.path.abspath(tests.top), 'units'))
    tests.check('shipped', result.returncode == 0 and len(found['units']) > 100 and not found['unused_fragments'] and
                not any(row.get('hides') or row['missing'] for row in found['units']),
                [found['unused_fragments'], result.returncode])


USER = b'''<Imaginet>
  <Compound unit="Own.Twice">
    <Nodes>
      <TensorInputNode id="in" param="input" x="0" y="0" />
      <DoubleOptionNode id="factor" param="factor" x="0" y="50"><DefaultValue>2</DefaultValue></DoubleOptionNode>
      <UnitNode id="gain" unit="Own.Gain" x="0" y="100"><DoubleArgument param="gain">3</DoubleArgument></UnitNode>
      <TensorOutputNode id="out" param="output" x="0" y="200" />
    </Nodes>
    <Connections>
      <Connection><Source node="in" param="value" /><Target node="gain" param="input" /></Connection>
      <Connection><Source node="factor" param="value" /><Target node="gain" param="gain" /></Connection>
      <Connection><Source node="gain" param="output" /><Target node="out" param="value" /></Connection>
    </Connections>
  </Compound>
  <Composite unit="Own.Stack">
    <Parameters>
      <InputSocket name="input" pipe="data" />
      <DoubleOption name="gain" default="1" />
      <OutputSocket name="output" pipe="data" type="input.type" shape="input.shape" />
    </Parameters>
    <Stacked>
      <Unit id="Own.Gain">
        <Argument param="gain">gain</Argument>
      </Unit>
    </Stacked>
  </Composite>
</Imaginet>
'''


def test_rename(tests):
    """A new name is everywhere where the old one was, and nowhere else, or in no file at all."""
    tests.run('new', 'unit', 'Own.Gain', '--output', 'renamed')
    tests.write(USER, 'renamed', 'Use', 'Use.imunit')
    tests.write(b'#pragma IMAGINET_FRAGMENT_DEPENDENCY "[Own.Gain]/gain.h:own_gain_f32"\n/* Own.Gain */\n',
                'renamed', 'Use', 'use.h')
    files = ['Gain/Gain.imunit', 'Use/Use.imunit', 'Use/use.h']
    before = {name: tests.read('renamed', name) for name in files}
    result = tests.run('rename', 'renamed', 'Own.Gain:gain', 'level', '--check')
    tests.check('shown', result.returncode == 0 and 'would change' in result.stdout and
                '+ <DoubleOption name="level"' in result.stdout and
                before == {name: tests.read('renamed', name) for name in files}, result)
    result = tests.run('rename', 'renamed', 'Own.Gain:gain', 'level', '--json')
    found = json.loads(result.stdout)
    tests.check('written', result.returncode == 0 and found['written'] and len(found['places']) > 5, result)
    after = {name: tests.read('renamed', name) for name in files}
    tests.check('users', after['Use/Use.imunit'] == before['Use/Use.imunit']
                .replace(b'<DoubleArgument param="gain">', b'<DoubleArgument param="level">')
                .replace(b'<Target node="gain" param="gain" />', b'<Target node="gain" param="level" />')
                .replace(b'<Argument param="gain">', b'<Argument param="level">'), after['Use/Use.imunit'])
    tests.check('declared', b'name="level"' in after['Gain/Gain.imunit'] and
                b'(input, level, ' in after['Gain/Gain.imunit'] and
                b'param="level"' in after['Gain/Gain.imunit'] and b'param="gain"' not in after['Gain/Gain.imunit'],
                after['Gain/Gain.imunit'])
    tests.expect('still-fine', tests.run('test', 'renamed/Gain'), 0, '1 example passed')
    result = tests.run('rename', 'renamed', 'Own.Gain', 'Own.Amplify', '--check')
    tests.check('files-shown', result.returncode == 0 and
                'renamed/Gain/gain.h → renamed/Amplify/amplify.h\n' in result.stdout and
                '; 3 files would move' in result.stdout and
                after == {name: tests.read('renamed', name) for name in files}, result)
    result = tests.run('rename', 'renamed', 'Own.Gain', 'Own.Amplify', '-q')
    files = ['Amplify/Amplify.imunit', 'Use/Use.imunit', 'Use/use.h']
    after = {name: tests.read('renamed', name) for name in files}
    tests.check('id', result.returncode == 0 and after['Use/use.h'] ==
                b'#pragma IMAGINET_FRAGMENT_DEPENDENCY "[Own.Amplify]/amplify.h:own_gain_f32"\n/* Own.Gain */\n' and
                b'unit="Own.Amplify"' in after['Amplify/Amplify.imunit'] and
                after['Use/Use.imunit'].count(b'"Own.Amplify"') == 2 and b'Own.Gain' not in after['Use/Use.imunit'],
                [result, after])
    tests.check('files', sorted(os.listdir(tests.path('renamed', 'Amplify'))) ==
                ['Amplify.imunit', 'amplify.h', 'amplify.py'] and not os.path.exists(tests.path('renamed', 'Gain')),
                os.listdir(tests.path('renamed')))
    tests.expect('files-fine', tests.run('test', 'renamed/Amplify'), 0, '1 example passed')
    for name, arguments, text in [('taken', ['Own.Amplify', 'Own.Stack'], 'already'),
                                  ('nobody', ['Own.Gain', 'Own.B'], 'there is no unit'),
                                  ('no-parameter', ['Own.Amplify:gain', 'a'], 'a parameter “gain”'),
                                  ('bad-id', ['Own.Amplify', 'a b/c'], 'a b/c'),
                                  ('parameter-taken', ['Own.Amplify:level', 'input'], 'already'),
                                  ('bad-parameter', ['Own.Amplify:level', '2x'], 'no name')]:
        tests.expect('rename-' + name, tests.run('rename', 'renamed', *arguments), 1, text)
    tests.write(USER.replace(b'Own.Gain', b'Own.Amplify').replace(b'Own.Stack', b'Own.Stack2')
                .replace(b'Own.Twice', b'Own.Twice2'), 'elsewhere', 'a "b"\n💡 ', 'Use.imunit')
    result = tests.run('rename', 'renamed', 'Own.Amplify', 'Own.Louder', '-u', 'elsewhere', '-u', 'renamed', '-q')
    tests.check('two-folders', result.returncode == 0 and
                b'Own.Amplify' not in tests.read('elsewhere', 'a "b"\n💡 ', 'Use.imunit') and
                b'unit="Own.Louder"' in tests.read('renamed', 'Louder/Louder.imunit'), result)
    tests.run('rename', 'renamed', 'Own.Louder', 'Own.Amplify', '-u', 'elsewhere')
    tests.write(b'', 'renamed', 'Louder', 'louder.h')
    tests.expect('file-taken', tests.run('rename', 'renamed', 'Own.Amplify', 'Own.Louder'), 1,
                 'there is a file “renamed/Louder/louder.h” already')
    tests.write(b'<Imaginet>', 'renamed', 'broken.imunit')
    tests.expect('rename-broken', tests.run('rename', 'renamed', 'Own.Amplify', 'Own.B'), 1, 'broken.imunit')
    tests.check('rename-nothing', after == {name: tests.read('renamed', name) for name in files})


# Python beside a unit Own.Gain, and what it is beside Own.Amplify.
TOOL = b"""import gain_tables
import os, gain_tables as t, sys  # gain_tables
from gain_tables import TABLE, other
    from . import gain_tables, other
from .gain_tables import (TABLE,
import gain_tables; import os
import numpy as gain_tables
from numpy import gain_tables
numbers = np.load('gain-weights.npy') + load("other.npy")
gain_tables.go("gain_tables")
"""
TOOL_AFTER = b"""import amplify_tables as gain_tables
import os, amplify_tables as t, sys  # gain_tables
from amplify_tables import TABLE, other
    from . import amplify_tables as gain_tables, other
from .amplify_tables import (TABLE,
import amplify_tables as gain_tables; import os
import numpy as gain_tables
from numpy import gain_tables
numbers = np.load('amplify-weights.npy') + load("other.npy")
gain_tables.go("gain_tables")
"""
USER_TOOL = b"""from ..Gain.gain_tables import TABLE
from ..Gain import gain_tables
from ..Gain import gain_tables, unknown
from .. import Gain
"""
USER_TOOL_AFTER = b"""from ..Amplify.amplify_tables import TABLE
from ..Amplify import amplify_tables as gain_tables
from ..Gain import gain_tables, unknown
from .. import Gain
"""
ARRAYS = b"""<Imaginet>
  <Composite unit="Own.Arrays">
    <Parameters>
      <InputSocket name="input" pipe="data" />
      <StringOption name="folder" default="../Gain/" ui="TextBox" />
      <OutputSocket name="output" type="input.type" shape="input.shape" pipe="data" />
    </Parameters>
    <Stacked>
      <Unit id="Own.Other"><Argument param="a">System.readArray("../Gain/gain-weights.npy")</Argument></Unit>
      <Unit id="Own.Other"><Argument param="a" value="System.readArray( &quot;../Gain/gain.csv&quot;, System.Int16)" /></Unit>
      <Unit id="Own.Other"><Argument param="a">System.readArray(folder + "gain-parts.npy")</Argument></Unit>
    </Stacked>
  </Composite>
</Imaginet>
"""


def test_rename_around(tests):
    """Modules of Python and arrays that are named after a unit follow it, where all that name them can."""
    tests.run('new', 'unit', 'Own.Gain', '--output', 'around')
    for name in ['gain_tables.py', 'gain-weights.npy', 'gain.csv', 'gain-parts.npy', 'gain-notes.npy']:
        tests.write(b'#', 'around', 'Gain', name)
    tests.write(TOOL, 'around', 'Gain', 'tool.py')
    tests.write(USER_TOOL, 'around', 'Use', 'tool.py')
    tests.write(ARRAYS, 'around', 'Use', 'Arrays.imunit')
    result = tests.run('rename', 'around', 'Own.Gain', 'Own.Amplify', '-q')
    tests.check('around-files', result.returncode == 0 and sorted_below(tests.path('around', 'Amplify')) == sorted(
        ['Amplify.imunit', 'amplify-weights.npy', 'amplify.csv', 'amplify.h', 'amplify.py', 'amplify_tables.py',
         'gain-notes.npy', 'gain-parts.npy', 'tool.py']), [result, sorted_below(tests.path('around'))])
    tests.check('around-imports', tests.read('around', 'Amplify', 'tool.py') == TOOL_AFTER,
                tests.read('around', 'Amplify', 'tool.py').decode())
    tests.check('around-imports-of-users', tests.read('around', 'Use', 'tool.py') == USER_TOOL_AFTER,
                tests.read('around', 'Use', 'tool.py').decode())
    arrays = tests.read('around', 'Use', 'Arrays.imunit')
    tests.check('around-arrays', b'readArray("../Amplify/amplify-weights.npy")' in arrays and
                b'readArray( &quot;../Amplify/amplify.csv&quot;, System.Int16)' in arrays and
                b'readArray(folder + "gain-parts.npy")' in arrays, arrays.decode())
    result = tests.run('rename', 'around', 'Own.Amplify', 'Own.Gain', '-q')
    tests.check('around-back', result.returncode == 0 and tests.read('around', 'Use', 'Arrays.imunit') == ARRAYS and
                tests.read('around', 'Gain', 'tool.py').replace(b'gain_tables as gain_tables', b'gain_tables') == TOOL,
                tests.read('around', 'Gain', 'tool.py').decode())


def test_read_only(tests):
    """Where a folder cannot be written, no file changes, and what cannot be written is said."""
    if missing('setpriv'):
        return
    # The administrator may write everything.
    confined = ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] if os.geteuid() == 0 else []
    tests.run('new', 'unit', 'Own.Gain', '--output', 'closed')
    tests.write(USER, 'closed', 'Use', 'Use.imunit')
    root = tests.path('closed')
    before = {name: tests.read('closed', name) for name in sorted_below(root)}
    for closed in ('Use', 'Gain', '.'):
        os.chmod(os.path.join(root, closed), 0o555)
        for name, arguments in [('rename', ['closed', 'Own.Gain', 'Own.Louder']),
                                ('move', ['closed', 'Own.Gain', 'closed/Parts/Gain'])]:
            if (name, closed) == ('move', 'Use'):
                continue  # nothing there changes
            result = subprocess.run([*confined, tests.program, name, *arguments], cwd=tests.folder, text=True,
                                    env=tests.environment, capture_output=True, timeout=120)
            tests.check(f'read-only-{name}-{closed}', result.returncode == 1 and 'Permission denied' in result.stderr and
                        before == {name: tests.read('closed', name) for name in sorted_below(root)},
                        [result, sorted_below(root)])
        os.chmod(os.path.join(root, closed), 0o755)


def test_code_edit(tests):
    """Edits of code and of the unit are written together, or none of them."""
    tests.run('new', 'unit', 'Own.Gain', '-o', 'code')
    unit, code = tests.path('code', 'Gain', 'Gain.imunit'), tests.path('code', 'Gain', 'gain.h')
    before = tests.read(code)
    lines = before.decode().split('\n')
    number = next(i for i, line in enumerate(lines, 1) if 'output[i] =' in line)
    result = tests.run('edit', unit, f'code gain.h {number} = {lines[number - 1]} /* twice */',
                       'content Imaginet/Function DisplayName = Louder', f'code gain.h 1-0 = // one\\\n// two \\\\ x')
    lines[number - 1] += ' /* twice */'
    tests.check('code-written', result.returncode == 0 and
                tests.read(code).decode() == '// one\n// two \\ x\n' + '\n'.join(lines) and
                b'>Louder<' in tests.read(unit), [result, tests.read(code)])
    tests.expect('code-works', tests.run('test', 'code/Gain'), 0, '1 example passed')
    for name, edit, text in [('file', 'code ../x.h 1 = a', 'expected one of the code files: gain.h, gain.py'),
                             ('lines', 'code gain.h 5-900 = a', '“5-900” are no lines'),
                             ('backwards', 'code gain.h 5-3', '“5-3” are no lines'),
                             ('zero', 'code gain.h 0 = a', '“0” are no lines')]:
        kept = tests.read(code), tests.read(unit)
        tests.expect('code-' + name, tests.run('edit', unit, 'code gain.h 1', edit), 1, text)
        tests.check(f'code-{name}-nothing', kept == (tests.read(code), tests.read(unit)))
    tests.expect('code-removed', tests.run('edit', unit, 'code gain.h 1-2', f'code gain.h {number} = '
                                           + lines[number - 1].replace(' /* twice */', '')), 0, '')
    tests.check('code-as-it-was', tests.read(code) == before, tests.read(code))


def test_move(tests):
    """Files that move are found by all, and find all others, wherever they are."""
    for name in ['Rms', 'Variance', 'MeanAbs', 'Sum', 'Norm']:
        shutil.copytree(os.path.join(tests.top, 'units', 'Core', 'Math', name), tests.path('moved', 'Math', name))
    tests.write(b'png', 'moved', 'Math', 'Variance', 'pictures', 'a b.png')
    tests.write(b'', 'moved', 'Math', 'Variance', '.hidden')
    os.chmod(tests.path('moved', 'Math', 'Variance', 'variance.py'), 0o750)
    before = {name: tests.read('moved', name) for name in sorted_below(tests.path('moved'))}

    def is_before():
        return before == {name: tests.read('moved', name) for name in sorted_below(tests.path('moved'))}

    result = tests.run('move', 'moved', 'Core.Math.Variance', 'moved/Own parts/V', '--check')
    tests.check('move-shown', result.returncode == 0 and is_before() and
                'moved/Math/Variance/variance.h → moved/Own parts/V/variance.h' in result.stdout and
                '+ #include "../../Own parts/V/variance.h"' in result.stdout and
                '+ #include "../../Math/Sum/sum.h"' in result.stdout, result)
    result = tests.run('move', 'moved', 'Core.Math.Variance', 'moved/Own parts/V', '--json')
    found = json.loads(result.stdout)
    tests.check('moved', result.returncode == 0 and found['written'] and len(found['files']) == 5 and
                not os.path.exists(tests.path('moved', 'Math', 'Variance')) and
                sorted_below(tests.path('moved', 'Own parts')) ==
                ['V/' + name for name in ['.hidden', 'Variance.imunit', 'pictures/a b.png', 'variance.h', 'variance.py']],
                [result, sorted_below(tests.path('moved'))])
    tests.check('mode', os.stat(tests.path('moved', 'Own parts', 'V', 'variance.py')).st_mode & 0o777 == 0o750)
    result = tests.run('check', 'moved')
    tests.check('moved-fine', result.returncode == 0 and '0 errors' in result.stdout, result)
    tests.expect('moved-tests', tests.run('test', 'moved'), 0, 'passed')
    for name, target, text in [('outside', 'elsewhere/V', 'in none of the folders with units'),
                               ('same', 'moved/Own parts/V', 'already'),
                               ('inside', 'moved/Own parts/V/deeper', 'in the folder that would be moved')]:
        tests.expect('move-' + name, tests.run('move', 'moved', 'Core.Math.Variance', target), 1, text)
    tests.expect('move-nobody', tests.run('move', 'moved', 'Own.Nobody', 'moved/A'), 1, 'there is no unit')
    result = tests.run('move', 'moved', 'Core.Math.Variance', 'moved/Math/Variance')
    tests.check('moved-back', result.returncode == 0 and is_before() and
                not os.path.exists(tests.path('moved', 'Own parts')), result)
    for name in ['Rms', 'Sum']:
        for file in os.listdir(tests.path('moved', 'Math', name)):
            tests.write(tests.read('moved', 'Math', name, file), 'together', file)
    result = tests.run('move', 'together', 'Core.Math.Rms', 'together/Rms')
    tests.check('moved-alone', sorted_below(tests.path('together')) ==
                sorted(['Rms/Rms.imunit', 'Rms/rms.h', 'Rms/rms.py', 'Sum.imunit', 'pairs.h', 'sum.h', 'sum.py']),
                [result, sorted_below(tests.path('together'))])
    os.symlink('../Sum', tests.path('moved', 'Math', 'Rms', 'link'))
    tests.expect('move-link', tests.run('move', 'moved', 'Core.Math.Rms', 'moved/R'), 1, 'has a link')


# Folders, and whether archives can hold files below them.
ODD_NAMES = [('a b', True), ('💡 é', True), ('-dash', True), ('%s%n', True), ('$(touch x)', True),
             ('n' * 255, True), ('ü' * 127, True), ('q"u\'o', False), ('new\nline', False), ('a&b<c>', False)]


def test_odd_names(tests):
    """Folders may be called as they like, those of files in archives as all systems can."""
    for number, (name, is_packed) in enumerate(ODD_NAMES):
        root = f'odd-{number}'
        above, unit = os.path.join(root, name), os.path.join(root, name, 'Gain', 'Gain.imunit')
        os.makedirs(tests.path(above))
        archive = f'{root}.zip'
        tests.expect(f'{root}-new', tests.run('new', 'unit', 'Own.Gain', '-o', above), 0, 'Gain.imunit')
        tests.expect(f'{root}-check', tests.run('check', unit), 0, '0 errors, 0 warnings')
        tests.expect(f'{root}-test', tests.run('test', os.path.join(above, 'Gain')), 0, '1 example passed')
        tests.expect(f'{root}-rename', tests.run('rename', root, 'Own.Gain', 'Own.Loud'), 0,
                     '4 lines in 1 file; 3 files moved')
        result = tests.run('pack', root, '-o', archive, '--name', 'odd', '--licence', 'MIT')
        if not is_packed:
            tests.check(f'{root}-refused', result.returncode == 1 and 'it cannot be packed' in result.stderr and
                        not os.path.exists(tests.path(archive)), result)
            continue
        tests.check(f'{root}-packed', result.returncode == 0, result)
        tests.expect(f'{root}-unpacked', tests.run('unpack', archive, '-o', root + '-again'), 0, '')
        with open(tests.path(root + '-again', name, 'Loud', 'Loud.imunit'), 'rb') as file:
            tests.check(f'{root}-same', file.read() == tests.read(root, name, 'Loud/Loud.imunit'))


def main(program, top):
    with tempfile.TemporaryDirectory() as folder:
        tests = PackageTests(program, top, folder)
        for test in [test_round, test_files, test_refused_archives, test_refused_folders,
                     test_new_package, test_survey,
                     test_rename, test_rename_around, test_read_only, test_code_edit, test_move, test_odd_names]:
            test(tests)
    print(f'1..{tests.count}')
    return 1 if tests.failed else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
