#!/usr/bin/python3
"""Runs pipelines on what a serial port and a microphone deliver: the port is a pseudo terminal,
to which the test writes as a sketch would, and the microphone a file that ALSA plays.

usage: test-capture.py IMAGINET TOP

SPDX-License-Identifier: MIT
"""
import csv
import json
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import tempfile
import wave

import tools

MOTION = ['Core.Math.AddConstant', '--with', 'input=float32[2]@50', '--with', 'constant=0.5']
SOUND = ['Core.Math.AddConstant', '--with', 'input=float32[160]@100', '--with', 'constant=1']
RAW = ['Core.Math.Cast', '--with', 'input=int16[160]@100', '--with', "type='Float32'"]
WAIT_S = 30  # behind which something that should come is missing
ALSA = '''pcm.null {{ type null }}
pcm.test {{ type file slave.pcm null file /dev/null infile "{}" format raw
  hint {{ show on description "Samples of a file" }} }}
defaults.namehint.basic on
defaults.namehint.extended on
defaults.namehint.showall on
'''


ONLY_PYTHON = '''<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Unit unit="Own.Half">
    <Parameters>
      <InputSocket name="input" />
      <OutputSocket name="output" type="input.type" shape="input.shape" />
    </Parameters>
    <Implementations>
      <Implementation language="Python" fragment="own.py:half" call="half(input, output)" />
    </Implementations>
  </Unit>
</Imaginet>
'''
PYTHON = '''#pragma IMAGINET_FRAGMENT_BEGIN "half"
def half(input, output):
    output[...] = input + 0.5
#pragma IMAGINET_FRAGMENT_END
'''
INPUT = '''
      <TensorInputNode id="in_{0}" x="0" y="0" enabled="true" name="{0}" param="{0}"
        im:type="float32" im:shape="[1]" im:rate="{1}" />
      <UnitNode id="add_{0}" x="1" y="0" enabled="true" unit="Core.Math.AddConstant">
        <FloatArgument param="constant">0</FloatArgument>
      </UnitNode>
      <TensorOutputNode id="out_{0}" x="2" y="0" enabled="true" name="of_{0}" param="of_{0}" />'''
LINKS = '''
      <Connection><Source node="in_{0}" param="value" /><Target node="add_{0}" param="input" /></Connection>
      <Connection><Source node="add_{0}" param="output" /><Target node="out_{0}" param="value" /></Connection>'''
TWO_INPUTS = '''<?xml version="1.0" encoding="utf-8"?>
<Imaginet xmlns:im="urn:imaginet-studio:1">
  <Compound unit="Test.Two">
    <Nodes>{}
    </Nodes>
    <Connections>{}
    </Connections>
  </Compound>
</Imaginet>
'''


class Device:
    """What is connected to a serial port."""

    def __init__(self):
        self.end, self.other = pty.openpty()
        self.port = os.ttyname(self.other)

    def say(self, text):
        os.write(self.end, text.encode())

    def close(self):
        os.close(self.end)
        os.close(self.other)


