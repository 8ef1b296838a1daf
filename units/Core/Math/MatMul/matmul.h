/* The product of matrices.
 *
 * a = [batches, m, k], b = [batches, k, n], output = [batches, m, n]; a_step and b_step
 * lead to the next matrix, or are 0 where one serves all. Four columns are computed at a
 * time: each element of a that is read serves four products, and b is read along its
 * rows.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../Dot/dot.h"

#pragma IMAGINET_FRAGMENT_BEGIN "matmul_f32_columns"

/* Four elements of a row. The products are added in blocks, and the blocks then, so that
 * the rounding error grows with about the square root of k. */
static inline void
matmul_f32_columns (const float *a, const float *b, int k, int n, float *output)
{
  const int size = 32;
  float p_sum = 0.0F;
  float q_sum = 0.0F;
  float r_sum = 0.0F;
  float s_sum = 0.0F;

  for (int first = 0; first < k; first += size)
    {
      const int end = k - first < size ? k : first + size;
      float p = 0.0F;
      float q = 0.0F;
      float r = 0.0F;
      float s = 0.0F;

      for (int i = first; i < end; i++)
        {
          const float x = a[i];
          const float *y = b + i * n;

          p += x * y[0];
          q += x * y[1];
          r += x * y[2];
          s += x * y[3];
        }
      p_sum += p;
      q_sum += q;
      r_sum += r;
      s_sum += s;
    }
  output[0] = p_sum;
  output[1] = q_sum;
  output[2] = r_sum;
  output[3] = s_sum;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "matmul_f32"
#pragma IMAGINET_DEPENDENCY "matmul.h:matmul_f32_columns"
#pragma IMAGINET_DEPENDENCY "../Dot/dot.h:dot_f32_run"

static inline void
matmul_f32 (const float *a,
            int a_step,
            const float *b,
            int b_step,
            int batches,
            int m,
            int k,
            int n,
            float *output)
{
  const int fours = n - n % 4;

  for (int batch = 0; batch < batches; batch++)
    for (int i = 0; i < m; i++)
      {
        const float *row = a + batch * a_step + i * k;
        const float *matrix = b + batch * b_step;
        float *to = output + (batch * m + i) * n;

        for (int j = 0; j < fours; j += 4)
          matmul_f32_columns (row, matrix + j, k, n, to + j);
        for (int j = fours; j < n; j++)
          to[j] = dot_f32_run (row, 1, matrix + j, n, k);
      }
}
#pragma IMAGINET_FRAGMENT_END
