/* SPDX-License-Identifier: MIT
 *
 * A sum that runs on, windows of 4 every 2, their sums, windows of 3 of these.
 */
#include "chain_compat.h"

#include <math.h>

#define N 40

static int n_out;

/* What the pipeline gives for inputs 1, 2, 3, …, from the start. */
static float
expect (int window, int index)
{
  float total = 0.0F;

  for (int i = 0; i < 4; i++)
    {
      const int n = (window + index) * 2 + i + 1;

      total += (float) (n * (n + 1) / 2);
    }

  return total;
}

static int
drain (void)
{
  float out[P_DATA_OUT_COUNT];
  int status;

  while ((status = P_dequeue (out)) == P_RET_SUCCESS)
    {
      for (int i = 0; i < 3; i++)
        if (fabsf (out[i] - expect (n_out, i)) > 0.0F)
          return -100;
      n_out++;
    }

  return status;
}

static int
run (void)
{
  n_out = 0;
  for (int i = 1; i <= N; i++)
    {
      const float in = (float) i;

      if (IMAI_enqueue (&in) != IMAI_RET_SUCCESS || drain () != P_RET_NODATA)
        return 0;
    }

  return n_out;
}

int
main (void)
{
  const int expected = (N - 4) / 2 + 1 - 2;

  if (P_init () != 0 || run () != expected)
    return 1;
  /* The sum begins anew, the windows are empty. */
  if (P_soft_reset () != 0 || run () != expected)
    return 2;
  P_finalize ();
  if (P_init () != 0 || run () != expected)
    return 3;

  /* Without dequeuing the first queue is full after 5. */
  P_init ();
  for (int i = 1; i <= 5; i++)
    {
      const float in = (float) i;

      if (P_enqueue (&in) != P_RET_SUCCESS)
        return 4;
    }
  const float in = 6.0F;

  return P_enqueue (&in) == P_RET_FULL && IMAI_RET_NOMEM == P_RET_FULL ? 0 : 5;
}
