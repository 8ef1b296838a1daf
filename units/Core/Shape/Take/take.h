/* Copies of pieces of memory that lie in equal distances.
 *
 * Everything is counted in bytes, so one implementation serves every element type. Sizes
 * of usual elements are known to the compiler, which then moves a whole element at once.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <string.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "copy_runs"

/* Copies `count` pieces of `size` bytes; the distances may be 0 or negative. */
static inline void
copy_runs (const void *input,
           int input_step,
           int size,
           int count,
           void *output,
           int output_step)
{
  const char *from = (const char *) input;
  char *to = (char *) output;

  switch (size)
    {
    case 1:
      for (int i = 0; i < count; i++)
        to[i * output_step] = from[i * input_step];
      break;
    case 2:
      for (int i = 0; i < count; i++)
        memcpy (to + i * output_step, from + i * input_step, 2);
      break;
    case 4:
      for (int i = 0; i < count; i++)
        memcpy (to + i * output_step, from + i * input_step, 4);
      break;
    case 8:
      for (int i = 0; i < count; i++)
        memcpy (to + i * output_step, from + i * input_step, 8);
      break;
    default:
      for (int i = 0; i < count; i++)
        memcpy (to + i * output_step, from + i * input_step, (size_t) size);
      break;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "take"
#pragma IMAGINET_DEPENDENCY "take.h:copy_runs"

/* input = [slots, axis, size], of which one index of the axis is taken: that `offset`
 * bytes from the start. A step of bytes leads from slot to slot. */
static inline void
take (const void *input, int offset, int size, int slots, int step, void *output)
{
  copy_runs ((const char *) input + offset, step, size, slots, output, size);
}
#pragma IMAGINET_FRAGMENT_END