class Running:
    """A command that goes on until it is interrupted. What it prints is read line by line."""

    def __init__(self, tests, *arguments):
        self.process = subprocess.Popen([tests.program, *arguments], cwd=tests.folder,
                                        env=tests.environment, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        self.text = b''

    def read_line(self):
        """The next line, or None if it does not come."""
        while b'\n' not in self.text:
            if not select.select([self.process.stdout], [], [], WAIT_S)[0]:
                return None
            block = os.read(self.process.stdout.fileno(), 4096)
            if not block:
                return None
            self.text += block
        line, self.text = self.text.split(b'\n', 1)
        return line.decode()

    def end(self):
        """Interrupts it; returns status, and what it printed and said."""
        self.process.send_signal(signal.SIGINT)
        out, said = self.process.communicate(timeout=WAIT_S)
        return self.process.returncode, (self.text + out).decode(), said.decode()


def wait_for_port(tests, device, running):
    """Until the program has opened the port, what is written to it would be thrown away: it sets
    the port to pass bytes unchanged just before."""
    import termios
    while running.process.poll() is None:
        if not termios.tcgetattr(device.other)[3] & termios.ICANON:
            return


def row(i):
    return f'{i},{i / 4}\r\n'


def read(tests, name):
    with open(os.path.join(tests.folder, name), 'rb') as file:
        return file.read()


def check_stream(tests, name, pipeline):
    """Rows come out while others are still to come, and the recording gives the same."""
    device = Device()
    saved = f'{name}.csv'
    running = Running(tests, 'run', *pipeline, '--input', f'serial:{device.port}',
                      '--output', '-', '--save', saved)
    wait_for_port(tests, device, running)
    device.say('rest\r\nx,y\r\n' + row(1) + row(2))
    lines = [running.read_line() for _ in range(3)]
    tests.check(f'{name}-comes-at-once', lines[1:] == ['1.5,0.75', '2.5,1'], lines)
    device.say('hello\r\n' + row(3))
    tests.check(f'{name}-goes-on', running.read_line() == '3.5,1.25')
    device.say(row(4) + '5,')
    lines.append(running.read_line())
    status, rest, said = running.end()
    tests.check(f'{name}-ends', status == 0 and rest == '' and lines[-1] == '4.5,1.5',
                (status, rest, said, lines))
    tests.check(f'{name}-says-lines', 'sent 1 line that is no row' in said and 'hello' in said,
                said)
    with open(os.path.join(tests.folder, saved), encoding='utf-8') as file:
        rows = list(csv.reader(file))
    tests.check(f'{name}-saved', rows[0] == ['x', 'y', 'time_s'] and
                [line[:2] for line in rows[1:]] == [[f'{i}', f'{i / 4}'] for i in range(1, 5)],
                rows)
    result = tests.run('run', *pipeline, '--input', saved, '--output', f'{name}-again.csv')
    again = read(tests, f'{name}-again.csv').decode().splitlines()
    tests.check(f'{name}-same', result.returncode == 0 and
                again == [lines[0], *lines[1:3], '3.5,1.25', lines[-1]], (again, result))
    device.close()


def check_files(tests):
    """Results are those of the recording, bit for bit."""
    device = Device()
    pipeline = ['Core.Math.Rms', '--with', 'input=float32[8,1]@6.25', '--with', 'axis=1']
    running = Running(tests, 'run', *pipeline, '--input', f'serial:{device.port}', '--rate', '50',
                      '--channels', '2', '--output', 'live.npy', '--save', 'live-saved.csv',
                      '--seconds', '0.8', '--json')
    wait_for_port(tests, device, running)
    device.say('0\n' + ''.join(f'{i}\t{i * i % 7 / 3:.5f}\n' for i in range(41)))
    out, said = running.process.communicate(timeout=WAIT_S)
    answer = json.loads(out)
    tests.check('rows-of-seconds', running.process.returncode == 0 and answer['rows'] == 5,
                (out, said))
    result = tests.run('run', *pipeline, '--input', 'live-saved.csv', '--rate', '50',
                       '--channels', '2', '--output', 'later.npy')
    tests.check('same-file', result.returncode == 0 and
                read(tests, 'live.npy') == read(tests, 'later.npy'), result)
    device.close()


def check_two(tests):
    """One port for two inputs, and one for each; what is there does not wait for the other."""
    with open(os.path.join(tests.folder, 'two.imunit'), 'w', encoding='utf-8') as file:
        file.write(TWO_INPUTS.format(INPUT.format('a', 50) + INPUT.format('b', 50),
                                     LINKS.format('a') + LINKS.format('b')))
    devices = [Device(), Device()]
    one = ['--input', f'serial:{devices[0].port}', '--channels', 'a=2', '--channels', 'b=1',
           '--save', 'two.csv']
    running = Running(tests, 'run', 'two.imunit', *one, '--rate', '50', '--output', '-')
    wait_for_port(tests, devices[0], running)
    devices[0].say('0,0\n1,10\n2,20\n')
    lines = [running.read_line() for _ in range(3)]
    status, rest, said = running.end()
    tests.check('two-of-one-port', status == 0 and lines == ['of_a,of_b', '10,1', '20,2'],
                (status, lines, rest, said))
    devices[0].close()
    devices[0] = Device()
    each = [f'--input={name}=serial:{device.port}' for name, device in zip('ab', devices)]
    running = Running(tests, 'run', 'two.imunit', *each, '--rate', '50', '--output', '-')
    for device in devices:
        wait_for_port(tests, device, running)
    devices[0].say('0\n1\n2\n3\n')
    devices[1].say('0\n10\n20\n')
    lines = [running.read_line() for _ in range(3)]
    devices[1].say('30\n')
    lines.append(running.read_line())
    status, rest, said = running.end()
    tests.check('two-of-two-ports', status == 0 and
                lines == ['of_a,of_b', '1,10', '2,20', '3,30'], (status, lines, rest, said))
    for device in devices:
        device.close()


def check_probe(tests):
    device = Device()
    running = Running(tests, 'probe', *MOTION, '--input', f'serial:{device.port}', '--rate', '50',
                      '--seconds', '0.1', '--json')
    wait_for_port(tests, device, running)
    device.say('0\n' + ''.join(row(i) for i in range(6)))
    out, said = running.process.communicate(timeout=WAIT_S)
    pipes = json.loads(out)['pipes']
    tests.check('probe', [pipe['values'] for pipe in pipes] == [5, 5] and
                pipes[1]['max'] == 4.5, (out, said))
    device.close()


def check_failures(tests):
    device = Device()
    running = Running(tests, 'run', *MOTION, '--input', f'serial:{device.port}', '--output',
                      'no.csv', '--baud', '9600')
    wait_for_port(tests, device, running)
    os.write(device.end, bytes(0x80 | i * 37 % 128 for i in range(4096)))
    out, said = running.process.communicate(timeout=WAIT_S)
    tests.check('wrong-speed', running.process.returncode == 1 and b'baud=9600' in said,
                (running.process.returncode, said))
    device.close()
    device = Device()
    running = Running(tests, 'run', *MOTION, '--input', f'serial:{device.port}', '--output',
                      'gone.csv', '--rate', '50', '--save', 'gone-saved.csv')
    wait_for_port(tests, device, running)
    device.say('0\n' + row(1) + row(2) + row(3))
    while running.process.poll() is None and \
            (not os.path.exists(os.path.join(tests.folder, 'gone-saved.csv')) or
             read(tests, 'gone-saved.csv').count(b'\n') < 4):
        pass
    device.close()
    out, said = running.process.communicate(timeout=WAIT_S)
    tests.check('gone', running.process.returncode == 0 and b'is gone' in said and
                b'3 rows' in out, (running.process.returncode, out, said))
    cases = {
        'no-port': (['--input', 'serial:/dev/none'], 1, '/dev/none cannot be opened'),
        'no-speed': (['--input', 'serial:/dev/none', '--baud', '12'], 2, '--baud: expected bits'),
        'no-seconds': (['--input', 'serial:/dev/none', '--seconds', 'x'], 2, '--seconds takes'),
        'wrong-suffix': (['--input', 'serial:/dev/none', '--save', 'a.wav'], 1, 'ends in .csv'),
        'of-a-file': (['--input', 'gone-saved.csv', '--seconds', '5'], 2, '--seconds is for'),
    }
    for name, (arguments, status, text) in cases.items():
        tests.expect(name, tests.run('run', *MOTION, *arguments, '--output', 'no.csv'), status,
                     text)


def check_microphone(tests):
    samples = [i * 7919 % 65536 - 32768 for i in range(48000)]
    raw = os.path.join(tests.folder, 'samples.raw')
    with open(raw, 'wb') as file:
        file.write(struct.pack(f'<{len(samples)}h', *samples))
    with open(os.path.join(tests.folder, 'asound.conf'), 'w', encoding='utf-8') as file:
        file.write(ALSA.format(raw))
    tests.environment['ALSA_CONFIG_PATH'] = os.devnull
    result = tests.run('list', 'microphones')
    if 'libasound2-dev' in result.stderr:
        return
    tests.check('list-none', result.stdout == 'No microphones were found.\n', result.stdout)
    tests.environment['ALSA_CONFIG_PATH'] = os.path.join(tests.folder, 'asound.conf')
    result = tests.run('list', 'microphones', '--json')
    names = {row['name']: row['text'] for row in json.loads(result.stdout)['microphones']}
    tests.check('list', names.get('microphone:test') == 'Samples of a file', names)
    for kind, pipeline in {'scaled': SOUND, 'as-stored': RAW}.items():
        live = tests.run('run', *pipeline, '--input', 'microphone:test', '--seconds', '2.5',
                         '--output', f'{kind}.npy', '--save', f'{kind}.wav')
        tests.expect(f'{kind}-runs', live, 0, '250 rows')
        with wave.open(os.path.join(tests.folder, f'{kind}.wav')) as file:
            form = (file.getnchannels(), file.getframerate(), file.getsampwidth())
            found = file.readframes(100000)
        tests.check(f'{kind}-recorded', form == (1, 16000, 2) and
                    found == struct.pack('<40000h', *samples[:40000]), (form, len(found)))
        tests.run('run', *pipeline, '--input', f'{kind}.wav', '--output', f'{kind}-later.npy')
        tests.check(f'{kind}-same', read(tests, f'{kind}.npy') == read(tests, f'{kind}-later.npy'))
    tests.expect('no-microphone', tests.run('run', *SOUND, '--input', 'microphone:none',
                                            '--output', 'no.csv'), 1, 'cannot be opened')


def main():
    program, top = sys.argv[1:3]
    absent = tools.missing_for_comparison()
    if absent:
        return tools.skip(absent)
    with tempfile.TemporaryDirectory() as folder:
        tests = tools.Tests(program, top, folder)
        result = tests.run('list', 'ports', '--json')
        tests.check('ports', result.returncode == 0 and 'ports' in json.loads(result.stdout),
                    result)
        check_stream(tests, 'c', MOTION)
        for name, text in {'python.imunit': ONLY_PYTHON, 'own.py': PYTHON}.items():
            with open(os.path.join(folder, name), 'w', encoding='utf-8') as file:
                file.write(text)
        check_stream(tests, 'python', ['python.imunit', '--with', 'input=float32[2]@50'])
        check_files(tests)
        check_two(tests)
        check_probe(tests)
        check_failures(tests)
        check_microphone(tests)
    print(f'1..{tests.count}')
    return tests.failed > 0


sys.exit(main())
