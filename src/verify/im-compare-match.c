/* SPDX-License-Identifier: MIT
 *
 * Two traces side by side. Python wrote its results in the order of those of C, but not
 * all of them, so that each is looked for from where the one before was found.
 */
#include <string.h>

#include "verify/im-compare-private.h"
#include "verify/im-trace.h"

typedef struct
{
  ImCompareLayer *layer;
  const ImReferenceTask *task;
  ImTraceReader c_reader;
  ImFrames *const *runs;
  guint n_runs;
  ImArena *arena;
  guint run;           /* of what C did last */
  guint frame;         /* of what C did last */
  ImMagnitudes *known; /* of each input of the task: what C read last */
} Match;

static const char *
get_run_name (const Match *match)
{
  return match->run < match->n_runs ? match->runs[match->run]->name : "?";
}

static void
differ (Match *match, const char *message)
{
  match->layer->state = IM_COMPARE_DIFFERENT;
  if (match->layer->message == NULL)
    match->layer->message = message;
}

static gboolean
is_same_result (const ImTraceRecord *a, const ImTraceRecord *b)
{
  return a->kind == b->kind && a->number == b->number &&
         (a->kind != IM_TRACE_TENSOR || a->part == b->part);
}

static void
forget_inputs (Match *match)
{
  for (guint i = 0; i < match->task->inputs->len; i++)
    match->known[i] = (ImMagnitudes){ 0 };
}

/* Keeps in mind how large the inputs are; a layer with a state remembers them. */
static void
look_at_input (Match *match, const ImTraceRecord *record)
{
  const GArray *inputs = match->task->inputs;

  for (guint i = 0; i < inputs->len; i++)
    {
      const ImReferenceInput *input = &g_array_index (inputs, ImReferenceInput, i);

      if (record->kind != IM_TRACE_TENSOR || input->buffer != record->part)
        continue;
      if (!match->task->has_state)
        match->known[i] = (ImMagnitudes){ 0 };
      im_magnitudes_add (&match->known[i], input->dtype, record->data,
                         record->size_bytes /
                             im_dtype_get_info (input->dtype)->size_bytes);
    }
  if (record->kind == IM_TRACE_RUN)
    forget_inputs (match);
}

static ImMagnitudes
sum_up_inputs (const Match *match)
{
  ImMagnitudes sum = { 0 };

  for (guint i = 0; i < match->task->inputs->len; i++)
    im_magnitudes_join (&sum, &match->known[i]);

  return sum;
}

/* Finds what C computed where Python computed @wanted. */
static gboolean
find_in_c (Match *match, const ImTraceRecord *wanted, ImTraceRecord *found)
{
  while (im_trace_reader_next (&match->c_reader, found))
    {
      if (found->kind == IM_TRACE_RUN)
        {
          match->run = found->number;
          match->frame = 0;
        }
      else if (found->kind == IM_TRACE_FRAME)
        match->frame = found->number;
      look_at_input (match, found);
      if (is_same_result (found, wanted))
        return TRUE;
      /* Outputs belong to a frame. */
      if (wanted->kind == IM_TRACE_OUTPUT &&
          (found->kind == IM_TRACE_RUN || found->kind == IM_TRACE_FRAME))
        return FALSE;
    }

  return FALSE;
}

static ImCompareOutput *
find_output (Match *match, const ImTraceRecord *record)
{
  for (guint i = 0; i < match->task->outputs->len; i++)
    {
      const ImReferenceOutput *output = &g_array_index (match->task->outputs,
                                                        ImReferenceOutput, i);
      gboolean is_it = record->kind == IM_TRACE_OUTPUT ? output->port == record->number
                                                       : output->buffer == record->part;

      if (is_it)
        return &match->layer->outputs[i];
    }

  return NULL;
}

static gboolean
is_edge_run (const Match *match)
{
  return match->run < match->n_runs && match->runs[match->run]->is_edge;
}

static gboolean
is_exact (const ImTolerance *tolerance)
{
  return tolerance->steps == 0 && !(tolerance->absolute > 0);
}

