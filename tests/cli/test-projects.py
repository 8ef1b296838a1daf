#!/usr/bin/python3
"""Tests projects of others on the command line: every command takes them as it takes units.

usage: test-projects.py IMAGINET TOP

SPDX-License-Identifier: MIT
"""
import configparser
import json
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree

import tools

MODEL = 'engine.conv1d-medium-0'


class Tests:
    def __init__(self, program, top):
        self.program = os.path.abspath(program)
        self.top = os.path.abspath(top)
        self.project = os.path.join(self.top, 'tests', 'cli', 'fixtures', 'projects',
                                    'engine.improj')
        self.count = 0
        self.failed = 0

    def check(self, name, condition, detail=''):
        self.count += 1
        self.failed += not condition
        print(f'{"ok" if condition else "not ok"} {self.count} {name}', flush=True)
        if not condition:
            print(f'{name}: {detail}', file=sys.stderr)

    def run(self, *arguments):
        environment = {**os.environ, 'LC_ALL': 'C.UTF-8', 'COLUMNS': '80',
                       'IMAGINET_DATA_PATH': self.top}
        return subprocess.run([self.program, *arguments], text=True, env=environment,
                              timeout=60, capture_output=True)

    def expect(self, name, result, status, text):
        found = result.stdout + result.stderr
        self.check(name, result.returncode == status and text in found,
                   f'expected {status} and {text!r}, found {result.returncode} and {found!r}')


def test_commands(tests):
    tests.expect('check', tests.run('check', '--strict', tests.project), 0,
                 '1 file, 2 units: 0 errors, 0 warnings')
    plan = json.loads(tests.run('plan', '--json', tests.project).stdout)
    tests.check('plan-json', any('ContextualWindow' in row['name'] and row['bytes'] == 1200
                                 for row in plan['buffers']), str(plan)[:300])
    tests.expect('plan-model', tests.run('plan', tests.project, '--unit', MODEL), 0,
                 'float32[512,1]')
    tests.expect('unknown-model', tests.run('plan', tests.project, '--unit', 'engine.x'), 1,
                 f'it holds no unit “engine.x”, but engine, {MODEL}')
    tests.expect('inspect', tests.run('inspect', tests.project), 0,
                 'Core.Packages.ContextualWindow')
    tests.expect('render', tests.run('render', tests.project, '--format', 'svg', '-o', '-'), 0,
                 '<svg')
    tests.expect('time-through-composite',
                 tests.run('plan', tests.project, '--with', 'time_input=float32[1]'), 0,
                 'sliding_window_times_dequeue')
    tests.expect('time', tests.run('plan', tests.project, '--unit', MODEL, '--with',
                                   'time_input=float32[1]'), 0, 'SlidingWindow.time_output')


def test_told_output(tests, folder):
    """What a project says of its output is compared with what its layers give, by all commands."""
    path = os.path.join(folder, 'told.improj')
    with open(tests.project, encoding='utf-8') as file:
        text = file.read()
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text.replace('outshape="[512,1]"', 'outshape="[256,1]"')
                   .replace('infreq="50"', 'infreq="50" outshape="[100,3]"'))
    wrong, of_model = ('warning: output: outshape is “[100,3]”, but the layers give [16,3]',
                       'warning: output: outshape is “[256,1]”, but the layers give [512,1]')
    checked = tests.run('check', path)
    tests.expect('told-check', checked, 0, '1 file, 2 units: 0 errors, 2 warnings')
    for message in wrong, of_model:
        tests.check('told-once', checked.stderr.count(message) == 1, checked.stderr)
    tests.expect('told-plan', tests.run('plan', path), 0, wrong)
    tests.expect('told-model', tests.run('plan', path, '--unit', 'told.conv1d-medium-0'), 0, of_model)
    if not tools.missing_for_comparison():
        tests.expect('told-export', tests.run('export', path, '-o', os.path.join(folder, 'told')), 0, wrong)


def test_folder(tests):
    """The projects of a folder are checked with its units."""
    fixtures = os.path.dirname(tests.project)
    checked = tests.run('check', fixtures)
    tests.expect('check-folder', checked, 1, '3 files, 4 units: 1 error, 0 warnings')
    again = tests.run('check', fixtures, tests.project)
    tests.check('check-file-of-folder', again.stdout == checked.stdout, again.stdout)


