/* How units go through two tensors of which one is stretched to the shape of the other.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_FRAGMENT_BEGIN "broadcast_row"

/* The row of b that belongs to a row of a, where each is repeated over the left group. */
static inline int
broadcast_row (int row, int group1, int middle)
{
  return group1 == 1 ? row : row / (group1 * middle) * middle + row % middle;
}
#pragma IMAGINET_FRAGMENT_END
