/* SPDX-License-Identifier: MIT */
#include "live/im-live.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "emit/im-problems.h"
#include "live/im-live-time.h"
#include "plan/im-plan.h"
#include "run/im-host-frames.h"
#include "run/im-host.h"
#include "run/im-run-error.h"
#include "run/im-toolchain.h"
#include "verify/im-reference.h"

#define ROUNDING     1e-6 /* of frames */
#define LONG_TIME_S  (24 * 3600)
#define MEMORY_BYTES (4ull << 30)
#define FILE_BYTES   (1ull << 28)
#define KEEP_BYTES   ((gsize) 256 << 20) /* of the values of all pipes together */
#define BLOCK_BYTES  ((gsize) 256 << 20) /* of their blocks */

struct _ImLiveValues
{
  ImProgram *program;
  ImUnitLibrary *library;
  ImFeed *feed;
  double max_s;
  ImWorker *worker;     /* or NULL where the code shall be fast */
  ImLiveMemory *memory; /* or NULL */
  gboolean is_partial;  /* there is more of the recording than is wanted */

  GMutex lock;        /* of what follows */
  ImSignal **signals; /* of each tensor, or NULL */
};

/* One run, by one thread. */
typedef struct
{
  ImLiveValues *values;
  const ImPlan *plan;
  ImHostFrames *source;
  double frame_s;     /* of a frame of the fastest source; 0 if it is not known */
  double start_s;     /* when the first row was recorded */
  gboolean has_times; /* rows may not come evenly */
  double rows_per_frame;
  guint *domains;    /* of each buffer */
  guint *sources;    /* that each domain follows from */
  ImLiveTime *times; /* of each domain */
  guint64 n_frames;  /* that went in */
  char *file_state;  /* of the recordings, before they were opened */
  char *digest;      /* of all that is computed follows from, or NULL */
  gboolean is_recalled;
} Run;

ImLiveValues *
im_live_values_new (const ImLiveJob *job)
{
  ImLiveValues *self = g_new0 (ImLiveValues, 1);

  g_mutex_init (&self->lock);
  self->program = im_program_ref (job->program);
  self->library = im_unit_library_ref (job->library);
  self->feed = im_feed_copy (job->feed);
  self->max_s = job->max_s;
  self->memory = job->memory == NULL ? NULL : im_live_memory_ref (job->memory);
  if (!job->is_long && im_worker_is_there ())
    self->worker = job->worker == NULL ? im_worker_new () : im_worker_ref (job->worker);
  self->signals = g_new0 (ImSignal *, job->program->n_tensors + 1);

  return self;
}

void
im_live_values_free (ImLiveValues *self)
{
  if (self == NULL)
    return;

  for (guint i = 0; i < self->program->n_tensors; i++)
    g_clear_pointer (&self->signals[i], im_signal_unref);
  g_free (self->signals);
  im_feed_free (self->feed);
  g_clear_pointer (&self->memory, im_live_memory_unref);
  g_clear_pointer (&self->worker, im_worker_unref);
  im_program_unref (self->program);
  im_unit_library_unref (self->library);
  g_mutex_clear (&self->lock);
  g_free (self);
}

const ImProgram *
im_live_values_get_program (const ImLiveValues *self)
{
  return self->program;
}

ImSignal *
im_live_values_get_signal (ImLiveValues *self, guint tensor)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  g_return_val_if_fail (tensor < self->program->n_tensors, NULL);

  return self->signals[tensor] == NULL ? NULL : im_signal_ref (self->signals[tensor]);
}

gboolean
im_live_values_are_partial (const ImLiveValues *self)
{
  return self->is_partial;
}

guint64
im_live_values_count_inputs (ImLiveValues *self)
{
  guint64 n = 0;

  for (guint i = 0; i < self->program->n_inputs; i++)
    {
      gint tensor = self->program->inputs[i].tensor;
      g_autoptr (ImSignal) signal = tensor < 0 ? NULL
                                               : im_live_values_get_signal (
                                                     self, (guint) tensor);

      n = MAX (n, signal == NULL ? 0 : im_signal_get_n_values (signal));
    }

  return n;
}

