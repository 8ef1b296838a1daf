/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <math.h>
#include <string.h>

/* The strings that no literal can hold: 512 times nine bytes, then twice 4,096. */
static float
expect (float x)
{
  const float rest = 1.0F - 3.0F + 1.0F + 7.0F + 100.0F + 1000.0F;
  const size_t lengths[] = { 512 * strlen ("' \\ \303\251?\?/"), 4096, 4096 };

  for (int i = 0; i < 3; i++)
    x = x * 0.1F + rest + (float) lengths[i];

  return x;
}

int
main (void)
{
  const float in[IMAI_DATA_IN_COUNT] = { 3.5F };
  float out[IMAI_DATA_OUT_COUNT];

  if (IMAI_init () != IMAI_RET_SUCCESS || IMAI_compute (in, out) != IMAI_RET_SUCCESS)
    return 1;

  return fabsf (out[0] - expect (in[0])) < 1e-2F ? 0 : 2;
}
