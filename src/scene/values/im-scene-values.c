/* SPDX-License-Identifier: MIT */
#include "scene/values/im-scene-values.h"

#include <math.h>
#include <string.h>

#include "base/im-text.h"
#include "scene/display/im-scene-metrics.h"
#include "scene/timeline/im-timeline-axis.h"

#define MARGIN    12
#define LINE      16
#define LANE      96
#define APART     48 /* height of the lane of differences */
#define PADDING   4
#define GAP       16
#define SWATCH    14
#define FEW       5
#define LEVELS    9 /* of colours, as there are styles */
#define MAX_CELLS 64
#define MAX_CELL  24 /* pixels */
#define MIN_ROW   8
#define MAX_MAP   240.0 /* high */

/* What is drawn: a series, or the difference of two. */
typedef struct
{
  const char *name;
  const double *first;
  const double *second; /* NULL if it is no difference */
  guint count;
} Curve;

typedef struct
{
  double low;
  double high;
} Range;

static double
get_value (const Curve *curve, guint i)
{
  return curve->second == NULL ? curve->first[i] : curve->first[i] - curve->second[i];
}

static void
add_to_range (const Curve *curve, Range *range)
{
  for (guint i = 0; i < curve->count; i++)
    {
      double value = get_value (curve, i);

      if (isfinite (value))
        {
          range->low = fmin (range->low, value);
          range->high = fmax (range->high, value);
        }
    }
}

/* Of all curves that share a scale. Where nothing is finite it is 0. */
static Range
get_range (const Curve *curves, guint n)
{
  Range range = { (double) INFINITY, -(double) INFINITY };

  for (guint i = 0; i < n; i++)
    add_to_range (&curves[i], &range);

  return range.low <= range.high ? range : (Range){ 0, 0 };
}

static char *
dup_number (double value)
{
  return g_strdup_printf ("%.4g", value);
}

static void
append_range (const Curve *curve, GString *out)
{
  Range range = get_range (curve, 1);

  g_string_append_printf (out, "%s from %.6g to %.6g", curve->name, range.low,
                          range.high);
}

static void
add_text (ImScene *scene,
          ImSceneStyleId style,
          double x,
          double y,
          ImAnchor anchor,
          const char *text,
          double room)
{
  g_autofree char *elided = im_scene_text_dup_elided (style, text, room);

  im_scene_add_text (scene, style, (ImScenePoint){ x, y }, anchor, elided);
}

/* The range of a lane, at its left. */
static double
draw_scale (ImScene *scene, double top, double height, const Range *range)
{
  g_autofree char *high = dup_number (range->high);
  g_autofree char *low = dup_number (range->low);

  im_scene_add_text (scene, IM_STYLE_SOCKET, (ImScenePoint){ MARGIN, top + 10 },
                     IM_ANCHOR_START, high);
  if (range->low < range->high)
    im_scene_add_text (scene, IM_STYLE_SOCKET, (ImScenePoint){ MARGIN, top + height },
                       IM_ANCHOR_START, low);

  return fmax (im_scene_text_get_width (IM_STYLE_SOCKET, high),
               im_scene_text_get_width (IM_STYLE_SOCKET, low));
}

static double
get_y (double value, double top, double height, const Range *range)
{
  double part = range->low < range->high
                    ? (value - range->low) / (range->high - range->low)
                    : 0.5;

  return top + height - PADDING - part * (height - 2 * PADDING);
}

/* Draws a curve as lines between its numbers, with a gap where one is not finite. Of many
 * numbers each column of pixels gets a line over their range. */
