/* Half the magnitudes of complex numbers of a Q type, rounded.
 *
 * The root is found by Newton's method. It begins with the longer part and 3/8 of the
 * shorter one, which is at most 7 % off; each step squares the relative error and halves
 * it, so that two steps are within 1 for 16 bits. For 32 bits this gives the root of the
 * upper 16 bits, and two more steps give the rest: all divisions have 32 bits.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "magnitude_q_root"

/* The whole root of x^2 + y^2, or 1 more, for x and y up to 2^15. */
static inline uint32_t
magnitude_q_root (uint32_t x, uint32_t y)
{
  const uint32_t square = x * x + y * y;
  uint32_t root = x > y ? x + (3 * y >> 3) : y + (3 * x >> 3);

  if (root == 0)
    return 0;
  root = (root + square / root) >> 1;

  return (root + square / root) >> 1;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "magnitude_q15_one"
#pragma IMAGINET_DEPENDENCY "magnitude_q.h:magnitude_q_root"

/* The nearest integer of the half root is decided by the whole root alone. */
static inline int16_t
magnitude_q15_one (int16_t re, int16_t im)
{
  const uint32_t x = re < 0 ? (uint32_t) -re : (uint32_t) re;
  const uint32_t y = im < 0 ? (uint32_t) -im : (uint32_t) im;
  uint32_t root = magnitude_q_root (x, y);

  if (root * root > x * x + y * y)
    root--;

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

#pragma IMAGINET_FRAGMENT_BEGIN "magnitude_q31_correct"

/* What is missing of the square is 2 * root * error: a step towards the root, of which
 * `upper` are the digits in front of the last `places`, to a multiple of 2^coarse. */
static inline uint32_t
magnitude_q31_correct (uint64_t square,
                       uint32_t root,
                       uint32_t upper,
                       int places,
                       int coarse)
{
  const int64_t missing = (int64_t) (square - (uint64_t) root * root);
  const int32_t part = (int32_t) (missing >> (places + 1 + coarse));

  return root + (uint32_t) (part / (int32_t) upper) * (1U << coarse);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "magnitude_q31_one"
#pragma IMAGINET_DEPENDENCY "magnitude_q.h:magnitude_q31_correct"
#pragma IMAGINET_DEPENDENCY "magnitude_q.h:magnitude_q_root"

static inline int32_t
magnitude_q31_one (int32_t re, int32_t im)
{
  const uint32_t x = re < 0 ? 0U - (uint32_t) re : (uint32_t) re;
  const uint32_t y = im < 0 ? 0U - (uint32_t) im : (uint32_t) im;
  const uint64_t square = (uint64_t) x * x + (uint64_t) y * y;
  const uint32_t larger = x > y ? x : y;
  int places = larger >> 23 != 0 ? 8 : 0;

  places += larger >> places >> 19 != 0 ? 4 : 0;
  places += larger >> places >> 17 != 0 ? 2 : 0;
  places += larger >> places >> 16 != 0 ? 1 : 0;
  places += larger >> places >> 15 != 0 ? 1 : 0;

  const uint32_t upper = magnitude_q_root (x >> places, y >> places);
  uint32_t root = upper << places;

  if (places > 0)
    {
      root = magnitude_q31_correct (square, root, upper, places, 3);
      root = magnitude_q31_correct (square, root, upper, places, 0);
    }
  while ((uint64_t) root * root > square)
    root--;
  while (((uint64_t) root + 1) * ((uint64_t) root + 1) <= square)
    root++;

  return (int32_t) (((uint64_t) root + 1) >> 1);
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
