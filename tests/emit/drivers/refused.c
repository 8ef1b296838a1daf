/* SPDX-License-Identifier: MIT
 *
 * Filters in front of two queues: what finds no room leaves no trace, however often it is
 * tried and in whatever pieces it comes.
 */
#include "refused.h"

#include <string.h>

#define N_FRAMES  500
#define N_RESULTS 24 /* of 49 windows of 20 every 10: 3 every 2 */

static float frames[N_FRAMES];

/* Frame by frame; with @refusals, dequeues only if there is no room. */
static int
run_frames (int refusals, float *results)
{
  int n = 0;

  if (IMAI_init () != IMAI_RET_SUCCESS)
    return -1;
  for (int i = 0; i < N_FRAMES; i++)
    {
      int status = IMAI_enqueue (frames + i);

      for (int j = 0; j < refusals && status == IMAI_RET_FULL; j++)
        status = IMAI_enqueue (frames + i);
      if (status == IMAI_RET_FULL)
        {
          while (IMAI_dequeue (results + n) == IMAI_RET_SUCCESS)
            n++;
          status = IMAI_enqueue (frames + i);
        }
      if (status != IMAI_RET_SUCCESS)
        return -2;
      if (refusals == 0)
        while (IMAI_dequeue (results + n) == IMAI_RET_SUCCESS)
          n++;
    }
  while (IMAI_dequeue (results + n) == IMAI_RET_SUCCESS)
    n++;

  return n;
}

static int
run_blocks (int block, float *results)
{
  int done = 0, n = 0;

  if (IMAI_init () != IMAI_RET_SUCCESS)
    return -1;
  while (done < N_FRAMES)
    {
      const int left = N_FRAMES - done;
      const int taken = IMAI_enqueue_block (frames + done, block < left ? block : left);

      if (taken < 0 && taken != IMAI_RET_FULL)
        return -2;
      done += taken > 0 ? taken : 0;
      if (taken == IMAI_RET_FULL)
        while (IMAI_dequeue (results + n) == IMAI_RET_SUCCESS)
          n++;
    }
  while (IMAI_dequeue (results + n) == IMAI_RET_SUCCESS)
    n++;

  return n;
}

int
main (void)
{
  float expected[N_FRAMES], results[N_FRAMES];

  for (int i = 0; i < N_FRAMES; i++)
    frames[i] = (float) (i * i % 37) + (float) (i % 5);
  if (run_frames (0, expected) != N_RESULTS)
    return 1;
  for (int refusals = 1; refusals <= 3; refusals++)
    if (run_frames (refusals, results) != N_RESULTS ||
        memcmp (results, expected, N_RESULTS * sizeof *results) != 0)
      return 1 + refusals;
  for (int block = 1; block <= 41; block++)
    if (run_blocks (block, results) != N_RESULTS ||
        memcmp (results, expected, N_RESULTS * sizeof *results) != 0)
      return 10 + block;

  return 0;
}
