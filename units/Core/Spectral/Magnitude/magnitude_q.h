/* Half the magnitudes of complex numbers of a Q type, rounded.
 *
 * The root is found by Newton's method. It begins with the longer part and 3/8 of the
 * shorter one, which is at most 7 % off; each step squares the relative error and halves
 * it, so that two steps are within 1 for 16 bits and three for 32 bits.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "magnitude_q15_one"

static inline int16_t
magnitude_q15_one (int16_t re, int16_t im)
{
  const uint32_t x = re < 0 ? (uint32_t) -re : (uint32_t) re;
  const uint32_t y = im < 0 ? (uint32_t) -im : (uint32_t) im;
  const uint32_t square = x * x + y * y;
  uint32_t root = x > y ? x + (3 * y >> 3) : y + (3 * x >> 3);

  if (root == 0)
    return 0;
  for (int i = 0; i < 2; i++)
    root = (root + square / root) >> 1;

  /* The nearest integer of the half root is decided by whole roots alone. */
  if (root * root > square)
    root--;
  else if ((root + 1) * (root + 1) <= square)
    root++;

  return (int16_t) ((root + 1) >> 1);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "magnitude_q15"
#pragma IMAGINET_DEPENDENCY "magnitude_q.h:magnitude_q15_one"

// input = [count, 2]
// output = [count]; it may begin where the input begins
static inline void
magnitude_q15 (const int16_t *input, int count, int16_t *output)
{
  for (int i = 0; i < count; i++)
    output[i] = magnitude_q15_one (input[2 * i], input[2 * i + 1]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "magnitude_q31_one"

static inline int32_t
magnitude_q31_one (int32_t re, int32_t im)
{
  const uint64_t x = re < 0 ? (uint64_t) - (int64_t) re : (uint64_t) re;
  const uint64_t y = im < 0 ? (uint64_t) - (int64_t) im : (uint64_t) im;
  const uint64_t square = x * x + y * y;
  uint64_t root = x > y ? x + (3 * y >> 3) : y + (3 * x >> 3);

  if (root == 0)
    return 0;
  for (int i = 0; i < 3; i++)
    root = (root + square / root) >> 1;

  /* The nearest integer of the half root is decided by whole roots alone. */
  if (root * root > square)
    root--;
  else if ((root + 1) * (root + 1) <= square)
    root++;

  return (int32_t) ((root + 1) >> 1);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "magnitude_q31"
#pragma IMAGINET_DEPENDENCY "magnitude_q.h:magnitude_q31_one"

// input = [count, 2]
// output = [count]; it may begin where the input begins
static inline void
magnitude_q31 (const int32_t *input, int count, int32_t *output)
{
  for (int i = 0; i < count; i++)
    output[i] = magnitude_q31_one (input[2 * i], input[2 * i + 1]);
}
#pragma IMAGINET_FRAGMENT_END
