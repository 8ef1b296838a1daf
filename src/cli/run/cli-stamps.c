/* SPDX-License-Identifier: MIT */
#include "cli/run/cli-stamps.h"

#include <math.h>

#include "scene/timeline/im-timeline.h"

static gboolean
is_same_rate (double a, double b)
{
  return fabs (a - b) <= 0.01 * MAX (a, b);
}

/* Outputs come as those of the last queue of their rate, or with each input. */
static gboolean
find_times (CliStamps *self,
            const ImTensorType *input,
            const ImTensorType *output,
            const ImProgram *program)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImTimeline *timeline = im_timeline_new (program, arena);
  gboolean is_known = timeline->n_queues == 0 ||
                      is_same_rate (input->rate_hz, output->rate_hz);

  self->first = self->every = 1;
  for (guint i = 0; i < timeline->n_queues; i++)
    {
      const ImTimelineQueue *queue = &timeline->queues[i];
      double unit = queue->is_timed ? input->rate_hz : 1;

      if (queue->first < 0 || unit <= 0 ||
          (queue->is_timed && !is_same_rate (1 / queue->every, output->rate_hz)))
        continue;
      self->first = queue->first * unit;
      self->every = queue->every * unit;
      is_known = TRUE;
    }

  return is_known;
}

/* When a row of the recording was taken, in its time. */
static double
get_row_time (const CliStamps *self, double row)
{
  return im_host_frames_get_time (self->frames, self->source, row);
}

static gboolean
holds_something (const CliStamps *self)
{
  const ImRecording *format = im_host_frames_get_format (self->frames, self->source);
  double from = get_row_time (self, 0);
  double to = from + (format->is_open ? INFINITY : im_recording_get_duration_s (format));

  for (guint i = 0; i < self->labels->labels->len; i++)
    {
      const ImLabel *label = &g_array_index (self->labels->labels, ImLabel, i);

      if (label->start_s < to && label->end_s > from)
        return TRUE;
    }

  return FALSE;
}

static const ImTensorType *
find_output (const ImPlan *plan, guint sink)
{
  const ImProgram *program = plan->program;

  for (guint i = 0; i < program->n_outputs; i++)
    if (plan->sink_of[i] == (gint) plan->sinks[sink])
      return &program->tensors[program->outputs[i].tensor].type;

  return NULL;
}

gboolean
cli_stamps_init (CliStamps *self,
                 const ImLabels *labels,
                 const ImHostFrames *frames,
                 guint source,
                 const ImPlan *plan,
                 guint sink,
                 ImDiagnostics *diagnostics)
{
  const ImTensorType *output = find_output (plan, sink);
  const ImRecording *format = im_host_frames_get_format (frames, source);
  const ImInput *input = im_host_frames_get_input (frames, source);
  const char *problem = NULL;
  gboolean is_known;

  *self = (CliStamps){ .labels = labels,
                       .frames = frames,
                       .source = source,
                       .rows_per_frame = im_host_frames_get_rows_per_frame (frames,
                                                                            source) };
  if (!format->has_time && format->rate_hz <= 0)
    problem = "the recording does not say when its rows were taken";
  else if (output == NULL || !find_times (self, &input->type, output, plan->program))
    problem = "it is not known when the outputs come";
  is_known = problem == NULL;
  if (labels == NULL)
    return is_known;
  if (is_known && !holds_something (self))
    problem = "none of them is in the time of the recording";
  if (problem != NULL)
    {
      self->labels = NULL;
      im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_WARNING, "labels",
                                   labels->path, "the outputs get no labels: %s",
                                   problem);
    }

  return is_known;
}

double
cli_stamps_get_time (const CliStamps *self, guint64 output)
{
  double inputs = ceil (self->first + (double) output * self->every - 1e-6);

  return get_row_time (self, inputs * self->rows_per_frame - 1);
}

void
cli_stamps_append_label (const CliStamps *self, guint64 output, GString *out)
{
  if (self->labels != NULL)
    im_labels_append_at (self->labels, cli_stamps_get_time (self, output), out);
}