def test_graph(tests, folder):
    """A graph with nodes of other programs: what is between them is computed."""
    graph = os.path.join(tests.top, 'tests', 'cli', 'fixtures', 'projects', 'live.imunit')
    tests.expect('graph-check', tests.run('check', '--strict', graph), 0, '0 errors, 0 warnings')
    plan = json.loads(tests.run('plan', '--json', graph).stdout)
    buffers = {row['name']: row['type'] for row in plan['buffers']
               if row['storage'] in ('input', 'output')}
    tests.check('graph-ends', buffers == {'Motion_Sensor': 'float32[3]', 'node_2.output': 'float32[1]',
                                          'node_5/SlidingWindow.output': 'float32[100,3]'},
                str(buffers))
    tests.expect('graph-render', tests.run('render', graph, '--format', 'svg', '-o', '-'), 0,
                 'Motion_Sensor')
    with open(graph, encoding='utf-8') as file:
        text = file.read()
    path = os.path.join(folder, 'graph.imunit')
    cases = [
        ('no-type', ' im:type="Float32" im:shape="[3]"', '', 'the input “Motion_Sensor” has no type'),
        ('no-such-port', 'node="node_6" param="output"', 'node="node_2" param="outptu"',
         'no output “outptu”'),
        ('duplicate-node', '    </Nodes>', '<LabelListNode id="node_1" />    </Nodes>',
         'there is a node “node_1” already'),
        ('unknown-node', '<LabelListNode', '<CameraNode id="camera" /><LabelListNode',
         '<Nodes> has no child “CameraNode”'),
    ]
    for name, before, after, message in cases:
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text.replace(before, after))
        texts = {problem['message'] for command in ('check', 'plan')
                 for problem in json.loads(tests.run(command, '--json', path).stdout)['diagnostics']}
        tests.check(f'graph-{name}', len(texts) == 1 and message in str(texts), str(texts))
    tests.expect('graph-with', tests.run('plan', path, '--with', 'Motion_Sensor=float32[2]@100'), 0,
                 'float32[200,2]')
    if not tools.missing_for_comparison():
        tests.expect('graph-export', tests.run('export', graph, '-o', os.path.join(folder, 'live')), 0,
                     '')


def test_time(tests, folder):
    """A node for an input carries time to a queue of a graph, as a pipe of a stack does."""
    path, recording, out = (os.path.join(folder, 'timed.' + suffix) for suffix in ('imunit', 'data', 'csv'))
    given = ' im:type="Float32" im:shape="[1]" im:rate="50"'
    text = TIMED.replace('GIVEN', given)
    for name, changed, shown, hidden in (
            ('with-time', text, 'sliding_window_times_enqueue(w.state, w.times, input, time_input', 'none'),
            ('without-time', text.replace(given, ''),
             'sliding_window_enqueue', 'times')):
        with open(path, 'w', encoding='utf-8') as file:
            file.write(changed)
        tests.expect(name + '-checks', tests.run('check', '--strict', path), 0, '0 errors, 0 warnings')
        plan = tests.run('plan', path).stdout
        tests.check(name, shown in plan and hidden not in plan, plan)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    tests.expect('time-of-section', tests.run('plan', path, '--to', 'w.time_output'), 0,
                 'sliding_window_times_dequeue')
    if tools.missing_for_comparison():
        return
    with open(recording, 'w', encoding='utf-8') as file:
        file.writelines(['time,x,y,z\n', *(f'{7 + i * 0.02:.2f},{i},1,2\n' for i in range(40))])
    tests.expect('run-time', tests.run('run', path, '--input', recording, '--output', out), 0, '3 rows')
    with open(out, encoding='utf-8') as file:
        rows = [line.split(',')[-2:] for line in file.read().splitlines()[1:]]
    tests.check('times-of-windows', [[round(float(cell), 3) for cell in row] for row in rows] ==
                [[0, 0.38], [0.2, 0.58], [0.4, 0.78]], str(rows))


