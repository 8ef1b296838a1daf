/* SPDX-License-Identifier: MIT */
#include "scene/shape/im-shape-diagram.h"

#include <math.h>

#include "scene/display/im-scene-metrics.h"

#define GAP             6  /* between boxes */
#define MIN_BOX         34 /* of one element */
#define DOUBLING        10 /* wider for twice the size */
#define PADDING         16 /* beside the number */
#define CAPTION         13 /* from a box to the baseline below it */
#define NO_AXES         "1"
#define NO_AXES_CAPTION "one element"

static char *
dup_caption (const ImShape *shape, guint axis)
{
  gint64 step = 1;

  for (guint i = 0; i < axis; i++)
    {
      if (shape->size[i] == IM_SHAPE_UNKNOWN)
        return g_strdup_printf ("axis %u · step ?", axis);
      step *= shape->size[i];
    }

  return g_strdup_printf ("axis %u · step %" G_GINT64_FORMAT, axis, step);
}

static char *
dup_size (const ImShape *shape, guint axis)
{
  return shape->size[axis] == IM_SHAPE_UNKNOWN
             ? g_strdup ("?")
             : g_strdup_printf ("%d", shape->size[axis]);
}

static double
get_box_width (const ImShape *shape, guint axis)
{
  g_autofree char *size = dup_size (shape, axis);
  double text = im_scene_text_get_width (IM_STYLE_SIZE, size) + PADDING;

  return MAX (text, MIN_BOX + DOUBLING * log2 (MAX (1, shape->size[axis])));
}

void
im_shape_columns_add (ImShapeColumns *columns, const ImShape *shape)
{
  if (shape->rank == 0)
    columns->widths[0] = MAX (columns->widths[0],
                              im_scene_text_get_width (IM_STYLE_SOCKET, NO_AXES_CAPTION));
  for (guint i = 0; i < shape->rank; i++)
    {
      g_autofree char *caption = dup_caption (shape, i);
      double width = im_scene_text_get_width (IM_STYLE_SOCKET, caption) + GAP;

      width = ceil (MAX (width, get_box_width (shape, i)));
      columns->widths[i] = MAX (columns->widths[i], width);
    }
  columns->rank = MAX (columns->rank, MAX (1, shape->rank));
}

double
im_shape_columns_get_width (const ImShapeColumns *columns)
{
  double width = 0;

  for (guint i = 0; i < columns->rank; i++)
    width += columns->widths[i] + (i == 0 ? 0 : GAP);

  return width;
}

static void
draw_box (ImScene *scene,
          ImScenePoint right,
          double width,
          const char *size,
          const char *caption)
{
  im_scene_add_rectangle (scene, IM_STYLE_AXIS,
                          (ImScenePoint){ right.x - width, right.y }, width,
                          IM_SHAPE_BOX_HEIGHT, 4);
  im_scene_add_text (scene, IM_STYLE_SIZE,
                     (ImScenePoint){ right.x - width / 2, right.y + 20 },
                     IM_ANCHOR_MIDDLE, size);
  im_scene_add_text (scene, IM_STYLE_SOCKET,
                     (ImScenePoint){ right.x, right.y + IM_SHAPE_BOX_HEIGHT + CAPTION },
                     IM_ANCHOR_END, caption);
}

void
im_shape_diagram_draw (ImScene *scene,
                       const ImShapeColumns *columns,
                       const ImShape *shape,
                       ImScenePoint right)
{
  if (shape->rank == 0)
    draw_box (scene, right, MIN_BOX, NO_AXES, NO_AXES_CAPTION);
  for (guint i = 0; i < shape->rank; i++)
    {
      g_autofree char *size = dup_size (shape, i);
      g_autofree char *caption = dup_caption (shape, i);

      draw_box (scene, right, get_box_width (shape, i), size, caption);
      right.x -= columns->widths[i] + GAP;
    }
}
