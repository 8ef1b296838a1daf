/* SPDX-License-Identifier: MIT */
#include "run/im-flow.h"

#include <signal.h>

#include "run/im-host-private.h"
#include "run/im-run-error.h"
#include "run/im-trace.h"

#define BLOCK_BYTES (1 << 16)

typedef struct
{
  const ImFlow *flow;
  ImFlowEnd *end;
  GByteArray *pending; /* a part of a record */
  guint64 frame;       /* of what is watched */
} Pass;

static gpointer
feed (gpointer data)
{
  Pass *pass = data;
  const ImFlow *flow = pass->flow;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  while (flow->stream->read (bytes, flow->stream->data, &pass->end->source_error) > 0)
    if (!flow->way->write (flow->data, bytes->data, bytes->len))
      break;
  flow->way->finish (flow->data);

  return NULL;
}

static gboolean
take_record (Pass *pass, const ImTraceRecord *record, GError **error)
{
  const ImHostStream *stream = pass->flow->stream;
  const char *name = pass->flow->name;

  if (record->kind == IM_TRACE_TENSOR)
    return stream->watch ((guint) record->part, pass->frame, record->data,
                          record->size_bytes, stream->data, error);
  if (record->kind == IM_TRACE_FRAME)
    {
      pass->frame = pass->frame - (guint32) pass->frame + record->number +
                    (record->number < (guint32) pass->frame ? 1ull << 32 : 0);
      return TRUE;
    }
  if (record->kind == IM_TRACE_OUTPUT)
    return stream->write (record->number, record->data, record->size_bytes, stream->data,
                          error);
  if (record->kind == IM_TRACE_STATUS)
    {
      g_set_error (error, IM_RUN_ERROR, IM_RUN_ERROR_RUN, "%s: %s returns the status %d",
                   name, im_host_get_function_name (record->number), record->part);
      return FALSE;
    }
  if (record->kind == IM_TRACE_ERROR || record->kind == IM_TRACE_MISMATCH ||
      record->kind == IM_TRACE_OVERRUN)
    {
      g_set_error (error, IM_RUN_ERROR, IM_RUN_ERROR_RUN, "%s: %.*s", name,
                   (int) record->size_bytes, (const char *) record->data);
      return FALSE;
    }
  pass->end->is_complete = pass->end->is_complete || record->kind == IM_TRACE_END;

  return TRUE;
}

/* Takes the records that are there, and keeps what is not complete. */
static gboolean
take_records (Pass *pass, GError **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (pass->pending->data, pass->pending->len);
  ImTraceReader reader;
  ImTraceRecord record;

  im_trace_reader_init (&reader, bytes);
  while (im_trace_reader_next (&reader, &record))
    if (!take_record (pass, &record, error))
      return FALSE;
  g_byte_array_remove_range (pass->pending, 0,
                             pass->pending->len - (guint) (reader.end - reader.next));

  return TRUE;
}

static gboolean
read_records (Pass *pass, GError **error)
{
  const ImFlow *flow = pass->flow;
  g_autofree guint8 *block = g_malloc (BLOCK_BYTES);
  gssize n;

  while (!pass->end->is_complete &&
         (n = flow->way->read (flow->data, block, BLOCK_BYTES)) >= 0)
    {
      g_byte_array_append (pass->pending, block, (guint) n);
      if (n > 0 && !take_records (pass, error))
        return FALSE;
    }

  return TRUE;
}

gboolean
im_flow_pass (const ImFlow *flow, ImFlowEnd *end, GError **error)
{
  g_autoptr (GByteArray) pending = g_byte_array_new ();
  Pass pass = { .flow = flow, .end = end, .pending = pending };
  GThread *feeder;
  gboolean is_fine;

  *end = (ImFlowEnd){ 0 };
  feeder = g_thread_new ("feeder", feed, &pass);
  is_fine = read_records (&pass, error);
  flow->way->stop (flow->data);
  g_thread_join (feeder);

  return is_fine;
}

static char *
dup_failure (const ImFlow *flow,
             const ImProcessResult *result,
             const ImProcessLimits *limits)
{
  if (flow->frame_time_s > 0 && result->signal == SIGALRM)
    return g_strdup_printf ("takes more than %u seconds for a frame", flow->frame_time_s);
  if (result->signal == SIGSYS)
    return g_strdup ("was ended: it tried to start a process or a thread, which the code "
                     "of a package may not");

  return im_process_result_dup_failure (result, limits);
}

gboolean
im_flow_judge (const ImFlow *flow,
               ImFlowEnd *end,
               const ImProcessResult *result,
               const ImProcessLimits *limits,
               GError **error)
{
  g_autofree char *failure = NULL;

  if (end->source_error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&end->source_error));
      return FALSE;
    }
  failure = dup_failure (flow, result, limits);
  if (failure == NULL && end->is_complete)
    return TRUE;

  g_set_error (error, IM_RUN_ERROR, IM_RUN_ERROR_RUN, "%s %s%s%s", flow->name,
               failure == NULL ? "ended before it was done" : failure,
               *result->output == '\0' ? "" : ":\n", result->output);
  return FALSE;
}

void
im_flow_end_clear (ImFlowEnd *end)
{
  g_clear_error (&end->source_error);
}