TIMED = """<Imaginet xmlns:im="urn:imaginet-studio:1"><Compound unit="Test.Timed"><Nodes>
<TensorInputNode id="in" param="input" im:type="Float32" im:shape="[3]" im:rate="50" />
<TensorInputNode id="t" param="time_input"GIVEN />
<UnitNode id="w" unit="Core.Queues.SlidingWindow"><ShapeArgument param="window_shape">[20,3]</ShapeArgument>
<Int32Argument param="stride">30</Int32Argument></UnitNode>
<TensorOutputNode id="out" param="output" /><TensorOutputNode id="tout" param="time_output" />
</Nodes><Connections>
<Connection><Source node="in" param="value" /><Target node="w" param="input" /></Connection>
<Connection><Source node="t" param="value" /><Target node="w" param="time_input" /></Connection>
<Connection><Source node="w" param="output" /><Target node="out" param="value" /></Connection>
<Connection><Source node="w" param="time_output" /><Target node="tout" param="value" /></Connection>
</Connections></Compound></Imaginet>
"""


def test_sections(tests, folder):
    """What a pipeline computes from one pipe to another is a pipeline of its own."""
    band = os.path.join(tests.top, 'data', 'examples', 'high-band-level.imunit')
    path = os.path.join(folder, 'section.imunit')
    tests.expect('section-of-graph', tests.run('extract', band, '--from', 'difference.output',
                                               '--to', 'level', '-o', path), 0, '')
    tests.expect('section-checks', tests.run('check', '--strict', path), 0, '0 errors, 0 warnings')
    plan = tests.run('plan', path).stdout
    tests.check('section-plan', 'rms' in plan and 'sliding_window_enqueue' in plan and
                'sub' not in plan.lower().replace('subnormal', ''), plan)
    plan = tests.run('plan', band, '--to', 'difference').stdout
    tests.check('section-of-start', 'sub' in plan.lower() and 'sliding' not in plan, plan)
    plan = tests.run('plan', band, '--from', 'low_pass').stdout
    tests.check('section-with-two-inputs', 'input_2 ' in plan and 'biquad' not in plan.lower(), plan)
    plan = tests.run('plan', tests.project, '--from', 'ContextualWindow.output').stdout
    tests.check('section-of-project', 'dct' in plan and 'sliding' not in plan and
                'float32[100,3]' in plan, plan)
    tests.expect('section-unknown', tests.run('plan', band, '--from', 'windo.output'), 1,
                 'there is no node “windo.output” that gives something; did you mean “window”?')
    tests.expect('section-empty', tests.run('plan', band, '--from', 'level', '--to', 'window'), 1,
                 'nothing is computed from “level” to “window”')
    tests.expect('section-no-port', tests.run('plan', band, '--from', 'level.input'), 1,
                 'nothing flows out of “level.input”')
    picture = tests.run('render', band, '--from', 'difference', '--to', 'window', '--format', 'svg',
                        '-o', '-').stdout
    tests.check('section-render', 'Core.Queues.SlidingWindow' in picture and 'Subtract' not in picture, picture[-2000:])
    tests.expect('section-render-unknown', tests.run('render', band, '--from', 'windo', '-o', path + '.svg'),
                 1, 'there is no node “windo” that gives something')
    tests.expect('section-of-shapes', tests.run('render', '--what', 'broadcast', '[3]', '--to', 'x',
                                                '-o', path + '.svg'), 2, '--to is of pipelines')
    tests.expect('section-of-several', tests.run('compare', band, tests.project, '--to', 'window'), 2,
                 '--from and --to are of one pipeline, found 2 units')
    test_elsewhere(tests, folder, band)
    if not tools.missing_for_comparison():
        compared = json.loads(tests.run('compare', '--json', band, '--from', 'difference').stdout)
        layers = [row['layer'] for row in compared['comparisons'][0]['layers']]
        tests.check('section-compare', layers == ['window', 'level'], str(compared)[:600])
        bundle = os.path.join(folder, 'section')
        tests.expect('section-export', tests.run('export', band, '--from', 'difference', '--to', 'window',
                                                 '-o', bundle), 0, '')
        tests.check('section-bundle', os.path.exists(os.path.join(bundle, 'manifest.json')))
        test_halves(tests, folder, band)


