/* Kernels written by hand, as fast as their author could make them for one core without
 * changing the order of any sum: rivals of what is emitted for the same formulas. Several
 * of one name compete, and the fastest counts.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#define LARGER(a, b)  ((a) > (b) ? (a) : (b))
#define SMALLER(a, b) ((a) < (b) ? (a) : (b))

/* 64 rows of 128: four rows at once. */
void
dense (const float *restrict w, const float *restrict x, float *restrict y)
{
  for (int m = 0; m < 64; m += 4)
    {
      const float *a = w + 128 * m, *b = a + 128, *c = b + 128, *d = c + 128;
      float s0 = 0, s1 = 0, s2 = 0, s3 = 0;

      for (int k = 0; k < 128; k += 4)
        {
          for (int i = 0; i < 4; i++)
            {
              const float v = x[k + i];

              s0 += *a++ * v;
              s1 += *b++ * v;
              s2 += *c++ * v;
              s3 += *d++ * v;
            }
        }
      y[m] = s0;
      y[m + 1] = s1;
      y[m + 2] = s2;
      y[m + 3] = s3;
    }
}

void
dense_2 (const float *restrict w, const float *restrict x, float *restrict y)
{
  for (int m = 0; m < 64; m += 4, w += 512)
    {
      float s0 = 0, s1 = 0, s2 = 0, s3 = 0;

      for (int k = 0; k < 128; k += 8)
        {
#define STEP(i)                    \
  s0 += w[k + i] * x[k + i];       \
  s1 += w[k + i + 128] * x[k + i]; \
  s2 += w[k + i + 256] * x[k + i]; \
  s3 += w[k + i + 384] * x[k + i];
          STEP (0) STEP (1) STEP (2) STEP (3) STEP (4) STEP (5) STEP (6) STEP (7)
#undef STEP
        }
      y[m] = s0;
      y[m + 1] = s1;
      y[m + 2] = s2;
      y[m + 3] = s3;
    }
}

#define RECTIFY(a) ((a) > 0 ? (a) : 0)

void
dense_relu (const float *restrict w,
            const float *restrict x,
            const float *restrict b,
            float *restrict y)
{
  for (int m = 0; m < 64; m += 4, w += 512)
    {
      float s0 = 0, s1 = 0, s2 = 0, s3 = 0;

      for (int k = 0; k < 128; k += 8)
        {
#define STEP(i)                    \
  s0 += w[k + i] * x[k + i];       \
  s1 += w[k + i + 128] * x[k + i]; \
  s2 += w[k + i + 256] * x[k + i]; \
  s3 += w[k + i + 384] * x[k + i];
          STEP (0) STEP (1) STEP (2) STEP (3) STEP (4) STEP (5) STEP (6) STEP (7)
#undef STEP
        }
      y[m] = RECTIFY (s0 + b[m]);
      y[m + 1] = RECTIFY (s1 + b[m + 1]);
      y[m + 2] = RECTIFY (s2 + b[m + 2]);
      y[m + 3] = RECTIFY (s3 + b[m + 3]);
    }
}

/* 160 outputs of 32 taps: four outputs at once, whose inputs move on in registers. */
void
conv1d (const float *restrict x, const float *restrict h, float *restrict y)
{
  for (int n = 0; n < 160; n += 4)
    {
      const float *p = x + n;
      float s0 = 0, s1 = 0, s2 = 0, s3 = 0, x0 = p[0], x1 = p[1], x2 = p[2], x3;

      p += 3;
      for (int t = 0; t < 32; t += 4)
        {
          float c = h[t];

          x3 = p[0];
          s0 += x0 * c;
          s1 += x1 * c;
          s2 += x2 * c;
          s3 += x3 * c;
          c = h[t + 1];
          x0 = p[1];
          s0 += x1 * c;
          s1 += x2 * c;
          s2 += x3 * c;
          s3 += x0 * c;
          c = h[t + 2];
          x1 = p[2];
          s0 += x2 * c;
          s1 += x3 * c;
          s2 += x0 * c;
          s3 += x1 * c;
          c = h[t + 3];
          x2 = p[3];
          s0 += x3 * c;
          s1 += x0 * c;
          s2 += x1 * c;
          s3 += x2 * c;
          p += 4;
        }
      y[n] = s0;
      y[n + 1] = s1;
      y[n + 2] = s2;
      y[n + 3] = s3;
    }
}

