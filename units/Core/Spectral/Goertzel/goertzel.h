/* The strength of one frequency in signals along an axis.
 *
 * An input [d2, n, d0] becomes an output [d2, d0]: d0 = input.shape.step (axis),
 * n = input.shape.size (axis), d2 = input.shape.slot (axis).
 *
 * Goertzel's recurrence s[k] = x[k] + 2 cos (w) s[k + 1] - s[k + 2] loses digits near 0
 * Hz and half the sample rate. With sign = 1 below a quarter of the rate and -1 above,
 * and factor = 2 cos (w) - 2 sign, the same sums come from d[k] = s[k] - sign s[k + 1]
 * without that loss (C. Reinsch; see J. Stoer, R. Bulirsch, "Introduction to Numerical
 * Analysis", section 2.3.3). It runs backwards over blocks of 256 elements, and each
 * block turns the sum of those behind it, so that errors grow little with n.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "goertzel_t"

/* For the angle w from one element to the next: */
typedef struct
{
  float sign;     /* 1 or -1, like cos (w) */
  float factor;   /* 2 cos (w) - 2 sign */
  float sine;     /* sin (w) */
  float turn_cos; /* cos (256 w) */
  float turn_sin; /* sin (256 w) */
} goertzel_t;
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "goertzel_run"
#pragma IMAGINET_DEPENDENCY "goertzel.h:goertzel_t"

/* The square of the magnitude of scale * sum (x[k] * exp (-sqrt (-1) w k)). */
static inline float
goertzel_run (const float *x, int step, int n, goertzel_t angle, float scale)
{
  float re = 0.0F;
  float im = 0.0F;
  int end = n;

  while (end > 0)
    {
      const int first = (end - 1) / 256 * 256;
      const float turned_re = re * angle.turn_cos + im * angle.turn_sin;
      const float turned_im = im * angle.turn_cos - re * angle.turn_sin;
      float s = 0.0F;
      float s_next = 0.0F;
      float d = 0.0F;

      for (int k = end - 1; k >= first; k--)
        {
          s_next = s;
          d = x[k * step] + angle.factor * s + angle.sign * d;
          s = d + angle.sign * s;
        }
      re = d - 0.5F * angle.factor * s_next + turned_re;
      im = turned_im - angle.sine * s_next;
      end = first;
    }
  re *= scale;
  im *= scale;

  return re * re + im * im;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "goertzel_power_f32"
#pragma IMAGINET_DEPENDENCY "goertzel.h:goertzel_run"

static inline void
goertzel_power_f32 (const float *input,
                    int d0,
                    int n,
                    int d2,
                    float sign,
                    float factor,
                    float sine,
                    float turn_cos,
                    float turn_sin,
                    float scale,
                    float *output)
{
  const goertzel_t angle = { sign, factor, sine, turn_cos, turn_sin };

  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      output[j * d0 + i] = goertzel_run (input + j * n * d0 + i, d0, n, angle, scale);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "goertzel_amplitude_f32"
#pragma IMAGINET_DEPENDENCY "goertzel.h:goertzel_power_f32"

static inline void
goertzel_amplitude_f32 (const float *input,
                        int d0,
                        int n,
                        int d2,
                        float sign,
                        float factor,
                        float sine,
                        float turn_cos,
                        float turn_sin,
                        float scale,
                        float *output)
{
  goertzel_power_f32 (input, d0, n, d2, sign, factor, sine, turn_cos, turn_sin, scale,
                      output);
  for (int i = 0; i < d2 * d0; i++)
    output[i] = sqrtf (output[i]);
}
#pragma IMAGINET_FRAGMENT_END
