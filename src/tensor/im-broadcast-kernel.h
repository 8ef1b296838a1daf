/* The one comparison behind all rules of broadcasting: align at the right, compare column
 * by column, 1 stretches.
 *
 * Functions of plain sizes without memory of their own; im-broadcast.h and
 * im-broadcast-report.h say in their terms what comes out.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tensor/im-broadcast.h"
#include "tensor/im-open-shape.h"

G_BEGIN_DECLS

/**
 * ImColumnRelation:
 * @IM_COLUMN_EQUAL: all sizes are the same
 * @IM_COLUMN_STRETCHED: one or more stretch; nothing has to be checked at run time
 * @IM_COLUMN_UNKNOWN: unknown sizes have to be right at run time, see obligation
 * @IM_COLUMN_DIFFERENT: sizes contradict each other, or the rules do not let one stretch
 * @IM_COLUMN_DECLARED: the operands agree, but the declared result has another size
 * @IM_COLUMN_NOT_GROUPED: the sizes agree, but no loop count is left for this column
 */
typedef enum
{
  IM_COLUMN_EQUAL,
  IM_COLUMN_STRETCHED,
  IM_COLUMN_UNKNOWN,
  IM_COLUMN_DIFFERENT,
  IM_COLUMN_DECLARED,
  IM_COLUMN_NOT_GROUPED,
} ImColumnRelation;

/**
 * ImBroadcastGroup:
 * @IM_GROUP_NONE: of no group: 1 in both operands, or a set of rules without groups
 *
 * The field of ImBroadcast that the column multiplies.
 */
typedef enum
{
  IM_GROUP_NONE,
  IM_GROUP_RIGHT,
  IM_GROUP_GROUP2,
  IM_GROUP_MIDDLE,
  IM_GROUP_GROUP1,
  IM_GROUP_LEFT,
} ImBroadcastGroup;

#define IM_TARGET_NONE (-1) /* each size 1 may stretch */
#define IM_TARGET_ALL  (-2) /* no size may stretch */

#define IM_BROADCAST_N_GROUPS (IM_GROUP_LEFT + 1)

/* One more than a loop of Imaginet counts. */
#define IM_BROADCAST_COUNT_LIMIT ((gint64) G_MAXINT32 + 1)

/**
 * ImBroadcastMeeting:
 * @relation: EQUAL, STRETCHED, UNKNOWN or DIFFERENT
 * @size: what the sizes of the column become, IM_SIZE_UNKNOWN if it is not known or they
 * differ
 */
typedef struct
{
  ImColumnRelation relation;
  gint64 size;
} ImBroadcastMeeting;

/**
 * im_broadcast_meet:
 * @sizes: of one column, each >= 0 or IM_SIZE_UNKNOWN, 1 for a missing axis
 * @n_sizes: their number, >= 1
 * @target: number of the one that must not stretch, IM_TARGET_NONE or IM_TARGET_ALL
 *
 * Does not depend on the order of the sizes, but for @target. 0 is a size like any other
 * than 1. Source: MLIR, "The Broadcastable Trait", "Dimension inference".
 */
ImBroadcastMeeting im_broadcast_meet (const gint64 *sizes, guint n_sizes, gint target);

/* The size of an axis, 1 if the shape has no such axis. */
gint64 im_broadcast_get_size (const ImOpenShape *shape, guint axis);

/**
 * im_broadcast_find_target:
 * @a: a ranked shape
 * @b: a ranked shape
 *
 * Returns: 1 if @a stretches into @b, 0 if only @b stretches into @a, IM_TARGET_NONE if
 * neither does
 */
gint im_broadcast_find_target (const ImOpenShape *a, const ImOpenShape *b);

/**
 * ImBroadcastScan:
 * @end: the axis for which no group is left, or the rank of the larger shape
 * @groups: of each axis before @end; NONE of those that count as neither
 * @counts: by ImBroadcastGroup; products that are too large stop at
 * IM_BROADCAST_COUNT_LIMIT, from where a size of 0 still brings them down
 */
typedef struct
{
  guint end;
  ImBroadcastGroup groups[IM_SHAPE_MAX_RANK];
  gint64 counts[IM_BROADCAST_N_GROUPS];
} ImBroadcastScan;

/**
 * im_broadcast_scan:
 * @small: a shape that stretches into @big
 * @big: a shape of at least its rank
 * @scan: (out): the groups
 *
 * Scans the axes from the innermost, see im_broadcast_compute(); a second time without
 * axes that are 1 in both if the groups do not suffice with them. Source: specification,
 * System.ShapeBroadcast.
 */
void im_broadcast_scan (const ImOpenShape *small,
                        const ImOpenShape *big,
                        ImBroadcastScan *scan);

/* The loop counts of a complete scan, all of them below IM_BROADCAST_COUNT_LIMIT. */
ImBroadcast im_broadcast_scan_get_loops (const ImBroadcastScan *scan);

/* Whether a loop of the scan counts too far. */
gboolean im_broadcast_scan_overflows (const ImBroadcastScan *scan);

G_END_DECLS
