/* Runs the exported Case.Mfcc on the frames of vectors.h on an emulated Cortex-M board
 * and prints the bits of each result.
 *
 * With BLOCKS samples are passed by 160, else one by one with a try to dequeue behind
 * each.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "stored.h"

#define HOP 160u

static float result[IMAI_DATA_OUT_COUNT];

static void
print (void)
{
  uint32_t bits;

  for (uint32_t i = 0; i < IMAI_DATA_OUT_COUNT; i++)
    {
      memcpy (&bits, &result[i], sizeof bits);
      printf ("%08lx ", (unsigned long) bits);
    }
  printf ("\n");
}

/* Returns the number of results. */
static int
step (const float *samples)
{
  int n = 0;

#ifdef BLOCKS
  for (int done = 0; done < (int) HOP;)
    {
      const int taken = IMAI_enqueue_block (samples + done, (int) HOP - done);

      if (taken <= 0)
        return -1;
      done += taken;
      while (IMAI_dequeue (result) == 0)
        n++;
    }
#else
  for (uint32_t i = 0; i < HOP; i++)
    {
      if (IMAI_enqueue (samples + i) != 0)
        return -1;
      while (IMAI_dequeue (result) == 0)
        n++;
    }
#endif
  return n;
}

int
main (int argc, char **argv)
{
  const float *samples = (const float *) (const void *) frames_0;

  (void) argc;
  (void) argv;
  if (IMAI_init () != 0)
    return 1;
  for (uint32_t i = 0; i + HOP <= runs[0].n_frames; i += HOP)
    {
      const int n = step (samples + i);

      if (n < 0)
        return 1;
      if (n > 0)
        print ();
    }
  return 0;
}
