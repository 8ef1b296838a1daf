/* A chain of sections of second order, one chain for each element of the input.
 *
 * A section is a state variable filter: two integrators by the trapezoidal rule. It has
 * the transfer function of a difference equation through the bilinear transform, but in
 * single precision it stays right where a frequency is a small part of the sample rate:
 * the coefficients of the difference equation are then almost 1, -2, 1, and what makes
 * the filter is lost in their rounding. Here it is in factors of its own.
 *
 * The state is two floats for each section and element.
 *
 * Source: Zavalishin 2018, "The Art of VA Filter Design", chapter 4; Simper 2013,
 * "Solving the continuous SVF equations using trapezoidal integration".
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_FRAGMENT_BEGIN "biquad_section"

// factors = three of the integrators, then those of input, band and low
static inline void
biquad_section (const float *input,
                const float *factors,
                float *memory,
                int count,
                float *output)
{
  const float f0 = factors[0];
  const float f1 = factors[1];
  const float f2 = factors[2];
  const float f3 = factors[3];
  const float f4 = factors[4];
  const float f5 = factors[5];
  float *p = memory;
  float *q = memory + count;

  for (int i = 0; i < count; i++)
    {
      const float x = input[i];
      const float difference = x - q[i];
      const float band = f0 * p[i] + f1 * difference;
      const float low = q[i] + (f1 * p[i] + f2 * difference);

      p[i] = 2.0F * band - p[i];
      q[i] = 2.0F * low - q[i];
      output[i] = f3 * x + (f4 * band + f5 * low);
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "biquad_f32"
#pragma IMAGINET_DEPENDENCY "biquad.h:biquad_section"

// factors = [sections, 6]; step = 6, or 0 if all sections have the same
// output may be input
static inline void
biquad_f32 (const float *input,
            const float *factors,
            int step,
            void *state,
            int sections,
            int count,
            float *output)
{
  float *memory = (float *) state;
  const float *x = input;

  for (int i = 0; i < sections; i++)
    {
      biquad_section (x, factors + i * step, memory + 2 * i * count, count, output);
      x = output;
    }
}
#pragma IMAGINET_FRAGMENT_END