static void
draw_curve (ImScene *scene,
            const Curve *curve,
            ImSceneStyleId style,
            const ImTimeAxis *axis,
            double top,
            double height,
            const Range *range)
{
  guint n_columns = MAX ((guint) (axis->right - axis->left), 1);
  guint step = curve->count > 4 * n_columns ? curve->count / n_columns : 1;
  gboolean is_open = FALSE, is_empty = TRUE;

  for (guint i = 0; i < curve->count; i += step)
    {
      Curve column = *curve;
      Range of_column;
      ImScenePoint at = { im_time_axis_get_x (axis, i), 0 };

      column.first += i;
      column.second = curve->second == NULL ? NULL : curve->second + i;
      column.count = MIN (step, curve->count - i);
      of_column = (Range){ (double) INFINITY, -(double) INFINITY };
      add_to_range (&column, &of_column);
      if (of_column.low > of_column.high)
        {
          is_open = FALSE;
          continue;
        }
      at.y = get_y (of_column.low, top, height, range);
      if (is_empty)
        im_scene_begin_path (scene, style);
      is_empty = FALSE;
      if (is_open)
        im_scene_line_to (scene, at);
      else
        im_scene_move_to (scene, at);
      if (of_column.low < of_column.high || !is_open)
        {
          at.x += is_open || step > 1 ? 0 : 0.5;
          at.y = get_y (of_column.high, top, height, range);
          im_scene_line_to (scene, at);
        }
      is_open = TRUE;
    }
}

/* The names of curves with a piece of their lines. Returns where it ends. */
static void
draw_names (ImScene *scene, const Curve *curves, guint n, double y)
{
  double x = MARGIN;

  for (guint i = 0; i < n; i++)
    {
      ImSceneStyleId style = (ImSceneStyleId) (IM_STYLE_SIGNAL + i);

      im_scene_begin_path (scene, style);
      im_scene_move_to (scene, (ImScenePoint){ x, y - 4 });
      im_scene_line_to (scene, (ImScenePoint){ x + SWATCH, y - 4 });
      x += SWATCH + PADDING;
      im_scene_add_text (scene, IM_STYLE_SOCKET, (ImScenePoint){ x, y }, IM_ANCHOR_START,
                         curves[i].name);
      x += im_scene_text_get_width (IM_STYLE_SOCKET, curves[i].name) + GAP;
    }
}

static void
draw_lane (ImScene *scene,
           const Curve *curves,
           guint n,
           ImTimeAxis *axis,
           double top,
           double height)
{
  Range range = get_range (curves, n);

  draw_scale (scene, top, height, &range);
  im_scene_begin_path (scene, IM_STYLE_LANE);
  im_scene_move_to (scene, (ImScenePoint){ axis->left, top + height });
  im_scene_line_to (scene, (ImScenePoint){ axis->right, top + height });
  for (guint i = n; i-- > 0;)
    draw_curve (scene, &curves[i], (ImSceneStyleId) (IM_STYLE_SIGNAL + i), axis, top,
                height, &range);
}

static double
measure_scale (const Curve *curves, guint n)
{
  Range range = get_range (curves, n);
  g_autofree char *high = dup_number (range.high);
  g_autofree char *low = dup_number (range.low);

  return fmax (im_scene_text_get_width (IM_STYLE_SOCKET, high),
               im_scene_text_get_width (IM_STYLE_SOCKET, low));
}

static void
draw_curves (ImScene *scene, const Curve *curves, const Curve *apart, guint n)
{
  double y = MARGIN + LINE;
  double scale = measure_scale (curves, n);
  g_autofree char *last = NULL;
  ImTimeAxis axis = { .from = 0,
                      .to = MAX (curves[0].count, 2) - 1,
                      .counted = "numbers" };

  if (apart != NULL)
    scale = fmax (scale, measure_scale (apart, 1));
  axis.left = MARGIN + scale + 2 * PADDING;
  last = g_strdup_printf ("%u numbers", curves[0].count);
  axis.right = scene->width - MARGIN -
               im_scene_text_get_width (IM_STYLE_SOCKET, last) / 2;
  draw_names (scene, curves, n, y - 4);
  draw_lane (scene, curves, n, &axis, y, LANE);
  y += LANE;
  if (apart != NULL)
    {
      y += LINE + PADDING;
      add_text (scene, IM_STYLE_SOCKET, MARGIN, y, IM_ANCHOR_START, apart->name,
                scene->width - 2 * MARGIN);
      y += PADDING;
      draw_lane (scene, apart, 1, &axis, y, APART);
      y += APART;
    }
  /* Of fewer it has ticks between the numbers. */
  if (curves[0].count > FEW)
    im_time_axis_draw (&axis, scene, y);
  scene->height = y + (curves[0].count > FEW ? IM_TIME_AXIS_HEIGHT : 0) + MARGIN;
}

