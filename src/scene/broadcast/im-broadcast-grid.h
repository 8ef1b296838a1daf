/* A level of a report of broadcasting as a table of words: what a picture and a terminal
 * both show, before either decides where.
 *
 * Columns are in the order of reading, the outermost axis first. Of many columns those in
 * the middle can be folded into one.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-arena.h"
#include "broadcast/im-broadcast-report.h"

G_BEGIN_DECLS

#define IM_BROADCAST_MAX_COLUMNS 8 /* more are folded */

/**
 * ImBroadcastLook:
 * @IM_LOOK_NONE: nothing is there
 * @IM_LOOK_OWN: a size that is kept
 * @IM_LOOK_STRETCHED: a size 1 that stretches, or a 1 that was added and stretches
 * @IM_LOOK_ADDED: a 1 that was added and stays
 * @IM_LOOK_UNKNOWN: a size that is not known
 * @IM_LOOK_BAD: a size that contradicts another one
 * @IM_LOOK_FOLDED: columns that are not shown
 * @IM_LOOK_RESULT: a size of the result
 * @IM_LOOK_NO_RESULT: the result has no size here
 * @IM_LOOK_DECLARED: a declared size that cannot be relied on
 */
typedef enum
{
  IM_LOOK_NONE,
  IM_LOOK_OWN,
  IM_LOOK_STRETCHED,
  IM_LOOK_ADDED,
  IM_LOOK_UNKNOWN,
  IM_LOOK_BAD,
  IM_LOOK_FOLDED,
  IM_LOOK_RESULT,
  IM_LOOK_NO_RESULT,
  IM_LOOK_DECLARED,
} ImBroadcastLook;

/**
 * ImBroadcastWord:
 * @look: what it stands for
 * @text: the word, such as `1→5`
 */
typedef struct
{
  ImBroadcastLook look;
  const char *text;
} ImBroadcastWord;

typedef enum
{
  IM_ROW_OPERAND,
  IM_ROW_RESULT,
  IM_ROW_DECLARED,
  IM_ROW_TARGET, /* of an assignment: the operand whose sizes stay */
} ImBroadcastRowKind;

/**
 * ImBroadcastRow:
 * @kind: what it shows
 * @operand: number of the operand; of the result and what is declared -1
 * @name: what stands before it
 * @words: of each column
 * @wide: (nullable): what stands in place of all columns: the operand has none
 */
typedef struct
{
  ImBroadcastRowKind kind;
  gint operand;
  const char *name;
  const ImBroadcastWord *words;
  const char *wide;
} ImBroadcastRow;

/**
 * ImBroadcastHead:
 * @axis: its axis, or -1 where columns are folded
 * @first: of folded columns: the outermost axis
 * @last: of folded columns: the innermost axis
 * @text: such as `d0`
 * @relation: how the sizes meet
 * @group: of the column
 * @verdict: the same in words, in up to three lines
 */
typedef struct
{
  gint axis;
  guint first;
  guint last;
  const char *text;
  ImColumnRelation relation;
  ImBroadcastGroup group;
  const char *verdict;
} ImBroadcastHead;

/**
 * ImBroadcastBracket:
 * @group: which group
 * @first: number of its first column in the order of reading
 * @last: of its last one
 * @product: how often its loop runs, as a text; "" if no loops can be told
 */
typedef struct
{
  ImBroadcastGroup group;
  guint first;
  guint last;
  const char *product;
} ImBroadcastBracket;

/**
 * ImBroadcastGrid:
 * @heads: of the columns
 * @n_columns: their number; 0 of scalars only
 * @rows: operands, then the result; of an assignment the target is the last
 * @n_rows: their number
 * @brackets: groups of which a column is shown, from left to right
 * @n_brackets: their number
 */
typedef struct
{
  const ImBroadcastHead *heads;
  guint n_columns;
  const ImBroadcastRow *rows;
  guint n_rows;
  const ImBroadcastBracket *brackets;
  guint n_brackets;
} ImBroadcastGrid;

/**
 * im_broadcast_grid_new:
 * @report: a report
 * @level: number of one of its levels
 * @max_columns: how many columns are shown, at least 3; more are folded
 * @arena: for the table
 */
ImBroadcastGrid im_broadcast_grid_new (const ImBroadcastReport *report,
                                       guint level,
                                       guint max_columns,
                                       ImArena *arena);

/* `right`, `group2` and so on; NULL of no group. */
const char *im_broadcast_group_get_name (ImBroadcastGroup group);

/* How often the loop of a group runs. */
gint32 im_broadcast_group_get_count (const ImBroadcast *groups, ImBroadcastGroup group);

G_END_DECLS
