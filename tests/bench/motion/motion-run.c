/* Runs the exported Case.Motion, or with PEER the statistics written by hand, on the
 * samples of samples.h, and prints the bits of each result. With BLOCKS they get 50
 * samples a call, else one, with a try to dequeue behind each.
 *
 * With TARGET each line begins with the instructions since the one before, on an emulated
 * Cortex-M board: qemu -icount shift=6 makes its counter tick once in 64 ns * 25 MHz
 * = 1.6 instructions; what an empty measurement takes is subtracted. Without it, a
 * profiler counts what is inside of motion_step.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "samples.h"

#ifdef PEER
#include "motion-peer.h"
#else
#include "motion.h"
#endif

#define HOP  50
#define AXES 6

#ifdef TARGET
#define COUNTER   (*(volatile uint32_t *) 0x40028018u) /* of the MPS2 FPGA, 25 MHz */
#define PRESCALER (*(volatile uint32_t *) 0x4002801Cu)
#else
static volatile uint32_t COUNTER, PRESCALER;
#endif

static float result[6][AXES];

/* Takes samples as an interrupt or a driver has them. */
__attribute__ ((noinline)) static int
take (const float *samples, int count)
{
#ifdef PEER
  return peer_step (samples, count, result);
#else
#ifdef BLOCKS
  if (IMAI_enqueue_block (samples, count) != count)
    return -1;
#else
  if (IMAI_enqueue (samples) != 0)
    return -1;
#endif
  return IMAI_dequeue (&result[0][0]) == 0;
#endif
}

int motion_step (const float *samples);

/* Takes a hop of samples. Returns the number of results, or -1. */
__attribute__ ((noinline)) int
motion_step (const float *samples)
{
#ifdef BLOCKS
  return take (samples, HOP);
#else
  int n = 0;

  for (int i = 0; i < HOP && n >= 0; i++)
    n = take (samples + i * AXES, 1);

  return n;
#endif
}

static void
print (uint32_t ticks)
{
  uint32_t bits;

  printf ("%lu", (unsigned long) (ticks * 5u / 8u));
  for (int i = 0; i < 6 * AXES; i++)
    {
      memcpy (&bits, &result[0][0] + i, sizeof bits);
      printf (" %08lx", (unsigned long) bits);
    }
  printf ("\n");
}

int
main (void)
{
  uint32_t start, empty;

  PRESCALER = 0;
  start = COUNTER;
  empty = COUNTER - start;
#ifndef PEER
  if (IMAI_init () != 0)
    return 1;
#endif
  for (int i = 0; i + HOP <= N_SAMPLES; i += HOP)
    {
      start = COUNTER;
      const int n = motion_step (samples[i]);
      const uint32_t ticks = COUNTER - start - empty;

      if (n < 0)
        return 1;
      if (n > 0)
        print (ticks);
    }
  return 0;
}
