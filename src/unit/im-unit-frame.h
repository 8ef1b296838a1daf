/* Frames: titled rectangles behind the nodes of a graph, which name a part of it.
 *
 * A frame can have a text, too: without nodes in it, it is a note. Frames say nothing of
 * what is computed.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "unit/im-unit.h"

G_BEGIN_DECLS

#define IM_FRAME_MIN_SIZE  40  /* pixels that a frame is at least wide and high */
#define IM_FRAME_MAX_SIZE  1e6 /* pixels that it is at most */
#define IM_FRAME_MAX_PLACE 1e6 /* pixels from the origin that its corner is at most */

typedef enum
{
  IM_FRAME_GRAY,
  IM_FRAME_BLUE,
  IM_FRAME_GREEN,
  IM_FRAME_YELLOW,
  IM_FRAME_ORANGE,
  IM_FRAME_RED,
  IM_FRAME_PURPLE,
  IM_N_FRAME_COLORS,
} ImFrameColor;

/* Their names in files, such as `gray`, then NULL. */
extern const char *const im_frame_color_names[];

/**
 * ImUnitFrame:
 * @element: its place
 * @id: its name in edits; no node has the same
 * @title: (nullable): what stands at its upper edge
 * @text: (nullable): a note for people, in lines
 * @x: its left edge, in pixels of the canvas
 * @y: its upper edge
 * @width: from IM_FRAME_MIN_SIZE to IM_FRAME_MAX_SIZE
 * @height: the same
 * @color: gray if the file says none
 */
struct _ImUnitFrame
{
  const ImXmlElement *element;
  const char *id;
  const char *title;
  const char *text;
  double x;
  double y;
  double width;
  double height;
  ImFrameColor color;
};

/* Whether a node whose corner is there stands in a frame. */
static inline gboolean
im_unit_frame_has (const ImUnitFrame *frame, double x, double y)
{
  return x >= frame->x && x <= frame->x + frame->width && y >= frame->y &&
         y <= frame->y + frame->height;
}

/**
 * im_unit_find_frame:
 * @unit: a unit
 * @id: a name
 *
 * Returns: (nullable): the frame of that name
 */
const ImUnitFrame *im_unit_find_frame (const ImUnit *unit, const char *id);

/* What people call a frame: its title, or else its name. */
static inline const char *
im_unit_frame_get_label (const ImUnitFrame *frame)
{
  return frame->title != NULL ? frame->title : frame->id;
}

/* The color of a name, or -1. */
gint im_frame_color_find (const char *name);

G_END_DECLS
