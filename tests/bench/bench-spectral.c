/* Runs an exported pipeline on noise in blocks of HOP samples and counts the instructions
 * of a window: on an emulated Cortex-M board with its counter, elsewhere with callgrind,
 * which is to collect in run().
 *
 * qemu -icount shift=6 makes the counter of the board tick once in 64 ns * 25 MHz = 1.6
 * instructions; what an empty measurement takes is subtracted. With EMPTY nothing is
 * called, which gives the size of an image without the pipeline.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdint.h>

#include "pipeline.h"

#define WARM_UP 32 /* hops, more than a window; from then on each gives one */
#define WINDOWS 16

static float samples[HOP];
static float result[IMAI_DATA_OUT_COUNT];
static uint32_t noise = 1;

#ifdef __arm__
#define COUNTER   (*(volatile uint32_t *) 0x40028018u) /* of the MPS2 FPGA, 25 MHz */
#define PRESCALER (*(volatile uint32_t *) 0x4002801Cu)

/* Writes a line with a number by semihosting, without the C library. */
static void
print (uint32_t number)
{
  char line[12] = { 0 };
  char *begin = line + sizeof line - 1;

  *--begin = '\n';
  do
    {
      *--begin = (char) ('0' + number % 10u);
      number /= 10u;
    }
  while (number != 0);

  register uint32_t operation __asm__("r0") = 4;
  register const char *text __asm__("r1") = begin;

  __asm__ volatile("bkpt 0xab" : "+r"(operation) : "r"(text) : "memory");
}
#endif

static void
make_noise (void)
{
  for (uint32_t i = 0; i < HOP; i++)
    {
      noise = noise * 1664525u + 1013904223u;
      samples[i] = (float) (noise >> 16) / 65536.0f - 0.5f;
    }
}

/* Passes a hop; returns the number of windows. */
static int
run (void)
{
  int n = 0;
#ifdef EMPTY
  /* Its memory counts as that of the caller. */
  __asm__ volatile("" : : "r"(samples), "r"(result) : "memory");
#else
  for (int done = 0; done < HOP;)
    {
      const int taken = IMAI_enqueue_block (samples + done, HOP - done);

      if (taken <= 0)
        return -1;
      done += taken;
      while (IMAI_dequeue (result) == 0)
        n++;
    }
#endif
  return n;
}

__attribute__ ((noinline)) static int
measure (void)
{
  return run ();
}

int
main (void)
{
#ifndef EMPTY
  if (IMAI_init () != 0)
    return 1;
#endif
  for (int i = 0; i < WARM_UP; i++)
    {
      make_noise ();
      if (run () < 0)
        return 1;
    }
#ifdef __arm__
  uint32_t start, empty;

  PRESCALER = 0;
  start = COUNTER;
  empty = COUNTER - start;
#endif
  for (int i = 0; i < WINDOWS; i++)
    {
      make_noise ();
#ifdef __arm__
      start = COUNTER;
#endif
      if (measure () < 0)
        return 1;
#ifdef __arm__
      print ((COUNTER - start - empty) * 5u / 8u);
#endif
    }
  return 0;
}
