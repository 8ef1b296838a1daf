/* The distance of the largest element along an axis to the smallest one.
 *
 * An input [d2, d1, d0] becomes an output [d2, d0]: d0 = input.shape.step (axis),
 * d1 = input.shape.size (axis) >= 1, d2 = input.shape.slot (axis).
 */
#pragma once

#pragma IMAGINET_FRAGMENT_BEGIN "template_unit_f32"

static inline void
template_unit_f32 (const float *input, int d0, int d1, int d2, float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const float *x = input + j * d1 * d0 + i;
        float low = x[0];
        float high = x[0];

        for (int k = 1; k < d1; k++)
          {
            low = x[k * d0] < low ? x[k * d0] : low;
            high = x[k * d0] > high ? x[k * d0] : high;
          }
        output[j * d0 + i] = high - low;
      }
}
#pragma IMAGINET_FRAGMENT_END