gint
im_live_values_find_culprit (const ImLiveValues *self, const char *message)
{
  gint found = -1;

  for (guint i = 0; i < self->program->n_instances; i++)
    {
      const char *path = self->program->instances[i].path;
      g_autofree char *mark = g_strconcat (path, ": ", NULL);

      if (*path != '\0' && strstr (message, mark) != NULL &&
          (found < 0 || strlen (path) > strlen (self->program->instances[found].path)))
        found = (gint) i;
    }

  return found;
}

/* When what a value covers begins, in frames of the fastest source, which got as many
 * before @frame. A slower source gets a frame when its time begins, not when it ends. */
static double
find_begin (const Run *run, guint domain, guint64 frame)
{
  double step = run->times[run->sources[domain]].step;
  double number = floor ((double) frame / step + ROUNDING);

  return (number + 1) * step - run->times[domain].span;
}

/* The middle of the first frames is where the first value lies. */
static ImSignal *
make_signal (Run *run, guint tensor, guint domain, guint64 frame)
{
  const ImLiveTime *time = &run->times[domain];
  const ImProgramTensor *of = &run->values->program->tensors[tensor];
  double unit = run->frame_s > 0 ? run->frame_s : 1;
  const ImSignalFormat format = {
    .name = of->name,
    .type = of->type,
    .start_s = run->start_s + find_begin (run, domain, frame) * unit,
    .step_s = run->frame_s > 0 ? time->step * unit : 0,
    .span_s = time->span * unit,
    .keep_bytes = KEEP_BYTES / MAX (run->values->program->n_tensors, 1),
    .block_bytes = BLOCK_BYTES / MAX (run->values->program->n_tensors, 1),
  };
  ImSignal *signal = im_signal_new (&format);

  g_mutex_lock (&run->values->lock);
  run->values->signals[tensor] = signal;
  g_mutex_unlock (&run->values->lock);

  return signal;
}

/* When what a value covers begins, of a recording whose rows may not come evenly. */
static double
find_start (const Run *run, guint domain, guint64 frame)
{
  double first = find_begin (run, domain, frame) * run->rows_per_frame;

  return im_host_frames_get_time (run->source, im_host_frames_get_fastest (run->source),
                                  first);
}

/* What a domain computes, or an input of it, that belongs to a frame. */
static void
append (Run *run, guint tensor, guint domain, guint64 frame, gconstpointer elements)
{
  ImSignal *signal = run->values->signals[tensor];
  double start;

  if (signal == NULL)
    signal = make_signal (run, tensor, domain, frame);
  start = run->has_times ? find_start (run, domain, frame) : 0;
  im_signal_append (signal, elements, run->has_times ? &start : NULL, 1);
}

static gboolean
watch (guint buffer,
       guint64 frame,
       gconstpointer elements,
       gsize size_bytes,
       gpointer data,
       GError **error)
{
  Run *run = data;
  gint tensor = run->plan->buffers[buffer].tensor;

  if (tensor >= 0)
    append (run, (guint) tensor, run->domains[buffer], frame, elements);

  return TRUE;
}

/* Of code in Python only what comes out is known: each value when its window is full. */
static gboolean
take_output (guint output,
             gconstpointer elements,
             gsize size_bytes,
             gpointer data,
             GError **error)
{
  Run *run = data;
  gint tensor = run->values->program->outputs[output].tensor;
  guint domain = (guint) MAX (run->plan->sink_of[output], 0);
  const ImLiveTime *time = &run->times[domain];
  guint64 number;

  if (tensor < 0)
    return TRUE;
  number = run->values->signals[tensor] == NULL
               ? 0
               : im_signal_get_n_values (run->values->signals[tensor]);
  append (run, (guint) tensor, domain,
          (guint64) MAX (time->span + (double) number * time->step - 1, 0), elements);

  return TRUE;
}

