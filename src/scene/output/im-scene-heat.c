/* SPDX-License-Identifier: MIT */
#include "scene/output/im-scene-heat.h"

#include <math.h>

#define N_LEVELS 256

static guint32
mix (guint32 a, guint32 b, double part)
{
  guint32 mixed = 0;

  for (guint shift = 0; shift < 24; shift += 8)
    {
      double x = a >> shift & 0xff, y = b >> shift & 0xff;

      mixed |= (guint32) lround (x + (y - x) * part) << shift;
    }

  return mixed;
}

/* The nine colours of the styles, and those between them. */
static void
fill_colours (ImSceneTheme theme, guint32 *colours)
{
  guint n = IM_STYLE_HEAT_9 - IM_STYLE_HEAT;

  colours[0] = im_scene_style_get_colours (IM_STYLE_HEAT_NONE, theme).fill;
  if (colours[0] == IM_COLOUR_NONE)
    colours[0] = 0xffffff;
  for (guint level = 1; level < N_LEVELS; level++)
    {
      double place = (double) (level - 1) * n / (N_LEVELS - 2);
      guint below = MIN ((guint) place, n - 1);

      colours[level] = mix (
          im_scene_style_get_colours ((ImSceneStyleId) (IM_STYLE_HEAT + below), theme)
              .fill,
          im_scene_style_get_colours ((ImSceneStyleId) (IM_STYLE_HEAT + below + 1), theme)
              .fill,
          place - below);
    }
}

cairo_surface_t *
im_scene_heat_create_surface (const ImSceneItem *item, ImSceneTheme theme)
{
  cairo_surface_t *surface = cairo_image_surface_create (
      CAIRO_FORMAT_RGB24, (int) item->n_columns, (int) item->n_rows);
  guint8 *pixels = cairo_image_surface_get_data (surface);
  gsize stride = (gsize) cairo_image_surface_get_stride (surface);
  guint32 colours[N_LEVELS];

  if (pixels == NULL)
    return surface;

  fill_colours (theme, colours);
  for (guint row = 0; row < item->n_rows; row++)
    {
      guint32 *line = (guint32 *) (gpointer) (pixels + row * stride);

      for (guint column = 0; column < item->n_columns; column++)
        line[column] = colours[item->levels[row * item->n_columns + column]];
    }
  cairo_surface_mark_dirty (surface);

  return surface;
}
