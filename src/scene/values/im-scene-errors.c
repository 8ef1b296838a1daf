/* SPDX-License-Identifier: MIT */
#include "scene/values/im-scene-errors.h"

#include <math.h>

#include "scene/display/im-scene-metrics.h"

#define MARGIN     12
#define LINE       18
#define BAR        12
#define GAP        10
#define PADDING    6
#define MAX_DB     160.0 /* of float32, whose steps are 2^-24 of the largest */
#define VALUE_ROOM 150.0 /* behind the bars */
#define NAME_PART  0.2   /* of the width, for names of builds */

static char *
dup_value (const ImErrorBar *bar)
{
  const char *verdict = bar->is_bad ? ", out of tolerance" : "";

  if (!bar->is_known)
    return g_strdup_printf ("not compared%s", verdict);
  if (!isfinite (bar->decibels))
    return g_strdup_printf ("no error%s", verdict);

  return g_strdup_printf ("%.0f dB%s", bar->decibels, verdict);
}

static void
add_text (ImScene *scene,
          ImSceneStyleId style,
          double x,
          double y,
          const char *text,
          double room)
{
  g_autofree char *elided = im_scene_text_dup_elided (style, text, room);

  im_scene_add_text (scene, style, (ImScenePoint){ x, y }, IM_ANCHOR_START, elided);
}

static void
draw_bar (ImScene *scene, const ImErrorBar *bar, double top, double width)
{
  double names = NAME_PART * width;
  double start = MARGIN + names + PADDING;
  double room = width - start - VALUE_ROOM - MARGIN;
  double decibels = CLAMP (bar->decibels, 0, MAX_DB);
  double length = bar->is_known ? fmax (room * decibels / MAX_DB, 1) : 0;
  g_autofree char *value = dup_value (bar);
  g_autofree char *line = g_strdup_printf ("%s: %s", bar->build, value);

  im_scene_open_group (scene, line);
  add_text (scene, IM_STYLE_SOCKET, MARGIN, top + BAR, bar->build, names);
  if (length > 0)
    im_scene_add_rectangle (scene, bar->is_bad ? IM_STYLE_CELL_BAD : IM_STYLE_BUFFER,
                            (ImScenePoint){ start, top + 2 }, length, BAR, 2);
  add_text (scene, IM_STYLE_SOCKET, start + length + PADDING, top + BAR, value,
            VALUE_ROOM);
  im_scene_close_group (scene);
}

ImScene *
im_scene_errors_new (const char *title,
                     const ImErrorRow *rows,
                     guint n_rows,
                     double width)
{
  ImScene *scene;
  double y = MARGIN;

  if (n_rows == 0)
    return NULL;
  width = fmax (width, IM_ERRORS_MIN_WIDTH);
  scene = im_scene_new (title, "For each layer and build the signal over the error in "
                               "decibels; longer bars are better.");
  for (guint i = 0; i < n_rows; i++)
    {
      g_autofree char *path = im_scene_path_dup_elided (IM_STYLE_NAME, rows[i].layer,
                                                        width - 2 * MARGIN);

      im_scene_open_group (scene, rows[i].layer);
      im_scene_add_text (scene, IM_STYLE_NAME, (ImScenePoint){ MARGIN, y + BAR },
                         IM_ANCHOR_START, path);
      y += LINE;
      for (guint j = 0; j < rows[i].n_bars; j++, y += LINE)
        draw_bar (scene, &rows[i].bars[j], y, width);
      y += GAP;
      im_scene_close_group (scene);
    }
  scene->width = width;
  scene->height = y - GAP + MARGIN;

  return scene;
}