/* Eight outputs at once, in turns of four taps. */
void
conv1d_2 (const float *restrict x, const float *restrict h, float *restrict y)
{
  for (int n = 0; n < 160; n += 8)
    {
      float s[8] = { 0 };

      for (int t = 0; t < 32; t += 4)
        {
#define ONE(i, j) s[i] += x[n + t + i + j] * h[t + j];
#define TAP(j) \
  ONE (0, j) ONE (1, j) ONE (2, j) ONE (3, j) ONE (4, j) ONE (5, j) ONE (6, j) ONE (7, j)
          TAP (0) TAP (1) TAP (2) TAP (3)
#undef TAP
#undef ONE
        }
      for (int i = 0; i < 8; i++)
        y[n + i] = s[i];
    }
}

/* 16 x 16 x 8 to 8 channels, 3 x 3, zeros around: all channels of a place at once. */
void
conv2d (const float *restrict x, const float *restrict w, float *restrict out)
{
  for (int r = 0; r < 16; r++)
    for (int c = 0; c < 16; c++)
      {
        float s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, s6 = 0, s7 = 0;
        const int i1 = SMALLER (3, 17 - r), j0 = LARGER (0, 1 - c),
                  j1 = SMALLER (3, 17 - c);

        for (int i = LARGER (0, 1 - r); i < i1; i++)
          {
            const float *p = x + ((r + i - 1) * 16 + c + j0 - 1) * 8;
            const float *q = w + (3 * i + j0) * 64;

            for (const float *end = p + (j1 - j0) * 8; p < end; q += 8)
              {
                const float v = *p++;

                s0 += v * q[0];
                s1 += v * q[1];
                s2 += v * q[2];
                s3 += v * q[3];
                s4 += v * q[4];
                s5 += v * q[5];
                s6 += v * q[6];
                s7 += v * q[7];
              }
          }
        *out++ = s0;
        *out++ = s1;
        *out++ = s2;
        *out++ = s3;
        *out++ = s4;
        *out++ = s5;
        *out++ = s6;
        *out++ = s7;
      }
}

static void
conv2d_place (const float *restrict x,
              const float *restrict w,
              float *restrict out,
              int r,
              int c)
{
  for (int k = 0; k < 8; k++)
    {
      float s = 0;

      for (int i = LARGER (0, 1 - r); i < SMALLER (3, 17 - r); i++)
        for (int j = LARGER (0, 1 - c); j < SMALLER (3, 17 - c); j++)
          for (int d = 0; d < 8; d++)
            s += x[((r + i - 1) * 16 + c + j - 1) * 8 + d] *
                 w[((3 * i + j) * 8 + d) * 8 + k];
      out[(16 * r + c) * 8 + k] = s;
    }
}

