/* A picture of how shapes meet: a table whose columns are axes, axis 0 at the right, with
 * a row for each operand and the result.
 *
 * A cell is solid where the operand has the size, hatched where a 1 stretches, dashed
 * where an axis is added or not known. Below each column stands in words how its sizes
 * meet, below that the groups of loops. Types with tensors in tensors have one table for
 * each level, from left to right. Nothing is said by colour alone.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "broadcast/im-broadcast-report.h"
#include "scene/display/im-scene.h"

G_BEGIN_DECLS

/**
 * ImBroadcastShow:
 * @IM_SHOW_TABLE: only the tables and what is wrong
 * @IM_SHOW_TITLE: the rules, what is done, and the operands as they are written
 * @IM_SHOW_NOTES: numbers of elements, the rule that decided, checks at run time
 * @IM_SHOW_LOOPS: the loops of the groups beside the table
 * @IM_SHOW_LEGEND: what the kinds of cells mean
 * @IM_SHOW_ALL_COLUMNS: do not fold columns in the middle of more than 8
 *
 * What a picture shows, one bit each.
 */
typedef enum
{
  IM_SHOW_TABLE = 0,
  IM_SHOW_TITLE = 1 << 0,
  IM_SHOW_NOTES = 1 << 1,
  IM_SHOW_LOOPS = 1 << 2,
  IM_SHOW_LEGEND = 1 << 3,
  IM_SHOW_ALL_COLUMNS = 1 << 4,
} ImBroadcastShow;

/* All but the columns that are folded. */
#define IM_SHOW_USUAL (IM_SHOW_TITLE | IM_SHOW_NOTES | IM_SHOW_LOOPS | IM_SHOW_LEGEND)

/**
 * im_scene_broadcast_new:
 * @report: a report
 * @show: what to show, of #ImBroadcastShow
 *
 * Returns: the picture; its groups say each column in words
 */
ImScene *im_scene_broadcast_new (const ImBroadcastReport *report, guint show);

/**
 * ImBroadcastHitKind:
 * @IM_HIT_NOTHING: no column is there
 * @IM_HIT_COLUMN: a column
 * @IM_HIT_FOLD: columns that are folded
 */
typedef enum
{
  IM_HIT_NOTHING,
  IM_HIT_COLUMN,
  IM_HIT_FOLD,
} ImBroadcastHitKind;

/**
 * ImBroadcastHit:
 * @kind: what is there
 * @level: number of the level
 * @axis: of a column
 * @corner: upper left corner of the column, from its number to its verdict
 * @width: of the column
 * @height: of the column
 */
typedef struct
{
  ImBroadcastHitKind kind;
  guint level;
  guint axis;
  ImScenePoint corner;
  double width;
  double height;
} ImBroadcastHit;

/**
 * im_scene_broadcast_hit:
 * @report: the report of a picture
 * @show: what the picture shows
 * @at: a point of it
 *
 * Returns: what is at a point of the picture that im_scene_broadcast_new() makes
 */
ImBroadcastHit im_scene_broadcast_hit (const ImBroadcastReport *report,
                                       guint show,
                                       ImScenePoint at);

G_END_DECLS
