/* Where the parts of a picture of broadcasting are.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "scene/broadcast/im-broadcast-grid.h"
#include "scene/broadcast/im-scene-broadcast.h"

G_BEGIN_DECLS

#define IM_BROADCAST_CELL_HEIGHT  34
#define IM_BROADCAST_GAP          8
#define IM_BROADCAST_VERDICT_LINE 14

/**
 * ImBroadcastBox:
 * @grid: what is shown
 * @title: (nullable): which level it is
 * @left: left edge of the names of rows
 * @names_right: right edge of them
 * @cells_left: left edge of the first column
 * @right: right edge of the last column
 * @x: left edges of the columns
 * @widths: of the columns
 * @row_y: upper edges of the rows
 * @head_y: baseline of the numbers of axes
 * @verdict_y: baseline of the first line of verdicts
 * @bracket_y: upper edge of brackets
 * @bottom: lower edge of all
 */
typedef struct
{
  ImBroadcastGrid grid;
  const char *title;
  double left;
  double names_right;
  double cells_left;
  double right;
  double *x;
  double *widths;
  double *row_y;
  double head_y;
  double verdict_y;
  double bracket_y;
  double bottom;
} ImBroadcastBox;

/**
 * ImBroadcastLine:
 * @style: of the text
 * @at: start of its baseline
 * @text: a line
 */
typedef struct
{
  ImSceneStyleId style;
  ImScenePoint at;
  const char *text;
} ImBroadcastLine;

/**
 * ImBroadcastLink:
 * @from: left end
 * @to: right end, the tip of the arrow
 */
typedef struct
{
  ImScenePoint from;
  ImScenePoint to;
} ImBroadcastLink;

/**
 * ImBroadcastLoop:
 * @group: whose loop it is
 * @text: such as `group1 3`
 * @mark_width: of the mark before the name, which is not struck through
 * @note: (nullable): said of the operand that does not advance in it
 * @big: start of the baseline of its text for the operand that always advances
 * @small: the same for the operand that stretches
 */
typedef struct
{
  ImBroadcastGroup group;
  const char *text;
  double mark_width;
  const char *note;
  ImScenePoint big;
  ImScenePoint small;
} ImBroadcastLoop;

/**
 * ImBroadcastLayout:
 * @boxes: (element-type ImBroadcastBox): a table for each level
 * @lines: (element-type ImBroadcastLine): title and notes, and what stands beside tables
 * @links: (element-type ImBroadcastLink): from a table to that of its elements
 * @loops: (element-type ImBroadcastLoop): the outermost first
 * @legend: left end of the legend, its upper edge
 * @legend_width: room for it
 * @width: of the picture, without the legend
 * @height: of the picture, without the legend
 *
 * Arrays are freed with im_broadcast_layout_clear(), all else is in the arena.
 */
typedef struct
{
  GArray *boxes;
  GArray *lines;
  GArray *links;
  GArray *loops;
  ImScenePoint legend;
  double legend_width;
  double width;
  double height;
} ImBroadcastLayout;

void im_broadcast_layout_init (ImBroadcastLayout *layout,
                               const ImBroadcastReport *report,
                               guint show,
                               ImArena *arena);
void im_broadcast_layout_clear (ImBroadcastLayout *layout);

/* Draws what is laid out, and the legend if @show says so; sets the size of the scene. */
void im_broadcast_layout_draw (const ImBroadcastLayout *layout,
                               const ImBroadcastReport *report,
                               guint show,
                               ImScene *scene);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ImBroadcastLayout, im_broadcast_layout_clear)

G_END_DECLS
