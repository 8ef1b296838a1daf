/* How much spectra along an axis differ from those of the call before, which are the
 * state.
 *
 * An input [d2, bins, d0] becomes an output [d2, d0]: d0 = input.shape.step (axis),
 * bins = input.shape.size (axis), d2 = input.shape.slot (axis).
 *
 * Both norms add in blocks, so that a sum of many bins loses no more digits than one of a
 * few.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "spectral_flux_reset"

static inline void
spectral_flux_reset (void *state, int count)
{
  float *past = (float *) state;

  for (int i = 0; i < count; i++)
    past[i] = 0.0F;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "spectral_flux_change"

/* The difference; if only increases count, one below 0 becomes 0. Keeps the
 * element for later. */
static inline float
spectral_flux_change (float x, float *past, int increases_only)
{
  const float change = x - *past;

  *past = x;

  if (change < 0.0F)
    return increases_only ? 0.0F : -change;

  return change;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "spectral_flux_sum_f32"
#pragma IMAGINET_DEPENDENCY "spectral_flux.h:spectral_flux_change"

static inline void
spectral_flux_sum_f32 (const float *input,
                       void *state,
                       int d0,
                       int bins,
                       int d2,
                       int increases_only,
                       float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const float *x = input + j * bins * d0 + i;
        float *past = (float *) state + j * bins * d0 + i;
        float sum = 0.0F;

        for (int first = 0; first < bins; first += 32)
          {
            const int end = bins - first < 32 ? bins : first + 32;
            float part = 0.0F;

            for (int k = first; k < end; k++)
              part += spectral_flux_change (x[k * d0], past + k * d0, increases_only);
            sum += part;
          }
        output[j * d0 + i] = sum;
      }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "spectral_flux_root_f32"
#pragma IMAGINET_DEPENDENCY "spectral_flux.h:spectral_flux_change"

static inline void
spectral_flux_root_f32 (const float *input,
                        void *state,
                        int d0,
                        int bins,
                        int d2,
                        int increases_only,
                        float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const float *x = input + j * bins * d0 + i;
        float *past = (float *) state + j * bins * d0 + i;
        float sum = 0.0F;

        for (int first = 0; first < bins; first += 32)
          {
            const int end = bins - first < 32 ? bins : first + 32;
            float part = 0.0F;

            for (int k = first; k < end; k++)
              {
                const float change = spectral_flux_change (x[k * d0], past + k * d0,
                                                           increases_only);

                part += change * change;
              }
            sum += part;
          }
        output[j * d0 + i] = sqrtf (sum);
      }
}
#pragma IMAGINET_FRAGMENT_END