static void
compare_result (Match *match, const ImTraceRecord *c, const ImTraceRecord *python)
{
  ImCompareOutput *output = find_output (match, python);
  gsize size;

  if (output == NULL)
    return;
  size = im_dtype_get_info (output->type.dtype)->size_bytes;
  if (c->size_bytes != python->size_bytes)
    {
      differ (match,
              im_arena_printf (match->arena, "“%s” has %u bytes in C and %u in Python",
                               output->name, c->size_bytes, python->size_bytes));
      return;
    }

  if (match->task->instance < 0 && is_edge_run (match) && !is_exact (&output->tolerance))
    {
      output->difference.n_beyond += c->size_bytes / size;
      return;
    }

  ImMagnitudes inputs = sum_up_inputs (match);
  gboolean was_equal = output->difference.n_different == 0;
  output->n_tensors++;
  if (im_difference_add (&output->difference, output->type.dtype, c->data, python->data,
                         c->size_bytes / size, &output->tolerance, &inputs))
    return;
  match->layer->state = IM_COMPARE_DIFFERENT;
  if (was_equal)
    {
      output->first_run = get_run_name (match);
      output->first_frame = match->frame;
    }
}

static char *
copy_message (Match *match, const ImTraceRecord *record)
{
  return im_arena_printf (match->arena, "%.*s, at frame %u of %s",
                          (int) record->size_bytes, (const char *) record->data,
                          match->frame, get_run_name (match));
}

static void
read_python (Match *match, const ImTraceRecord *record)
{
  ImTraceRecord found;

  switch (record->kind)
    {
    case IM_TRACE_RUN:
    case IM_TRACE_CALL:
    case IM_TRACE_FRAME:
      find_in_c (match, record, &found);
      break;
    case IM_TRACE_TENSOR:
    case IM_TRACE_OUTPUT:
      {
        const Match before = *match;

        if (find_in_c (match, record, &found))
          compare_result (match, &found, record);
        else
          {
            match->c_reader = before.c_reader;
            match->run = before.run;
            match->frame = before.frame;
            differ (match,
                    im_arena_printf (match->arena,
                                     "Python has a result at frame %u of %s, C has none",
                                     match->frame, get_run_name (match)));
          }
        break;
      }
    case IM_TRACE_MISMATCH:
      differ (match, copy_message (match, record));
      break;
    case IM_TRACE_ERROR:
      match->layer->state = IM_COMPARE_NOT_RUN;
      match->layer->message = copy_message (match, record);
      break;
    case IM_TRACE_STATUS:
    case IM_TRACE_END:
    case IM_TRACE_OVERRUN:
    case IM_TRACE_RESET:
    case IM_N_TRACE_KINDS:
      break;
    }
}

static guint64
count_kind (GBytes *trace, ImTraceKind kind)
{
  ImTraceReader reader;
  ImTraceRecord record;
  guint64 n = 0;

  im_trace_reader_init (&reader, trace);
  while (im_trace_reader_next (&reader, &record))
    n += record.kind == kind;

  return n;
}

/* The whole pipeline must give as many outputs in both languages. */
static void
check_count (Match *match, GBytes *c_trace, GBytes *python_trace)
{
  guint64 n_c = count_kind (c_trace, IM_TRACE_OUTPUT);
  guint64 n_python = count_kind (python_trace, IM_TRACE_OUTPUT);

  if (match->task->instance < 0 && match->layer->state == IM_COMPARE_EQUAL &&
      n_c != n_python)
    differ (match, im_arena_printf (match->arena,
                                    "C gives %" G_GUINT64_FORMAT
                                    " outputs, Python %" G_GUINT64_FORMAT,
                                    n_c, n_python));
}

void
im_compare_match_layer (ImCompareLayer *layer,
                        const ImReferenceTask *task,
                        GBytes *c_trace,
                        GBytes *python_trace,
                        ImFrames *const *runs,
                        guint n_runs,
                        ImArena *arena)
{
  Match match = {
    .layer = layer,
    .task = task,
    .runs = runs,
    .n_runs = n_runs,
    .arena = arena,
    .known = im_arena_new0 (arena, ImMagnitudes, task->inputs->len + 1),
  };
  ImTraceReader reader;
  ImTraceRecord record;

  forget_inputs (&match);
  layer->state = task->state;
  layer->message = task->message;
  im_trace_reader_init (&match.c_reader, c_trace);
  im_trace_reader_init (&reader, python_trace);
  while (im_trace_reader_next (&reader, &record))
    read_python (&match, &record);
  if (task->state == IM_COMPARE_EQUAL)
    check_count (&match, c_trace, python_trace);
}
