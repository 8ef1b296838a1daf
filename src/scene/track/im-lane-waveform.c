/* SPDX-License-Identifier: MIT
 *
 * Where there are several values to a pixel, a line goes up and down between the smallest
 * and the largest one of each column. Where there are fewer, it goes from value to value,
 * and where they are far apart each one has a dot.
 */
#include <math.h>

#include "scene/display/im-scene-hatch.h"
#include "scene/track/im-lane-draw.h"

#define DOT_DISTANCE 8 /* pixels between values that have dots */
#define DOT_RADIUS   2.5
#define MARK_HEIGHT  3
#define MAX_FINE     4096 /* values of a line from value to value */
#define PATH_COLUMNS                                                \
  16 /* of one path: cairo takes longer for long ones than for many \
      */

typedef struct
{
  guint n_channels;
  guint n_columns;
  ImSignalColumn *columns; /* channel by channel */
} Columns;

static double
get_column_x (const ImLaneDrawing *drawing, const Columns *columns, double column)
{
  const ImTimeAxis *axis = &drawing->axis;

  return axis->left + (axis->right - axis->left) * column / columns->n_columns;
}

/* A line from the smallest to the largest value of each column, and as far towards those
 * of the column before that both meet. Lines that all go straight up are painted as
 * boxes; one that went up and down across the lane would take cairo up to 40 times as
 * long. */
static void
draw_band (ImLaneDrawing *drawing, const Columns *columns, guint channel)
{
  const ImSignalColumn *column = columns->columns + channel * columns->n_columns;
  const ImSignalColumn *before = NULL;

  for (guint i = 0; i < columns->n_columns; i++, column++)
    {
      double x = get_column_x (drawing, columns, i + 0.5);
      double low = before == NULL ? column->min : MIN (column->min, before->max);
      double high = before == NULL ? column->max : MAX (column->max, before->min);

      if (i % PATH_COLUMNS == 0)
        im_scene_begin_path (drawing->scene,
                             (ImSceneStyleId) (IM_STYLE_SIGNAL + channel));
      if (column->min > column->max)
        {
          before = column->n_values == 0 ? before : NULL;
          continue;
        }
      if (high > low)
        {
          im_scene_move_to (
              drawing->scene,
              (ImScenePoint){ x, im_track_scale_get_y (&drawing->scale, high) });
          im_scene_line_to (
              drawing->scene,
              (ImScenePoint){ x, im_track_scale_get_y (&drawing->scale, low) });
        }
      else
        {
          double y = im_track_scale_get_y (&drawing->scale, low);

          im_scene_move_to (drawing->scene, (ImScenePoint){ x - 0.5, y });
          im_scene_line_to (drawing->scene, (ImScenePoint){ x + 0.5, y });
        }
      before = column;
    }
}

/* From value to value, those beside the edges included; what leaves the lane is cut. */
static void
draw_values (ImLaneDrawing *drawing, guint channel, guint64 first, gsize n)
{
  const ImTimeAxis *axis = &drawing->axis;
  g_autofree double *numbers = g_new (double, n);
  g_autofree ImScenePoint *points = g_new (ImScenePoint, n);
  gboolean has_dots = (axis->right - axis->left) / (double) n >= DOT_DISTANCE;
  gboolean is_begun = FALSE;

  if (!im_signal_load (drawing->lane->signal, channel, 1, first, n, numbers, NULL))
    return;

  for (gsize i = 0; i < n; i++)
    points[i] = (ImScenePoint){
      im_time_axis_get_x (axis, im_signal_get_time (drawing->lane->signal, first + i)),
      im_track_scale_get_y (&drawing->scale, numbers[i])
    };
  im_scene_begin_path (drawing->scene, (ImSceneStyleId) (IM_STYLE_SIGNAL + channel));
  for (gsize i = 0; i < n; i++)
    {
      ImScenePoint at = points[i];

      if (!isfinite (numbers[i]))
        {
          is_begun = FALSE;
          continue;
        }
      if (at.x < axis->left && i + 1 < n && isfinite (numbers[i + 1]) &&
          points[i + 1].x > at.x)
        {
          at.y += (points[i + 1].y - at.y) * (axis->left - at.x) /
                  (points[i + 1].x - at.x);
          at.x = axis->left;
        }
      else if (at.x > axis->right && is_begun && at.x > points[i - 1].x)
        {
          at.y += (points[i - 1].y - at.y) * (at.x - axis->right) /
                  (at.x - points[i - 1].x);
          at.x = axis->right;
        }
      if (is_begun)
        im_scene_line_to (drawing->scene, at);
      else
        im_scene_move_to (drawing->scene, at);
      is_begun = TRUE;
    }

  for (gsize i = 0; has_dots && i < n; i++)
    if (isfinite (numbers[i]) && points[i].x >= axis->left && points[i].x <= axis->right)
      im_scene_add_rectangle (
          drawing->scene, (ImSceneStyleId) (IM_STYLE_SIGNAL + channel),
          (ImScenePoint){ points[i].x - DOT_RADIUS, points[i].y - DOT_RADIUS },
          2 * DOT_RADIUS, 2 * DOT_RADIUS, DOT_RADIUS);
}

