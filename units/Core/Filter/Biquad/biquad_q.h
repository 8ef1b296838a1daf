/* A chain of sections of second order for Q types, one chain for each element of the
 * input.
 *
 * A section is its difference equation (direct form I): five products with coefficients
 * of 32 bits and a sum of 64 bits, rounded to 32 bits, halves upwards. What a section
 * puts out is what the next one takes, so each of these signals is remembered once.
 *
 * The state is two integers, the newest first, for each element and signal.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "biquad_q_chain"

/* The output of all sections for x. coefficients = [sections, 6], of which a0 is 1, with
 * so many digits behind the point that their magnitudes are at most 2^29. */
static inline int32_t
biquad_q_chain (int32_t x,
                const int32_t *coefficients,
                int digits,
                int32_t *memory,
                int sections)
{
  const int32_t *c = coefficients;

  for (int i = 0; i < sections; i++)
    {
      int64_t sum = (int64_t) 1 << (digits - 1);

      sum += (int64_t) c[0] * x;
      sum += (int64_t) c[1] * memory[0];
      sum += (int64_t) c[2] * memory[1];
      sum -= (int64_t) c[4] * memory[2];
      sum -= (int64_t) c[5] * memory[3];
      sum >>= digits;

      memory[1] = memory[0];
      memory[0] = x;
      x = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : (int32_t) sum;
      c += 6;
      memory += 2;
    }
  memory[1] = memory[0];
  memory[0] = x;

  return x;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "biquad_q15"
#pragma IMAGINET_DEPENDENCY "biquad_q.h:biquad_q_chain"

// output may be input
static inline void
biquad_q15 (const int16_t *input,
            const int32_t *coefficients,
            int digits,
            void *state,
            int sections,
            int count,
            int16_t *output)
{
  int32_t *memory = (int32_t *) state;

  for (int i = 0; i < count; i++)
    {
      const int32_t y = biquad_q_chain (input[i] * 4096, coefficients, digits, memory,
                                        sections);
      const int32_t x = (y >> 12) + (y >> 11 & 1);

      output[i] = (int16_t) (x > INT16_MAX ? INT16_MAX : x < INT16_MIN ? INT16_MIN : x);
      memory += 2 * (sections + 1);
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "biquad_q31"
#pragma IMAGINET_DEPENDENCY "biquad_q.h:biquad_q_chain"

// output may be input
static inline void
biquad_q31 (const int32_t *input,
            const int32_t *coefficients,
            int digits,
            void *state,
            int sections,
            int count,
            int32_t *output)
{
  int32_t *memory = (int32_t *) state;

  for (int i = 0; i < count; i++)
    {
      output[i] = biquad_q_chain (input[i], coefficients, digits, memory, sections);
      memory += 2 * (sections + 1);
    }
}
#pragma IMAGINET_FRAGMENT_END
