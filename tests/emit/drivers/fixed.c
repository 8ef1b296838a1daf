/* SPDX-License-Identifier: MIT */
#include "fixed.h"

int
main (void)
{
  const int16_t in[IMAI_DATA_IN_COUNT] = { -5, 100 };
  int16_t out[IMAI_DATA_OUT_COUNT];
  const fixed_step_t step = FIXED_STEP;

  if (IMAI_DATA_IN_TYPE_ID != IMAI_TYPE_Q15 || IMAI_init () != 0 ||
      IMAI_compute (in, out) != 0)
    return 1;

  return out[0] == -5 + 2 * step && out[1] == 100 + 2 * step ? 0 : 2;
}
