/* Where a unit asks how shapes meet: the calls of `broadcast` in its expressions, with
 * the shapes that they have now.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "evaluation/im-unit-evaluation.h"
#include "tensor/im-shape.h"

G_BEGIN_DECLS

/**
 * ImBroadcastUse:
 * @names: of the two operands as the unit calls them: `a` for `a.shape`
 * @shapes: of the two operands
 *
 * One call, such as `a.shape.broadcast(b.shape)`. Whether the shapes fit is another
 * question.
 */
typedef struct
{
  const char *names[2];
  ImShape shapes[2];
} ImBroadcastUse;

/**
 * im_broadcast_uses_find:
 * @evaluation: a unit with inputs and options; it is asked for values
 * @arena: where names live
 *
 * Finds all calls of `broadcast` whose two shapes are known, in the order of the file. A
 * call that stands there again with the same names is listed once.
 *
 * Returns: (transfer full) (element-type ImBroadcastUse): the calls; none of most units
 */
GArray *im_broadcast_uses_find (ImUnitEvaluation *evaluation, ImArena *arena);

/* Whether there is such a call at all, known or not. */
gboolean im_unit_uses_broadcast (const ImUnit *unit);

G_END_DECLS
