#!/usr/bin/python3
"""Runs a pipeline on folders of recordings: what is written where, what stays, what fails.

usage: test-run-folder.py IMAGINET TOP

SPDX-License-Identifier: MIT
"""
import json
import math
import os
import sys
import tempfile
import wave

from tools import Tests, missing_for_comparison, skip

PIPELINE = 'pipeline.imunit'
LABELS = 'Time(Seconds),Length(Seconds),Label(string)\n0.25,0.5,loud\n'
SESSION = '''<ImagimobStudio version="0.9"><Timeline><Tracks>
<Track name="data" type="datacsv"><PayloadFile>sound.data</PayloadFile></Track>
<Track name="label" type="labelcsv"><PayloadFile>marks.txt</PayloadFile></Track>
</Tracks></Timeline></ImagimobStudio>
'''


def samples(number, count=8000):
    return [0.4 * math.sin(0.01 * (number + 1) * i) for i in range(count)]


def write(tests, path, text):
    full = os.path.join(tests.folder, path)
    os.makedirs(os.path.dirname(full), exist_ok=True)
    with open(full, 'w', encoding='utf-8') as file:
        file.write(text)


def write_wav(tests, path, number):
    import numpy

    full = os.path.join(tests.folder, path)
    os.makedirs(os.path.dirname(full), exist_ok=True)
    with wave.open(full, 'wb') as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(16000)
        file.writeframes((numpy.array(samples(number)) * 32767).astype('<i2').tobytes())


def write_npy(tests, path, array):
    import numpy

    numpy.save(os.path.join(tests.folder, path), array)


def write_csv(tests, path, number, rate=16000):
    rows = samples(number)
    write(tests, path, 'time,sound\n' + ''.join(f'{i / rate:.9f},{value:.6f}\n' for i, value in enumerate(rows)))


def make_recordings(tests):
    with open(os.path.join(tests.top, 'data', 'examples', 'speech-features.imunit'), encoding='utf-8') as file:
        write(tests, PIPELINE, file.read())
    for number in range(6):
        write_wav(tests, f'in/day/sound{number}.wav', number)
    write_csv(tests, 'in/table.csv', 7)
    write(tests, 'in/table.label', LABELS)
    write_wav(tests, 'in/table.wav', 8)
    write_npy(tests, 'in/array.npy', samples(9))
    write_csv(tests, 'in/session/sound.data', 10)
    write(tests, 'in/session/marks.txt', LABELS)
    write(tests, 'in/session/walk.imsession', SESSION)
    write(tests, 'in/.hidden.csv', 'a\n1\n')


def run(tests, *more, recordings='in', out='out'):
    return tests.run('run', PIPELINE, '--input', recordings, '--output', out, *more)


def list_files(tests, folder):
    top = os.path.join(tests.folder, folder)
    return sorted(os.path.relpath(os.path.join(path, name), top)
                  for path, _, names in os.walk(top) for name in names)


def load(tests, path):
    import numpy

    return numpy.load(os.path.join(tests.folder, path))


def test_results(tests):
    """Each result has what the recording alone gives, bit for bit."""
    import numpy

    made = run(tests)
    tests.expect('folder', made, 0, 'out: 10 of 10 recordings computed, 470 rows')
    tests.check('folder-quiet', 'running' not in made.stderr, made.stderr)
    files = list_files(tests, 'out')
    tests.check('folder-files', files == ['array.npz'] + [f'day/sound{i}.npz' for i in range(6)] +
                ['run.json', 'session/walk.npz', 'table.csv.npz', 'table.wav.npz'], files)
    alone = tests.run('run', PIPELINE, '--input', 'in/day/sound3.wav', '--output', 'alone.npy')
    tests.expect('alone', alone, 0, 'alone.npy: 47 rows')
    found, expected = load(tests, 'out/day/sound3.npz'), load(tests, 'alone.npy')
    tests.check('same', found['output'].tobytes() == expected.tobytes(), found['output'])
    tests.check('same-type', found['output'].dtype == expected.dtype == numpy.float32, found['output'].dtype)
    times = (511 + 160 * numpy.arange(47)) / 16000
    tests.check('times', numpy.array_equal(found['time_s'], times), found['time_s'])
    tests.check('no-labels', sorted(found) == ['output', 'time_s'], sorted(found))
    tests.check('no-times', sorted(load(tests, 'out/array.npz')) == ['output'], sorted(load(tests, 'out/array.npz')))
    for name in ('table.csv', 'session/walk'):
        found = load(tests, f'out/{name}.npz')
        expected = ['loud' if time >= 0.25 else '' for time in found['time_s']]
        tests.check(f'labels-{name}', list(found['label']) == expected and '' in expected, found['label'])