/* The cells of a heat map, of which one may stand for several numbers. */
typedef struct
{
  guint n_columns, n_rows; /* numbers */
  guint columns, rows;     /* cells */
  double width, height;    /* of a cell */
} Cells;

/* The number of the largest magnitude of a cell; NAN if one of them is not finite. */
static double
get_cell (const Curve *curve, const Cells *cells, guint column, guint row)
{
  guint left = column * cells->n_columns / cells->columns;
  guint right = MAX ((column + 1) * cells->n_columns / cells->columns, left + 1);
  guint top = row * cells->n_rows / cells->rows;
  guint bottom = MAX ((row + 1) * cells->n_rows / cells->rows, top + 1);
  double found = 0;

  for (guint i = top; i < bottom; i++)
    for (guint j = left; j < right; j++)
      {
        double value = get_value (curve, i * cells->n_columns + j);

        if (!isfinite (value))
          return (double) NAN;
        found = fabs (value) > fabs (found) ? value : found;
      }

  return found;
}

static ImSceneStyleId
get_level (double value, const Range *range)
{
  double part = range->low < range->high
                    ? (value - range->low) / (range->high - range->low)
                    : 0;

  if (isnan (value))
    return IM_STYLE_HEAT_NONE;

  return (ImSceneStyleId) (IM_STYLE_HEAT + CLAMP ((int) (part * LEVELS), 0, LEVELS - 1));
}

/* Neighbours of one level are one rectangle. */
static void
draw_cells (ImScene *scene,
            const Curve *curve,
            const Cells *cells,
            const Range *range,
            double x,
            double y)
{
  for (guint row = 0; row < cells->rows; row++)
    for (guint column = 0, end; column < cells->columns; column = end)
      {
        ImSceneStyleId style = get_level (get_cell (curve, cells, column, row), range);

        for (end = column + 1;
             end < cells->columns &&
             get_level (get_cell (curve, cells, end, row), range) == style;
             end++)
          continue;
        im_scene_add_rectangle (
            scene, style,
            (ImScenePoint){ x + column * cells->width, y + row * cells->height },
            (end - column) * cells->width, cells->height, 0);
      }
}

/* What the colours mean: the lowest and the highest with a piece of each. */
static void
draw_colours (ImScene *scene, const Range *range, double x, double y, double room)
{
  g_autofree char *low = dup_number (range->low);
  g_autofree char *high = dup_number (range->high);
  double width = im_scene_text_get_width (IM_STYLE_SOCKET, low);

  im_scene_add_text (scene, IM_STYLE_SOCKET, (ImScenePoint){ x, y }, IM_ANCHOR_START,
                     low);
  if (range->low >= range->high)
    return;
  x += width + PADDING;
  room -= width + 2 * PADDING + im_scene_text_get_width (IM_STYLE_SOCKET, high);
  if (room >= LEVELS * 3)
    {
      double size = fmin (room / LEVELS, 8);

      for (guint i = 0; i < LEVELS; i++)
        im_scene_add_rectangle (scene, (ImSceneStyleId) (IM_STYLE_HEAT + i),
                                (ImScenePoint){ x + i * size, y - 8 }, size, 8, 0);
      x += LEVELS * size + PADDING;
    }
  im_scene_add_text (scene, IM_STYLE_SOCKET, (ImScenePoint){ x, y }, IM_ANCHOR_START,
                     high);
}

