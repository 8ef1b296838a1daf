/* SPDX-License-Identifier: MIT
 *
 * All queues on one axis: how long the first output of each takes.
 */
#include <string.h>

#include "scene/display/im-scene-metrics.h"
#include "scene/timeline/im-timeline-axis.h"
#include "scene/timeline/im-timeline-draw.h"

#define GUTTER    150 /* for names */
#define MARGIN    30
#define ROW       34
#define BAR       14
#define TEXT_GAP  6
#define ROOM      1.5 /* the axis is longer than the last first output */
#define MIN_PITCH 4   /* of marks; closer ones are a band */

double
im_timeline_get_height (const ImTimeline *timeline)
{
  return timeline->n_queues * ROW + IM_TIME_AXIS_HEIGHT;
}

static void
draw_name (const ImTimelineQueue *queue, ImScene *scene, double x, double y)
{
  const char *slash = strrchr (queue->path, '/');
  g_autofree char *name = im_scene_text_dup_elided (
      IM_STYLE_ID, slash == NULL ? queue->path : slash + 1, GUTTER - 2 * TEXT_GAP);

  im_scene_add_text (scene, IM_STYLE_ID, (ImScenePoint){ x - TEXT_GAP, y + 11 },
                     IM_ANCHOR_END, name);
}

/* All outputs but the first one. */
static void
draw_outputs (const ImTimelineQueue *queue,
              const ImTimeAxis *axis,
              ImScene *scene,
              double y)
{
  double x = im_time_axis_get_x (axis, queue->first);
  double pitch = im_time_axis_get_x (axis, queue->first + queue->every) - x;

  if (pitch < MIN_PITCH)
    {
      im_scene_add_rectangle (scene, IM_STYLE_TIMELINE_INPUTS, (ImScenePoint){ x, y + 4 },
                              axis->right - x, BAR - 8, 0);
      return;
    }
  for (double at = x + pitch; at <= axis->right; at += pitch)
    {
      im_scene_begin_path (scene, IM_STYLE_DOMAIN_EDGE);
      im_scene_move_to (scene, (ImScenePoint){ at, y });
      im_scene_line_to (scene, (ImScenePoint){ at, y + BAR });
    }
}

static void
draw_queue (const ImTimelineQueue *queue,
            const ImTimeAxis *axis,
            ImScene *scene,
            double y)
{
  g_autoptr (GString) text = g_string_new (NULL);

  draw_name (queue, scene, axis->left, y);
  if (queue->first < 0)
    g_string_append (text, "not known");
  else
    {
      im_scene_add_rectangle (scene, IM_STYLE_QUEUE, (ImScenePoint){ axis->left, y },
                              im_time_axis_get_x (axis, queue->first) - axis->left, BAR,
                              0);
      draw_outputs (queue, axis, scene, y);
      im_timeline_append_outputs (queue, text);
    }
  im_scene_add_text (scene, IM_STYLE_SOCKET, (ImScenePoint){ axis->left, y + BAR + 11 },
                     IM_ANCHOR_START, text->str);
}

void
im_timeline_draw (const ImTimeline *timeline, ImScene *scene, ImScenePoint corner)
{
  ImTimeAxis axis = { .left = corner.x + GUTTER,
                      .right = corner.x + IM_TIMELINE_WIDTH - MARGIN,
                      .is_timed = timeline->queues[0].is_timed };

  for (guint i = 0; i < timeline->n_queues; i++)
    axis.to = MAX (axis.to, ROOM * timeline->queues[i].first);
  g_return_if_fail (axis.to > 0);

  for (guint i = 0; i < timeline->n_queues; i++)
    draw_queue (&timeline->queues[i], &axis, scene, corner.y + i * ROW);
  im_time_axis_draw (&axis, scene, corner.y + timeline->n_queues * ROW);
}
