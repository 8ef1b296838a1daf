#!/usr/bin/python3
"""Times `imaginet run` on an hour of sound against the compiled firmware alone.

usage: bench-run.py IMAGINET PIPELINE

The pipeline is that of the speech example: an MFCC every 10 ms at 16 kHz. The goals are at
most 4 times the time of its C on the same samples in a file, compiled by gcc -O2 and timed in
turn, and at most 100 MB of memory, whatever the length: also not more than 10 MB above that
of a minute. Each is the median of three; a goal that is missed fails.

SPDX-License-Identifier: MIT
"""
import array
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import wave

RATE, SECONDS, ROUNDS = 16000, 3600, 3
RATIO, MEMORY_MB, GROWTH_MB = 4.0, 100, 10
SKIP = 77
DRIVER = r'''
#include <stdio.h>
#include "speech.h"
int main(int argc, char **argv)
{
  static float samples[4096];
  float out[IMAI_DATA_OUT_COUNT];
  FILE *file = fopen(argv[1], "rb");
  long rows = 0;
  int n;

  IMAI_init();
  while ((n = (int) fread(samples, sizeof samples[0], 4096, file)) > 0)
    for (int done = 0; done < n;)
      {
        int taken = IMAI_enqueue_block(samples + done, n - done);

        done += taken > 0 ? taken : 0;
        while (IMAI_dequeue(out) >= 0)
          rows++;
      }
  printf("%ld\n", rows);
  return argc == 2 ? 0 : 1;
}
'''


def make_minute():
    source = random.Random(1)
    return array.array('h', (source.randint(-20000, 20000) for _ in range(60 * RATE)))


def write_wav(path, minute, n_minutes):
    with wave.open(path, 'wb') as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        for _ in range(n_minutes):
            file.writeframes(minute.tobytes())


def write_floats(path, minute, n_minutes):
    data = array.array('f', (sample / 32768 for sample in minute)).tobytes()
    with open(path, 'wb') as file:
        for _ in range(n_minutes):
            file.write(data)


def build(imaginet, pipeline, folder):
    out = os.path.join(folder, 'firmware')
    subprocess.run([imaginet, 'export', pipeline, '--no-test', '--name', 'speech', '-o', out],
                   check=True, stdout=subprocess.DEVNULL)
    driver = os.path.join(folder, 'driver.c')
    with open(driver, 'w', encoding='utf-8') as file:
        file.write(DRIVER)
    program = os.path.join(folder, 'alone')
    subprocess.run(['gcc', '-std=c99', '-O2', '-ffp-contract=off', f'-I{out}/include', driver,
                    f'{out}/src/speech.c', '-o', program, '-lm'], check=True)
    return program


def run(*command):
    """Returns seconds, megabytes at most, and what was printed."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f'{" ".join(command)} failed: {output}')
    return time.monotonic() - start, usage.ru_maxrss / 1024, output


def main(imaginet, pipeline):
    if shutil.which('gcc') is None:
        print('skipped: gcc is not installed')
        return SKIP
    with tempfile.TemporaryDirectory() as folder:
        minute = make_minute()
        hour, short, floats, rows = (os.path.join(folder, name) for name in
                                     ('hour.wav', 'minute.wav', 'hour.raw', 'rows.csv'))
        write_wav(hour, minute, SECONDS // 60)
        write_wav(short, minute, 1)
        write_floats(floats, minute, SECONDS // 60)
        alone = build(imaginet, pipeline, folder)
        words = [imaginet, 'run', pipeline, '--output', rows, '--input']
        small = run(*words, short)[1]
        times = [(run(*words, hour), run(alone, floats)) for _ in range(ROUNDS)]
        with open(rows, 'rb') as file:
            n_rows = sum(1 for _ in file) - 1

    ratio = statistics.median(first[0] / second[0] for first, second in times)
    memory = statistics.median(first[1] for first, _ in times)
    seconds = statistics.median(first[0] for first, _ in times)
    print(f'an hour: {seconds:.2f} s, {ratio:.2f} times the firmware alone (goal {RATIO}), '
          f'{memory:.0f} MB (goal {MEMORY_MB}), {small:.0f} MB for a minute')
    good = ratio <= RATIO and memory <= MEMORY_MB and memory <= small + GROWTH_MB
    same = all(int(second[2]) == n_rows for _, second in times)
    if not same:
        print('the firmware alone gives another number of rows')
    return 0 if good and same else 1


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
