/* SPDX-License-Identifier: MIT */
#include "run/im-worker.h"

#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/wait.h>

#include "run/host/host-numbers.h"
#include "run/im-shared.h"
#include "run/im-toolchain.h"

#define PATIENCE   20 /* looks at whether a job that nobody wants has ended */
#define WAIT_MS    10 /* between them */
#define MAX_STARTS 3  /* for one job */

struct _ImWorker
{
  gatomicrefcount n_refs;
  GMutex lock; /* of all that follows */
  ImWorkFolder folder;
  ImShared shared;
  int busy;             /* can be read from while there is a job */
  GThread *process;     /* that waits for its end, NULL if none runs */
  GCancellable *ending; /* of it */
  ImProcessLimits limits;
  ImProcessResult result; /* once it has ended */
  GError *error;          /* why it could not be run */
};

/* Where its program is: one that was built together with this. */
static char *
dup_path (const char *built, const char *installed)
{
  g_autofree char *own = g_file_read_link ("/proc/self/exe", NULL);
  gboolean is_built = own != NULL && g_str_has_prefix (own, IM_BUILD_ROOT "/");

  return g_strdup (is_built ? built : installed);
}

static char *
dup_program (void)
{
  return dup_path (IM_BUILT_WORKER, IM_INSTALLED_WORKER);
}

gboolean
im_worker_is_there (void)
{
  g_autofree char *program = dup_program ();

  return g_file_test (program, G_FILE_TEST_IS_EXECUTABLE);
}

ImWorker *
im_worker_new (void)
{
  ImWorker *self = g_new0 (ImWorker, 1);

  g_atomic_ref_count_init (&self->n_refs);
  g_mutex_init (&self->lock);
  self->busy = -1;

  return self;
}

ImWorker *
im_worker_ref (ImWorker *self)
{
  g_atomic_ref_count_inc (&self->n_refs);

  return self;
}

/* Ends its process, unless that has ended. */
static void
join_process (ImWorker *self)
{
  g_cancellable_cancel (self->ending);
  g_thread_join (g_steal_pointer (&self->process));
  g_clear_object (&self->ending);
}

/* The next one begins without what was said of the last one. */
static void
forget_process (ImWorker *self)
{
  if (self->process != NULL)
    join_process (self);
  im_process_result_clear (&self->result);
  self->result = (ImProcessResult){ 0 };
  g_clear_error (&self->error);
}

void
im_worker_unref (ImWorker *self)
{
  if (!g_atomic_ref_count_dec (&self->n_refs))
    return;

  forget_process (self);
  im_shared_close (&self->shared);
  if (self->busy >= 0)
    close (self->busy);
  im_work_folder_close (&self->folder);
  g_mutex_clear (&self->lock);
  g_free (self);
}

const ImWorkFolder *
im_worker_lock (ImWorker *self, GError **error)
{
  g_mutex_lock (&self->lock);
  if (self->folder.path != NULL || im_work_folder_open (&self->folder, NULL, error))
    return &self->folder;
  g_mutex_unlock (&self->lock);

  return NULL;
}

void
im_worker_unlock (ImWorker *self)
{
  g_mutex_unlock (&self->lock);
}

static gpointer
run_process (gpointer data)
{
  ImWorker *self = data;
  g_autofree char *program = dup_program ();
  g_autofree char *headers = dup_path (IM_BUILT_HEADERS, IM_INSTALLED_HEADERS);
  g_autofree char *descriptor = g_strdup_printf ("%d", self->shared.descriptor);
  g_autofree char *size = g_strdup_printf ("%zu", HOST_MEMORY_BYTES);
  const char *argv[] = { program, descriptor, size, headers, NULL };

  im_process_run (argv, &self->limits, &self->result, &self->error);
  im_shared_end (&self->shared);

  return NULL;
}

static gboolean
open_memory (ImWorker *self, GError **error)
{
  if (self->busy < 0)
    self->busy = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);

  return self->shared.memory != NULL || im_shared_open (&self->shared, error);
}

static gboolean
is_over (ImWorker *self)
{
  return g_atomic_int_get (&self->shared.is_over);
}

/* Starts a process unless there is one that can be given a job. */
static void
start (ImWorker *self, const ImProcessLimits *limits)
{
  if (self->process != NULL && !is_over (self) && self->shared.control->is_leaving == 0)
    return;
  forget_process (self);
  self->ending = g_cancellable_new ();
  self->limits = *limits;
  self->limits.folder = self->folder.path;
  self->limits.cancellable = self->ending;
  self->limits.descriptor = self->shared.descriptor;
  self->limits.busy = self->busy;
  memset (self->shared.control, 0, sizeof *self->shared.control);
  self->shared.job = 0;
  g_atomic_int_set (&self->shared.is_over, FALSE);
  self->process = g_thread_new ("worker", run_process, self);
}

static void
set_busy (ImWorker *self, gboolean is_busy)
{
  eventfd_t ignored;

  if (is_busy)
    eventfd_write (self->busy, 1);
  else
    eventfd_read (self->busy, &ignored);
}

