/* Calls a kernel once, and prints a sum over the bits of its output.
 *
 * case.h defines N_INPUTS, SIZES (bytes of each buffer: inputs, outputs, others), BYTES
 * (of them all), OUTPUT (the number of the output), INPUT (the type of an input) and
 * SCALE.
 *
 * On an emulated Cortex-M board instructions are counted by the counter of the
 * board: qemu -icount shift=6 makes it tick once in 64 ns * 25 MHz = 1.6 instructions;
 * what an empty measurement takes is subtracted. Elsewhere a profiler counts what is
 * inside of measure().
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdint.h>
#include <stdio.h>

#include "case.h"

#define COUNTER   (*(volatile uint32_t *) 0x40028018u) /* of the MPS2 FPGA, 25 MHz */
#define PRESCALER (*(volatile uint32_t *) 0x4002801Cu)
#ifdef __arm__
#define N_CALLS 5 /* the counter has a resolution of 1.6 instructions */
#else
#define N_CALLS 1
#endif

static const uint32_t sizes[] = { SIZES };
static uint64_t memory[(BYTES + 7) / 8];

void kernel (char **buffers);

__attribute__ ((noinline)) static void
measure (char **buffers)
{
  for (int i = 0; i < N_CALLS; i++)
    kernel (buffers);
}

int
main (void)
{
  char *buffers[sizeof sizes / sizeof *sizes];
  uint32_t noise = 1, sum = 0;
  char *next = (char *) memory;

  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
    {
      buffers[i] = next;
      for (uint32_t j = 0; i < N_INPUTS && j < sizes[i] / sizeof (INPUT); j++)
        {
          noise = noise * 1664525u + 1013904223u;
          ((INPUT *) next)[j] = (INPUT) ((int32_t) (noise >> 24) - 128) / SCALE;
        }
      next += (sizes[i] + 7u) & ~7u;
    }
#ifdef __arm__
  uint32_t start, empty;

  PRESCALER = 0;
  start = COUNTER;
  empty = COUNTER - start;
  start = COUNTER;
#endif
  measure (buffers);
#ifdef __arm__
  printf ("%u ", (unsigned) ((COUNTER - start - empty) * 5u / 8u / N_CALLS));
#endif
  for (uint32_t i = 0; i < sizes[OUTPUT] / 4; i++)
    sum = sum * 31u + ((uint32_t *) buffers[OUTPUT])[i];
  printf ("%08x\n", (unsigned) sum);
  return 0;
}