def test_elsewhere(tests, folder, band):
    """What is wrong with another part keeps a part from nothing, what is wrong with it does."""
    path, picture = (os.path.join(folder, 'elsewhere.' + suffix) for suffix in ('imunit', 'svg'))
    with open(band, encoding='utf-8') as file:
        text = file.read()
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text.replace('Core.Math.Rms', 'Core.Math.Rmss'))
    wrong = 'the unit “Core.Math.Rmss” is in none of the folders'
    note = 'the rest of Examples.HighBandLevel has 1 error, which this part does not need'
    commands = [('plan',), ('extract',), ('render', '-o', picture)]
    if not tools.missing_for_comparison():
        commands += [('compare',), ('export', '-o', os.path.join(folder, 'elsewhere'))]
    for command, *arguments in commands:
        name = 'of-part-' + command
        good = tests.run(command, path, '--to', 'window', *arguments)
        tests.expect('good-' + name, good, 0, '')
        tests.check('note-' + name, command == 'compare' or note in good.stdout + good.stderr,
                    good.stdout + good.stderr)
        for part in ('--to', 'level'), ('--from', 'window'), ():
            if command != 'extract' or part:
                tests.expect('bad-' + name, tests.run(command, path, *part, *arguments), 1, wrong)


def test_halves(tests, folder, band):
    """Two sections, one behind the other, give what the whole gives."""
    recording, middle, end, whole = (os.path.join(folder, name + '.csv')
                                     for name in ('recording', 'middle', 'end', 'whole'))
    with open(recording, 'w', encoding='utf-8') as file:
        file.writelines(f'{(i * 37 % 101) / 50 - 1}\n' for i in range(1600))
    for name, arguments in (
            ('whole', (band, '--input', recording, '--output', whole)),
            ('first', (band, '--to', 'difference', '--input', recording, '--output', middle)),
            ('second', (band, '--from', 'difference', '--input', middle, '--output', end))):
        tests.expect('run-' + name, tests.run('run', *arguments), 0, '')
    rows = [[float(line.split(',')[-1]) for line in open(path, encoding='utf-8')
             if line[0] in '-0123456789'] for path in (whole, end)]
    tests.check('same-results', rows[0] == rows[1] and len(rows[0]) == 8, str(rows))


def test_extract(tests, folder):
    path = os.path.join(folder, 'engine.imunit')
    tests.expect('extract', tests.run('extract', tests.project, '-o', path), 0, '')
    tests.expect('extracted', tests.run('check', '--strict', path), 0,
                 '1 file, 1 unit: 0 errors, 0 warnings')
    text = json.loads(tests.run('extract', '--json', tests.project, '--unit', MODEL).stdout)['text']
    tests.check('extract-json', '>System.Shape(512,1)<' in text, text)
    # The pipeline is named by its place in the file only.
    first, second = (tests.run('plan', name).stdout for name in (tests.project, path))
    tests.check('same-plan', first == second and 'Dct' in first, first + second)
    tests.expect('extract-unit', tests.run('extract', path), 1, 'it is no project')
    # What is said of groups leads to one.
    group = 'group Dct as Own.Bands = Bands'
    tests.expect('group-of-project', tests.run('edit', tests.project, group), 1,
                 'extract the pipeline into a unit file')
    tests.expect('group-with-times', tests.run('edit', path, group), 1, 'can be grouped without it')
    tests.expect('group', tests.run('edit', path, 'remove time_output', 'remove time_input', group), 0, '')
    tests.expect('grouped', tests.run('check', '--strict', path), 0, '1 file, 2 units: 0 errors, 0 warnings')


def test_results(tests, folder):
    if tools.missing_for_comparison():
        return
    tests.expect('compare-model', tests.run('compare', tests.project, '--unit', MODEL), 0,
                 'Hann')
    bundle = os.path.join(folder, 'bundle')
    tests.expect('export', tests.run('export', tests.project, '-o', bundle), 0, '')
    tests.expect('pipeline-of-bundle',
                 tests.run('check', '--strict', os.path.join(bundle, 'pipeline', 'engine.imunit')),
                 0, '0 errors, 0 warnings')


