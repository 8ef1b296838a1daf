"""What the shipped units cost: bytes, and instructions for a frame of their first example.

State, scratch and constants are those that `imaginet plan` tells, the same for every target.
Code is what the functions of the unit take in flash on a Cortex-M4F, with those of the C
library that they call; instructions are those of an emulated board, on average over the
frames of the example, which are repeated.

SPDX-License-Identifier: MIT
"""
import csv
import json
import math
import os
import re
import shutil
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
DRIVER = os.path.join(HERE, 'unit-costs.c')
BOARD = os.path.join(TOP, 'src', 'run', 'target')
NEEDED = {'arm-none-eabi-gcc': 'gcc-arm-none-eabi libnewlib-arm-none-eabi',
          'qemu-system-arm': 'qemu-system-arm'}
CORE = '-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16'.split()
# One result on every machine: a product and a sum are not made one operation.
FLAGS = ['-std=c99', '-O2', '-ffp-contract=off', '-ffunction-sections', '-fdata-sections']
LINK = ['-nostartfiles', '--specs=nano.specs', '-Wl,--gc-sections', '-lm']
PLANNED = ['state', 'scratch', 'constants']
MEASURED = ['code', 'instructions']
COLUMNS = ['unit', 'example', *PLANNED, *MEASURED]
LEAST_FRAMES = 256  # that are counted


def missing():
    """Returns what there is not to measure code with, or None."""
    absent = [f'{program} is not installed; Debian: {package}'
              for program, package in NEEDED.items() if shutil.which(program) is None]
    return '; '.join(absent) or None


def target():
    """Returns what code is measured on, in one line."""
    version = subprocess.run(['arm-none-eabi-gcc', '-dumpversion'], check=True, text=True,
                             capture_output=True, timeout=60).stdout.strip()
    return f'Cortex-M4F, gcc {version} -O2'


def read(path):
    """Returns what a table was measured on, and its rows by unit."""
    with open(path, encoding='utf-8', newline='') as file:
        first = file.readline().removeprefix('#').strip()
        rows = {row['unit']: row for row in csv.DictReader(file)}
    for row in rows.values():
        row.update({name: int(row[name]) for name in PLANNED + MEASURED})
    return first, rows


def write(path, measured_on, rows):
    with open(path, 'w', encoding='utf-8', newline='') as file:
        file.write(f'# {measured_on}\n')
        table = csv.DictWriter(file, COLUMNS, lineterminator='\n')
        table.writeheader()
        for _, row in sorted(rows.items()):
            table.writerow(row)


