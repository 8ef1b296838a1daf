/* Units with known relations between C and Python.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "gain"
static inline void
gain (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = 1.5f * input[i];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "gain_changed"
static inline void
gain_changed (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = (i == 2 ? 1.501f : 1.5f) * input[i];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "gain_near"
static inline void
gain_near (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = 1.50003f * input[i];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "fraction"
/* Makes much of a small difference of the input. */
static inline void
fraction (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = 4096.0F * input[i] - floorf (4096.0F * input[i]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "half"
static inline void
half (const int16_t *input, int count, int16_t *output)
{
  for (int i = 0; i < count; i++)
    output[i] = (int16_t) (input[i] / 2);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "leave_zeros"
static inline void
leave_zeros (const float *input, int count, float *output)
{
  for (int i = 0; i < count && output == input; i++)
    output[i] = 0.0f;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "zero_nan"
static inline void
zero_nan (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = input[i] == input[i] ? input[i] : 0.0f;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "square_mean"
static inline void
square_mean (const float *input, int count, float *output)
{
  float sum = 0.0f;

  for (int i = 0; i < count; i++)
    sum += input[i] * input[i];
  *output = sum / (float) count;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "count_start"
static inline void
count_start (void *state)
{
  *(float *) state = 100.0f;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "count_reset"
static inline void
count_reset (void *state)
{
  *(float *) state = 7.0f;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "count_end"
static inline void
count_end (void *state)
{
  *(float *) state = -1.0f;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "count"
static inline void
count (const float *input, void *state, int n, float *output)
{
  *(float *) state += 1.0f;
  for (int i = 0; i < n; i++)
    output[i] = input[i] + *(float *) state;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "fail"
static inline int
fail (const float *input, int count, float *output)
{
  output[0] = input[count - 1];
  return -2;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "copy_8"
static inline void
copy_8 (const float *input, int n, float *output)
{
  for (int i = 0; i < n + 8; i++)
    output[i] = input[i];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "copy_1025"
static inline void
copy_1025 (const float *input, int n, float *output)
{
  for (int i = 0; i < n + 1025; i++)
    output[i] = input[i];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "shift_far"
static inline void
shift_far (const float *input, int n, float *output)
{
  int far = 32 + n;

  for (int i = 0; i < n; i++)
    output[i] = (1 << far) == 1 ? 0.0F : input[i];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "hang"
static inline void
hang (const float *input, int n, float *output)
{
  volatile int goes_on = 1;

  while (goes_on)
    ;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "crash"
static inline void
crash (const float *input, int count, float *output)
{
  volatile int *nowhere = 0;

  *nowhere = count;
  output[0] = input[0];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "overrun"
static inline void
overrun (const float *input, int count, float *output)
{
  for (int i = 0; i <= count; i++)
    output[i] = i < count ? input[i] : 0.0f;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "writes_input"
static inline void
writes_input (float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = input[i];
  input[1] += 1.0f;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "no_c"
static inline void
no_c (const float *input, int count, float *output)
{
  this is no C
}
#pragma IMAGINET_FRAGMENT_END
