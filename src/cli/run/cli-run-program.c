/* SPDX-License-Identifier: MIT */
#include "cli/run/cli-run-program.h"

#include "cli/input/cli-capture.h"
#include "cli/terminal/cli-interrupt.h"
#include "verify/im-reference.h"

#define DEFAULT_TIME_S 3600
#define CAPTURE_TIME_S (7 * 24 * 3600) /* of what has no end of its own */
#define MEMORY_BYTES   (4ull << 30)
#define FILE_BYTES     (4ull << 30)

struct _CliRunProgram
{
  const CliPipeline *pipeline;
  const ImPlan *plan;
  ImWorkFolder folder;
  gboolean is_kept; /* if it can run: somebody wants the folder */
  ImProcessLimits limits;
  ImHost *host; /* of C */
  GMutex mutex; /* of Python: its module is made of the units of the library */
};

CliRunProgram *
cli_run_program_new (const CliOptions *options,
                     const CliPipeline *pipeline,
                     const ImPlan *plan,
                     GError **error)
{
  g_autoptr (CliRunProgram) self = g_new0 (CliRunProgram, 1);

  g_mutex_init (&self->mutex);
  self->pipeline = pipeline;
  self->plan = plan;
  self->is_kept = options->keep != NULL;
  if (!im_work_folder_open (&self->folder, options->keep, error))
    return NULL;
  self->limits = (ImProcessLimits){
    .folder = self->folder.path,
    .time_s = options->timeout > 0              ? (guint) options->timeout
              : cli_capture_is_wanted (options) ? CAPTURE_TIME_S
                                                : DEFAULT_TIME_S,
    .memory_bytes = MEMORY_BYTES,
    .file_bytes = FILE_BYTES,
    .cancellable = cli_interrupt_watch (),
  };

  return g_steal_pointer (&self);
}

const ImPlan *
cli_run_program_get_plan (const CliRunProgram *self)
{
  return self->plan;
}

const char *
cli_run_program_get_name (const CliRunProgram *self)
{
  return self->plan->program->unit->id.text;
}

gboolean
cli_run_program_compile (CliRunProgram *self, GError **error)
{
  const CliPipeline *pipeline = self->pipeline;

  if (self->plan->language == IM_LANGUAGE_PYTHON)
    return TRUE;

  cli_interrupt_show ("compiling");
  self->host = im_host_new (&self->folder, &self->limits);
  if (im_host_add (self->host, self->plan, pipeline->library, IM_HOST_STREAMED,
                   pipeline->diagnostics, error) &&
      im_host_compile (self->host, error))
    return TRUE;

  im_host_keep_source (&self->folder, error);
  return FALSE;
}

static gboolean
stream_python (CliRunProgram *self, const ImHostStream *stream, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->mutex);

  return im_reference_stream (self->plan, self->pipeline->library, &self->folder,
                              &self->limits, stream, self->pipeline->diagnostics, error);
}

gboolean
cli_run_program_stream (CliRunProgram *self, const ImHostStream *stream, GError **error)
{
  g_auto (ImWorkFolder) pipes = { 0 };

  if (self->plan->language == IM_LANGUAGE_PYTHON)
    return stream_python (self, stream, error);

  return im_work_folder_open (&pipes, NULL, error) &&
         im_host_stream_in (self->host, &pipes, stream, error);
}

void
cli_run_program_keep (CliRunProgram *self)
{
  if (self->is_kept)
    im_work_folder_keep (&self->folder);
}

void
cli_run_program_free (CliRunProgram *self)
{
  if (self == NULL)
    return;

  im_host_free (self->host);
  im_work_folder_close (&self->folder);
  g_mutex_clear (&self->mutex);
  g_free (self);
}