class Unit:
    """A unit and its first example, as `imaginet` tells them."""

    def __init__(self, imaginet, path):
        self.imaginet = imaginet
        self.told, = json.loads(self._run('inspect', '--json', path))['units']
        self.id = self.told['id']
        self.example = self.told['examples'][0]

    def _run(self, *arguments):
        return subprocess.run([self.imaginet, *arguments], check=True, text=True, timeout=60,
                              stdout=subprocess.PIPE,
                              env={**os.environ, 'IMAGINET_DATA_PATH': TOP}).stdout

    def _bindings(self):
        kinds = {parameter['name']: parameter['kind']
                 for parameter in self.told['parameters']}
        for tensor in self.example['inputs']:
            yield f"--with={tensor['name']}={tensor['type']}"
        for name, value in self.example['arguments'].items():
            if kinds[name] == 'string':
                value = "'" + value + "'"
            elif kinds[name] == 'shape':
                value = 'shape' + value
            yield f'--with={name}={value}'

    def describe(self):
        """Returns the inputs and options of the example in one line."""
        inputs = [tensor['type'].split(';')[0] if len(self.example['inputs']) == 1
                  else f"{tensor['name']} {tensor['type']}" for tensor in self.example['inputs']]
        options = [f'{name} = {value}' for name, value in self.example['arguments'].items()]
        return ', '.join(inputs + options)

    def plan(self):
        """Returns the bytes that are the same for every target."""
        memory = json.loads(self._run('plan', '--json', self.id, *self._bindings()))['memory']
        return {'state': memory['state_bytes'], 'scratch': memory['arena_bytes'],
                'constants': memory['constant_bytes']}

    def measure(self, folder):
        """Returns the bytes of code and the instructions for a frame."""
        self._run('export', '--no-test', self.id, *self._bindings(), '--name=unit',
                  '--output', folder)
        with open(os.path.join(folder, 'include', 'unit.h'), encoding='utf-8') as file:
            header = file.read()
        with open(os.path.join(folder, 'driver.inc'), 'w', encoding='utf-8') as file:
            file.write(self._driver(header))
        with open(os.path.join(folder, 'stubs.c'), 'w', encoding='utf-8') as file:
            file.write(_stubs(header))
        for name, source in (('driver', DRIVER), ('unit', 'src/unit.c'), ('stubs', 'stubs.c'),
                             ('startup', os.path.join(BOARD, 'startup.c'))):
            _call(folder, 'arm-none-eabi-gcc', *CORE, *FLAGS, '-I.', '-Iinclude', '-c', source,
                  '-o', name + '.o')
        for name in 'unit', 'stubs':
            _call(folder, 'arm-none-eabi-gcc', *CORE, '-T', os.path.join(BOARD, 'link.ld'),
                  'startup.o', 'driver.o', name + '.o', *LINK, '-o', name + '.elf')
        flash = _flash(folder, 'unit.elf') - _flash(folder, 'stubs.elf')
        return {'code': flash + _flash(folder, 'stubs.o') - self.plan()['constants'],
                'instructions': _count(folder)}

    def _driver(self, header):
        """Returns the arrays of the example and how a frame of it is passed."""
        put, get = _prototypes(header)
        inputs = [next(given for given in self.example['inputs'] if given['name'] == told['name'])
                  for told in self.told['parameters'] if told['kind'] == 'input'
                  and any(given['name'] == told['name'] for given in self.example['inputs'])]
        frames = None
        text, sources = [], []
        arguments = [argument for argument in put + get if argument.startswith('const ')]
        assert len(arguments) == len(inputs), (self.id, arguments)
        for argument, tensor in zip(arguments, inputs):
            c_type, name = re.fullmatch(r'const (\w+) \*(\w+)', argument).groups()
            shape = re.search(r'\[([\d,]*)\]', tensor['type'])[1]
            size = math.prod(int(n) for n in shape.split(','))
            frames = len(tensor['numbers']) // size
            numbers = ', '.join(_literal(number, c_type) for number in tensor['numbers'])
            text.append(f'static const {c_type} {name}[] = {{ {numbers} }};')
            sources.append(f'{name} + i * {size}')
        outputs = [re.fullmatch(r'\w+ \*(\w+)', argument)[1] for argument in put + get
                   if not argument.startswith('const ')]
        text += [f'static uint64_t {name}[{MOST_OUTPUT}];' for name in outputs]
        outputs = [f'(void *) {name}' for name in outputs]
        text += [f'#define FRAMES {frames}',
                 f'#define REPEATS {-(-LEAST_FRAMES // frames)}']
        if get:
            text += [f'#define STEP(i) (IMAI_enqueue ({", ".join(sources)}) | drain ())',
                     f'#define DRAIN() IMAI_dequeue ({", ".join(outputs)})']
        else:
            text += [f'#define STEP(i) IMAI_compute ({", ".join(sources + outputs)})']
        return '\n'.join(text) + '\n'


MOST_OUTPUT = 64  # eight bytes each


def _prototypes(header):
    """Returns the arguments of the function that takes a frame, and of the one that gives."""
    def arguments(name):
        found = re.search(rf'^int IMAI_{name}\(([^)]*)\);', header, re.MULTILINE)
        return re.split(r',\s*', ' '.join(found[1].split())) if found else []
    return arguments('compute') or arguments('enqueue'), arguments('dequeue')


def _stubs(header):
    """Returns functions that take the place of those of the unit."""
    names = re.findall(r'^int IMAI_(init|compute|enqueue|dequeue)\(', header, re.MULTILINE)
    return ''.join(f'int IMAI_{name} (void);\nint IMAI_{name} (void) {{ return -1; }}\n'
                   for name in names)


def _literal(number, c_type):
    if c_type in ('float', 'double'):
        words = {'NaN': 'NAN', 'Infinity': 'INFINITY', '-Infinity': '-INFINITY'}
        return words.get(number) or repr(float(number)) + ('f' if c_type == 'float' else '')
    return str(int(number)) if int(number) != -2147483648 else '-2147483647 - 1'


def _call(folder, *command):
    return subprocess.run(command, cwd=folder, check=True, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120).stdout


def _flash(folder, name):
    text, data = _call(folder, 'arm-none-eabi-size', name).splitlines()[1].split()[:2]
    return int(text) + int(data)


def _count(folder):
    """Returns the instructions for a frame, rounded."""
    numbers = _call(folder, 'qemu-system-arm', '-M', 'mps2-an386', '-cpu', 'cortex-m4',
                    '-display', 'none', '-serial', 'none', '-monitor', 'none',
                    '-semihosting-config', 'enable=on,target=native', '-icount', 'shift=6',
                    '-kernel', 'unit.elf').split()
    ticks, frames = (int(number) for number in numbers)
    return round(ticks * 5 / 8 / frames)
