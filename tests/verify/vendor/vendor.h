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
rms_f32 (const float *input, float *output, int count, bool to_dB)
{
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += (double) input[i] * input[i];
  output[0] = (float) sqrt (sum / count);
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
