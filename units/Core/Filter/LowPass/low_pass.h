/* Butterworth low-pass filters of order 1 to 8, one for each element of the input.
 *
 * A filter is a chain of sections: one of first order if the order is odd, and sections
 * of second order (biquads). They are integrators by the trapezoidal rule, not delays:
 * the transfer function is that of the bilinear transform, but in single precision it
 * stays right where the cutoff is a small part of the sample rate.
 *
 * The state is three factors for each section, then two floats for each section and
 * element.
 *
 * Source: Zavalishin 2018, "The Art of VA Filter Design", chapters 3 to 5; Simper 2013,
 * "Solving the continuous SVF equations using trapezoidal integration".
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "low_pass_reset"

static inline void
low_pass_reset (void *state, int order, int count)
{
  const int sections = (order + 1) / 2;
  float *memory = (float *) state + 3 * sections;

  for (int i = 0; i < 2 * sections * count; i++)
    memory[i] = 0.0F;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "low_pass_init"
#pragma IMAGINET_DEPENDENCY "low_pass.h:low_pass_reset"

static inline void
low_pass_init (void *state, double cutoff, double rate, int order, int count)
{
  const double pi = 3.14159265358979323846;
  const double g = tan (pi * cutoff / rate);
  float *factors = (float *) state;

  if (order % 2 == 1)
    {
      factors[0] = (float) (g / (1.0 + g));
      factors += 3;
    }
  for (int i = order / 2; i >= 1; i--) /* the most damped section first */
    {
      const double damping = 2.0 * sin ((2 * i - 1) * pi / (2 * order));
      const double a = 1.0 / (1.0 + g * (g + damping));

      factors[0] = (float) a;
      factors[1] = (float) (g * a);
      factors[2] = (float) (g * g * a);
      factors += 3;
    }
  low_pass_reset (state, order, count);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "low_pass_first_order"

static inline void
low_pass_first_order (const float *input,
                      const float *factors,
                      float *memory,
                      int count,
                      float *output)
{
  for (int i = 0; i < count; i++)
    {
      const float v = (input[i] - memory[i]) * factors[0];
      const float y = v + memory[i];

      memory[i] = y + v;
      output[i] = y;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "low_pass_second_order"

static inline void
low_pass_second_order (const float *input,
                       const float *factors,
                       float *memory,
                       int count,
                       float *output)
{
  float *band = memory;
  float *low = memory + count;

  for (int i = 0; i < count; i++)
    {
      const float x = input[i] - low[i];
      const float v1 = factors[0] * band[i] + factors[1] * x;
      const float v2 = low[i] + (factors[1] * band[i] + factors[2] * x);

      band[i] = 2.0F * v1 - band[i];
      low[i] = 2.0F * v2 - low[i];
      output[i] = v2;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "low_pass_f32"
#pragma IMAGINET_DEPENDENCY "low_pass.h:low_pass_first_order"
#pragma IMAGINET_DEPENDENCY "low_pass.h:low_pass_second_order"

// output may be input
static inline void
low_pass_f32 (const float *input, void *state, int order, int count, float *output)
{
  const float *factors = (const float *) state;
  float *memory = (float *) state + 3 * ((order + 1) / 2);
  const float *x = input;

  if (order % 2 == 1)
    {
      low_pass_first_order (x, factors, memory, count, output);
      x = output;
      factors += 3;
      memory += 2 * count;
    }
  for (int i = 0; i < order / 2; i++)
    {
      low_pass_second_order (x, factors, memory, count, output);
      x = output;
      factors += 3;
      memory += 2 * count;
    }
}
#pragma IMAGINET_FRAGMENT_END
