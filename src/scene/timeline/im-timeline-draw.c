/* SPDX-License-Identifier: MIT */
#include "scene/timeline/im-timeline-draw.h"

#include <math.h>

#include "scene/display/im-scene-hatch.h"
#include "scene/display/im-scene-metrics.h"
#include "scene/timeline/im-timeline-axis.h"

#define N_WINDOWS 4
#define MAX_DOTS  90 /* more inputs are a band */
#define GUTTER    90 /* for names, left of the axis */
#define MARGIN    90 /* for times, right of it */
#define LABEL     18 /* a line of text above the inputs */
#define INPUTS    16
#define BAR       16
#define BAR_GAP   5
#define SPANS     34 /* brackets of stride and overlap */
#define DOT       2.5
#define TEXT_GAP  6

typedef struct
{
  const ImTimelineQueue *queue;
  ImScene *scene;
  ImTimeAxis axis; /* in inputs of the queue */
  double left;
  double top;
} Panel;

static double
get_length (const ImTimelineQueue *queue)
{
  const ImQueueWindow *window = &queue->window;

  return (N_WINDOWS - 1) * window->stride +
         (window->window > 0 ? window->window : window->stride);
}

/* Windows that are drawn. */
static guint
count_windows (const ImTimelineQueue *queue)
{
  return queue->window.window > 0 ? N_WINDOWS : 0;
}

double
im_timeline_queue_get_height (const ImTimelineQueue *queue)
{
  return LABEL + INPUTS + count_windows (queue) * (BAR + BAR_GAP) + SPANS +
         IM_TIME_AXIS_HEIGHT;
}

static void
add_text (ImScene *scene,
          ImSceneStyleId style,
          double x,
          double y,
          ImAnchor anchor,
          const char *text)
{
  im_scene_add_text (scene, style, (ImScenePoint){ x, y }, anchor, text);
}

/* Few inputs are dots in the middle of their times, many a band. */
static void
draw_inputs (const Panel *panel)
{
  const ImTimelineQueue *queue = panel->queue;
  double n = panel->axis.to, y = panel->top + LABEL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *elided = NULL;

  g_string_append_printf (text, "%.10g inputs · %s", ceil (n), queue->source);
  if (queue->is_timed)
    g_string_append_printf (text, " · %.6g Hz", 1 / queue->period);
  elided = im_scene_text_dup_elided (IM_STYLE_SOCKET, text->str,
                                     panel->axis.right - panel->axis.left);
  add_text (panel->scene, IM_STYLE_SOCKET, panel->axis.left, panel->top + 11,
            IM_ANCHOR_START, elided);
  add_text (panel->scene, IM_STYLE_ID, panel->axis.left - TEXT_GAP, y + 10, IM_ANCHOR_END,
            "inputs");
  if (n > MAX_DOTS)
    {
      im_scene_add_rectangle (panel->scene, IM_STYLE_TIMELINE_INPUTS,
                              (ImScenePoint){ panel->axis.left, y + 2 },
                              panel->axis.right - panel->axis.left, INPUTS - 6, 0);
      return;
    }
  for (double i = 0; i < n; i++)
    im_scene_add_rectangle (
        panel->scene, IM_STYLE_PORT,
        (ImScenePoint){ im_time_axis_get_x (&panel->axis, MIN (i + 0.5, n)) - DOT,
                        y + INPUTS / 2.0 - DOT - 1 },
        2 * DOT, 2 * DOT, DOT);
}

static double
get_bar_top (const Panel *panel, guint i)
{
  return panel->top + LABEL + INPUTS + i * (BAR + BAR_GAP);
}

/* When the output is there, behind the window. */
static void
draw_output (const Panel *panel, guint i, double right, double top)
{
  const ImTimelineQueue *queue = panel->queue;
  double needed = im_queue_window_count_needed (&queue->window, i);
  g_autoptr (GString) text = g_string_new (NULL);

  if (queue->arrival < 0)
    return;
  im_timeline_append_time (queue->is_timed, queue->arrival + (needed - 1) * queue->period,
                           text);
  add_text (panel->scene, IM_STYLE_VALUE, right + TEXT_GAP, top + 12, IM_ANCHOR_START,
            text->str);
}

static void
draw_window (const Panel *panel, guint i)
{
  const ImQueueWindow *window = &panel->queue->window;
  double start = i * window->stride, top = get_bar_top (panel, i);
  double left = im_time_axis_get_x (&panel->axis, start);
  double right = im_time_axis_get_x (&panel->axis, start + window->window);
  g_autofree char *name = g_strdup_printf ("output %u", i + 1);

  add_text (panel->scene, IM_STYLE_ID, panel->axis.left - TEXT_GAP, top + 12,
            IM_ANCHOR_END, name);
  im_scene_add_rectangle (panel->scene, IM_STYLE_QUEUE, (ImScenePoint){ left, top },
                          right - left, BAR, 0);
  if (i > 0 && window->window > window->stride)
    {
      double shared = im_time_axis_get_x (&panel->axis,
                                          start - window->stride + window->window);

      im_scene_add_hatch (panel->scene, IM_STYLE_TIMELINE_OVERLAP,
                          (ImScenePoint){ left, top }, shared - left, BAR, 0);
    }

  draw_output (panel, i, right, top);
}

/* A bracket with a word, if there is room for it. */
static void
draw_span (const Panel *panel, double from, double to, double y, const char *word)
{
  double left = im_time_axis_get_x (&panel->axis, from);
  double right = im_time_axis_get_x (&panel->axis, to);

  im_scene_begin_path (panel->scene, IM_STYLE_DOMAIN_EDGE);
  im_scene_move_to (panel->scene, (ImScenePoint){ left, y - 4 });
  im_scene_line_to (panel->scene, (ImScenePoint){ left, y });
  im_scene_line_to (panel->scene, (ImScenePoint){ right, y });
  im_scene_line_to (panel->scene, (ImScenePoint){ right, y - 4 });
  if (im_scene_text_get_width (IM_STYLE_SOCKET, word) + TEXT_GAP < right - left)
    add_text (panel->scene, IM_STYLE_SOCKET, (left + right) / 2, y + 12, IM_ANCHOR_MIDDLE,
              word);
}

/* From the first window to the second one. */
static void
draw_spans (const Panel *panel)
{
  const ImQueueWindow *window = &panel->queue->window;
  double y = get_bar_top (panel, count_windows (panel->queue)) + 6;

  if (window->window > 0 && window->window < window->stride)
    {
      draw_span (panel, 0, window->window, y, "window");
      draw_span (panel, window->window, window->stride, y, "dropped");
      return;
    }
  draw_span (panel, 0, window->stride, y, "stride");
  if (window->window > window->stride)
    draw_span (panel, window->stride, window->window, y, "overlap");
}

void
im_timeline_queue_draw (const ImTimelineQueue *queue, ImScene *scene, ImScenePoint corner)
{
  double length = get_length (queue);
  Panel panel = {
    .queue = queue,
    .scene = scene,
    .axis = { corner.x + GUTTER, corner.x + IM_TIMELINE_WIDTH - MARGIN, 0, length,
              queue->is_timed },
    .left = corner.x,
    .top = corner.y,
  };
  ImTimeAxis axis = panel.axis;

  draw_inputs (&panel);
  for (guint i = 0; i < count_windows (queue); i++)
    draw_window (&panel, i);
  draw_spans (&panel);
  if (queue->arrival < 0)
    return;
  axis.from = queue->arrival - queue->period;
  axis.to = axis.from + length * queue->period;
  im_time_axis_draw (&axis, scene, get_bar_top (&panel, count_windows (queue)) + SPANS);
}
