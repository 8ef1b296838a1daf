/* SPDX-License-Identifier: MIT
 *
 * Two pipes that have names lie in the work folder, so that the program finds them
 * whatever confines it. One thread waits for its end, one feeds it, and the caller reads
 * what it gives.
 */
#include "run/im-host-stream.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/im-host-private.h"
#include "run/im-run-error.h"
#include "run/im-toolchain.h"
#include "run/im-trace.h"

#define POLL_MS     50
#define PIPE_BYTES  (1 << 20) /* that are under way, if the system allows it */
#define BLOCK_BYTES (1 << 16)

typedef struct
{
  const ImStreamProgram *program;
  const ImHostStream *stream;
  int frames;   /* where they are written */
  int outputs;  /* where they are read */
  gint is_over; /* atomic: the program has ended */
  ImProcessResult result;
  GError *process_error;
  GError *source_error;
  GByteArray *pending; /* a part of a record */
  guint64 frame;       /* of what is watched */
  gboolean is_complete;
} Flow;

static gpointer
run_program (gpointer data)
{
  Flow *flow = data;

  im_process_run (flow->program->argv, flow->program->limits, &flow->result,
                  &flow->process_error);
  g_atomic_int_set (&flow->is_over, TRUE);

  return NULL;
}

/* Returns FALSE if the program takes no more. */
static gboolean
write_frames (Flow *flow, const guint8 *bytes, gsize length)
{
  while (length > 0)
    {
      gssize n = write (flow->frames, bytes, length);
      struct pollfd wait = { .fd = flow->frames, .events = POLLOUT };

      if (g_atomic_int_get (&flow->is_over))
        return FALSE;
      if (n > 0)
        {
          bytes += n;
          length -= (gsize) n;
        }
      else if (errno == EAGAIN)
        poll (&wait, 1, POLL_MS);
      else if (errno != EINTR)
        return FALSE;
    }

  return TRUE;
}

/* What is in a pipe that nobody has opened yet is lost when it is closed. */
static void
wait_until_read (const Flow *flow)
{
  int n_bytes = 0;

  while (!g_atomic_int_get (&flow->is_over) &&
         ioctl (flow->frames, FIONREAD, &n_bytes) == 0 && n_bytes > 0)
    g_usleep (1000);
}

static gpointer
feed (gpointer data)
{
  Flow *flow = data;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  while (flow->stream->read (bytes, flow->stream->data, &flow->source_error) > 0)
    if (!write_frames (flow, bytes->data, bytes->len))
      break;
  wait_until_read (flow);
  close (flow->frames);

  return NULL;
}

static gboolean
take_record (Flow *flow, const ImTraceRecord *record, GError **error)
{
  if (record->kind == IM_TRACE_TENSOR)
    return flow->stream->watch ((guint) record->part, flow->frame, record->data,
                                record->size_bytes, flow->stream->data, error);
  if (record->kind == IM_TRACE_FRAME)
    {
      flow->frame = flow->frame - (guint32) flow->frame + record->number +
                    (record->number < (guint32) flow->frame ? 1ull << 32 : 0);
      return TRUE;
    }
  if (record->kind == IM_TRACE_OUTPUT)
    return flow->stream->write (record->number, record->data, record->size_bytes,
                                flow->stream->data, error);
  if (record->kind == IM_TRACE_STATUS)
    {
      g_set_error (error, IM_RUN_ERROR, IM_RUN_ERROR_RUN, "%s: %s returns the status %d",
                   flow->program->name, im_host_get_function_name (record->number),
                   record->part);
      return FALSE;
    }
  if (record->kind == IM_TRACE_ERROR || record->kind == IM_TRACE_MISMATCH ||
      record->kind == IM_TRACE_OVERRUN)
    {
      g_set_error (error, IM_RUN_ERROR, IM_RUN_ERROR_RUN, "%s: %.*s", flow->program->name,
                   (int) record->size_bytes, (const char *) record->data);
      return FALSE;
    }
  flow->is_complete = flow->is_complete || record->kind == IM_TRACE_END;

  return TRUE;
}

/* Takes the records that are there, and keeps what is not complete. */
static gboolean
take_records (Flow *flow, GError **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (flow->pending->data, flow->pending->len);
  ImTraceReader reader;
  ImTraceRecord record;

  im_trace_reader_init (&reader, bytes);
  while (im_trace_reader_next (&reader, &record))
    if (!take_record (flow, &record, error))
      return FALSE;
  g_byte_array_remove_range (flow->pending, 0,
                             flow->pending->len - (guint) (reader.end - reader.next));

  return TRUE;
}

