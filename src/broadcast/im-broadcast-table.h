/* One table of columns while a report of broadcasting is made.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-arena.h"
#include "broadcast/im-broadcast-report.h"

G_BEGIN_DECLS

/**
 * ImBroadcastTable:
 * @target: number of the operand that must not stretch, IM_TARGET_NONE or IM_TARGET_ALL
 * @n_operands: number of operands
 * @n_ranked: how many of them have a known rank
 * @n_different: number of columns in which sizes differ
 * @inferred: what the operands become; not ranked if none is or if sizes differ
 * @rank: see ImBroadcastLevel
 * @columns: see ImBroadcastLevel
 * @cells: see ImBroadcastLevel
 * @shapes: see ImBroadcastLevel
 */
typedef struct
{
  gint target;
  guint n_operands;
  guint n_ranked;
  guint n_different;
  ImOpenShape inferred;
  guint rank;
  ImBroadcastColumn *columns;
  ImBroadcastCell *cells;
  const ImOpenShape *shapes;
} ImBroadcastTable;

/**
 * im_broadcast_table_new:
 * @shapes: (array length=n_operands): the operands; borrowed
 * @n_operands: their number
 * @target: number of the operand that must not stretch, IM_TARGET_NONE or IM_TARGET_ALL
 * @min_rank: number of columns that are wanted at least
 * @arena: for the table
 *
 * Compares all columns. A target does not get new axes, either.
 *
 * Returns: the table
 */
ImBroadcastTable *im_broadcast_table_new (const ImOpenShape *shapes,
                                          guint n_operands,
                                          gint target,
                                          guint min_rank,
                                          ImArena *arena);

/* The table as part of a report, which shares its memory. */
ImBroadcastLevel im_broadcast_table_get_level (const ImBroadcastTable *table);

/**
 * im_broadcast_table_append_differences:
 * @table: a table
 * @names: of the operands
 * @out: where to append
 *
 * Appends what is wrong with the columns whose sizes differ: `in d0 A has 3 and B has 4`.
 */
void im_broadcast_table_append_differences (const ImBroadcastTable *table,
                                            const char *const *names,
                                            GString *out);

/**
 * im_broadcast_count_elements:
 * @shape: a shape
 * @count: (out): number of its elements; -1 if not all is known of it, or past 2^63 - 1
 *
 * Returns: FALSE if the number is past 2^63 - 1
 */
gboolean im_broadcast_count_elements (const ImOpenShape *shape, gint64 *count);

G_END_DECLS
