/* SPDX-License-Identifier: MIT
 *
 * Frames of 2 into windows of 10 one behind the other, in blocks of any size.
 */
#include "first.h"

#include <math.h>

#define N_FRAMES 35

static float frames[2 * N_FRAMES];

/* The sum of elements 10 w to 10 w + 9, which count from 0. */
static float
expect (int window)
{
  return 45.0F + 100.0F * (float) window;
}

static int
run (int block)
{
  int done = 0, windows = 0;
  float out;

  if (IMAI_init () != 0)
    return -1;
  while (done < N_FRAMES)
    {
      const int left = N_FRAMES - done;
      const int taken = IMAI_enqueue_block (frames + 2 * done,
                                            block < left ? block : left);

      if (taken <= 0)
        return -2;
      done += taken;
      while (IMAI_dequeue (&out) == IMAI_RET_SUCCESS)
        if (fabsf (out - expect (windows++)) > 0.0F)
          return -3;
    }

  return windows;
}

int
main (void)
{
  for (int i = 0; i < 2 * N_FRAMES; i++)
    frames[i] = (float) i;
  for (int block = 1; block <= N_FRAMES; block++)
    if (run (block) != 7)
      return block;

  /* The queue has room for 6 frames. */
  IMAI_init ();
  if (IMAI_enqueue_block (frames, 0) != 0 || IMAI_enqueue_block (frames, -1) != 0 ||
      IMAI_enqueue_block (frames, 7) != 6 ||
      IMAI_enqueue_block (frames, 1) != IMAI_RET_FULL)
    return 100;

  return 0;
}
