/* SPDX-License-Identifier: MIT
 *
 * The numbers around the cursor, a row for each value.
 */
#include <math.h>

#include "scene/display/im-scene-metrics.h"
#include "scene/track/im-lane-draw.h"

#define ROW     16
#define COLUMN  84
#define PADDING 8

static void
add_cell (const ImLaneDrawing *drawing, guint column, double y, const char *text)
{
  g_autofree char *elided = im_scene_text_dup_elided (IM_STYLE_VALUE, text,
                                                      COLUMN - PADDING);

  im_scene_add_text (drawing->scene, IM_STYLE_VALUE,
                     (ImScenePoint){ IM_LANE_LEFT + (column + 1) * COLUMN, y },
                     IM_ANCHOR_END, elided);
}

static void
draw_headings (const ImLaneDrawing *drawing, guint n_channels)
{
  const ImSignalFormat *format = im_signal_get_format (drawing->lane->signal);
  double y = drawing->scale.top + ROW - 4;

  add_cell (drawing, 0, y, drawing->axis.is_timed ? "s" : "row");
  for (guint c = 0; c < n_channels; c++)
    {
      g_autofree char *number = g_strdup_printf ("[%u]", c);

      add_cell (drawing, c + 1, y,
                format->channels != NULL ? format->channels[c] : number);
    }
  im_scene_begin_path (drawing->scene, IM_STYLE_LANE);
  im_scene_move_to (drawing->scene, (ImScenePoint){ drawing->axis.left, y + 4 });
  im_scene_line_to (drawing->scene, (ImScenePoint){ drawing->axis.right, y + 4 });
}

static void
draw_value (const ImLaneDrawing *drawing, guint64 value, guint n_channels, double y)
{
  ImSignal *signal = drawing->lane->signal;
  g_autofree double *numbers = g_new (double, n_channels);
  g_autofree char *time = g_strdup_printf ("%.9g", im_signal_get_time (signal, value));

  if (!im_signal_load (signal, 0, n_channels, value, 1, numbers, NULL))
    return;
  add_cell (drawing, 0, y, time);
  for (guint c = 0; c < n_channels; c++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      im_signal_append_number (signal, numbers[c], text);
      add_cell (drawing, c + 1, y, text->str);
    }
}

void
im_lane_draw_table (ImLaneDrawing *drawing)
{
  const ImLane *lane = drawing->lane;
  double width = drawing->axis.right - drawing->axis.left;
  guint room = (guint) MAX (2, width / COLUMN) - 1;
  guint n_channels = MIN (im_signal_get_n_channels (lane->signal), room);
  guint n_rows = (guint) (drawing->scale.height / ROW) - 1;
  guint64 n_values = im_signal_get_n_values (lane->signal), value;

  draw_headings (drawing, n_channels);
  if (!im_lane_find_value (lane, &value))
    return;

  im_scene_add_rectangle (
      drawing->scene, IM_STYLE_LABEL_SHADE,
      (ImScenePoint){ drawing->axis.left,
                      drawing->scale.top + ROW * (1 + MIN (value, n_rows / 2)) },
      width, ROW, 0);
  for (guint i = 0; i < n_rows; i++)
    {
      guint64 row = value - MIN (value, n_rows / 2) + i;

      if (row < n_values)
        draw_value (drawing, row, n_channels, drawing->scale.top + ROW * (i + 2) - 4);
    }
}