/* Heat maps beside each other, below each other where there is no room. */
static void
draw_maps (ImScene *scene, const Curve *curves, const Curve *apart, guint n, guint n_rows)
{
  guint n_maps = n + (apart != NULL);
  Range shared = get_range (curves, n);
  Cells cells = { .n_columns = curves[0].count / n_rows, .n_rows = n_rows };
  gboolean is_narrow = scene->width < 420;
  double width = (scene->width - 2 * MARGIN - (is_narrow ? 0 : (n_maps - 1) * GAP)) /
                 (is_narrow ? 1 : n_maps);
  double y = MARGIN, height;

  cells.columns = MIN (cells.n_columns, MAX_CELLS);
  cells.rows = MIN (cells.n_rows, MAX_CELLS);
  cells.width = fmin (width / cells.columns, MAX_CELL);
  cells.height = fmin (fmax (cells.width, MIN_ROW), MAX_MAP / cells.rows);
  height = 2 * LINE + cells.rows * cells.height;
  for (guint i = 0; i < n_maps; i++)
    {
      const Curve *curve = i < n ? &curves[i] : apart;
      Range range = i < n ? shared : get_range (apart, 1);
      double x = MARGIN + (is_narrow ? 0 : i * (width + GAP));
      double top = y + (is_narrow ? i * (height + GAP) : 0);

      add_text (scene, IM_STYLE_SOCKET, x, top + 10, IM_ANCHOR_START, curve->name, width);
      draw_cells (scene, curve, &cells, &range, x, top + LINE);
      draw_colours (scene, &range, x, top + LINE + cells.rows * cells.height + LINE - 4,
                    width);
    }
  scene->height = y + (is_narrow ? n_maps * (height + GAP) - GAP : height) + MARGIN;
}

/* The sizes of all axes but axis 0; 1 if there is only one that is no single. */
static guint
count_rows (const ImShape *shape)
{
  guint n_rows = 1, n_axes = 0;

  for (guint i = 0; i < shape->rank; i++)
    {
      n_axes += shape->size[i] > 1;
      n_rows *= i > 0 ? (guint) shape->size[i] : 1;
    }

  return n_axes > 1 ? n_rows : 1;
}

ImScene *
im_scene_values_new (const ImValues *values, double width)
{
  g_autoptr (GString) description = g_string_new (NULL);
  Curve curves[IM_VALUES_MAX_SERIES];
  Curve apart;
  gboolean has_apart = values->n_series == 2;
  gint32 count = 0;
  guint n_rows;
  ImScene *scene;

  g_return_val_if_fail (values->n_series >= 1, NULL);
  g_return_val_if_fail (values->n_series <= IM_VALUES_MAX_SERIES, NULL);

  im_shape_product (&values->shape, 0, values->shape.rank, &count, NULL);
  if (count < 2)
    return NULL;

  for (guint i = 0; i < values->n_series; i++)
    {
      curves[i] = (Curve){ values->series[i].name, values->series[i].numbers, NULL,
                           (guint) count };
      append_range (&curves[i], description);
      g_string_append (description, i + 1 < values->n_series || has_apart ? "; " : ".");
    }
  g_autofree char *name = has_apart ? g_strdup_printf ("%s \342\210\222 %s",
                                                       curves[0].name, curves[1].name)
                                    : NULL;
  if (has_apart)
    {
      apart = (Curve){ name, curves[0].first, curves[1].first, (guint) count };
      append_range (&apart, description);
      g_string_append_c (description, '.');
    }

  scene = im_scene_new (values->title, description->str);
  scene->width = fmax (width, IM_VALUES_MIN_WIDTH);
  n_rows = count_rows (&values->shape);
  if (n_rows > 1)
    draw_maps (scene, curves, has_apart ? &apart : NULL, values->n_series, n_rows);
  else
    draw_curves (scene, curves, has_apart ? &apart : NULL, values->n_series);

  return scene;
}
