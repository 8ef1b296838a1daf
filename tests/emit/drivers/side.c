/* SPDX-License-Identifier: MIT
 *
 * A queue that no output needs is emptied all the same; times pass by.
 */
#include "side.h"

#include <math.h>

int
main (void)
{
  float sum = 0.0F;

  if (IMAI_init () != 0)
    return 1;
  for (int i = 0; i < 20; i++)
    {
      const float in = (float) i, time = 0.5F * (float) i;
      float out = -1.0F, time_out = -1.0F;

      sum += in;
      if (IMAI_compute (&in, &time, &out, &time_out) != 0)
        return 2;
      if (fabsf (out - sum) > 0.0F || fabsf (time_out - time) > 0.0F)
        return 3;
    }

  return 0;
}
