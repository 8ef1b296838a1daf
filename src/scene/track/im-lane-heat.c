/* SPDX-License-Identifier: MIT
 *
 * Over time: a column of pixels shows for each element the largest number of the values
 * in it, of some of them where they are many, and of whole blocks where they are very
 * many. At one time: the elements as rows and columns.
 */
#include <float.h>
#include <math.h>

#include "scene/display/im-scene-metrics.h"
#include "scene/track/im-lane-draw.h"

#define MAX_ROWS   512
#define PICKED     4   /* values of a column that are looked at */
#define MANY       512 /* values of a column: blocks are looked at */
#define CELL_LEAST 14  /* pixels of a cell that has its number in it */

typedef struct
{
  ImLaneDrawing *drawing;
  guint n_channels, n_rows, n_columns;
  double *numbers; /* row by row, the first element at the bottom; NaN for none */
} Grid;

guint8
im_lane_get_level (double number, double low, double high)
{
  if (!isfinite (number))
    return 0;

  return (guint8) (1 + lround (CLAMP ((number - low) / (high - low), 0, 1) * 254));
}

static void
put (Grid *grid, guint channel, guint column, double number)
{
  guint row = grid->n_rows - 1 - channel * grid->n_rows / grid->n_channels;
  double *cell = &grid->numbers[row * grid->n_columns + column];

  if (isfinite (number) && !(*cell >= number))
    *cell = number;
}

/* The values of which the middles are in a column, or the one that holds then. */
static void
put_values (Grid *grid, guint column, guint64 first, guint64 end, double *value)
{
  ImSignal *signal = grid->drawing->lane->signal;
  guint64 n = MAX (1, end - first);

  for (guint64 i = 0; i < MIN (n, PICKED); i++)
    {
      guint64 picked = first + i * n / MIN (n, PICKED);

      if (!im_signal_load (signal, 0, grid->n_channels, picked, 1, value, NULL))
        return;
      for (guint c = 0; c < grid->n_channels; c++)
        put (grid, c, column, value[c]);
    }
}

static void
fill_from_values (Grid *grid)
{
  const ImLane *lane = grid->drawing->lane;
  guint64 n_values = im_signal_get_n_values (lane->signal);
  const ImSignalFormat *format = im_signal_get_format (lane->signal);
  double step_s = (lane->to_s - lane->from_s) / grid->n_columns;
  double half_s = MAX (format->step_s > 0 ? format->step_s : 1, format->span_s) / 2;
  g_autofree double *value = g_new (double, grid->n_channels);

  for (guint i = 0; i < grid->n_columns; i++)
    {
      double at_s = lane->from_s + i * step_s;
      guint64 first = im_signal_find (lane->signal, at_s);
      guint64 end = im_signal_find (lane->signal, at_s + step_s);

      if (end == first)
        {
          double middle_s = at_s + step_s / 2;

          if (first > 0 && (first == n_values ||
                            middle_s - im_signal_get_time (lane->signal, first - 1) <
                                im_signal_get_time (lane->signal, first) - middle_s))
            first--;
          if (first >= n_values ||
              fabs (im_signal_get_time (lane->signal, first) - middle_s) > half_s)
            continue;
        }
      put_values (grid, i, first, end, value);
    }
}

static void
fill_from_blocks (Grid *grid)
{
  const ImLane *lane = grid->drawing->lane;
  g_autofree ImSignalColumn *columns = g_new (ImSignalColumn, grid->n_columns);
  guint step = MAX (1, grid->n_channels / MAX_ROWS);

  for (guint c = 0; c < grid->n_channels; c += step)
    {
      im_signal_get_columns (lane->signal, c, lane->from_s, lane->to_s, grid->n_columns,
                             columns);
      for (guint i = 0; i < grid->n_columns; i++)
        if (columns[i].min <= columns[i].max)
          put (grid, c, i, columns[i].max);
    }
}

