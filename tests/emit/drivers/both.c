/* SPDX-License-Identifier: MIT
 *
 * One program with two exports.
 */
#include "chain.h"
#include "compute.h"

int
main (void)
{
  const float frame = 1.0F, input[A_DATA_IN_COUNT] = { 0 };
  float output[A_DATA_OUT_COUNT];

  return A_init () == 0 && B_init () == 0 && A_compute (input, output) == 0 &&
                 B_enqueue (&frame) == 0
             ? 0
             : 1;
}
