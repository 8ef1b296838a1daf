#!/usr/bin/python3
"""Counts the instructions of emitted formulas, and of the same ones written by hand.

usage: bench-kernel.py IMAGINET

What is measured is what `imaginet tile emit` prints, compiled by gcc. Goals are ratios: on
this machine (callgrind) to the same formula with a test for each set of indices, on an
emulated Cortex-M4F to kernel/peers.c, the fastest of several where there are some, and to
numbers of the vendor's library for the same work, gcc 12.2 -O2. Both results must have the
same bits. Where a goal is out of reach the limit beside it is what must hold; more than 2 %
above it fails.

SPDX-License-Identifier: MIT
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

SLACK = 1.02
SKIP = 77
HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
SOURCES = os.path.join(HERE, 'kernel')
BOARD = os.path.join(TOP, 'src', 'bundle', 'test', 'templates', 'qemu')
NEEDED = {'arm-none-eabi-gcc': 'gcc-arm-none-eabi libnewlib-arm-none-eabi',
          'qemu-system-arm': 'qemu-system-arm', 'gcc': 'gcc', 'valgrind': 'valgrind'}
CORE = '-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16'.split()
# One result on every machine: a product and a sum are not made one operation.
OPTIONS = ['-std=gnu11', '-ffp-contract=off', '-ffunction-sections', '-fdata-sections']
ROW = '{:<34} {:<22} {:>10} {:>10} {:>7} {:>6}'
BYTES = {'float32': 4, 'int16': 2, 'int8': 1}

CONV_POOL = '''function (I[C, Y, X], K[D, C, KY, KX]) -> (P) {
  O[d, y, x : D, Y, X] = +(I[c, y + i - 1, x + j - 1] * K[d, c, i, j]);
  P[d, y, x : D, Y / 2, X / 2] = >(O[d, 2 * y + i, 2 * x + j]), i < 3, j < 3;
}'''
GROUPS = '''function (I[H, W, C], K[A, B, D, E]) -> (O) {
  G = C / D;
  O[y, x, (E / G) * g + e : H, W, E] = +(I[y + a - 1, x + b - 1, D * g + d] * K[a, b, d, (E / G) * g + e]),
    d < D, e < E / G;
}'''
MAT_MULT = 'function (A[M, K], B[K, N]) -> (C) { C[m, n : M, N] = +(A[m, k] * B[k, n]); }'
CONV_1D = 'function (I[X], K[T]) -> (O) { O[x : X - T + 1] = +(I[x + t] * K[t]); }'
# name, formula, inputs with types, bytes of the output and of what is between, peers, goals
HOST = (
    ('convolution 16-32, max pool', CONV_POOL, {'I': 'float32[16,64,64]', 'K': 'float32[32,16,3,3]'},
     [4 * 32 * 1024, 4 * 32 * 4096], 'guarded_conv_pool', {'-O2': (0.25, None), '-O3': (0.06, 0.17),
                          '-O3 -march=haswell': (0.25, None)}),
    ('moving sum of 15',
     'function (I[X]) -> (O) { O[x : X] = +(I[x + k - 7]), k < 15; }', {'I': 'float32[16384]'},
     [4 * 16384], 'guarded_moving_sum', {'-O2': (0.25, None), '-O3': (0.25, None)}),
    ('convolution of 4 groups', GROUPS, {'I': 'float32[16,16,8]', 'K': 'float32[3,3,2,16]'},
     [4 * 4096], 'guarded_groups', {'-O2': (0.25, None), '-O3': (0.65, None)}),
    ('matrix product 64', MAT_MULT, {'A': 'float32[64,64]', 'B': 'float32[64,64]'}, [4 * 4096],
     'guarded_mat_mult', {'-O2': (0.95, None), '-O3': (0.95, None)}),
)
TARGET = (
    ('Dense 128-64', 'function (W[M, K], I[K]) -> (O) { O[m : M] = +(W[m, k] * I[k]); }',
     {'W': 'float32[64,128]', 'I': 'float32[128]'}, [4 * 64], ('dense', 'dense_2'), 1.05),
    ('Dense 128-64, bias, rectified',
     'function (W[M, K], I[K], B[M]) -> (O) '
     '{ S[m : M] = +(W[m, k] * I[k]); T = S + B; O = select(T > 0, T, 0); }',
     {'W': 'float32[64,128]', 'I': 'float32[128]', 'B': 'float32[64]'}, [4 * 64], ('dense_relu',), 1.05),
    ('Conv1d 32 taps, 160 outputs', CONV_1D, {'I': 'float32[191]', 'K': 'float32[32]'}, [4 * 160],
     ('conv1d', 'conv1d_2'), 1.05),
    ('Conv2d 16x16, 8-8, 3x3, same',
     'function (I[Y, X, C], K[A, B, C, D]) -> (O) '
     '{ O[y, x, d : Y, X, D] = +(I[y + a - 1, x + b - 1, c] * K[a, b, c, d]); }',
     {'I': 'float32[16,16,8]', 'K': 'float32[3,3,8,8]'}, [4 * 2048], ('conv2d', 'conv2d_2'), 1.05),
    ('MaxPool 16x16x8, 2x2',
     'function (I[Y, X, C]) -> (O) '
     '{ O[y, x, c : Y / 2, X / 2, C] = >(I[2 * y + i, 2 * x + j, c]), i < 2, j < 2; }',
     {'I': 'float32[16,16,8]'}, [4 * 512], ('max_pool', 'max_pool_2'), 1.05),
    ('matrix product 32', MAT_MULT, {'A': 'float32[32,32]', 'B': 'float32[32,32]'}, [4 * 1024],
     ('mat_mult',), 1.05),
    ('matrix product 32 of 16 bits', MAT_MULT, {'A': 'int16[32,32]', 'B': 'int16[32,32]'}, [2 * 1024],
     ('mat_mult_q15',), 1.0),
)
VENDOR = (
    *((f'arm_mat_mult_f32 {size}', MAT_MULT, dict.fromkeys('AB', f'float32[{size},{size}]'), 4 * size * size, peer)
      for size, peer in ((8, 3713), (32, 206031), (64, 1610119))),
    ('arm_fir_f32, 32 taps, 160 samples', CONV_1D, {'I': 'float32[191]', 'K': 'float32[32]'}, 4 * 160, 27508),
    ('arm_dot_prod_f32 512', 'function (A[N], B[N]) -> (O) { O[] = +(A[n] * B[n]); }',
     {'A': 'float32[512]', 'B': 'float32[512]'}, 4, 2570),
)
SAME_1D = 'function (I[X, C], K[T, C]) -> (O) { O[x : X] = +(I[x + t - 4, c] * K[t, c]); }'


def shell(*command, **options):
    return subprocess.run(command, check=True, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300,
                          **options).stdout


def size_of(text):
    """The bytes of a tensor such as float32[3,50]."""
    dtype, sizes = re.fullmatch(r'(\w+)\[(.*)\]', text).groups()
    count = BYTES[dtype]
    for size in sizes.split(','):
        count *= int(size)
    return count


class Bench:
    def __init__(self, imaginet, folder):
        self.imaginet, self.folder, self.failed = imaginet, folder, False
        print(ROW.format('instructions', 'on', 'emitted', 'peer', 'ratio', 'goal'))

    def emit(self, formula, inputs):
        with open(os.path.join(self.folder, 'kernel.tile'), 'w', encoding='utf-8') as file:
            file.write(formula)
        words = [word for name, text in inputs.items() for word in ('--input', f'{name}={text}')]
        text = shell(self.imaginet, 'tile', 'emit', 'kernel.tile', *words, cwd=self.folder)
        with open(os.path.join(self.folder, 'kernel.c'), 'w', encoding='utf-8') as file:
            file.write(text)

    def prepare(self, inputs, others):
        """Writes what the driver has to know, and returns how many buffers there are."""
        sizes = [*map(size_of, inputs.values()), *others]
        with open(os.path.join(self.folder, 'case.h'), 'w', encoding='utf-8') as file:
            file.write(f'#define SIZES {", ".join(map(str, sizes))}\n'
                       f'#define BYTES {sum(size + 7 for size in sizes)}\n'
                       f'#define N_INPUTS {len(inputs)}\n#define OUTPUT {len(inputs)}\n')
            is_float = all('float' in text for text in inputs.values())
            file.write('#define INPUT float\n#define SCALE 64.0f\n' if is_float else
                       '#define INPUT int16_t\n#define SCALE 1\n')
        return len(sizes)

    def compile(self, source, function, n, *command):
        arguments = ', '.join(f'(void *) b[{i}]' for i in range(n))
        with open(os.path.join(self.folder, 'call.c'), 'w', encoding='utf-8') as file:
            file.write(f'#include "{source}"\nvoid kernel (char **b);\n'
                       f'void kernel (char **b) {{ {function} ({arguments}); }}\n')
        shell(*command, *OPTIONS, '-I.', '-Wl,--gc-sections', os.path.join(SOURCES, 'kernel-run.c'),
              'call.c', '-o', 'kernel.elf', '-lm', cwd=self.folder)

    def on_host(self, option, *what):
        self.compile(*what, 'gcc', *option.split())
        output = shell('valgrind', '--tool=callgrind', '--callgrind-out-file=/dev/null',
                       '--toggle-collect=measure', './kernel.elf', cwd=self.folder)
        return int(re.search(r'Collected : (\d+)', output)[1]), output.splitlines()[5:]

    def on_target(self, *what):
        self.compile(*what, 'arm-none-eabi-gcc', '-O2', *CORE, '-nostartfiles', '-T',
                     os.path.join(BOARD, 'link.ld'), os.path.join(BOARD, 'startup.c'))
        output = shell('qemu-system-arm', '-M', 'mps2-an386', '-cpu', 'cortex-m4', '-display', 'none',
                       '-serial', 'none', '-monitor', 'none', '-semihosting-config',
                       'enable=on,target=native', '-icount', 'shift=6', '-kernel', 'kernel.elf',
                       cwd=self.folder)
        count, bits = output.split()
        return int(count), bits

    def add(self, name, machine, number, peer, goal, limit=None):
        """A goal that is out of reach has a limit beside it, which must hold."""
        ratio = number / peer
        is_over = ratio > SLACK * (limit or goal)
        self.failed |= is_over
        print(ROW.format(name, machine, number, peer, f'{ratio:.3f}', goal) +
              (f'  MISSED, limit {limit}' if limit and ratio > goal * SLACK else '') + ('  OVER' if is_over else ''), flush=True)

    def measure_host(self):
        for name, formula, inputs, others, peer, goals in HOST:
            self.emit(formula, inputs)
            n = self.prepare(inputs, others)
            for option, (goal, limit) in goals.items():
                number, mine = self.on_host(option, 'kernel.c', 'function', n)
                other, theirs = self.on_host(option, os.path.join(SOURCES, 'peers.c'), peer, n)
                self.check(name, mine[0].split()[-1], theirs[0].split()[-1])
                self.add(name, f'x86 {option}', number, other, goal, limit)

    def check(self, name, mine, theirs):
        if mine != theirs:
            raise ValueError(f'{name}: the results differ, {mine} and {theirs}')

    def measure_target(self):
        for name, formula, inputs, others, peers, goal in TARGET:
            self.emit(formula, inputs)
            n = self.prepare(inputs, others)
            number, bits = self.on_target('kernel.c', 'function', n)
            rivals = [self.on_target(os.path.join(SOURCES, 'peers.c'), peer, n) for peer in peers]
            for peer, (_, theirs) in zip(peers, rivals):
                if not peer.endswith('q15'):  # which shifts the sum
                    self.check(peer, bits, theirs)
            self.add(name, 'M4F -O2', number, min(rivals)[0], goal)
        for name, formula, inputs, size, peer in VENDOR:
            self.emit(formula, inputs)
            n = self.prepare(inputs, [size])
            self.add(name, 'M4F -O2', self.on_target('kernel.c', 'function', n)[0], peer, 1.0)

    def measure_size(self):
        self.emit(SAME_1D, {'I': 'float32[512,3]', 'K': 'float32[9,3]'})
        shell('arm-none-eabi-gcc', '-Os', '-std=c99', *CORE, '-c', 'kernel.c', '-o', 'kernel.o',
              cwd=self.folder)
        text = int(shell('arm-none-eabi-size', 'kernel.o', cwd=self.folder).split()[6])
        self.add('same convolution (512, 9, 3)', 'M4F -Os text', text, 100, 1.0)


def main(imaginet):
    absent = [f'{program} is not installed; Debian: {package}'
              for program, package in NEEDED.items() if shutil.which(program) is None]
    if absent:
        print('skipped: ' + '; '.join(absent))
        return SKIP

    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(os.path.abspath(imaginet), folder)
        bench.measure_target()
        bench.measure_size()
        bench.measure_host()
    return 1 if bench.failed else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
