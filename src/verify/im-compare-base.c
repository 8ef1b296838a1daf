/* SPDX-License-Identifier: MIT
 *
 * Two builds of the same code on the same frames make the same records in the same order,
 * but for what their numbers are: both traces are read in step.
 */
#include "verify/im-compare-private.h"

typedef struct
{
  ImComparison *comparison;
  const ImReference *reference;
  ImFrames *const *runs;
  guint n_runs;
  guint run;
} Walk;

/* What is about this machine, not about the pipeline, has no counterpart, nor have layers
 * where only outputs are known. */
static gboolean
is_skipped (const Walk *walk, ImTraceKind kind)
{
  gboolean is_of_layer = kind == IM_TRACE_TENSOR || kind == IM_TRACE_CALL;

  return kind == IM_TRACE_TIME || kind == IM_TRACE_COST ||
         (is_of_layer && walk->comparison->n_layers == 0);
}

static gboolean
next_record (const Walk *walk, ImTraceReader *reader, ImTraceRecord *record)
{
  do
    if (!im_trace_reader_next (reader, record))
      return FALSE;
  while (is_skipped (walk, record->kind));

  return TRUE;
}

static gboolean
is_output (const ImReferenceTask *task,
           const ImReferenceOutput *output,
           const ImTraceRecord *record)
{
  if (record->kind == IM_TRACE_OUTPUT)
    return task->instance < 0 && output->port == record->number;

  return record->kind == IM_TRACE_TENSOR && task->instance >= 0 &&
         output->buffer == record->part;
}

/* The tasks are the layers, and the whole behind them. */
static ImCompareOutput *
find_output (const Walk *walk, const ImTraceRecord *record)
{
  const GArray *tasks = walk->reference->tasks;
  guint n_layers = 0;

  for (guint i = 0; i < tasks->len; i++)
    {
      const ImReferenceTask *task = &g_array_index (tasks, ImReferenceTask, i);
      ImCompareLayer *layer = task->instance < 0 ? &walk->comparison->whole
                                                 : &walk->comparison->layers[n_layers++];

      for (guint j = 0; j < task->outputs->len; j++)
        if (is_output (task, &g_array_index (task->outputs, ImReferenceOutput, j),
                       record))
          return &layer->outputs[j];
    }

  return NULL;
}

static ImCompareData
get_data (const Walk *walk)
{
  return walk->run < walk->n_runs && walk->runs[walk->run]->is_edge ? IM_COMPARE_EDGES
                                                                    : IM_COMPARE_ORDINARY;
}

static void
add (const Walk *walk, const ImTraceRecord *record, const ImTraceRecord *base)
{
  static const ImTolerance exact = { 0 };
  static const ImMagnitudes inputs = { 0 };
  ImCompareOutput *output = find_output (walk, record);

  if (output != NULL)
    im_difference_add (
        &output->from_base[get_data (walk)], output->type.dtype, record->data, base->data,
        record->size_bytes / im_dtype_get_info (output->type.dtype)->size_bytes, &exact,
        &inputs);
}

gboolean
im_compare_match_base (ImComparison *comparison,
                       const ImReference *reference,
                       GBytes *c_trace,
                       GBytes *base_trace,
                       ImFrames *const *runs,
                       guint n_runs)
{
  Walk walk = { comparison, reference, runs, n_runs, 0 };
  ImTraceReader reader, base_reader;
  ImTraceRecord record, base;

  im_trace_reader_init (&reader, c_trace);
  im_trace_reader_init (&base_reader, base_trace);
  while (next_record (&walk, &reader, &record))
    {
      if (!next_record (&walk, &base_reader, &base) || base.kind != record.kind ||
          base.number != record.number || base.part != record.part ||
          base.size_bytes != record.size_bytes)
        return FALSE;
      if (record.kind == IM_TRACE_RUN)
        walk.run = record.number;
      add (&walk, &record, &base);
    }

  return !next_record (&walk, &base_reader, &base);
}
