/* SPDX-License-Identifier: MIT */
#include "timed.h"

#include <math.h>

int
main (void)
{
  float out[IMAI_DATA_OUT_COUNT], times[IMAI_TIME_OUT_COUNT];

  if (!IMAI_API_QUEUE_TIME || IMAI_init () != 0)
    return 1;
  for (int i = 0; i < 10; i++)
    {
      const float in = (float) i, time = 0.5F * (float) i;

      if (IMAI_enqueue (&in, &time) != 0)
        return 2;
      if (IMAI_dequeue (out, times) != (i < 2 ? IMAI_RET_NODATA : IMAI_RET_SUCCESS))
        return 3;
      if (i < 2)
        continue;
      if (fabsf (out[0] - 2.0F * (float) (i - 2)) > 0.0F ||
          fabsf (out[2] - 2.0F * (float) i) > 0.0F ||
          fabsf (times[0] - 0.5F * (float) (i - 2)) > 0.0F ||
          fabsf (times[1] - time) > 0.0F)
        return 4;
    }

  return 0;
}
