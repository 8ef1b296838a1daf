/* SPDX-License-Identifier: MIT */
#include "scene-geometry.h"

#include <math.h>

#define ASCENT  0.75 /* of the font size */
#define DESCENT 0.25
#define STEPS   64 /* points that a line or curve is looked at */

typedef struct
{
  double left, top, right, bottom;
  const ImSceneItem *item;
} Area;

static Area
get_area (const ImSceneItem *item)
{
  static const double before[] = { 0, 0.5, 1 };
  double size = im_scene_style_get (item->style)->font_size;
  double left = item->x - before[item->anchor] * item->width;

  if (item->kind == IM_SCENE_RECTANGLE)
    return (Area){ item->x, item->y, item->x + item->width, item->y + item->height,
                   item };

  return (Area){ left, item->y - ASCENT * size, left + item->width,
                 item->y + DESCENT * size, item };
}

#define TOUCH 1e-6 /* pixels: texts side by side share an edge, but for rounding */

static gboolean
overlap (const Area *a, const Area *b)
{
  return a->left < b->right - TOUCH && b->left < a->right - TOUCH &&
         a->top < b->bottom - TOUCH && b->top < a->bottom - TOUCH;
}

static gboolean
contains (const Area *a, const Area *b)
{
  return a->left <= b->left && b->right <= a->right && a->top <= b->top &&
         b->bottom <= a->bottom;
}

static gboolean
has_point (const Area *area, ImScenePoint point)
{
  return point.x > area->left && point.x < area->right && point.y > area->top &&
         point.y < area->bottom;
}

static gboolean
is_box (const ImSceneItem *item)
{
  static const gboolean boxes[IM_N_STYLES] = {
    [IM_STYLE_UNIT] = TRUE,   [IM_STYLE_QUEUE] = TRUE,         [IM_STYLE_INPUT] = TRUE,
    [IM_STYLE_OUTPUT] = TRUE, [IM_STYLE_BUFFER] = TRUE,        [IM_STYLE_SCRATCH] = TRUE,
    [IM_STYLE_AXIS] = TRUE,   [IM_STYLE_AXIS_INSERTED] = TRUE,
  };
  gboolean is_cell = (item->style >= IM_STYLE_CELL &&
                      item->style <= IM_STYLE_RESULT_LEFT) ||
                     (item->style >= IM_STYLE_CELL_STRETCHED &&
                      item->style <= IM_STYLE_CELL_DECLARED);

  return item->kind == IM_SCENE_RECTANGLE && (boxes[item->style] || is_cell);
}

static gboolean
is_frame (const ImSceneItem *item)
{
  return item->kind == IM_SCENE_RECTANGLE && item->style == IM_STYLE_FRAME;
}

static void
check_pair (const Area *a, const Area *b)
{
  gboolean are_texts = a->item->kind == IM_SCENE_TEXT && b->item->kind == IM_SCENE_TEXT;
  gboolean are_nested = contains (a, b) || contains (b, a);

  if (!overlap (a, b) || (!are_texts && are_nested))
    return;

  g_test_message ("%s %s at %g %g and %s %s at %g %g",
                  im_scene_style_get (a->item->style)->name,
                  a->item->text == NULL ? "" : a->item->text, a->left, a->top,
                  im_scene_style_get (b->item->style)->name,
                  b->item->text == NULL ? "" : b->item->text, b->left, b->top);
  g_test_fail ();
}

static ImScenePoint
get_point (const ImSegment *segment, ImScenePoint from, double t)
{
  double s = 1 - t;
  const ImScenePoint *c = segment->control;

  if (segment->kind == IM_SEGMENT_LINE)
    return (ImScenePoint){ s * from.x + t * segment->to.x,
                           s * from.y + t * segment->to.y };

  return (ImScenePoint){ s * s * s * from.x + 3 * s * s * t * c[0].x +
                             3 * s * t * t * c[1].x + t * t * t * segment->to.x,
                         s * s * s * from.y + 3 * s * s * t * c[0].y +
                             3 * s * t * t * c[1].y + t * t * t * segment->to.y };
}

static void
check_point (GArray *areas, ImScenePoint point)
{
  for (guint i = 0; i < areas->len; i++)
    {
      const Area *area = &g_array_index (areas, Area, i);

      if (is_frame (area->item) || !has_point (area, point))
        continue;
      g_test_message ("a pipe at %g %g is in %s %s", point.x, point.y,
                      im_scene_style_get (area->item->style)->name,
                      area->item->text == NULL ? "" : area->item->text);
      g_test_fail ();
    }
}

static void
check_path (const ImScene *scene, const ImSceneItem *path, GArray *areas)
{
  ImScenePoint at = { 0 };

  if (path->style != IM_STYLE_PIPE && path->style != IM_STYLE_TIME_PIPE)
    return;
  for (guint i = 0; i < path->n_segments; i++)
    {
      const ImSegment *segment = &scene->segments[path->first_segment + i];

      for (guint k = 0; segment->kind != IM_SEGMENT_MOVE && k <= STEPS; k++)
        check_point (areas, get_point (segment, at, k / (double) STEPS));
      at = segment->to;
    }
}

void
scene_geometry_check (const ImScene *scene)
{
  g_autoptr (GArray) areas = g_array_new (FALSE, FALSE, sizeof (Area));
  const Area canvas = { 0, 0, scene->width, scene->height, NULL };

  for (guint i = 0; i < scene->n_items; i++)
    {
      const ImSceneItem *item = &scene->items[i];

      if (item->kind == IM_SCENE_TEXT || is_box (item) || is_frame (item))
        {
          Area area = get_area (item);

          g_assert_true (contains (&canvas, &area));
          g_array_append_val (areas, area);
        }
    }
  g_assert_cmpuint (areas->len, >, 0);
  for (guint i = 0; i < areas->len; i++)
    for (guint k = 0; k < i; k++)
      check_pair (&g_array_index (areas, Area, i), &g_array_index (areas, Area, k));
  for (guint i = 0; i < scene->n_items; i++)
    if (scene->items[i].kind == IM_SCENE_PATH)
      check_path (scene, &scene->items[i], areas);
}
