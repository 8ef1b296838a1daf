/* The most frequent of the last decisions.
 *
 * The state is two numbers, then the last decisions: [size, count], a ring.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "majority_vote_reset"

static inline void
majority_vote_reset (void *state)
{
  int32_t *ring = (int32_t *) state;

  ring[0] = 0; /* where the next decisions go */
  ring[1] = 0; /* number of decisions */
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "majority_vote_pick"

/* The most frequent of the last votes of an element, from the newest at `last` back; the
 * newest of equally frequent ones. */
static inline int32_t
majority_vote_pick (const int32_t *votes, int step, int size, int last, int used)
{
  int32_t winner = votes[last * step];
  int most = 0;
  int a = last;

  for (int i = 0; i < used && most < used - i; i++)
    {
      int times = 0;

      for (int k = 0; k < used; k++)
        times += votes[k * step] == votes[a * step];
      if (times > most)
        {
          most = times;
          winner = votes[a * step];
        }
      a = a > 0 ? a - 1 : size - 1;
    }

  return winner;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "majority_vote_i32"
#pragma IMAGINET_DEPENDENCY "majority_vote.h:majority_vote_pick"

// output may be input
static inline void
majority_vote_i32 (const int32_t *input,
                   void *state,
                   int size,
                   int count,
                   int32_t *output)
{
  int32_t *ring = (int32_t *) state;
  int32_t *votes = ring + 2;
  const int last = (int) ring[0];
  const int used = (int) ring[1] < size ? (int) ring[1] + 1 : size;

  for (int i = 0; i < count; i++)
    {
      votes[last * count + i] = input[i];
      output[i] = majority_vote_pick (votes + i, count, size, last, used);
    }
  ring[0] = last + 1 < size ? last + 1 : 0;
  ring[1] = used;
}
#pragma IMAGINET_FRAGMENT_END