/* What goes in is not computed: it is taken from the frames. */
static void
take_frames (Run *run, const GByteArray *bytes, guint n_frames)
{
  const ImProgram *program = run->values->program;
  gsize frame_bytes = bytes->len / n_frames, offset = 0;

  for (gint is_time = FALSE; is_time <= TRUE; is_time++)
    for (guint i = 0; i < program->n_inputs; i++)
      {
        const ImProgramPort *port = &program->inputs[i];
        guint64 num, den;
        ImInput input;

        if (port->tensor < 0 || (port->parameter->socket->is_time != FALSE) != is_time)
          continue;
        input.type = program->tensors[port->tensor].type;
        im_plan_get_pace (run->plan, run->plan->source_of[i], &num, &den);
        for (guint64 j = 0; j < n_frames; j++)
          if ((run->n_frames + j) * num % den < num)
            append (run, (guint) port->tensor, run->plan->source_of[i], run->n_frames + j,
                    bytes->data + j * frame_bytes + offset);
        offset += im_inputs_get_frame_bytes (&input, 1);
      }
}

static gssize
read_frames (GByteArray *bytes, gpointer data, GError **error)
{
  Run *run = data;
  gssize n = im_host_frames_read (run->source, bytes, error);

  if (n <= 0)
    return n;
  take_frames (run, bytes, (guint) n);
  run->n_frames += (guint64) n;

  return n;
}

/* Frames come as the rows of the recording of the fastest input. Whether those of one of
 * which only the beginning is known come evenly turns out later. */
static void
find_times (Run *run)
{
  guint fastest = im_host_frames_get_fastest (run->source);
  const ImRecording *format = im_host_frames_get_format (run->source, fastest);

  run->rows_per_frame = im_host_frames_get_rows_per_frame (run->source, fastest);
  run->frame_s = format->rate_hz > 0 ? run->rows_per_frame / format->rate_hz : 0;
  run->start_s = im_host_frames_get_time (run->source, fastest, 0);
  run->has_times = format->has_time && (format->is_irregular || format->is_open);
  run->times = im_live_times_new (run->plan);
  run->sources = g_new (guint, run->plan->n_domains + 1);
  for (guint i = 0; i < run->plan->n_domains; i++)
    run->sources[i] = im_plan_find_source (run->plan, i);
  run->domains = g_new (guint, run->plan->n_buffers + 1);
  for (guint i = 0; i < run->plan->n_buffers; i++)
    run->domains[i] = im_live_time_find_domain (run->plan, i);
}

/* How many frames of the fastest input are wanted, 0 for all. */
static guint
count_frames (const ImLiveValues *self)
{
  g_autoptr (GArray) inputs = im_host_list_inputs (self->program);
  double rate_hz = 0;

  for (guint i = 0; i < inputs->len; i++)
    {
      const ImInput *input = &g_array_index (inputs, ImInput, i);

      rate_hz = input->is_time ? rate_hz : MAX (rate_hz, input->type.rate_hz);
    }

  return self->max_s <= 0 || rate_hz <= 0
             ? 0
             : (guint) CLAMP (ceil (self->max_s * rate_hz), 1, G_MAXUINT);
}

static void
add_text (GChecksum *digest, const char *text)
{
  g_checksum_update (digest, (const guchar *) (text == NULL ? "" : text), -1);
  g_checksum_update (digest, (const guchar *) "", 1);
}

/* Another one when somebody has written to one of the files; NULL if it cannot be told.
 */
static char *
dup_file_state (const ImFeed *feed)
{
  g_autoptr (GString) state = g_string_new (NULL);

  for (; feed != NULL; feed = feed->next)
    {
      GStatBuf file;

      if (g_stat (feed->path, &file) != 0)
        return NULL;
      g_string_append_printf (state, "%" G_GINT64_FORMAT " %ld %ld\n",
                              (gint64) file.st_size, (long) file.st_mtim.tv_sec,
                              (long) file.st_mtim.tv_nsec);
    }

  return g_strdup (state->str);
}

static void
add_feed (GChecksum *digest, const ImFeed *feed)
{
  add_text (digest, feed->path);
  add_text (digest, feed->input);
  for (guint i = 0; im_feed_keys[i] != NULL; i++)
    {
      g_autofree char *text = im_feed_dup_text (feed, im_feed_keys[i]);

      add_text (digest, text);
    }
}

/* What all values follow from: the code, of which tensors, and the recordings as they
 * were before they were opened. */