BROKEN = [
    ('no-preprocessor', '<Models />', 'the project has no <Preprocessor>'),
    ('unknown-unit', '<Preprocessor inshape="[3]" intype="Float32"><Unit id="Core.Nothing" />'
     '</Preprocessor>', 'unit “Core.Nothing” is in none of the folders'),
    ('bad-literal', '<Preprocessor inshape="[3]" intype="Float32"><Unit id="Core.Math.Max">'
     '<Argument param="axis" type="Shape">[3]</Argument></Unit></Preprocessor>',
     '“axis” takes a whole number such as 3, found “[3]”'),
    ('unwritten-pipe', '<Preprocessor inshape="[3]" intype="Float32"><Unit id="Core.Math.Abs">'
     '<Argument param="input" type="String">audio</Argument></Unit></Preprocessor>',
     'on the pipe “audio”, which nothing before it writes'),
    ('no-input-type', '<Preprocessor inshape="[3]" />', 'the attributes intype, inshape and infreq'),
    ('bad-shape', '<Preprocessor inshape="[x]" intype="Float32" />', '1 error'),
    ('renamed', '<Preprocessor inshape="[3]" intype="Float32"><Unit '
     'id="Imaginet.Units.Math.Select"><Argument param="indx" type="Int32">1</Argument></Unit>'
     '</Preprocessor>', 'no socket or option “indx”'),
]
FINE = [
    ('point-of-integer', '<Preprocessor inshape="[4,3]" intype="Float32"><Unit id="Core.Math.Max">'
     '<Argument param="axis" type="Double">0.0</Argument></Unit></Preprocessor>'),
    ('other-pipe', '<Preprocessor inshape="[3]" intype="Float32" infreq="0"><Unit '
     'id="Core.Math.Abs"><Argument param="output" type="String">side</Argument></Unit>'
     '<Unit id="Core.Math.Square"><Argument param="input" type="String">side</Argument></Unit>'
     '</Preprocessor>'),
    ('renamed-parameter', '<Preprocessor inshape="[3]" intype="Float32"><Unit '
     'id="Imaginet.Units.Math.Select"><Argument param="index" type="Int32">2</Argument>'
     '<Argument param="count" type="Int32">1</Argument></Unit></Preprocessor>'),
    ('meaningless-parameter', '<Preprocessor inshape="[3]" intype="Float32"><Unit '
     'id="Imaginet.Units.Math.Abs"><Argument param="global_use_cmsis" type="Boolean">True'
     '</Argument></Unit></Preprocessor>'),
]


def test_recording(tests, folder):
    """A track of a session is read as what it is: rows with their time."""
    if tools.missing_for_comparison():
        return
    data, out = os.path.join(folder, 'track.data'), os.path.join(folder, 'track.csv')
    with open(data, 'w', encoding='utf-8') as file:
        file.write('Time (seconds),x,y,z\n')
        file.writelines(f'{i * 0.02:.3f},{i},{-i},0.5\n' for i in range(200))
    tests.expect('run-data', tests.run('run', tests.project, '--to', 'ContextualWindow',
                                       '--input', data, '--output', out), 0, '11 rows')
    with open(out, encoding='utf-8') as file:
        row = file.read().splitlines()[1].split(',')
    tests.check('rows-of-data', [float(cell) for cell in row[:6]] == [0, 0, 0.5, 1, -1, 0.5], str(row[:6]))


def test_labels(tests, folder):
    """Labels beside a recording, or in its session, go with the rows that come of it."""
    if tools.missing_for_comparison():
        return
    data, labels, session = (os.path.join(folder, 'walk.' + suffix)
                             for suffix in ('data', 'label', 'imsession'))
    out = os.path.join(folder, 'walk.csv')
    with open(data, 'w', encoding='utf-8') as file:
        file.write('Time (seconds),x,y,z\n')
        file.writelines(f'{i * 0.02:.3f},{i},{-i},0.5\n' for i in range(200))
    with open(labels, 'w', encoding='utf-8') as file:
        file.write('Time(Seconds),Length(Seconds),Label(string),Confidence(double),Comment(string)\n'
                   '0,2,still,1,\n2,1,"up, down",1,\n2.9,0.5,turn,1,a comment\n')
    run = ('run', tests.project, '--to', 'ContextualWindow', '--output', out, '--input')
    # The first window has the rows until 1.98 s, the others come every 0.2 s.
    expected = ['still', *4 * ['"up, down"'], '"up, down + turn"', 'turn', 'turn', '', '', '']

    def found():
        with open(out, encoding='utf-8') as file:
            rows = file.read().splitlines()
        return rows[0].endswith(',label') and [re.match('(?:[-0-9.]+,)+(.*)', row)[1] for row in rows[1:]]
    tests.expect('run-labels-beside', tests.run(*run, data), 0, '11 rows')
    tests.check('labels-beside', found() == expected, str(found()))
    for name, offset, first in (('session', '', 'still'), ('offset', ' Offset="-1"', '"up, down + turn"')):
        with open(session, 'w', encoding='utf-8') as file:
            file.write('<ImagimobStudio version="0.9"><Timeline><Tracks><Track name="film" type="videomp4">'
                       '<PayloadFile>film.mp4</PayloadFile></Track><Track name="data" type="datacsv">'
                       '<PayloadFile>.\\walk.data</PayloadFile></Track>'
                       f'<Track name="label" type="labelcsv"{offset}><PayloadFile>walk.label</PayloadFile>'
                       '</Track></Tracks></Timeline></ImagimobStudio>')
        tests.expect('run-' + name, tests.run(*run, session), 0, '11 rows')
        tests.check('labels-of-' + name, found()[0] == first, str(found()))
    tests.expect('labels-of-npy', tests.run(*run, data, '--output', out + '.npy', '--labels', labels), 2,
                 '--labels go into a .csv or .npz file')
    for name, text, message, status in (
            ('bad', '0,long,still\n', 'walk.label:1: expected a time and a length', 1),
            ('short', 'Time,Length,Label\n0,1\n', 'walk.label:2: expected a time, a length and a label', 1),
            ('elsewhere', '900,1,still\n', 'none of them is in the time of the recording', 0)):
        with open(labels, 'w', encoding='utf-8') as file:
            file.write(text)
        tests.expect('labels-' + name, tests.run(*run, data), status, message)
    for name, text, message in (
            ('without-data', '<A />', 'the session has no track of data'),
            ('outside', '<A><Tracks><Track><PayloadFile>../a.csv</PayloadFile></Track></Tracks></A>',
             'expected the name of a file below the folder of the session'),
            ('two', '<A><Tracks><Track><PayloadFile>a.csv</PayloadFile></Track><Track><PayloadFile>b.csv'
             '</PayloadFile></Track></Tracks></A>', 'the session has 2 tracks of data')):
        with open(session, 'w', encoding='utf-8') as file:
            file.write(text)
        tests.expect('session-' + name, tests.run(*run, session), 1, message)