static gboolean
read_outputs (Flow *flow, GError **error)
{
  g_autofree guint8 *block = g_malloc (BLOCK_BYTES);
  gboolean was_over = FALSE;

  for (;;)
    {
      struct pollfd wait = { .fd = flow->outputs, .events = POLLIN };
      gssize n;

      poll (&wait, 1, POLL_MS);
      n = read (flow->outputs, block, BLOCK_BYTES);
      if (n > 0)
        {
          g_byte_array_append (flow->pending, block, (guint) n);
          if (!take_records (flow, error))
            return FALSE;
        }
      else if (was_over || flow->is_complete)
        return TRUE;
      else
        was_over = g_atomic_int_get (&flow->is_over);
    }
}

/* Both ends are open from the start, so that nobody waits for the other. */
static int
open_pipe (const ImWorkFolder *folder, const char *name, int flags, GError **error)
{
  g_autofree char *path = im_work_folder_dup_path (folder, name);
  int descriptor = -1;

  g_unlink (path);
  if (mkfifo (path, 0600) == 0)
    descriptor = g_open (path, flags | O_NONBLOCK | O_CLOEXEC, 0);
  if (descriptor < 0)
    g_set_error (error, G_FILE_ERROR, (gint) g_file_error_from_errno (errno),
                 "no pipe “%s”: %s", path, g_strerror (errno));
  else
    fcntl (descriptor, F_SETPIPE_SZ, PIPE_BYTES);

  return descriptor;
}

static char *
dup_failure (const Flow *flow)
{
  if (flow->program->frame_time_s > 0 && flow->result.signal == SIGALRM)
    return g_strdup_printf ("takes more than %u seconds for a frame",
                            flow->program->frame_time_s);

  return im_process_result_dup_failure (&flow->result, flow->program->limits);
}

static gboolean
judge (Flow *flow, GError **error)
{
  g_autofree char *failure = NULL;

  if (flow->process_error != NULL || flow->source_error != NULL)
    {
      g_propagate_error (error, flow->process_error != NULL
                                    ? g_steal_pointer (&flow->process_error)
                                    : g_steal_pointer (&flow->source_error));
      return FALSE;
    }
  failure = dup_failure (flow);
  if (failure == NULL && flow->is_complete)
    return TRUE;

  g_set_error (error, IM_RUN_ERROR, IM_RUN_ERROR_RUN, "%s %s%s%s", flow->program->name,
               failure == NULL ? "ended before it was done" : failure,
               *flow->result.output == '\0' ? "" : ":\n", flow->result.output);
  return FALSE;
}

gboolean
im_stream_program_run (const ImStreamProgram *self,
                       const ImHostStream *stream,
                       GError **error)
{
  g_autoptr (GByteArray) pending = g_byte_array_new ();
  Flow flow = { .program = self, .stream = stream, .pending = pending };
  GThread *program, *feeder;
  gboolean ok;

  flow.frames = open_pipe (self->folder, IM_HOST_FRAMES_PIPE, O_RDWR, error);
  if (flow.frames < 0)
    return FALSE;
  flow.outputs = open_pipe (self->folder, IM_HOST_OUTPUTS_PIPE, O_RDONLY, error);
  if (flow.outputs < 0)
    {
      close (flow.frames);
      return FALSE;
    }

  program = g_thread_new ("program", run_program, &flow);
  feeder = g_thread_new ("feeder", feed, &flow);
  ok = read_outputs (&flow, error);
  close (flow.outputs); /* what still writes there ends by that */
  g_thread_join (program);
  g_thread_join (feeder);
  ok = ok && judge (&flow, error);
  im_process_result_clear (&flow.result);
  g_clear_error (&flow.process_error);
  g_clear_error (&flow.source_error);

  return ok;
}

gboolean
im_host_stream_in (const ImHost *host,
                   const ImWorkFolder *folder,
                   const ImHostStream *stream,
                   GError **error)
{
  g_autoptr (GPtrArray) argv = im_host_dup_argv (host);
  ImProcessLimits limits = host->limits;
  ImStreamProgram self = { NULL, folder, &limits, "the C of the pipeline" };

  limits.folder = folder->path;

  if (host->kind == IM_HOST_WATCHED)
    {
      self.frame_time_s = IM_HOST_WATCH_TIME_S;
      g_ptr_array_add (argv, g_strdup_printf ("%u", IM_HOST_WATCH_TIME_S));
    }
  g_ptr_array_add (argv, NULL);
  self.argv = (const char *const *) argv->pdata;
  if (im_toolchain_reserves_memory ())
    limits.memory_bytes = 0;

  return im_stream_program_run (&self, stream, error);
}

gboolean
im_host_stream (ImHost *host, const ImHostStream *stream, GError **error)
{
  return im_host_stream_in (host, host->folder, stream, error);
}
