/* Packs: ranges, items by index, folds, and which items are in a pack.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/value/im-sknd-value.h"

G_BEGIN_DECLS

/**
 * ImSkndRange:
 * @begin: where it begins
 * @stride: the step, not 0
 * @n: how many values it has
 */
typedef struct
{
  gint64 begin;
  gint64 stride;
  guint n;
} ImSkndRange;

/**
 * im_sknd_range_init:
 * @range: (out): the range
 * @begin: what it begins with
 * @end: what it does not reach
 * @stride: the step
 *
 * Returns: (nullable): what is wrong: a stride of 0, or more than IM_SKND_MAX_ITEMS
 */
const char *im_sknd_range_init (ImSkndRange *range,
                                gint64 begin,
                                gint64 end,
                                gint64 stride);

/**
 * im_sknd_fold:
 * @operation: an operator that can be folded
 * @is_cumulative: whether all steps are wanted
 * @arena: for the result
 * @pack: a pack without null
 * @result: (out): the result, which may be null
 *
 * Returns: (nullable): what is wrong
 */
const char *im_sknd_fold (ImSkndOperator operation,
                          gboolean is_cumulative,
                          ImArena *arena,
                          const ImSkndValue *pack,
                          ImSkndValue *result);

/* Which of the items of @items are in @pack. */
void im_sknd_contain (ImArena *arena,
                      const ImSkndValue *items,
                      const ImSkndValue *pack,
                      ImSkndValue *result);

G_END_DECLS
