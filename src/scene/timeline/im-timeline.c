/* SPDX-License-Identifier: MIT */
#include "scene/timeline/im-timeline.h"

#include <math.h>

#include "base/im-arena.h"

/* The queue behind what an instance reads, through all units between; -1 if there is
 * none. Inputs of a unit come equally often, so the first one tells. */
static gint
find_source (const ImProgram *program, const gint *queue_of, const ImInstance *instance)
{
  for (guint i = 0; i < instance->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &instance->unit->parameters[i];
      gint tensor = instance->tensors[parameter->slot];

      if (parameter->kind == IM_PARAMETER_INPUT && !parameter->socket->is_time &&
          tensor >= 0 && program->tensors[tensor].constant == NULL)
        {
          gint producer = program->tensors[tensor].producer;

          return producer < 0 ? -1 : queue_of[producer];
        }
    }

  return -1;
}

static ImTimelineQueue
make_queue (const ImProgram *program,
            const ImInstance *instance,
            const ImTimelineQueue *queues,
            gint parent,
            const ImQueueWindow *window)
{
  gint tensor = instance->tensors[window->input->slot];
  ImTimelineQueue queue = {
    .path = instance->path,
    .unit = instance->unit,
    .source = tensor < 0 ? window->input->name.text : program->tensors[tensor].name,
    .parent = parent,
    .window = *window,
    .is_timed = window->rate_hz > 0,
    .first = -1,
  };

  if (parent >= 0)
    {
      queue.is_timed = queues[parent].is_timed;
      queue.arrival = queues[parent].first;
      queue.period = queues[parent].every;
    }
  else
    queue.arrival = queue.period = queue.is_timed ? 1 / window->rate_hz : 1;
  queue.every = window->stride * queue.period;
  if (queue.arrival >= 0 && window->window > 0)
    queue.first = queue.arrival +
                  (im_queue_window_count_needed (window, 0) - 1) * queue.period;

  return queue;
}

const ImTimeline *
im_timeline_new (const ImProgram *program, ImArena *arena)
{
  ImTimeline *timeline = im_arena_new0 (arena, ImTimeline, 1);
  ImTimelineQueue *queues = im_arena_new0 (arena, ImTimelineQueue,
                                           MAX (1, program->n_instances));
  gint *queue_of = im_arena_new0 (arena, gint, MAX (1, program->n_instances));

  for (guint i = 0; i < program->n_instances; i++)
    {
      const ImInstance *instance = &program->instances[i];
      ImQueueWindow window;

      queue_of[i] = find_source (program, queue_of, instance);
      if (!im_queue_window_find (instance->evaluation, &window))
        continue;
      queues[timeline->n_queues] = make_queue (program, instance, queues, queue_of[i],
                                               &window);
      queue_of[i] = (gint) timeline->n_queues++;
    }
  timeline->queues = queues;

  return timeline;
}

static void
append_inputs (double n, GString *out)
{
  g_string_append_printf (out, "%.10g input%s", n, n == 1 ? "" : "s");
}

void
im_timeline_append_time (gboolean is_timed, double time, GString *out)
{
  if (!is_timed)
    append_inputs (time, out);
  else if (time == 0)
    g_string_append (out, "0 s");
  else if (time < 0.9995e-3)
    g_string_append_printf (out, "%.4g µs", time * 1e6);
  else if (time < 0.99995)
    g_string_append_printf (out, "%.4g ms", time * 1e3);
  else
    g_string_append_printf (out, "%.5g s", time);
}

/* A number of inputs, and how long they take. */
static void
append_span (const ImTimelineQueue *queue, double inputs, GString *out)
{
  append_inputs (inputs, out);
  if (!queue->is_timed)
    return;
  g_string_append (out, ", ");
  im_timeline_append_time (TRUE, inputs * queue->period, out);
}

void
im_timeline_append_window (const ImTimelineQueue *queue, GString *out)
{
  g_string_append (out, "window ");
  if (queue->window.window > 0)
    append_span (queue, queue->window.window, out);
  else
    g_string_append (out, "not known");
  g_string_append (out, " · stride ");
  append_span (queue, queue->window.stride, out);
}

/* A part that is not all does not round to all. */
static void
append_part (double part, double whole, const char *what, GString *out)
{
  double percent = round (100 * part / whole);
  gboolean is_more = percent == 100 && part < whole;

  g_string_append_printf (out, "%.10g of %.10g inputs%s, %s%.0f %%", part, whole, what,
                          is_more ? "more than " : "", is_more ? 99 : percent);
}

void
im_timeline_append_overlap (const ImTimelineQueue *queue, GString *out)
{
  double window = queue->window.window, stride = queue->window.stride;

  if (window <= 0)
    g_string_append (out, "overlap not known");
  else if (window > stride)
    {
      g_string_append (out, "overlap ");
      append_part (window - stride, window, "", out);
    }
  else if (window < stride)
    append_part (stride - window, stride, " dropped", out);
  else
    g_string_append (out, "no overlap, none dropped");
}

void
im_timeline_append_outputs (const ImTimelineQueue *queue, GString *out)
{
  gboolean is_even = queue->window.stride == floor (queue->window.stride);

  if (queue->first >= 0)
    {
      g_string_append (out, "first output after ");
      im_timeline_append_time (queue->is_timed, queue->first, out);
      g_string_append (out, ", then ");
    }
  else
    g_string_append (out, "an output ");
  g_string_append (out, is_even ? "every " : "on average every ");
  im_timeline_append_time (queue->is_timed, queue->every, out);
  if (queue->is_timed)
    g_string_append_printf (out, " (%.6g Hz)", 1 / queue->every);
}
