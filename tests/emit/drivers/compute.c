/* SPDX-License-Identifier: MIT */
#include "compute.h"

#include <math.h>
#include <string.h>

/* The literals and names of the test: doubled, plus one, times three, negated, plus a
 * half, then the arguments. */
static float
expect (float x)
{
  const float linked = (x * 2.0F + 1.0F) * 3.0F * -1.0F + 0.5F;

  return linked * 0.1F + 1.0F - 3.0F + 1.0F + 7.0F + 100.0F +
         (float) strlen ("a \"b\" \\ ?\?/ \303\251") + 1000.0F;
}

int
main (void)
{
  static const int shape[IMAI_DATA_IN_RANK] = IMAI_DATA_IN_SHAPE;
  const float in[IMAI_DATA_IN_COUNT] = { 0, 1, -2, 3.5F, 1e6F, -0.25F };
  IMAI_DATA_OUT_TYPE out[IMAI_DATA_OUT_COUNT];

  if (shape[0] != 2 || shape[1] != 3 || sizeof in != IMAI_DATA_IN_BYTES ||
      IMAI_DATA_IN_TYPE_ID != IMAI_TYPE_FLOAT32 || !IMAI_API_FUNCTION)
    return 1;
  if (IMAI_DATA_IN_RATE < 49.0 || IMAI_DATA_IN_RATE > 51.0)
    return 2;
  for (int round = 0; round < 2; round++)
    {
      if (IMAI_init () != IMAI_RET_SUCCESS || IMAI_compute (in, out) != IMAI_RET_SUCCESS)
        return 3;
      for (int i = 0; i < IMAI_DATA_OUT_COUNT; i++)
        if (fabsf (out[i] - expect (in[i])) > 1e-6F * fabsf (expect (in[i])))
          return 4;
    }
  IMAI_finalize ();

  return 0;
}
