/* SPDX-License-Identifier: MIT
 *
 * The verdict where there is only one language: nothing to compare with, but it ran, it
 * stayed in its memory (C is guarded), and of finite frames it made finite numbers.
 */
#include <math.h>

#include "tensor/im-array.h"
#include "verify/im-compare-private.h"
#include "verify/im-ulp.h"

typedef struct
{
  guint64 n_numbers;
  guint64 n_bad; /* of them, not finite */
  const char *output;
  const char *run;
  guint frame; /* of the first bad one */
} Count;

static gboolean
is_finite (ImDType dtype, const guint8 *element)
{
  return !im_dtype_is_float (dtype) || isfinite (im_ulp_load (dtype, element));
}

/* Which output of the layer a record is; -1 if of none. */
static gint
find_output (const ImReferenceTask *task, const ImTraceRecord *record)
{
  for (guint i = 0; i < task->outputs->len; i++)
    {
      const ImReferenceOutput *output = &g_array_index (task->outputs, ImReferenceOutput,
                                                        i);

      if (record->kind == IM_TRACE_OUTPUT && task->instance < 0 &&
          output->port == record->number)
        return (gint) i;
      if (record->kind == IM_TRACE_TENSOR && task->instance >= 0 &&
          output->buffer == record->part)
        return (gint) i;
    }

  return -1;
}

static void
count_record (Count *count,
              const ImCompareOutput *output,
              const ImTraceRecord *record,
              const char *run,
              guint frame)
{
  gsize size = im_dtype_get_info (output->type.dtype)->size_bytes;

  for (gsize at = 0; at + size <= record->size_bytes; at += size)
    {
      count->n_numbers++;
      if (is_finite (output->type.dtype, record->data + at))
        continue;
      if (count->n_bad++ == 0)
        {
          count->output = output->name;
          count->run = run;
          count->frame = frame;
        }
    }
}

static void
set_states (ImCompareLayer *layer, ImCompareState state)
{
  layer->states[IM_COMPARE_ORDINARY] = layer->states[IM_COMPARE_EDGES] = state;
}

/* What the trace says of its end, if that is no good one. */
static gboolean
find_failure (ImCompareLayer *layer,
              const ImReference *reference,
              const ImTraceRecord *record,
              const char *run,
              guint frame)
{
  if (record->kind != IM_TRACE_ERROR && record->kind != IM_TRACE_MISMATCH)
    return FALSE;

  set_states (layer, IM_COMPARE_NOT_RUN);
  layer->message = im_arena_printf (reference->arena, "%.*s, at frame %u of %s",
                                    (int) record->size_bytes, (const char *) record->data,
                                    frame, run);
  return TRUE;
}

static const char *
get_verdict (const ImReference *reference,
             const Count *count,
             guint64 n_frames,
             ImLanguage language)
{
  const char *in_memory = language == IM_LANGUAGE_C ? ", stayed in its memory" : "";

  if (count->n_numbers == 0)
    return im_arena_printf (reference->arena,
                            "ran %" G_GUINT64_FORMAT " frames%s, gave no output",
                            n_frames, in_memory);
  if (count->n_bad == 0)
    return im_arena_printf (reference->arena,
                            "ran %" G_GUINT64_FORMAT " frames%s, finite", n_frames,
                            in_memory);

  return im_arena_printf (reference->arena,
                          "ran %" G_GUINT64_FORMAT " frames%s; %" G_GUINT64_FORMAT
                          " of %" G_GUINT64_FORMAT " numbers of ordinary data are not "
                          "finite, the first in “%s” at frame %u of %s",
                          n_frames, in_memory, count->n_bad, count->n_numbers,
                          count->output, count->frame, count->run);
}

void
im_compare_judge_single (ImCompareLayer *layer,
                         const ImReference *reference,
                         const ImReferenceTask *task,
                         GBytes *trace,
                         ImFrames *const *runs,
                         guint n_runs,
                         ImLanguage language)
{
  Count count = { 0 };
  ImTraceReader reader;
  ImTraceRecord record;
  guint run = 0, frame = 0;
  guint64 n_frames = 0;

  if (language == IM_LANGUAGE_PYTHON && task->state != IM_COMPARE_EQUAL)
    {
      set_states (layer, task->state);
      layer->message = task->message;
      return;
    }

  im_trace_reader_init (&reader, trace);
  while (im_trace_reader_next (&reader, &record))
    {
      gint output = find_output (task, &record);

      if (record.kind == IM_TRACE_RUN)
        run = MIN (record.number, n_runs - 1);
      else if (record.kind == IM_TRACE_FRAME)
        frame = record.number;
      else if (find_failure (layer, reference, &record, runs[run]->name, frame))
        return;
      n_frames += record.kind == IM_TRACE_FRAME;
      if (output >= 0 && !runs[run]->is_edge)
        count_record (&count, &layer->outputs[output], &record, runs[run]->name, frame);
    }
  set_states (layer, language == IM_LANGUAGE_C ? IM_COMPARE_NO_TWIN : IM_COMPARE_NO_C);
  layer->n_not_finite = count.n_bad;
  layer->message = get_verdict (reference, &count, n_frames, language);
}