/* Two places and four channels at once inside, single elements at both edges. */
void
conv2d_2 (const float *restrict x, const float *restrict w, float *restrict out)
{
  for (int r = 0; r < 16; r++)
    {
      const int i0 = LARGER (0, 1 - r), i1 = SMALLER (3, 17 - r);

      conv2d_place (x, w, out, r, 0);
      for (int c = 1; c < 15; c += 2)
        for (int k = 0; k < 8; k += 4)
          {
            float s0 = 0, s1 = 0, s2 = 0, s3 = 0, t0 = 0, t1 = 0, t2 = 0, t3 = 0;
            float *o = out + (16 * r + c) * 8 + k;

            for (int i = i0; i < i1; i++)
              {
                const float *p = x + ((r + i - 1) * 16 + c - 1) * 8;
                const float *q = w + 192 * i + k;

                for (int d = 0; d < 24; d += 2, p += 2, q += 16)
                  {
                    float v = p[0], u = p[8];

                    s0 += v * q[0];
                    s1 += v * q[1];
                    s2 += v * q[2];
                    s3 += v * q[3];
                    t0 += u * q[0];
                    t1 += u * q[1];
                    t2 += u * q[2];
                    t3 += u * q[3];
                    v = p[1];
                    u = p[9];
                    s0 += v * q[8];
                    s1 += v * q[9];
                    s2 += v * q[10];
                    s3 += v * q[11];
                    t0 += u * q[8];
                    t1 += u * q[9];
                    t2 += u * q[10];
                    t3 += u * q[11];
                  }
              }
            o[0] = s0;
            o[1] = s1;
            o[2] = s2;
            o[3] = s3;
            o[8] = t0;
            o[9] = t1;
            o[10] = t2;
            o[11] = t3;
          }
      conv2d_place (x, w, out, r, 15);
    }
}

void
max_pool_2 (const float *restrict x, float *restrict y)
{
  for (int r = 0; r < 8; r++)
    for (int c = 0; c < 8; c++, y += 8)
      {
        const float *p = x + 256 * r + 16 * c;

        for (int k = 0; k < 8; k += 2, p += 2)
          {
            float m = -INFINITY, n = -INFINITY;

            m = p[0] > m ? p[0] : m;
            n = p[1] > n ? p[1] : n;
            m = p[8] > m ? p[8] : m;
            n = p[9] > n ? p[9] : n;
            m = p[128] > m ? p[128] : m;
            n = p[129] > n ? p[129] : n;
            m = p[136] > m ? p[136] : m;
            n = p[137] > n ? p[137] : n;
            y[k] = m;
            y[k + 1] = n;
          }
      }
}

/* 16 x 16 x 8, 2 x 2. */
void
max_pool (const float *restrict x, float *restrict y)
{
  for (int r = 0; r < 8; r++, x += 128)
    for (int c = 0; c < 8; c++, x += 8)
      for (int k = 0; k < 8; k++, x++)
        {
          float m = -INFINITY; /* what is not a number is passed over */

          m = x[0] > m ? x[0] : m;
          m = x[8] > m ? x[8] : m;
          m = x[128] > m ? x[128] : m;
          m = x[136] > m ? x[136] : m;
          *y++ = m;
        }
}

/* 32 x 32 by 32 x 32: four by four elements at once. */
void
mat_mult (const float *restrict a, const float *restrict b, float *restrict c)
{
  for (int i = 0; i < 32; i += 4)
    for (int j = 0; j < 32; j += 4)
      {
        float s[4][4] = { { 0 } };

        for (int k = 0; k < 32; k++)
          {
#define ROW(m)                                        \
  s[m][0] += a[32 * (i + m) + k] * b[32 * k + j];     \
  s[m][1] += a[32 * (i + m) + k] * b[32 * k + j + 1]; \
  s[m][2] += a[32 * (i + m) + k] * b[32 * k + j + 2]; \
  s[m][3] += a[32 * (i + m) + k] * b[32 * k + j + 3];
            ROW (0) ROW (1) ROW (2) ROW (3)
#undef ROW
          }
        for (int m = 0; m < 4; m++)
          for (int n = 0; n < 4; n++)
            c[32 * (i + m) + j + n] = s[m][n];
      }
}

#ifdef __ARM_FEATURE_DSP
#include <arm_acle.h>

static int32_t
pair (const int16_t *p)
{
  int32_t word;

  memcpy (&word, p, sizeof word);
  return word;
}

/* 32 x 32 by 32 x 32 of 16 bits, as the vendor's library does it: the second matrix is
 * transposed, then two products an instruction are added in 64 bits, shifted, saturated.
 */
