/* Vectors of three elements, turned into other axes.
 *
 * Input and output are [d2, 3, d0]: d0 = input.shape.step (axis), d2 = input.shape.slot
 * (axis). The matrix is row by row.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_FRAGMENT_BEGIN "rotate_f32"

// output may be input
static inline void
rotate_f32 (const float *input,
            float m00,
            float m01,
            float m02,
            float m10,
            float m11,
            float m12,
            float m20,
            float m21,
            float m22,
            int d0,
            int d2,
            float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const float *v = input + j * 3 * d0 + i;
        float *w = output + j * 3 * d0 + i;
        const float x = v[0];
        const float y = v[d0];
        const float z = v[2 * d0];

        w[0] = m00 * x + m01 * y + m02 * z;
        w[d0] = m10 * x + m11 * y + m12 * z;
        w[2 * d0] = m20 * x + m21 * y + m22 * z;
      }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "rotate_matrix_f32"
#pragma IMAGINET_DEPENDENCY "rotate.h:rotate_f32"

// matrix = [3, 3]
// output may be input
static inline void
rotate_matrix_f32 (const float *input, const float *matrix, int d0, int d2, float *output)
{
  const float *m = matrix;

  rotate_f32 (input, m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8], d0, d2,
              output);
}
#pragma IMAGINET_FRAGMENT_END