static gboolean
is_missing (const Columns *columns, guint i)
{
  for (guint c = 0; c < columns->n_channels; c++)
    if (columns->columns[c * columns->n_columns + i].has_nan ||
        columns->columns[c * columns->n_columns + i].has_infinite)
      return TRUE;

  return FALSE;
}

static gboolean
is_saturated (const Columns *columns, guint i)
{
  for (guint c = 0; c < columns->n_channels; c++)
    if (columns->columns[c * columns->n_columns + i].is_saturated)
      return TRUE;

  return FALSE;
}

/* Columns between values are missing like the one before them. */
static guint
find_missing_end (const Columns *columns, guint i)
{
  guint end = i;

  while (end < columns->n_columns &&
         (is_missing (columns, end) || (end > i && columns->columns[end].n_values == 0)))
    end++;

  return end;
}

/* Hatches runs of columns in which numbers are missing, and marks those at a limit. */
static void
draw_flags (ImLaneDrawing *drawing, const Columns *columns)
{
  double top = drawing->scale.top;
  guint end;

  for (guint i = 0; i < columns->n_columns; i = end + 1)
    {
      end = find_missing_end (columns, i);
      if (end > i)
        im_scene_add_hatch (drawing->scene, IM_STYLE_HATCH_GROUP2,
                            (ImScenePoint){ get_column_x (drawing, columns, i), top },
                            MAX (2, get_column_x (drawing, columns, end) -
                                        get_column_x (drawing, columns, i)),
                            drawing->scale.height, 0);
    }
  for (guint i = 0; i < columns->n_columns; i = end + 1)
    {
      for (end = i; end < columns->n_columns && is_saturated (columns, end);)
        end++;
      if (end > i)
        im_scene_add_rectangle (drawing->scene, IM_STYLE_CELL_BAD,
                                (ImScenePoint){ get_column_x (drawing, columns, i), top },
                                get_column_x (drawing, columns, end) -
                                    get_column_x (drawing, columns, i),
                                MARK_HEIGHT, 0);
    }
}

void
im_lane_draw_waveform (ImLaneDrawing *drawing)
{
  const ImLane *lane = drawing->lane;
  guint n_channels = MIN (im_signal_get_n_channels (lane->signal), IM_LANE_MAX_LINES);
  guint n_columns = (guint) (drawing->axis.right - drawing->axis.left);
  g_autofree ImSignalColumn *all = g_new (ImSignalColumn, n_channels * n_columns);
  Columns columns = { n_channels, n_columns, all };
  guint64 first = im_signal_find (lane->signal, lane->from_s);
  guint64 end = im_signal_find (lane->signal, lane->to_s);
  guint64 n_values = im_signal_get_n_values (lane->signal);
  double low, high;

  im_lane_find_limits (lane->signal, n_channels, &low, &high);
  im_track_scale_fit (&drawing->scale, low, high);
  for (guint c = 0; c < n_channels; c++)
    im_signal_get_columns (lane->signal, c, lane->from_s, lane->to_s, n_columns,
                           all + c * n_columns);
  draw_flags (drawing, &columns);
  first -= first > 0 ? 1 : 0;
  end += end < n_values ? 1 : 0;
  for (guint c = 0; c < n_channels; c++)
    if (end - first <= MIN (2 * n_columns, MAX_FINE))
      draw_values (drawing, c, first, (gsize) (end - first));
    else
      draw_band (drawing, &columns, c);
  if (lane->kind != IM_LANE_OVERVIEW)
    im_track_scale_draw (&drawing->scale, drawing->scene);
}
