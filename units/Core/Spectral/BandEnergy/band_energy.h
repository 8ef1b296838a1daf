/* The sums of the bins of spectra in bands, along an axis.
 *
 * An input [d2, bins, d0] becomes an output [d2, bands, d0]: d0 = input.shape.step
 * (axis), bins = input.shape.size (axis), d2 = input.shape.slot (axis). Band b has the
 * bins points[b] to points[b + 1] - 1.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../../Math/Sum/sum.h"

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "band_energy_f32"
#pragma IMAGINET_DEPENDENCY "../../Math/Sum/sum.h:sum_f32_run"

static inline void
band_energy_f32 (const float *input,
                 const int16_t *points,
                 int bands,
                 int d0,
                 int bins,
                 int d2,
                 float *output)
{
  for (int j = 0; j < d2; j++)
    for (int b = 0; b < bands; b++)
      {
        const float *x = input + (j * bins + points[b]) * d0;

        for (int i = 0; i < d0; i++)
          *output++ = sum_f32_run (x + i, d0, points[b + 1] - points[b]);
      }
}
#pragma IMAGINET_FRAGMENT_END
