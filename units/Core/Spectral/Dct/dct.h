/* Discrete cosine transforms along an axis.
 *
 * If few coefficients are wanted, the left half of the matrix is stored: the right half
 * mirrors it, so that sums of two elements serve the even rows and differences the odd
 * ones. Otherwise all cosines come from one table of half a turn:
 * sines[i] = sin (pi i / (2 n)), i < 2 n. A whole turn has 4 n steps.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_FRAGMENT_BEGIN "dct_sum"

/* The sum of input[i] * cos (pi (first + i * increment) / (2 n)) from i = begin, 0 or 1,
 * where first and increment are below 2 n. Adds in blocks to lose fewer digits. */
static inline float
dct_sum (const float *input,
         int step,
         int begin,
         int count,
         const float *sines,
         int n,
         int first,
         int increment)
{
  int angle = first + begin * increment + n; /* the sine there is the cosine n before */
  float sum = 0.0F;
  int i = begin;

  while (i < count)
    {
      const int end = count - i < 16 ? count : i + 16;
      float part = 0.0F;

      for (; i < end; i++)
        {
          if (angle < 2 * n)
            part += input[i * step] * sines[angle];
          else
            part -= input[i * step] * sines[angle - 2 * n];
          angle += increment;
          if (angle >= 4 * n)
            angle -= 4 * n;
        }
      sum += part;
    }

  return sum;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dct_rows"

/* The coefficients of an even row and of the odd one below it, whose weights are
 * [(n + 1) / 2]. Adds in blocks to lose fewer digits. */
static inline void
dct_rows (const float *input,
          int step,
          int n,
          const float *even,
          const float *odd,
          float *even_output,
          float *odd_output)
{
  const float *right = input + (n - 1) * step;
  float even_sum = n % 2 != 0 ? input[n / 2 * step] * even[n / 2] : 0.0F;
  float odd_sum = 0.0F;

  for (int k = 0; k < n / 2;)
    {
      const int end = n / 2 - k < 32 ? n / 2 : k + 32;
      float even_part = 0.0F;
      float odd_part = 0.0F;

      for (; k < end; k++)
        {
          even_part += (*input + *right) * even[k];
          odd_part += (*input - *right) * odd[k];
          input += step;
          right -= step;
        }
      even_sum += even_part;
      odd_sum += odd_part;
    }

  *even_output = even_sum;
  *odd_output = odd_sum;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dct_2_stored_f32"
#pragma IMAGINET_DEPENDENCY "dct.h:dct_rows"

// input = [d2, n, d0]
// matrix = [outputs, (n + 1) / 2]
// output = [d2, outputs, d0], outputs <= n
static inline void
dct_2_stored_f32 (const float *input,
                  const float *matrix,
                  int d0,
                  int n,
                  int d2,
                  int outputs,
                  float *output)
{
  const int half = (n + 1) / 2;

  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const float *x = input + j * n * d0 + i;
        const float *row = matrix;
        float *y = output + j * outputs * d0 + i;
        float unused;

        for (int m = 0; m + 1 < outputs; m += 2)
          {
            dct_rows (x, d0, n, row, row + half, y, y + d0);
            row += 2 * half;
            y += 2 * d0;
          }
        if (outputs % 2 != 0)
          dct_rows (x, d0, n, row, row, y, &unused);
      }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dct_2_f32"
#pragma IMAGINET_DEPENDENCY "dct.h:dct_sum"

// input = [d2, n, d0]
// sines = [2 * n]
// output = [d2, outputs, d0], outputs <= n
static inline void
dct_2_f32 (const float *input,
           const float *sines,
           int d0,
           int n,
           int d2,
           int outputs,
           float first_scale,
           float scale,
           float *output)
{
  for (int j = 0; j < d2; j++)
    for (int k = 0; k < outputs; k++)
      for (int i = 0; i < d0; i++)
        {
          const float *x = input + j * n * d0 + i;

          *output++ = (k == 0 ? first_scale : scale) *
                      dct_sum (x, d0, 0, n, sines, n, k, 2 * k);
        }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dct_3_f32"
#pragma IMAGINET_DEPENDENCY "dct.h:dct_sum"

// input = [d2, d1, d0], d1 <= n
// sines = [2 * n]
// output = [d2, n, d0]
static inline void
dct_3_f32 (const float *input,
           const float *sines,
           int d0,
           int d1,
           int d2,
           int n,
           float first_scale,
           float scale,
           float *output)
{
  for (int j = 0; j < d2; j++)
    for (int k = 0; k < n; k++)
      for (int i = 0; i < d0; i++)
        {
          const float *x = input + j * d1 * d0 + i;
          const float sum = dct_sum (x, d0, 1, d1, sines, n, 0, 2 * k + 1);

          *output++ = first_scale * x[0] + scale * sum;
        }
}
#pragma IMAGINET_FRAGMENT_END
