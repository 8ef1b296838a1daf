/* Statistics of a six-axis motion sensor as somebody writes them by hand: one loop over
 * the samples of an axis, windows of 100 samples every 50.
 *
 * The same promise as that of the units: mean, standard deviation, smallest, largest,
 * root mean square and range in single precision, relative to the first sample, so that a
 * large mean leaves a small deviation its digits.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <math.h>
#include <string.h>

#define PEER_WINDOW 100
#define PEER_HOP    50
#define PEER_AXES   6

static float peer_window[PEER_WINDOW][PEER_AXES];
static int peer_filled; /* samples */

static inline void
peer_statistics (float out[6][PEER_AXES])
{
  for (int axis = 0; axis < PEER_AXES; axis++)
    {
      const float first = peer_window[0][axis];
      float sum = 0.0F;
      float squares = 0.0F;
      float min = first;
      float max = first;

      for (int k = 0; k < PEER_WINDOW; k++)
        {
          const float x = peer_window[k][axis];
          const float d = x - first;

          sum += d;
          squares += d * d;
          if (x < min)
            min = x;
          if (x > max)
            max = x;
        }

      const float offset = sum / PEER_WINDOW;
      const float mean = first + offset;
      float variance = squares / PEER_WINDOW - offset * offset;

      if (variance < 0.0F)
        variance = 0.0F;
      out[0][axis] = mean;
      out[1][axis] = sqrtf (variance);
      out[2][axis] = min;
      out[3][axis] = max;
      out[4][axis] = sqrtf (variance + mean * mean);
      out[5][axis] = max - min;
    }
}

/* Takes count samples, which complete at most one window. Returns 1 if there is a result.
 */
static inline int
peer_step (const float *samples, int count, float out[6][PEER_AXES])
{
  memcpy (peer_window[peer_filled], samples, sizeof peer_window[0] * (size_t) count);
  peer_filled += count;
  if (peer_filled < PEER_WINDOW)
    return 0;

  peer_statistics (out);
  memcpy (peer_window[0], peer_window[PEER_HOP], sizeof peer_window[0] * PEER_HOP);
  peer_filled = PEER_WINDOW - PEER_HOP;

  return 1;
}
