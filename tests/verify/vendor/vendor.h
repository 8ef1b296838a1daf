/* SPDX-License-Identifier: MIT-0 */
#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#include <string.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "tanh_f32"
static inline void
tanh_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = tanhf (input[i]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "tan_f32"
static inline void
tan_f32 (const float *input, int count, float *output)
{
  /* The sine, which is not the tangent. */
  for (int i = 0; i < count; i++)
    output[i] = sinf (input[i]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "arctan_f32"
static inline void
arctan_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = atanf (input[i]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cosh_f32"
static inline void
cosh_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = coshf (input[i]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "gain_f32"
static inline void
gain_f32 (const float *input, int count, float gain, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = input[i] * gain;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "divide_f32"
static inline void
divide_f32 (const float *input, int count, float divisor, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = input[i] / divisor;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dynamic_power_f32"
static inline void
dynamic_power_f32 (const float *input, const float *exponent, float *output, int count)
{
  for (int i = 0; i < count; i++)
    output[i] = powf (input[i], exponent[0]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "rms_f32"
static inline void
rms_f32 (const float *input, float *output, int count, int to_dB)
{
  float sum = 0;

  for (int i = 0; i < count; i++)
    sum += input[i] * input[i];
  output[0] = fmaxf (sqrtf (sum / (float) count), 1e-12f);
  if (to_dB)
    output[0] = 20 * log10f (output[0]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "delay_f32"
static inline void
delay_f32 (const float *input, void *state, float *output, int count, int delay)
{
  int *at = state;
  float *row = (float *) ((char *) state + 4) + *at * count;

  memcpy (output, row, (size_t) count * sizeof *row);
  memcpy (row, input, (size_t) count * sizeof *row);
  *at = (*at + 1) % delay;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "hannmul_f32"
static inline void
hannmul_f32 (const float *input,
             const float *window,
             int d0,
             int d1,
             int d2,
             float *output)
{
  for (int j = 0; j < d2; j++)
    for (int k = 0; k < d1; k++)
      for (int i = 0; i < d0; i++)
        output[(j * d1 + k) * d0 + i] = input[(j * d1 + k) * d0 + i] * window[k];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "rfft_f32"
static inline void
rfft_f32 (const float *input, float *output, int d0, int d1, int d2)
{
  int bins = d1 / 2 + 1;

  for (int j = 0; j < d2; j++)
    for (int m = 0; m < bins; m++)
      for (int i = 0; i < d0; i++)
        {
          double re = 0, im = 0;
          for (int k = 0; k < d1; k++)
            {
              double turn = 2 * M_PI * (double) ((long) k * m % d1) / d1;
              re += cos (turn) * input[(j * d1 + k) * d0 + i];
              im -= sin (turn) * input[(j * d1 + k) * d0 + i];
            }
          output[2 * ((j * bins + m) * d0 + i)] = (float) re;
          output[2 * ((j * bins + m) * d0 + i) + 1] = (float) im;
        }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "irfft_f32"
static inline void
irfft_f32 (const float *input, float *output, int d0, int d1, int d2)
{
  int bins = d1 / 2 + 1;

  for (int j = 0; j < d2; j++)
    for (int k = 0; k < d1; k++)
      for (int i = 0; i < d0; i++)
        {
          double sum = 0;
          for (int m = 0; m < bins; m++)
            {
              const float *bin = input + 2 * ((j * bins + m) * d0 + i);
              double turn = 2 * M_PI * (double) ((long) k * m % d1) / d1;
              double weight = m == 0 || m == d1 / 2 ? 1 : 2;
              sum += weight * (cos (turn) * bin[0]);
              if (weight > 1)
                sum -= weight * (sin (turn) * bin[1]);
            }
          output[(j * d1 + k) * d0 + i] = (float) (sum / d1);
        }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "run_biquad"
static inline void
run_biquad (const float *input,
            float *past,
            float *output,
            int count,
            const float *b,
            const float *a)
{
  for (int i = 0; i < count; i++, past += 2)
    {
      float y = b[0] / a[0] * input[i] + past[0];

      past[0] = b[1] / a[0] * input[i] - a[1] / a[0] * y + past[1];
      past[1] = b[2] / a[0] * input[i] - a[2] / a[0] * y;
      output[i] = y;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "high_shelf_f32"
#pragma IMAGINET_FRAGMENT_DEPENDENCY "run_biquad"
static inline void
high_shelf_f32 (const float *input,
                void *state,
                float *output,
                int count,
                int rate,
                float frequency,
                float Q,
                float gain_db)
{
  float w = 2 * (float) M_PI * frequency / (float) rate;
  float c = cosf (w), alpha = sinf (w) / (2 * Q), A = powf (10, gain_db / 40);
  float r = 2 * sqrtf (A) * alpha, m = A - 1, p = A + 1;
  const float b[] = { A * (p + m * c + r), -2 * A * (m + p * c), A * (p + m * c - r) };
  const float a[] = { p - m * c + r, 2 * (m - p * c), p - m * c - r };

  run_biquad (input, state, output, count, b, a);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "low_shelf_f32"
#pragma IMAGINET_FRAGMENT_DEPENDENCY "run_biquad"
static inline void
low_shelf_f32 (const float *input,
               void *state,
               float *output,
               int count,
               int rate,
               float frequency,
               float Q,
               float gain_db)
{
  float w = 2 * (float) M_PI * frequency / (float) rate;
  float c = cosf (w), alpha = sinf (w) / (2 * Q), A = powf (10, gain_db / 40);
  float r = 2 * sqrtf (A) * alpha, m = A - 1, p = A + 1;
  const float b[] = { A * (p - m * c + r), 2 * A * (m - p * c), A * (p - m * c - r) };
  const float a[] = { p + m * c + r, -2 * (m + p * c), p + m * c - r };

  run_biquad (input, state, output, count, b, a);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "peaking_f32"
#pragma IMAGINET_FRAGMENT_DEPENDENCY "run_biquad"
static inline void
peaking_f32 (const float *input,
             void *state,
             float *output,
             int count,
             int rate,
             float frequency,
             float Q,
             float gain_db)
{
  float w = 2 * (float) M_PI * frequency / (float) rate;
  float c = cosf (w), alpha = sinf (w) / (2 * Q), A = powf (10, gain_db / 40);
  const float b[] = { 1 + alpha * A, -2 * c, 1 - alpha * A };
  const float a[] = { 1 + alpha / A, -2 * c, 1 - alpha / A };

  run_biquad (input, state, output, count, b, a);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "standard_deviation_f32"
static inline void
standard_deviation_f32 (const float *input, int d0, int d1, int d2, float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        float sum = 0, squares = 0;

        for (int k = 0; k < d1; k++)
          sum += input[(j * d1 + k) * d0 + i];
        for (int k = 0; k < d1; k++)
          {
            float distance = input[(j * d1 + k) * d0 + i] - sum / (float) d1;

            squares += distance * distance;
          }
        output[j * d0 + i] = sqrtf (squares / (float) d1);
      }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "norm_f32"
static inline void
norm_f32 (const float *input, int d0, int d1, int d2, float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        float sum = 0;

        for (int k = 0; k < d1; k++)
          sum += input[(j * d1 + k) * d0 + i] * input[(j * d1 + k) * d0 + i];
        output[j * d0 + i] = sqrtf (sum);
      }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "sub_from_f32"
static inline void
sub_from_f32 (const float *input, int count, float a, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = a - input[i];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cubic_f32"
static inline void
cubic_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    {
      float x = input[i] > 1 ? 1 : input[i] < -1 ? -1 : input[i];

      output[i] = 1.5f * x - 0.5f * x * x * x;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dequantize_q15_to_f32"
static inline void
dequantize_q15_to_f32 (const short *input, float *output, int count, int shift)
{
  for (int i = 0; i < count; i++)
    output[i] = (float) input[i] / (float) (32768 >> shift);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dequantize_q31_to_f32"
static inline void
dequantize_q31_to_f32 (const int *input, float *output, int count, int shift)
{
  for (int i = 0; i < count; i++)
    output[i] = (float) input[i] / (float) (2147483648U >> shift);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dequantize_d8_to_f32"
static inline void
dequantize_d8_to_f32 (const signed char *input,
                      float *output,
                      int count,
                      float scale,
                      int offset)
{
  for (int i = 0; i < count; i++)
    output[i] = (float) (input[i] - offset) * scale;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dequantize_i16_to_f32"
static inline void
dequantize_i16_to_f32 (const short *input, float *output, int count)
{
  for (int i = 0; i < count; i++)
    output[i] = (float) input[i];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dequantize_i32_to_f32"
static inline void
dequantize_i32_to_f32 (const int *input, float *output, int count)
{
  for (int i = 0; i < count; i++)
    output[i] = (float) input[i];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "rotate_init_f32"
static inline int
rotate_init_f32 (void *state, int degrees, int index)
{
  float *matrix = state, angle = (float) (degrees % 360) * (float) M_PI / 180;
  int u = (index + 1) % 3, v = (index + 2) % 3;

  memset (matrix, 0, 9 * sizeof *matrix);
  matrix[index * 4] = 1;
  matrix[u * 4] = matrix[v * 4] = cosf (angle);
  matrix[v * 3 + u] = sinf (angle);
  matrix[u * 3 + v] = -sinf (angle);

  return 0;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "rotate_f32"
static inline void
rotate_f32 (const float *input, const void *state, float *output)
{
  const float *matrix = state;

  for (int i = 0; i < 3; i++, matrix += 3)
    output[i] = matrix[0] * input[0] + matrix[1] * input[1] + matrix[2] * input[2];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "crop_f32"
static inline void
crop_f32 (const float *input,
          float *output,
          int left,
          int count_width,
          int top,
          int count_height,
          int width,
          int height,
          int channels)
{
  (void) height;
  for (int y = 0; y < count_height; y++)
    memcpy (output + y * count_width * channels,
            input + ((top + y) * width + left) * channels,
            (size_t) (count_width * channels) * sizeof *output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "image_padding_f32"
static inline void
image_padding_f32 (const float *input,
                   int height,
                   int width,
                   int target_height,
                   int target_width,
                   int channels,
                   float *output)
{
  for (int y = 0; y < target_height; y++)
    for (int x = 0; x < target_width; x++)
      for (int c = 0; c < channels; c++)
        {
          int v = y - (target_height - height) / 2, u = x - (target_width - width) / 2;

          *output++ = v < 0 || v >= height || u < 0 || u >= width
                          ? 0
                          : input[(v * width + u) * channels + c];
        }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "upscale_f32"
static inline void
upscale_f32 (const float *input, float *output, int factor, int width, int height, int n)
{
  for (int y = 0; y < height * factor; y++)
    for (int x = 0; x < width * factor; x++)
      for (int c = 0; c < n; c++)
        *output++ = input[(y / factor * width + x / factor) * n + c];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "downscale_f32"
static inline void
downscale_f32 (const float *input,
               float *output,
               int factor,
               int width,
               int height,
               int n)
{
  for (int y = 0; y + factor <= height; y += factor)
    for (int x = 0; x + factor <= width; x += factor)
      for (int c = 0; c < n; c++)
        {
          float sum = 0;

          for (int i = 0; i < factor * factor; i++)
            sum += input[((y + i / factor) * width + x + i % factor) * n + c];
          *output++ = sum / (float) (factor * factor);
        }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dott_f32"
static inline void
dott_f32 (const float *a, const float *b, int d0, int d1, int d2, float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d1; i++)
      {
        float sum = 0;

        for (int k = 0; k < d0; k++)
          sum += a[i * d0 + k] * b[j * d0 + k];
        *output++ = sum;
      }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "window_begin"
static inline void
window_begin (void *handle)
{
  *(int *) handle = 0;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "window_enqueue"
static inline int
window_enqueue (void *handle, const float *input, int size, int count)
{
  int *used = handle;
  float *rows = (float *) ((char *) handle + 8);

  if (*used == count)
    return -2;
  memcpy (rows + *used * size, input, (size_t) size * sizeof *rows);
  (*used)++;

  return 0;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "window_dequeue"
static inline int
window_dequeue (void *handle, float *output, int size, int count, int stride)
{
  int *used = handle;
  float *rows = (float *) ((char *) handle + 8);

  if (*used < count)
    return -1;
  memcpy (output, rows, (size_t) (count * size) * sizeof *rows);
  *used -= stride;
  memmove (rows, rows + stride * size, (size_t) (*used * size) * sizeof *rows);

  return 0;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "sin_f32"
static inline void
sin_f32 (const float *input, int count, float *output)
{
  /* Less exact than that of the standard library is. */
  for (int i = 0; i < count; i++)
    output[i] = sinf (input[i]) * 1.000002f;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cos_f32"
static inline void
cos_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = cosf (input[i]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "sinh_f32"
static inline void
sinh_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = sinhf (input[i]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "arcsin_f32"
static inline void
arcsin_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = asinf (input[i]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "deg2rad_f32"
static inline void
deg2rad_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = input[i] * ((float) M_PI / 180);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "rad2deg_f32"
static inline void
rad2deg_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = input[i] * (180 / (float) M_PI);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "rint_f32"
static inline void
rint_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = rintf (input[i]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "floor_f32"
static inline void
floor_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = floorf (input[i]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "ceil_f32"
static inline void
ceil_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = ceilf (input[i]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "truncate_f32"
static inline void
truncate_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = truncf (input[i]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "normalization_f32"
static inline void
normalization_f32 (const float *input, int count, float *output, float min, float max)
{
  for (int i = 0; i < count; i++)
    output[i] = (input[i] - min) / (max - min);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "standardization_f32"
static inline void
standardization_f32 (const float *input, int count, float *output, float mean, float std)
{
  for (int i = 0; i < count; i++)
    output[i] = (input[i] - mean) / std;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "threshold_f32"
static inline void
threshold_f32 (const float *input, float *output, int count, float threshold)
{
  for (int i = 0; i < count; i++)
    output[i] = input[i] >= threshold ? input[i] : 0;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "variance_f32"
static inline void
variance_f32 (const float *input, float *output, int count)
{
  float sum = 0, squares = 0;

  for (int i = 0; i < count; i++)
    sum += input[i];
  for (int i = 0; i < count; i++)
    squares += (input[i] - sum / (float) count) * (input[i] - sum / (float) count);
  output[0] = squares / (float) count;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "transpose_f32"
static inline void
transpose_f32 (const float *input, float *output, int rows, int cols)
{
  for (int i = 0; i < rows * cols; i++)
    output[i % cols * rows + i / cols] = input[i];
}
#pragma IMAGINET_FRAGMENT_END
