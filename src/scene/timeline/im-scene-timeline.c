/* SPDX-License-Identifier: MIT */
#include "scene/timeline/im-scene-timeline.h"

#include <string.h>

#include "scene/display/im-scene-metrics.h"
#include "scene/timeline/im-timeline-draw.h"

#define MARGIN    28
#define HEAD      84
#define QUEUE     72 /* name, id and what is known, above the axis */
#define LINE      15
#define GAP       34
#define NO_QUEUES "There are no queues: each input gives an output at once."
#define NO_STRIDE \
  "The stride of the queues is not known, because a size or a rate is not."
#define SUBTITLE                                                                        \
  "Windows of queues in the time of their inputs, and when each output is there. What " \
  "windows share is hatched."

typedef struct
{
  const ImTimeline *timeline;
  const gboolean *is_shown;
  guint n_shown;
  const char *nothing; /* what is said if none is shown */
  ImScene *scene;
} Picture;

/* Whether a path is that of a layer, or of what is inside of it. */
static gboolean
is_within (const char *path, const char *layer)
{
  gsize length = strlen (layer);

  return length == 0 || (strncmp (path, layer, length) == 0 &&
                         (path[length] == '\0' || path[length] == '/'));
}

/* A timeline has no queues whose stride is not known. */
static gboolean
has_queue (const ImProgram *program, const char *path)
{
  for (guint i = 0; i < program->n_instances; i++)
    if (im_unit_is_queue (program->instances[i].unit) &&
        (path == NULL || is_within (program->instances[i].path, path)))
      return TRUE;

  return FALSE;
}

static void
append_facts (const ImTimelineQueue *queue, GString *out, const char *separator)
{
  im_timeline_append_window (queue, out);
  g_string_append (out, separator);
  im_timeline_append_overlap (queue, out);
  g_string_append (out, separator);
  im_timeline_append_outputs (queue, out);
}

static char *
describe (const Picture *picture)
{
  g_autoptr (GString) out = g_string_new (NULL);

  if (picture->n_shown == 0)
    g_string_append_printf (out, "%s\n", picture->nothing);
  for (guint i = 0; i < picture->timeline->n_queues; i++)
    {
      const ImTimelineQueue *queue = &picture->timeline->queues[i];

      if (!picture->is_shown[i])
        continue;
      g_string_append_printf (out, "%s (%s) collects %s: ", queue->path,
                              queue->unit->id.text, queue->source);
      append_facts (queue, out, "; ");
      g_string_append (out, ".\n");
    }
  g_string_truncate (out, out->len - 1);

  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void
add_line (ImScene *scene, ImSceneStyleId style, double y, const char *text)
{
  g_autofree char *elided = im_scene_text_dup_elided (style, text, IM_TIMELINE_WIDTH);

  im_scene_add_text (scene, style, (ImScenePoint){ MARGIN, y }, IM_ANCHOR_START, elided);
}

/* Returns the lower edge. */
static double
draw_queue (ImScene *scene, const ImTimelineQueue *queue, double y)
{
  g_autofree char *id = g_strdup_printf ("%s · %s", queue->path, queue->unit->id.text);
  g_autoptr (GString) window = g_string_new (NULL);
  g_autoptr (GString) outputs = g_string_new (NULL);

  im_timeline_append_window (queue, window);
  g_string_append (window, " · ");
  im_timeline_append_overlap (queue, window);
  im_timeline_append_outputs (queue, outputs);
  im_scene_open_group (scene, id);
  add_line (scene, IM_STYLE_NAME, y + 12, queue->unit->display_name);
  add_line (scene, IM_STYLE_ID, y + 12 + LINE, id);
  add_line (scene, IM_STYLE_VALUE, y + 12 + 2 * LINE, window->str);
  add_line (scene, IM_STYLE_VALUE, y + 12 + 3 * LINE, outputs->str);
  im_timeline_queue_draw (queue, scene, (ImScenePoint){ MARGIN, y + QUEUE });
  im_scene_close_group (scene);

  return y + QUEUE + im_timeline_queue_get_height (queue);
}

static void
draw_divider (ImScene *scene, double y)
{
  im_scene_begin_path (scene, IM_STYLE_DIVIDER);
  im_scene_move_to (scene, (ImScenePoint){ MARGIN, y });
  im_scene_line_to (scene, (ImScenePoint){ scene->width - MARGIN, y });
}

/* Times can be compared if all are in seconds, or all in inputs. */
static gboolean
has_one_axis (const ImTimeline *timeline)
{
  gboolean is_known = FALSE;

  for (guint i = 0; i < timeline->n_queues; i++)
    {
      is_known = is_known || timeline->queues[i].first >= 0;
      if (timeline->queues[i].is_timed != timeline->queues[0].is_timed)
        return FALSE;
    }

  return is_known;
}

/* One axis for several queues tells how their times add up. */
static double
draw_latency (const Picture *picture, double y)
{
  const ImTimeline *timeline = picture->timeline;

  if (picture->n_shown < 2 || !has_one_axis (timeline))
    return y;

  draw_divider (picture->scene, y + GAP / 2.0);
  y += GAP;
  im_scene_open_group (picture->scene, "Latency");
  add_line (picture->scene, IM_STYLE_NAME, y + 12, "Latency");
  add_line (picture->scene, IM_STYLE_ID, y + 12 + LINE,
            "From the first input of the pipeline to the first output of each queue");
  im_timeline_draw (timeline, picture->scene, (ImScenePoint){ MARGIN, y + 3 * LINE });
  im_scene_close_group (picture->scene);

  return y + 3 * LINE + im_timeline_get_height (timeline);
}

static void
draw (const Picture *picture)
{
  ImScene *scene = picture->scene;
  guint n = 0;
  double y = HEAD;

  add_line (scene, IM_STYLE_TITLE, MARGIN + 16, scene->title);
  add_line (scene, IM_STYLE_SUBTITLE, MARGIN + 35, SUBTITLE);
  for (guint i = 0; i < picture->timeline->n_queues; i++)
    {
      if (!picture->is_shown[i])
        continue;
      if (n++ > 0)
        {
          draw_divider (scene, y + GAP / 2.0);
          y += GAP;
        }
      y = draw_queue (scene, &picture->timeline->queues[i], y);
    }
  if (n == 0)
    add_line (scene, IM_STYLE_NAME, y + 12, picture->nothing);
  y = draw_latency (picture, y + (n == 0 ? 2 * LINE : 0));
  scene->height = y + MARGIN;
}

ImScene *
im_scene_timeline_new (const ImProgram *program, const char *path)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImTimeline *timeline = im_timeline_new (program, arena);
  gboolean *is_shown = im_arena_new0 (arena, gboolean, MAX (1, timeline->n_queues));
  Picture picture = { .timeline = timeline,
                      .is_shown = is_shown,
                      .nothing = has_queue (program, path) ? NO_STRIDE : NO_QUEUES };

  for (guint i = 0; i < timeline->n_queues; i++)
    {
      is_shown[i] = path == NULL || is_within (timeline->queues[i].path, path);
      picture.n_shown += is_shown[i] ? 1 : 0;
    }

  g_autofree char *description = describe (&picture);
  picture.scene = im_scene_new (program->unit->display_name, description);
  picture.scene->width = IM_TIMELINE_WIDTH + 2 * MARGIN;
  draw (&picture);

  return picture.scene;
}