static void
draw_grid (const Grid *grid)
{
  const ImLaneDrawing *drawing = grid->drawing;
  gsize n = (gsize) grid->n_rows * grid->n_columns;
  g_autofree guint8 *levels = g_new (guint8, n);
  double low = INFINITY, high = -INFINITY;

  im_lane_find_limits (drawing->lane->signal, grid->n_channels, &low, &high);
  for (gsize i = 0; i < n; i++)
    levels[i] = im_lane_get_level (grid->numbers[i], low, MAX (high, low + DBL_MIN));
  im_scene_add_heat (drawing->scene, (ImScenePoint){ IM_LANE_LEFT, drawing->scale.top },
                     drawing->axis.right - drawing->axis.left, drawing->scale.height,
                     grid->n_columns, grid->n_rows, levels);
}

void
im_lane_draw_heat (ImLaneDrawing *drawing)
{
  const ImLane *lane = drawing->lane;
  guint64 n_values = im_signal_find (lane->signal, lane->to_s) -
                     im_signal_find (lane->signal, lane->from_s);
  Grid grid = { .drawing = drawing,
                .n_channels = im_signal_get_n_channels (lane->signal),
                .n_columns = (guint) (drawing->axis.right - drawing->axis.left) };
  g_autofree double *numbers = NULL;

  grid.n_rows = MIN (grid.n_channels, MAX_ROWS);
  grid.numbers = numbers = g_new (double, grid.n_rows *grid.n_columns);
  for (guint i = 0; i < grid.n_rows * grid.n_columns; i++)
    numbers[i] = (double) NAN;
  if (n_values > (guint64) MANY * grid.n_columns)
    fill_from_blocks (&grid);
  else if (im_signal_get_n_values (lane->signal) > 0)
    fill_from_values (&grid);
  draw_grid (&grid);

  drawing->scale.padding = 0;
  im_track_scale_fit (&drawing->scale, 0, grid.n_channels);
  im_track_scale_draw (&drawing->scale, drawing->scene);
}

/* Numbers in cells that have room for them. */
static void
draw_numbers (const ImLaneDrawing *drawing,
              const double *value,
              guint n_rows,
              guint n_columns,
              double width)
{
  double height = drawing->scale.height / n_rows;

  if (height < CELL_LEAST)
    return;
  for (guint i = 0; i < n_rows * n_columns; i++)
    {
      g_autofree char *text = g_strdup_printf ("%.4g", value[i]);
      ImScenePoint at = { IM_LANE_LEFT + (i % n_columns + 0.5) * width,
                          drawing->scale.top + (i / n_columns + 0.5) * height };
      double room = im_scene_text_get_width (IM_STYLE_CELL_SIZE, text) + 4;

      if (room > width)
        continue;
      im_scene_add_rectangle (drawing->scene, IM_STYLE_CANVAS,
                              (ImScenePoint){ at.x - room / 2, at.y - 6 }, room, 12, 2);
      im_scene_add_text (drawing->scene, IM_STYLE_CELL_SIZE,
                         (ImScenePoint){ at.x, at.y + 3.5 }, IM_ANCHOR_MIDDLE, text);
    }
}

/* The innermost axis goes right, all others down. */
void
im_lane_draw_matrix (ImLaneDrawing *drawing)
{
  const ImLane *lane = drawing->lane;
  const ImShape *shape = &im_signal_get_format (lane->signal)->type.shape;
  guint n_channels = im_signal_get_n_channels (lane->signal);
  guint n_columns = shape->rank == 0 ? 1 : (guint) shape->size[0];
  g_autofree double *value = g_new (double, n_channels);
  g_autofree guint8 *levels = g_new (guint8, n_channels);
  guint n_rows = n_channels / n_columns;
  double low, high, width = drawing->axis.right - drawing->axis.left;
  guint64 number;

  if (!im_lane_find_value (lane, &number) ||
      !im_signal_load (lane->signal, 0, n_channels, number, 1, value, NULL))
    return;

  im_lane_find_limits (lane->signal, n_channels, &low, &high);
  for (guint i = 0; i < n_channels; i++)
    levels[i] = im_lane_get_level (value[i], low, MAX (high, low + DBL_MIN));
  im_scene_add_heat (drawing->scene, (ImScenePoint){ IM_LANE_LEFT, drawing->scale.top },
                     width, drawing->scale.height, n_columns, n_rows, levels);
  draw_numbers (drawing, value, n_rows, n_columns, width / n_columns);
}
