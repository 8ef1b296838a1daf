/* Inputs and an output of a unit as rows of boxes, one per axis, with bands between them
 * that say in words what becomes of each axis.
 *
 * Inputs stand side by side above, the output below the first one; axis 0 is at the right
 * of each. Solid bands are what the unit says of axes; a dashed line joins axes that only
 * have the same size at the same position.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "program/im-axis-relation.h"
#include "scene/display/im-scene.h"

G_BEGIN_DECLS

/**
 * ImAxisColumn:
 * @size: of the axis
 * @name: (nullable): its name, or its labels
 * @axis: its number, `axis 1`
 * @layout: `step 3 · slot 4`
 * @words: (nullable): what becomes of it, two lines
 * @box_width: of its box, wider with the logarithm of the size
 * @x: middle of the box, from the left edge of the picture
 */
typedef struct
{
  const char *size;
  const char *name;
  const char *axis;
  const char *layout;
  const char *words[2];
  double box_width;
  double x;
} ImAxisColumn;

/**
 * ImAxisRow:
 * @title: name of the socket, and what flows there
 * @rank: number of axes
 * @columns: one per axis, the innermost first; of rank 0 one for the single element
 * @left: of the leftmost column
 * @right: of the rightmost column
 */
typedef struct
{
  const char *title;
  guint rank;
  ImAxisColumn columns[IM_SHAPE_MAX_RANK];
  double left;
  double right;
} ImAxisRow;

/**
 * ImAxisPicture:
 * @relation: what it shows
 * @inputs: one row per input
 * @output: the row of the output
 * @has_names: whether an axis has a name or labels
 * @has_removed: whether words stand below inputs
 * @width: in pixels
 * @height: in pixels
 */
typedef struct
{
  const ImAxisRelation *relation;
  ImAxisRow *inputs;
  ImAxisRow output;
  gboolean has_names;
  gboolean has_removed;
  double width;
  double height;
} ImAxisPicture;

/* Heights, in pixels. */
#define IM_AXIS_TITLE   18
#define IM_AXIS_CAPTION 13 /* a line beside a box */
#define IM_AXIS_BOX     30
#define IM_AXIS_WORDS   34 /* two lines in a band */

/* The height of the bands between the rows. */
double im_axis_picture_get_band (const ImAxisPicture *picture);

/* Finds words, places and size. */
void im_axis_picture_measure (ImAxisPicture *picture,
                              const ImAxisRelation *relation,
                              ImArena *arena);

/**
 * im_axis_picture_draw:
 * @picture: a picture with its places
 * @scene: a scene
 * @corner: upper left corner
 */
void im_axis_picture_draw (const ImAxisPicture *picture,
                           ImScene *scene,
                           ImScenePoint corner);

G_END_DECLS
