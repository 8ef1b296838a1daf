/* SPDX-License-Identifier: MIT
 *
 * Two queues that always have a value: each doubles it on the way in and on the way out.
 */
#include "latch.h"

int
main (void)
{
  for (int i = 1; i < 5; i++)
    {
      const float in = (float) i;
      float out = 0.0F;

      if ((i == 1 ? IMAI_init () : IMAI_soft_reset ()) != IMAI_RET_SUCCESS ||
          IMAI_enqueue (&in) != IMAI_RET_SUCCESS ||
          IMAI_dequeue (&out) != IMAI_RET_SUCCESS || out < 16.0F * in || out > 16.0F * in)
        return i;
    }

  return 0;
}
