/* A decision that changes only after the same class has been seen several times in a row.
 *
 * The state is one debounce_t for each element.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "debounce_t"

typedef struct
{
  int32_t seen;  /* the class of the last input */
  int32_t times; /* how often in a row, up to what is needed */
  int32_t reported;
} debounce_t;
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "debounce_reset"
#pragma IMAGINET_DEPENDENCY "debounce.h:debounce_t"

static inline void
debounce_reset (void *state, int count)
{
  debounce_t *elements = (debounce_t *) state;

  for (int i = 0; i < count; i++)
    {
      elements[i].seen = 0;
      elements[i].times = 0;
      elements[i].reported = -1;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "debounce_i32"
#pragma IMAGINET_DEPENDENCY "debounce.h:debounce_t"

// output may be input
static inline void
debounce_i32 (const int32_t *input, void *state, int needed, int count, int32_t *output)
{
  debounce_t *elements = (debounce_t *) state;

  for (int i = 0; i < count; i++)
    {
      debounce_t *e = elements + i;
      const int32_t now = input[i];

      if (now != e->seen)
        e->times = 0;
      e->seen = now;
      if (e->times < needed)
        e->times++;
      if (e->times == needed)
        e->reported = now;
      output[i] = e->reported;
    }
}
#pragma IMAGINET_FRAGMENT_END