static char *
dup_digest (const Run *run, const ImHost *host)
{
  const ImLiveValues *self = run->values;
  g_autoptr (GChecksum) digest = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *code = im_host_dup_digest (host);
  g_autofree char *length = g_strdup_printf ("%g", self->is_partial ? self->max_s : 0);

  add_text (digest, code);
  add_text (digest, run->file_state);
  add_text (digest, length);
  for (const ImFeed *feed = self->feed; feed != NULL; feed = feed->next)
    add_feed (digest, feed);
  for (guint i = 0; i < self->program->n_tensors; i++)
    add_text (digest, self->program->tensors[i].name);

  return g_strdup (g_checksum_get_string (digest));
}

/* Whether the same was computed before. */
static gboolean
recall (Run *run, const ImHost *host, ImDiagnostics *diagnostics)
{
  ImLiveValues *self = run->values;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  if (self->memory == NULL || run->file_state == NULL)
    return FALSE;
  run->digest = dup_digest (run, host);
  run->is_recalled = im_live_memory_recall (self->memory, run->digest, self->signals,
                                            self->program->n_tensors, diagnostics);

  return run->is_recalled;
}

/* With a worker unless the code calls what that cannot compile. */
static gboolean
stream (Run *run, ImHost *host, GError **error)
{
  const ImHostStream stream = { .read = read_frames, .watch = watch, .data = run };
  ImWorker *worker = run->values->worker;
  g_autoptr (GError) problem = NULL;

  if (worker == NULL || !im_host_prepare (host, worker, &problem))
    {
      if (problem != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return FALSE;
        }
      if (!im_host_compile (host, error))
        return FALSE;
    }

  return im_host_stream (host, &stream, error);
}

static gboolean
run_c (Run *run,
       const ImWorkFolder *folder,
       const ImProcessLimits *limits,
       ImDiagnostics *diagnostics,
       GError **error)
{
  g_autoptr (ImHost) host = im_host_new (folder, limits);

  return im_host_add (host, run->plan, run->values->library, IM_HOST_WATCHED, diagnostics,
                      error) &&
         (recall (run, host, diagnostics) || stream (run, host, error));
}

static gboolean
run_python (Run *run,
            const ImWorkFolder *folder,
            const ImProcessLimits *limits,
            ImDiagnostics *diagnostics,
            GError **error)
{
  const ImHostStream stream = { .read = read_frames, .write = take_output, .data = run };

  return im_reference_stream (run->plan, run->values->library, folder, limits, &stream,
                              diagnostics, error);
}

static gboolean
run_in (Run *run,
        const ImWorkFolder *folder,
        GCancellable *cancellable,
        ImDiagnostics *diagnostics,
        GError **error)
{
  const ImProcessLimits limits = {
    .folder = folder->path,
    .time_s = LONG_TIME_S,
    .memory_bytes = MEMORY_BYTES,
    .file_bytes = FILE_BYTES,
    .cancellable = cancellable,
  };

  return run->plan->language == IM_LANGUAGE_C
             ? run_c (run, folder, &limits, diagnostics, error)
             : run_python (run, folder, &limits, diagnostics, error);
}

static gboolean
run_plan (Run *run, GCancellable *cancellable, ImDiagnostics *diagnostics, GError **error)
{
  ImWorker *worker = run->plan->language == IM_LANGUAGE_C ? run->values->worker : NULL;
  const ImWorkFolder *shared = worker == NULL ? NULL : im_worker_lock (worker, error);
  g_auto (ImWorkFolder) own = { 0 };
  gboolean is_done;

  if (shared != NULL)
    {
      is_done = run_in (run, shared, cancellable, diagnostics, error);
      im_worker_unlock (worker);
      return is_done;
    }

  return worker == NULL && im_work_folder_open (&own, NULL, error) &&
         run_in (run, &own, cancellable, diagnostics, error);
}

/* Whether it was only the worker that does not take the code: the compiler of the system
 * may, or says better what is wrong. */
static gboolean
is_refused (const ImLiveValues *self, const GError *error)
{
  return self->worker != NULL &&
         g_error_matches (error, IM_TOOLCHAIN_ERROR, IM_TOOLCHAIN_ERROR_COMPILE);
}