def test_resumed(tests):
    """What is there stays, until the recording, its labels, the pipeline or its options change."""
    tests.expect('kept', run(tests), 0, 'out: 0 of 10 recordings computed, 0 rows; 10 were there already')
    os.utime(os.path.join(tests.folder, 'in/table.label'))
    tests.expect('kept-labels', run(tests), 0, 'out: 2 of 10 recordings computed')
    os.utime(os.path.join(tests.folder, 'in/session/sound.data'))
    tests.expect('kept-session', run(tests), 0, 'out: 1 of 10 recordings computed')
    os.remove(os.path.join(tests.folder, 'out/day/sound2.npz'))
    tests.expect('kept-removed', run(tests), 0, 'out: 1 of 10 recordings computed')
    tests.expect('kept-frames', run(tests, '--frames', '2000'), 0, 'out: 10 of 10 recordings computed, 100 rows')
    tests.expect('kept-force', run(tests, '--force', '--frames', '2000'), 0, 'out: 10 of 10 recordings computed')
    os.utime(os.path.join(tests.folder, PIPELINE))
    tests.expect('kept-same-code', run(tests, '--frames', '2000'), 0, 'out: 0 of 10 recordings computed')
    tests.expect('edit', tests.run('edit', PIPELINE, 'set Mfcc.coefficients = 10'), 0, '')
    tests.expect('kept-pipeline', run(tests), 0, 'out: 10 of 10 recordings computed')
    tests.check('kept-shape', load(tests, 'out/table.wav.npz')['output'].shape == (47, 10),
                load(tests, 'out/table.wav.npz')['output'].shape)


def test_failed(tests):
    """One that fails is named with the reason, and the others go on."""
    write(tests, 'in/two.csv', 'x,y\n' + '1,2\n' * 500)
    write(tests, 'in/broken.wav', 'RIFF')
    write(tests, 'in/short.csv', 'x\n1\n2\n')
    write_npy(tests, 'in/deep.npy', [[[1.0, 2.0]]])
    made = run(tests, '--json', '--jobs', '3')
    result = json.loads(made.stdout)
    failed = {os.path.basename(row['input']): row for row in result['recordings'] if row['state'] == 'failed'}
    problems = {os.path.basename(row['file']): row['message'] for row in result['diagnostics']
                if row['severity'] == 'error'}
    tests.check('failed', made.returncode == 1 and result['failed'] == 4 and result['kept'] == 10, made.stdout)
    tests.check('failed-names', sorted(failed) == ['broken.wav', 'deep.npy', 'short.csv', 'two.csv'], failed)
    for name, text in (('two.csv', '2 channels (x, y), 1 needed'), ('broken.wav', 'byte 4'),
                       ('short.csv', '2 frames are too few'), ('deep.npy', 'found [1,1,2]')):
        tests.check(f'failed-{name}', text in problems.get(name, ''), problems)
    tests.expect('failed-text', run(tests), 1, '; 4 failed\n')
    tests.check('failed-unwritten', not any('two' in name or 'short' in name for name in list_files(tests, 'out')),
                list_files(tests, 'out'))


def test_words(tests):
    """Several files, patterns, and formats."""
    tests.expect('pattern', run(tests, '--format', 'csv', recordings='in/day/*[0-3].wav', out='some'), 0,
                 'some: 4 of 4 recordings computed')
    tests.check('pattern-files', list_files(tests, 'some') == ['run.json'] + [f'sound{i}.csv' for i in range(4)],
                list_files(tests, 'some'))
    tests.expect('files', tests.run('run', PIPELINE, 'in/day/sound1.wav', 'in/array.npy', '-o', 'two', '--format',
                                    'npy'), 0, 'two: 2 of 2 recordings computed')
    tests.check('files-files', list_files(tests, 'two') == ['array.npy', 'day/sound1.npy', 'run.json'],
                list_files(tests, 'two'))
    tests.expect('inside', run(tests, recordings='in/day', out='in/day/features'), 0, '6 of 6 recordings computed')
    tests.expect('inside-again', run(tests, recordings='in/day', out='in/day/features'), 0, '0 of 6')
    tests.expect('missing', run(tests, 'in/none.wav', recordings='in/array.npy', out='three'), 1,
                 'three: 1 of 2 recordings computed, 47 rows; 1 failed')


def test_warnings(tests):
    """What is to be said of all recordings is said of some; scripts get all."""
    for number in range(9):
        write_csv(tests, f'slow/{number}.csv', number, 8000)
    made = run(tests, recordings='slow', out='warned')
    tests.check('warnings', made.returncode == 0 and made.stderr.count('has 8000 rows') == 5 and
                'warned: warning: 4 more warnings of these kinds' in made.stderr, made.stderr)
    made = json.loads(run(tests, '--json', '--force', recordings='slow', out='warned').stdout)
    codes = [problem['code'] for problem in made['diagnostics']]
    tests.check('warnings-json', codes.count('recording-rate') == 9 and 'more-warnings' not in codes, codes)


def main():
    absent = missing_for_comparison()
    if absent:
        return skip(absent)
    with tempfile.TemporaryDirectory() as folder:
        tests = Tests(sys.argv[1], sys.argv[2], folder)
        make_recordings(tests)
        for test in (test_results, test_resumed, test_failed, test_words, test_warnings):
            test(tests)
    print(f'1..{tests.count}')
    return 1 if tests.failed else 0


if __name__ == '__main__':
    sys.exit(main())
