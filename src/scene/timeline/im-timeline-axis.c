/* SPDX-License-Identifier: MIT */
#include "scene/timeline/im-timeline-axis.h"

#include <math.h>

#include "scene/display/im-scene-metrics.h"

#define MAX_TICKS 8
#define TICK      5
#define BASELINE  18

double
im_time_axis_get_x (const ImTimeAxis *axis, double time)
{
  return axis->left +
         (axis->right - axis->left) * (time - axis->from) / (axis->to - axis->from);
}

/* The smallest of 1, 2 and 5 times a power of ten that gives at most MAX_TICKS. */
static double
find_step (double length)
{
  static const double factors[] = { 1, 2, 5, 10 };
  double least = length / MAX_TICKS, power = pow (10, floor (log10 (least)));

  for (guint i = 0; i < G_N_ELEMENTS (factors); i++)
    if (factors[i] * power >= least)
      return factors[i] * power;

  return 10 * power;
}

/* All ticks have the unit of the last one. */
static double
find_unit (const ImTimeAxis *axis, const char **name)
{
  *name = axis->is_timed ? "s" : axis->counted != NULL ? axis->counted : "inputs";
  if (!axis->is_timed || axis->to >= 1)
    return 1;
  *name = axis->to >= 1e-3 ? "ms" : "µs";

  return axis->to >= 1e-3 ? 1e-3 : 1e-6;
}

/* So many that neighbours differ. */
static int
count_digits (const ImTimeAxis *axis)
{
  double largest = MAX (fabs (axis->from), fabs (axis->to));

  return (int) CLAMP (log10 (largest / find_step (axis->to - axis->from)) + 2, 6, 15);
}

static void
draw_tick (const ImTimeAxis *axis, ImScene *scene, double y, double time, double *right)
{
  const char *name;
  double unit = find_unit (axis, &name);
  double x = im_time_axis_get_x (axis, time);
  g_autofree char *text = g_strdup_printf ("%.*g %s", count_digits (axis),
                                           time / unit + 0.0, name);
  double half = im_scene_text_get_width (IM_STYLE_SOCKET, text) / 2;

  im_scene_begin_path (scene, IM_STYLE_DOMAIN_EDGE);
  im_scene_move_to (scene, (ImScenePoint){ x, y });
  im_scene_line_to (scene, (ImScenePoint){ x, y + TICK });
  if (x - half < *right)
    return;
  im_scene_add_text (scene, IM_STYLE_SOCKET, (ImScenePoint){ x, y + BASELINE },
                     IM_ANCHOR_MIDDLE, text);
  *right = x + half + TICK;
}

void
im_time_axis_draw (const ImTimeAxis *axis, ImScene *scene, double y)
{
  double step = find_step (axis->to - axis->from), right = -G_MAXDOUBLE;

  im_scene_begin_path (scene, IM_STYLE_DOMAIN_EDGE);
  im_scene_move_to (scene, (ImScenePoint){ axis->left, y });
  im_scene_line_to (scene, (ImScenePoint){ axis->right, y });
  for (double i = ceil (axis->from / step - 1e-9); i * step <= axis->to * (1 + 1e-9); i++)
    draw_tick (axis, scene, y, i * step, &right);
}
