/* SPDX-License-Identifier: MIT
 *
 * Shipped units: an offset, windows of [4,3] every 2 frames, Hann, RMS over time.
 */
#include "level.h"

#include <math.h>

#define N 100

static float
input (int frame, int channel)
{
  return sinf (0.3F * (float) frame) * (float) (channel + 1) + (float) frame * 0.01F;
}

/* The window weighs 0, 0.75, 0.75, 0. */
static float
expect (int window, int channel)
{
  float squares = 0.0F;

  for (int i = 1; i <= 2; i++)
    {
      const float x = (input (2 * window + i, channel) + 0.1F) * 0.75F;

      squares += x * x;
    }

  return sqrtf (squares / 4.0F);
}

int
main (void)
{
  float frames[N][3], out[3];
  int windows = 0;

  for (int i = 0; i < N; i++)
    for (int k = 0; k < 3; k++)
      frames[i][k] = input (i, k);
  if (IMAI_init () != 0)
    return 1;
  for (int i = 0; i < N; i++)
    {
      if (IMAI_enqueue (frames[i]) != 0)
        return 2;
      while (IMAI_dequeue (out) == 0)
        {
          for (int k = 0; k < 3; k++)
            if (fabsf (out[k] - expect (windows, k)) > 1e-5F)
              return 3;
          windows++;
        }
    }

  return windows == (N - 4) / 2 + 1 ? 0 : 4;
}
