/* An axis that becomes longer at both ends.
 *
 * A constant is given as the stored number of the element type; integers of all kinds
 * with as many bits share an implementation.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../Take/take.h"

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#include <string.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "pad_constant"
#pragma IMAGINET_DEPENDENCY "../Take/take.h:copy_runs"

/* In front of each slot and behind it are pieces of the size of the value. */
static inline void
pad_constant (const void *input,
              const void *value,
              int value_size,
              int size,
              int slots,
              int before,
              int after,
              void *output)
{
  const char *from = (const char *) input;
  char *to = (char *) output;

  for (int j = 0; j < slots; j++)
    {
      copy_runs (value, 0, value_size, before, to, value_size);
      to += before * value_size;
      memcpy (to, from + j * size, (size_t) size);
      to += size;
      copy_runs (value, 0, value_size, after, to, value_size);
      to += after * value_size;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "pad_f32"
#pragma IMAGINET_DEPENDENCY "pad.h:pad_constant"

static inline void
pad_f32 (const void *input,
         float value,
         int size,
         int slots,
         int before,
         int after,
         void *output)
{
  const float element = value;

  pad_constant (input, &element, (int) sizeof element, size, slots, before, after,
                output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "pad_f64"
#pragma IMAGINET_DEPENDENCY "pad.h:pad_constant"

static inline void
pad_f64 (const void *input,
         double value,
         int size,
         int slots,
         int before,
         int after,
         void *output)
{
  const double element = value;

  pad_constant (input, &element, (int) sizeof element, size, slots, before, after,
                output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "pad_int"
#pragma IMAGINET_DEPENDENCY "pad.h:pad_constant"

static inline void
pad_i{{bits}} (
    const void *input,
    int value,
    int size,
    int slots,
    int before,
    int after,
    void *output)
{
  const int{{bits}}_t element = (int{{bits}}_t) value;

  pad_constant (input, &element, (int) sizeof element, size, slots, before, after,
                output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "pad_i64"
#pragma IMAGINET_DEPENDENCY "pad.h:pad_constant"

static inline void
pad_i64 (const void *input,
         int value,
         int size,
         int slots,
         int before,
         int after,
         void *output)
{
  const int64_t element = (int64_t) value;

  pad_constant (input, &element, (int) sizeof element, size, slots, before, after,
                output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "pad_edge"
#pragma IMAGINET_DEPENDENCY "../Take/take.h:copy_runs"

/* input = [slots, count, size], counted in bytes. */
static inline void
pad_edge (const void *input,
          int size,
          int count,
          int slots,
          int before,
          int after,
          void *output)
{
  const char *from = (const char *) input;
  char *to = (char *) output;

  for (int j = 0; j < slots; j++)
    {
      const int length = count * size;

      copy_runs (from, 0, size, before, to, size);
      to += before * size;
      memcpy (to, from, (size_t) length);
      to += length;
      copy_runs (from + length - size, 0, size, after, to, size);
      to += after * size;
      from += length;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "pad_reflect"
#pragma IMAGINET_DEPENDENCY "../Take/take.h:copy_runs"

/* before < count, after < count. The edges themselves do not come twice. */
static inline void
pad_reflect (const void *input,
             int size,
             int count,
             int slots,
             int before,
             int after,
             void *output)
{
  const char *from = (const char *) input;
  char *to = (char *) output;

  for (int j = 0; j < slots; j++)
    {
      const int length = count * size;

      copy_runs (from + before * size, -size, size, before, to, size);
      to += before * size;
      memcpy (to, from, (size_t) length);
      to += length;
      copy_runs (from + length - 2 * size, -size, size, after, to, size);
      to += after * size;
      from += length;
    }
}
#pragma IMAGINET_FRAGMENT_END
