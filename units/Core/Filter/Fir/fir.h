/* A weighted sum of the last samples, for each element of the input.
 *
 * The state is the position of the newest sample, then a ring of samples that is written
 * from its end to its start, twice: so the samples stand in one piece, the newest first,
 * wherever it begins.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#include <string.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "fir_sum"

// Four sums at a time, since none of them then waits for the one before.
static inline float
fir_sum (const float *x, int step, const float *taps, int order)
{
  float a = 0.0F;
  float b = 0.0F;
  float c = 0.0F;
  float d = 0.0F;
  int k = 0;

  for (; k + 4 <= order; k += 4)
    {
      a += taps[k] * x[0];
      b += taps[k + 1] * x[step];
      c += taps[k + 2] * x[2 * step];
      d += taps[k + 3] * x[3 * step];
      x += 4 * step;
    }
  for (; k < order; k++)
    {
      a += taps[k] * x[0];
      x += step;
    }

  return (a + b) + (c + d);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "fir_f32"
#pragma IMAGINET_DEPENDENCY "fir.h:fir_sum"

// output may be input
static inline void
fir_f32 (const float *input,
         const float *taps,
         void *state,
         int order,
         int count,
         float *output)
{
  int32_t *position = (int32_t *) state;
  const int newest = *position == 0 ? order - 1 : (int) *position - 1;
  float *samples = (float *) (position + 1) + newest * count;

  memcpy (samples, input, (size_t) count * sizeof *input);
  memcpy (samples + order * count, input, (size_t) count * sizeof *input);
  for (int i = 0; i < count; i++)
    output[i] = fir_sum (samples + i, count, taps, order);
  *position = newest;
}
#pragma IMAGINET_FRAGMENT_END
