/* Broadcasting of two shapes, and its description by five loop counts.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tensor/im-shape.h"

G_BEGIN_DECLS

/**
 * ImBroadcast:
 *
 * Five nested loops that visit the larger of two shapes: in `left`, `middle` and `right`
 * both shapes move on, in `group1` and `group2` only the larger one does. The product of
 * all five is the number of elements of the larger shape, left * middle * right that of
 * the smaller one.
 */
struct _ImBroadcast
{
  gint32 left;
  gint32 group1;
  gint32 middle;
  gint32 group2;
  gint32 right;
};

/**
 * im_broadcast_shapes:
 * @a: a shape, `[.., a1, a0]`
 * @b: a shape, `[.., b1, b0]`
 * @out: (out): the common shape, may be @a or @b; untouched on failure
 * @error: return location for an [error@Im.ShapeError]: BROADCAST
 *
 * Computes the smallest shape that both stretch to: axis k of the result is the larger of
 * a_k and b_k where one of them is 1; a missing axis counts as 1. An unknown size becomes
 * the other one unless that is 1, which it has to fit later. Sources: NumPy manual,
 * "General broadcasting rules"; MLIR, "The Broadcastable Trait".
 *
 * Returns: TRUE if @out was set
 */
gboolean im_broadcast_shapes (const ImShape *a,
                              const ImShape *b,
                              ImShape *out,
                              GError **error);

/**
 * im_broadcast_compute:
 * @a: a shape
 * @b: a shape; one of the two must stretch to the other, in either direction
 * @out: (out): the loop counts; untouched on failure
 * @error: return location for an [error@Im.ShapeError]: BROADCAST, GROUPS or OVERFLOW; or
 * UNKNOWN if that depends on a size that is not known
 *
 * Scans the axes from the innermost: axes of equal size multiply `right`, then `middle`,
 * then `left`; stretched axes in between multiply `group2`, then `group1`. An axis of
 * size 1 in both shapes counts as equal; only if the axes then alternate more often than
 * there are groups, it counts as neither. Source: specification, System.ShapeBroadcast.
 *
 * Returns: TRUE if @out was set
 */
gboolean im_broadcast_compute (const ImShape *a,
                               const ImShape *b,
                               ImBroadcast *out,
                               GError **error);

G_END_DECLS
