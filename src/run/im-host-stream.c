/* SPDX-License-Identifier: MIT
 *
 * A program shares memory with us. One thread waits for its end, one feeds it, and the
 * caller reads what it gives.
 */
#include "run/im-host-private.h"
#include "run/im-shared.h"
#include "run/im-toolchain.h"

typedef struct
{
  const char *const *argv;
  const ImProcessLimits *limits;
  ImShared *shared;
  ImProcessResult result;
  GError *error; /* why it could not be run */
} Program;

static gpointer
run_program (gpointer data)
{
  Program *self = data;

  im_process_run (self->argv, self->limits, &self->result, &self->error);
  im_shared_end (self->shared);

  return NULL;
}

static gboolean
pass (Program *self, const ImFlow *flow, GError **error)
{
  GThread *thread = g_thread_new ("program", run_program, self);
  ImFlowEnd end;
  gboolean is_fine = im_flow_pass (flow, &end, error);

  g_thread_join (thread);
  if (is_fine && self->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->error));
      is_fine = FALSE;
    }
  is_fine = is_fine && im_flow_judge (flow, &end, &self->result, self->limits, error);
  im_flow_end_clear (&end);
  im_process_result_clear (&self->result);
  g_clear_error (&self->error);

  return is_fine;
}

gboolean
im_host_stream_in (const ImHost *host,
                   const ImWorkFolder *folder,
                   const ImHostStream *stream,
                   GError **error)
{
  ImProcessLimits limits = host->limits;
  guint frame_time_s = host->kind == IM_HOST_WATCHED ? IM_HOST_WATCH_TIME_S : 0;
  g_autofree char *path = im_host_dup_program (host), *descriptor = NULL;
  g_autofree char *time = g_strdup_printf ("%u", frame_time_s);
  ImShared shared;
  gboolean is_fine;

  if (!im_shared_open (&shared, error))
    return FALSE;
  descriptor = g_strdup_printf ("%d", shared.descriptor);
  limits.folder = folder->path;
  limits.descriptor = shared.descriptor;
  if (im_toolchain_reserves_memory ())
    limits.memory_bytes = 0;

  const char *const argv[] = { path, descriptor, time, NULL };
  Program self = { .argv = argv, .limits = &limits, .shared = &shared };
  const ImFlow flow = { &im_shared_way, &shared, stream, "the C of the pipeline",
                        frame_time_s };
  is_fine = pass (&self, &flow, error);
  im_shared_close (&shared);

  return is_fine;
}

gboolean
im_host_stream (ImHost *host, const ImHostStream *stream, GError **error)
{
  return host->worker == NULL ? im_host_stream_in (host, host->folder, stream, error)
                              : im_worker_stream (host->worker, &host->limits,
                                                  IM_HOST_WATCH_TIME_S, stream, error);
}