void
mat_mult_q15 (const int16_t *restrict a, const int16_t *restrict b, int16_t *restrict c)
{
  static int16_t turned[1024];

  for (int i = 0; i < 32; i++)
    for (int j = 0; j < 32; j += 4)
      {
        const int32_t low = pair (b + 32 * i + j), high = pair (b + 32 * i + j + 2);

        turned[32 * j + i] = (int16_t) low;
        turned[32 * j + 32 + i] = (int16_t) (low >> 16);
        turned[32 * j + 64 + i] = (int16_t) high;
        turned[32 * j + 96 + i] = (int16_t) (high >> 16);
      }
  for (int i = 0; i < 32; i++)
    for (int j = 0; j < 32; j++)
      {
        const int16_t *p = a + 32 * i, *q = turned + 32 * j;
        int64_t s = 0;

        for (int k = 0; k < 32; k += 4, p += 4, q += 4)
          {
            s = __smlald (pair (p), pair (q), s);
            s = __smlald (pair (p + 2), pair (q + 2), s);
          }
        *c++ = (int16_t) __ssat ((int32_t) (s >> 15), 16);
      }
}
#endif

/* What follows computes each element with a test for each set of indices. */

/* 16 x 64 x 64 to 32 channels, 3 x 3, zeros around; then the largest of 3 x 3, every two.
 */
void
guarded_conv_pool (const float *restrict x,
                   const float *restrict w,
                   float *restrict out,
                   float *restrict sums)
{
  for (int d = 0; d < 32; d++)
    for (int r = 0; r < 64; r++)
      for (int c = 0; c < 64; c++)
        {
          float s = 0;

          for (int k = 0; k < 16; k++)
            for (int i = 0; i < 3; i++)
              for (int j = 0; j < 3; j++)
                if (r + i - 1 >= 0 && r + i - 1 < 64 && c + j - 1 >= 0 && c + j - 1 < 64)
                  s += x[4096 * k + 64 * (r + i - 1) + c + j - 1] *
                       w[144 * d + 9 * k + 3 * i + j];
          sums[4096 * d + 64 * r + c] = s;
        }
  for (int d = 0; d < 32; d++)
    for (int r = 0; r < 32; r++)
      for (int c = 0; c < 32; c++)
        {
          float m = -INFINITY;

          for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
              if (2 * r + i < 64 && 2 * c + j < 64)
                {
                  const float v = sums[4096 * d + 64 * (2 * r + i) + 2 * c + j];

                  m = v > m ? v : m;
                }
          out[1024 * d + 32 * r + c] = m;
        }
}

void
guarded_moving_sum (const float *restrict x, float *restrict y)
{
  for (int n = 0; n < 16384; n++)
    {
      float s = 0;

      for (int k = 0; k < 15; k++)
        if (n + k - 7 >= 0 && n + k - 7 < 16384)
          s += x[n + k - 7];
      y[n] = s;
    }
}

/* 16 x 16 pixels of 4 groups of 2 channels, 4 filters of each group. */
void
guarded_groups (const float *restrict x, const float *restrict w, float *restrict y)
{
  for (int m = 0; m < 16; m++)
    for (int n = 0; n < 16; n++)
      for (int o = 0; o < 16; o++)
        {
          float s = 0;

          for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
              for (int c = 0; c < 2; c++)
                if (m + i >= 1 && m + i <= 16 && n + j >= 1 && n + j <= 16)
                  s += x[128 * (m + i - 1) + 8 * (n + j - 1) + 2 * (o / 4) + c] *
                       w[96 * i + 32 * j + 16 * c + o];
          y[256 * m + 16 * n + o] = s;
        }
}

void
guarded_mat_mult (const float *restrict a, const float *restrict b, float *restrict c)
{
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j++)
      {
        float s = 0;

        for (int k = 0; k < 64; k++)
          s += a[64 * i + k] * b[64 * k + j];
        c[64 * i + j] = s;
      }
}