static void
begin_again (ImLiveValues *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  g_clear_pointer (&self->worker, im_worker_unref);
  for (guint i = 0; i < self->program->n_tensors; i++)
    g_clear_pointer (&self->signals[i], im_signal_unref);
}

/* Says of all signals that they will not grow. */
static void
finish (ImLiveValues *self, const GError *error)
{
  for (guint i = 0; i < self->program->n_tensors; i++)
    if (self->signals[i] != NULL)
      im_signal_finish (self->signals[i], error == NULL ? NULL : error->message);
}

/* What does not fit into its type is known once all of it was read. */
static void
remember (Run *run, gboolean is_complete, ImDiagnostics *diagnostics)
{
  ImLiveValues *self = run->values;
  g_autoptr (ImDiagnostics) notes = im_diagnostics_new ();
  g_autofree char *file_state = dup_file_state (self->feed);

  im_host_frames_note_rest (run->source, notes);
  for (guint i = 0; i < im_diagnostics_get_count (notes); i++)
    im_diagnostics_add_copy (diagnostics, im_diagnostics_get (notes, i));
  if (is_complete && run->digest != NULL && g_strcmp0 (file_state, run->file_state) == 0)
    im_live_memory_keep (self->memory, run->digest, self->signals,
                         self->program->n_tensors, notes);
}

static gboolean
compute (Run *run, GCancellable *cancellable, ImDiagnostics *diagnostics, GError **error)
{
  ImLiveValues *self = run->values;
  guint max_frames = count_frames (self);
  double n_rows;
  gboolean is_done;

  run->file_state = dup_file_state (self->feed);
  run->source = im_host_frames_open (run->plan, self->feed, max_frames, cancellable,
                                     error);
  if (run->source == NULL)
    return FALSE;
  im_host_frames_note_fit (run->source, diagnostics);
  find_times (run);
  n_rows = (double) im_host_frames_get_format (run->source,
                                               im_host_frames_get_fastest (run->source))
               ->n_rows;
  self->is_partial = max_frames > 0 && n_rows / run->rows_per_frame > (double) max_frames;
  is_done = run_plan (run, cancellable, diagnostics, error);
  if (!run->is_recalled)
    remember (run, is_done, diagnostics);

  return is_done;
}

static gboolean
compute_plan (ImLiveValues *self,
              const ImPlan *plan,
              GCancellable *cancellable,
              ImDiagnostics *diagnostics,
              GError **error)
{
  g_autoptr (GError) problem = NULL;
  Run run = { .values = self, .plan = plan };
  gboolean is_done = compute (&run, cancellable, diagnostics, &problem);

  if (!run.is_recalled && !is_refused (self, problem))
    finish (self, problem);
  im_host_frames_free (run.source);
  g_free (run.digest);
  g_free (run.file_state);
  g_free (run.domains);
  g_free (run.sources);
  g_free (run.times);
  if (problem != NULL)
    g_propagate_error (error, g_steal_pointer (&problem));

  return is_done;
}

gboolean
im_live_values_compute (ImLiveValues *self,
                        GCancellable *cancellable,
                        ImDiagnostics *diagnostics,
                        GError **error)
{
  g_autoptr (ImPlan) plan = im_problems_plan_run (self->program, self->library,
                                                  diagnostics);
  g_autoptr (ImDiagnostics) notes = im_diagnostics_new ();
  g_autoptr (GError) problem = NULL;
  gboolean is_done;

  if (plan == NULL)
    {
      g_set_error (error, IM_RUN_ERROR, IM_RUN_ERROR_EMIT,
                   "there is nothing of %s that could run", self->program->unit->id.text);
      return FALSE;
    }
  is_done = compute_plan (self, plan, cancellable, notes, &problem);
  if (is_refused (self, problem))
    {
      begin_again (self);
      return compute_plan (self, plan, cancellable, diagnostics, error);
    }
  for (guint i = 0; i < im_diagnostics_get_count (notes); i++)
    im_diagnostics_add_copy (diagnostics, im_diagnostics_get (notes, i));
  if (problem != NULL)
    g_propagate_error (error, g_steal_pointer (&problem));

  return is_done;
}