/* Returns FALSE if its process has ended before, which may not have been known yet. */
static gboolean
begin_job (ImWorker *self, guint frame_time_s)
{
  HostControl *control = self->shared.control;

  im_shared_reset (&self->shared);
  control->seconds = frame_time_s;
  self->shared.job++;
  host_word_set (&control->job, self->shared.job);
  while (host_word_get (&control->taken) != self->shared.job && !is_over (self))
    {
      guint32 n_events = host_word_count_events (&control->taken);

      host_word_wait (&control->taken, self->shared.job - 1, n_events, WAIT_MS);
    }

  return host_word_get (&control->taken) == self->shared.job;
}

static gboolean
is_done (const ImWorker *self)
{
  return host_word_get (&self->shared.control->done) == self->shared.job;
}

/* A job ends soon when it is complete, or nobody wants it any more: or else its process
 * does. */
static void
end_job (ImWorker *self)
{
  HostWord *done = &self->shared.control->done;

  for (guint i = 0; i < PATIENCE && !is_done (self) && !is_over (self); i++)
    {
      guint32 n_events = host_word_count_events (done);

      host_word_wait (done, self->shared.job - 1, n_events, WAIT_MS);
    }
  if (!is_done (self))
    join_process (self);
}

static char *
dup_output (const HostControl *control)
{
  gsize n = MIN (control->n_output_bytes, HOST_OUTPUT_BYTES);
  g_autofree char *text = g_utf8_make_valid (control->output, (gssize) n);

  return g_strdup (g_strchomp (text));
}

/* How a job ended, or the process that it took with it. */
static void
take_result (ImWorker *self, ImProcessResult *result)
{
  const HostControl *control = self->shared.control;
  int status = control->status;

  if (!is_done (self))
    {
      *result = self->result;
      self->result = (ImProcessResult){ 0 };
      return;
    }
  *result = (ImProcessResult){
    .exit_status = WIFEXITED (status) ? WEXITSTATUS (status) : -1,
    .signal = WIFSIGNALED (status) ? WTERMSIG (status) : 0,
    .output = dup_output (control),
  };
  result->timed_out = result->signal == SIGXCPU || result->signal == SIGALRM;
}

/* Ends the waiting for what nobody wants. */
static void
cancelled_cb (GCancellable *cancellable, gpointer shared)
{
  im_shared_way.stop (shared);
}

/* Also where the program that is there is that of another version. */
static gboolean
is_refused (const ImProcessResult *result)
{
  return result->exit_status == EXIT_NOT_COMPILED || result->exit_status == EXIT_UNUSABLE;
}

static gboolean
judge (ImWorker *self, const ImFlow *flow, ImFlowEnd *end, GError **error)
{
  g_auto (ImProcessResult) result = { 0 };

  if (self->error != NULL && !end->is_complete)
    {
      g_propagate_error (error, g_steal_pointer (&self->error));
      return FALSE;
    }
  take_result (self, &result);
  if (!is_refused (&result) || end->is_complete)
    return im_flow_judge (flow, end, &result, &self->limits, error);

  im_toolchain_cut_messages (result.output);
  g_set_error (error, IM_TOOLCHAIN_ERROR, IM_TOOLCHAIN_ERROR_COMPILE,
               "the compiler of the worker does not take the emitted code%s%s",
               *result.output == '\0' ? "" : ":\n", result.output);
  return FALSE;
}

static gboolean
pass (ImWorker *self, const ImFlow *flow, GCancellable *cancellable, GError **error)
{
  ImFlowEnd end;
  gulong handler = cancellable == NULL
                       ? 0
                       : g_cancellable_connect (cancellable, G_CALLBACK (cancelled_cb),
                                                &self->shared, NULL);
  gboolean is_fine = im_flow_pass (flow, &end, error);

  if (handler != 0)
    g_cancellable_disconnect (cancellable, handler);
  end_job (self);
  if (is_fine && g_cancellable_set_error_if_cancelled (cancellable, error))
    is_fine = FALSE;
  is_fine = is_fine && judge (self, flow, &end, error);
  im_flow_end_clear (&end);

  return is_fine;
}

gboolean
im_worker_stream (ImWorker *self,
                  const ImProcessLimits *limits,
                  guint frame_time_s,
                  const ImHostStream *stream,
                  GError **error)
{
  const ImFlow flow = { &im_shared_way, &self->shared, stream, "the C of the pipeline",
                        frame_time_s };

  gboolean is_begun = FALSE, is_fine;

  if (!open_memory (self, error))
    return FALSE;
  set_busy (self, TRUE);
  for (guint i = 0; i < MAX_STARTS && !is_begun; i++)
    {
      start (self, limits);
      is_begun = begin_job (self, frame_time_s);
    }
  is_fine = is_begun ? pass (self, &flow, limits->cancellable, error)
                     : judge (self, &flow, &(ImFlowEnd){ 0 }, error);
  set_busy (self, FALSE);

  return is_fine;
}