def test_texts(tests, folder):
    path = os.path.join(folder, 'text.improj')
    for name, text, *message in FINE + BROKEN:
        with open(path, 'w', encoding='utf-8') as file:
            file.write(f'<ImagimobStudio version="1.1.0">{text}</ImagimobStudio>')
        result = tests.run('check', '--strict', path)
        if message:
            tests.expect(name, result, 1, message[0])
            tests.check(name + '-once', result.stdout.endswith(': 1 error, 0 warnings\n'),
                        result.stdout + result.stderr)
        else:
            tests.expect(name, result, 0, '0 errors, 0 warnings')


def read_units(folder):
    """The names of the parameters of every unit below a folder, by its id."""
    found = {}
    for path, _, names in os.walk(folder):
        for name in names:
            if name.endswith('.imunit'):
                for unit in tree.parse(os.path.join(path, name)).getroot():
                    found[unit.get('unit') or unit.get('name')] = {
                        parameter.get('name') for parameter in unit.findall('Parameters/*')
                        if parameter.tag.endswith(('Option', 'Socket'))}
    return found


def test_aliases(tests):
    table = configparser.ConfigParser(interpolation=None)
    table.optionxform = str
    table.read(os.path.join(tests.top, 'stdlib', 'aliases.ini'), encoding='utf-8')
    ours = read_units(os.path.join(tests.top, 'units'))
    with open(os.path.join(tests.top, 'tests', 'data', 'alias-parameters.json'),
              encoding='utf-8') as file:
        theirs = json.load(file)
    for name in table.sections():
        row = dict(table[name])
        unit = row.pop('unit')
        tests.check(f'alias-{name}', unit in ours and
                    all(value in ours[unit] for value in row.values() if value), str(row))
        if name in theirs:
            left = {*theirs[name]} - set(row) - ours.get(unit, set()) - {'shift'}
            tests.check(f'alias-parameters-{name}', not left and set(row) <= {*theirs[name]},
                        f'nothing is said of {left}')


def main(program, top):
    tests = Tests(program, top)
    with tempfile.TemporaryDirectory() as folder:
        test_commands(tests)
        test_folder(tests)
        test_told_output(tests, folder)
        test_extract(tests, folder)
        test_texts(tests, folder)
        test_graph(tests, folder)
        test_sections(tests, folder)
        test_time(tests, folder)
        test_aliases(tests)
        test_results(tests, folder)
        test_recording(tests, folder)
        test_labels(tests, folder)
    print(f'1..{tests.count}')
    return tests.failed > 0


sys.exit(main(*sys.argv[1:]))
