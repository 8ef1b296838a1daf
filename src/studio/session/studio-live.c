/* SPDX-License-Identifier: MIT */
#include "studio/session/studio-live.h"

#include <string.h>

#include "capture/im-capture.h"
#include "document/disk/im-document-new.h"
#include "document/state/im-document-graph.h"
#include "live/im-attachment.h"
#include "live/im-live.h"
#include "program/im-pipe-index.h"
#include "run/im-run-error.h"
#include "studio/session/studio-live-problem.h"
#include "studio/session/studio-wanted.h"

#define GROWING_MS  100                  /* between two looks at what grows */
#define PATIENCE_US (G_USEC_PER_SEC / 2) /* behind which a computation takes long */
#define FIRST_S     20                   /* of the recording that are computed first */
#define ENDING_MS   100 /* between two looks at whether a capture is over */
#define KNOWN_BYTES ((gsize) 256 << 20) /* of what was computed before */

struct _StudioLive
{
  GObject parent_instance;

  ImDocument *document;    /* what is computed, or NULL */
  ImFeed *feed;            /* the recording, or NULL */
  GPtrArray *monitors;     /* GFileMonitor: of its files */
  char *path;              /* of the file that it stands beside, or NULL */
  ImWorker *worker;        /* that computes the beginning of it */
  ImCapture *capture;      /* what is recorded now, or NULL */
  guint ending;            /* source that looks at whether it is over, or 0 */
  ImDiagnostics *notes;    /* of what was recorded last, or NULL */
  ImLiveMemory *memory;    /* of what was computed before */
  GHashTable *shown;       /* char* → ImSignal: what flows out of `node port` */
  StudioWanted *wanted;    /* keys of @shown */
  gboolean sees_all;       /* all pipes of what is shown */
  GCancellable *running;   /* what is computed now, or NULL */
  gint64 started_us;       /* when that began */
  gboolean is_outdated;    /* the document has changed since that began */
  guint growing;           /* source that looks at what grows, or 0 */
  ImDiagnostics *problems; /* of the last computation, or NULL */
  gboolean is_current;     /* it has not failed */
};

enum
{
  VALUES,
  STATE,
  PROBLEMS,
  RECORDED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StudioLive, studio_live, G_TYPE_OBJECT)

typedef struct
{
  ImProgram *held; /* of the document, so that its file stays as it is */
  ImUnitLibrary *library;
  ImFeed *feed;
  ImWorker *worker;
  double grown_s; /* for how long it is recorded, 0 of what is not */
  ImLiveMemory *memory;
  GArray *wanted;          /* guint: tensors */
  ImLiveValues *values;    /* of the beginning of the recording */
  ImLiveValues *whole;     /* atomic; of all of it, or NULL */
  char *culprit;           /* (out): the path of the layer that failed */
  ImDiagnostics *warnings; /* (out): what of the recording does not fit */
} Job;

static void compute (StudioLive *self);
static void finish_recording (StudioLive *self);

static void
free_job (gpointer data)
{
  Job *job = data;

  im_program_unref (job->held);
  im_unit_library_unref (job->library);
  im_feed_free (job->feed);
  im_live_memory_unref (job->memory);
  im_worker_unref (job->worker);
  g_array_unref (job->wanted);
  g_free (job->culprit);
  im_live_values_free (job->values);
  im_live_values_free (job->whole);
  im_diagnostics_free (job->warnings);
  g_free (job);
}

/* All of one that is still written goes in as it comes. */
static ImLiveValues *
new_values (const Job *job, const ImProgram *program, gboolean is_whole)
{
  gboolean is_growing = job->feed->options.growth != NULL;
  const ImLiveJob live = { .program = program,
                           .library = job->library,
                           .feed = job->feed,
                           .worker = job->worker,
                           .max_s = is_whole || is_growing ? 0 : FIRST_S,
                           .is_long = is_whole || job->grown_s > FIRST_S,
                           .is_checked = TRUE,
                           .wanted = job->wanted,
                           .memory = job->memory };

  return im_live_values_new (&live);
}

/* What is wrong with the pipeline is said elsewhere. */
static void
take_warnings (Job *job, const ImDiagnostics *diagnostics)
{
  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    if (g_str_has_prefix (im_diagnostics_get (diagnostics, i)->code, "recording-"))
      im_diagnostics_add_copy (job->warnings, im_diagnostics_get (diagnostics, i));
}

/* The beginning first, compiled in no time; then all of a long recording, by code that is
 * made to be fast. */
static gboolean
compute_job (Job *job, GCancellable *cancellable, GError **error)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) of_whole = im_diagnostics_new ();
  gboolean is_done = im_live_values_compute (job->values, cancellable, diagnostics,
                                             error);

  if (is_done && im_live_values_are_partial (job->values))
    {
      g_atomic_pointer_set (
          &job->whole, new_values (job, im_live_values_get_program (job->values), TRUE));
      is_done = im_live_values_compute (job->whole, cancellable, of_whole, error);
    }
  take_warnings (job, job->whole == NULL ? diagnostics : of_whole);

  return is_done;
}

static void
run_job (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  g_autoptr (GError) error = NULL;
  gint culprit;

  if (compute_job (job, cancellable, &error))
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  culprit = im_live_values_find_culprit (job->values, error->message);
  if (culprit >= 0)
    job->culprit = g_strdup (
        im_live_values_get_program (job->values)->instances[culprit].path);
  g_task_return_error (task, g_steal_pointer (&error));
}

static char *
dup_key (const char *node, const char *port)
{
  return g_strconcat (node, "\n", port, NULL);
}

/* The names of the nodes around what is shown, with a slash behind each. */
static char *
dup_scope (StudioLive *self)
{
  GString *path = g_string_new (NULL);
  guint n;
  const char *const *scope = im_document_get_scope (self->document, &n);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (path, "%s/", scope[i]);

  return g_string_free (path, FALSE);
}

/* Calls @func for each output of each node that is shown. */
static void
for_each_pipe (
    StudioLive *self,
    void (*func) (StudioLive *self, const char *node, const char *port, gpointer data),
    gpointer data)
{
  const ImGraph *graph = im_document_get_graph (self->document);

  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const ImGraphNode *node = graph->nodes[i];

      if (node->unit == NULL)
        func (self, node->name, "value", data);
      for (guint k = 0; node->unit != NULL && k < node->unit->n_parameters; k++)
        if (node->unit->parameters[k].kind == IM_PARAMETER_OUTPUT)
          func (self, node->name, node->unit->parameters[k].name.text, data);
    }
}

/* The tensors of pipes, in a program. */
typedef struct
{
  const ImPipeIndex *index;
  const char *scope;
  ImLiveValues *values; /* where signals are taken from, or */
  GArray *wanted;       /* where tensors are added that are asked for */
} Pipes;

static gint
find_tensor (const Pipes *pipes, const char *node, const char *port)
{
  g_autofree char *path = g_strconcat (pipes->scope, node, NULL);

  return im_pipe_index_find (pipes->index, path, port);
}

static void
take_signal (StudioLive *self, const char *node, const char *port, gpointer data)
{
  const Pipes *pipes = data;
  gint tensor = find_tensor (pipes, node, port);
  ImSignal *signal = tensor < 0
                         ? NULL
                         : im_live_values_get_signal (pipes->values, (guint) tensor);

  if (signal != NULL)
    g_hash_table_insert (self->shown, dup_key (node, port), signal);
}

static void
add_wanted (StudioLive *self, const char *node, const char *port, gpointer data)
{
  const Pipes *pipes = data;
  g_autofree char *key = dup_key (node, port);
  gint tensor = self->sees_all || studio_wanted_has (self->wanted, key)
                    ? find_tensor (pipes, node, port)
                    : -1;

  if (tensor >= 0)
    g_array_append_val (pipes->wanted, tensor);
}

/* All of the recording as soon as more of it is known than of its beginning. */
static ImLiveValues *
choose_values (Job *job)
{
  ImLiveValues *whole = g_atomic_pointer_get (&job->whole);

  return whole != NULL && im_live_values_count_inputs (whole) >=
                              im_live_values_count_inputs (job->values)
             ? whole
             : job->values;
}

/* Takes over what is known, by name: the program is not held any longer than it takes to
 * compute, since a file can only be changed in its place while nobody else has it. */
static void
show_values (StudioLive *self, Job *job)
{
  ImLiveValues *values = choose_values (job);
  g_autoptr (ImPipeIndex) index = im_pipe_index_new (im_live_values_get_program (values));
  g_autofree char *scope = dup_scope (self);
  Pipes pipes = { .index = index, .scope = scope, .values = values };

  g_hash_table_remove_all (self->shown);
  for_each_pipe (self, take_signal, &pipes);
  g_signal_emit (self, signals[VALUES], 0);
}

/* What takes long is seen as it grows, unless it is outdated: then it ends. What does not
 * is seen when it is complete, in the place of what was there before. */
static gboolean
grow_cb (gpointer data)
{
  GTask *task = data;
  StudioLive *self = g_task_get_source_object (task);
  Job *job = g_task_get_task_data (task);

  if (g_get_monotonic_time () < self->started_us + PATIENCE_US)
    return G_SOURCE_CONTINUE;
  if (self->is_outdated)
    g_cancellable_cancel (self->running);
  else if (im_live_values_count_inputs (choose_values (job)) > 0)
    show_values (self, job);

  return G_SOURCE_CONTINUE;
}

static void
forget_problems (StudioLive *self)
{
  if (self->problems == NULL)
    return;
  g_clear_pointer (&self->problems, im_diagnostics_free);
  g_signal_emit (self, signals[PROBLEMS], 0);
}

static void
take_problems (StudioLive *self, ImDiagnostics *problems)
{
  g_clear_pointer (&self->problems, im_diagnostics_free);
  self->problems = problems;
  g_signal_emit (self, signals[PROBLEMS], 0);
}

static void
say (StudioLive *self, const GError *error, const char *culprit)
{
  ImDiagnostics *problems = studio_live_problem_new (self->document, error, culprit);

  if (problems == NULL)
    forget_problems (self);
  else
    take_problems (self, problems);
}

static void
finished_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  StudioLive *self = STUDIO_LIVE (source);
  Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  gboolean is_done = g_task_propagate_boolean (G_TASK (result), &error);
  gboolean was_current;

  if (self->running != g_task_get_cancellable (G_TASK (result)))
    return;
  g_clear_object (&self->running);
  g_clear_handle_id (&self->growing, g_source_remove);
  for (guint i = 0; self->notes != NULL && i < im_diagnostics_get_count (self->notes);
       i++)
    im_diagnostics_add_copy (job->warnings, im_diagnostics_get (self->notes, i));
  if (is_done && im_diagnostics_get_count (job->warnings) > 0)
    take_problems (self, g_steal_pointer (&job->warnings));
  else
    say (self, error, job->culprit);
  was_current = self->is_current;
  self->is_current = is_done;
  if (is_done)
    show_values (self, job);
  else if (was_current)
    g_signal_emit (self, signals[VALUES], 0);
  if (self->is_outdated)
    compute (self);
  else
    g_signal_emit (self, signals[STATE], 0);
}

/* Of what is inside of a layer the values come from the whole. */
ImProgram *
studio_live_dup_program (StudioLive *self)
{
  ImDocument *document = self->document;
  g_autoptr (ImDiagnostics) ignored = im_diagnostics_new ();
  g_autoptr (ImUnitLibrary) library = NULL;
  const ImProgram *program = im_document_get_program (document);
  guint depth;

  if (im_document_get_scope (document, &depth) == NULL || depth == 0)
    return program == NULL ? NULL : im_program_ref (program);
  library = im_unit_library_new_over (im_document_get_library (document),
                                      im_document_get_file (document));

  return im_program_elaborate (im_document_get_main_unit (document), library, NULL, 0,
                               ignored);
}

static GArray *
list_wanted (StudioLive *self, const ImProgram *program)
{
  g_autoptr (ImPipeIndex) index = im_pipe_index_new (program);
  g_autofree char *scope = dup_scope (self);
  Pipes pipes = { .index = index,
                  .scope = scope,
                  .wanted = g_array_new (FALSE, FALSE, sizeof (guint)) };

  for_each_pipe (self, add_wanted, &pipes);

  return pipes.wanted;
}

/* What is to be computed, NULL if nobody wants anything. */
static Job *
new_job (StudioLive *self)
{
  ImDocument *document = self->document;
  g_autoptr (ImProgram) program = studio_live_dup_program (self);
  g_autoptr (GArray) wanted = list_wanted (self, program);
  Job *job;

  if (wanted->len == 0)
    return NULL;
  job = g_new0 (Job, 1);
  job->wanted = g_steal_pointer (&wanted);

  job->held = im_program_ref (im_document_get_program (document));
  job->library = im_unit_library_new_over (im_document_get_library (document),
                                           im_document_get_file (document));
  job->feed = im_feed_copy (self->feed);
  job->grown_s = self->capture == NULL ? 0 : im_capture_get_seconds (self->capture);
  job->memory = im_live_memory_ref (self->memory);
  job->worker = im_worker_ref (self->worker);
  job->values = new_values (job, program, FALSE);
  job->warnings = im_diagnostics_new ();

  return job;
}

static void
compute (StudioLive *self)
{
  g_autoptr (GTask) task = NULL;
  Job *job = NULL;

  self->is_outdated = FALSE;
  if (self->feed != NULL && self->document != NULL)
    job = new_job (self);
  if (job == NULL)
    {
      g_signal_emit (self, signals[STATE], 0);
      return;
    }
  self->running = g_cancellable_new ();
  self->started_us = g_get_monotonic_time ();
  task = g_task_new (self, self->running, finished_cb, NULL);
  g_task_set_task_data (task, job, free_job);
  g_task_set_return_on_cancel (task, FALSE);
  self->growing = g_timeout_add_full (G_PRIORITY_DEFAULT, GROWING_MS, grow_cb,
                                      g_object_ref (task), g_object_unref);
  g_task_run_in_thread (task, run_job);
  g_signal_emit (self, signals[STATE], 0);
}

/* Computes what is wanted now, of what is there now. */
static void
want_more (StudioLive *self)
{
  if (self->running != NULL)
    self->is_outdated = TRUE;
  else
    compute (self);
}

static void
stop (StudioLive *self)
{
  g_clear_handle_id (&self->growing, g_source_remove);
  if (self->running != NULL)
    g_cancellable_cancel (self->running);
  g_clear_object (&self->running);
  self->is_outdated = FALSE;
}

static void
forget_growth (ImFeed *feed)
{
  for (; feed != NULL; feed = feed->next)
    g_clear_pointer (&feed->options.growth, im_growth_unref);
}

/* What is recorded becomes a recording as any other. */
static void
end_recording (StudioLive *self)
{
  g_clear_handle_id (&self->ending, g_source_remove);
  forget_growth (self->feed);
  g_clear_pointer (&self->capture, im_capture_free);
}

/* All of it is computed again: when rows came is known now. */
static void
finish_recording (StudioLive *self)
{
  ImDiagnostics *notes = im_diagnostics_new ();

  im_capture_stop (self->capture);
  im_capture_note (self->capture, notes);
  g_clear_pointer (&self->notes, im_diagnostics_free);
  self->notes = notes;
  end_recording (self);
  want_more (self);
  g_signal_emit (self, signals[RECORDED], 0);
  g_signal_emit (self, signals[STATE], 0);
}

/* Whether what is attached is what is recorded. */
static gboolean
is_fed_by (const ImFeed *feed, ImCapture *capture)
{
  return feed != NULL && feed->options.growth == im_capture_get_growth (capture);
}

static void
forget_values (StudioLive *self)
{
  self->is_current = TRUE;
  g_hash_table_remove_all (self->shown);
  g_signal_emit (self, signals[VALUES], 0);
}

/* The file that the attachment stands beside, NULL before there is one. */
static const char *
get_path (StudioLive *self)
{
  return self->document == NULL || im_document_is_untitled (self->document)
             ? NULL
             : im_document_get_path (self->document);
}

/* What was attached goes with the document where that gets a file, or another one. */
static void
follow_path (StudioLive *self)
{
  const char *path = get_path (self);
  g_autoptr (GError) error = NULL;

  if (g_strcmp0 (path, self->path) == 0)
    return;
  g_free (self->path);
  self->path = g_strdup (path);
  if (self->path != NULL && self->feed != NULL &&
      !im_attachment_save (self->path, self->feed, &error))
    g_message ("%s", error->message);
}

/* What grows, goes or comes back is computed with as it is then; what is recorded here is
 * waited for all the time. */
static void
file_cb (GFileMonitor *monitor,
         GFile *file,
         GFile *other,
         GFileMonitorEvent event,
         StudioLive *self)
{
  if (event != G_FILE_MONITOR_EVENT_CHANGED &&
      event != G_FILE_MONITOR_EVENT_CHANGES_DONE_HINT &&
      event != G_FILE_MONITOR_EVENT_CREATED && event != G_FILE_MONITOR_EVENT_DELETED)
    return;
  if (self->capture == NULL)
    want_more (self);
}

/* What was recorded may be over when it is attached. */
static void
take_feed (StudioLive *self, ImFeed *feed)
{
  im_feed_free (self->feed);
  self->feed = feed;
  if (self->capture == NULL)
    forget_growth (feed);
  g_ptr_array_set_size (self->monitors, 0);
  for (; feed != NULL; feed = feed->next)
    {
      g_autoptr (GFile) file = g_file_new_for_path (feed->path);
      GFileMonitor *monitor = g_file_monitor_file (file, G_FILE_MONITOR_NONE, NULL, NULL);

      if (monitor == NULL)
        continue;
      g_signal_connect_object (monitor, "changed", G_CALLBACK (file_cb), self, 0);
      g_ptr_array_add (self->monitors, monitor);
    }
}

/* The attachment of another document is another one. */
static void
take_attachment (StudioLive *self)
{
  const char *path = get_path (self);
  g_autoptr (GError) error = NULL;

  g_free (self->path);
  self->path = g_strdup (path);
  take_feed (self, path == NULL ? NULL : im_attachment_load (path, &error));
  if (error != NULL)
    say (self, error, NULL);
}

StudioLive *
studio_live_new (void)
{
  return g_object_new (STUDIO_TYPE_LIVE, NULL);
}

void
studio_live_follow (StudioLive *self, ImDocument *document)
{
  g_return_if_fail (STUDIO_IS_LIVE (self));

  if (g_set_object (&self->document, document))
    {
      stop (self);
      end_recording (self);
      g_clear_pointer (&self->notes, im_diagnostics_free);
      forget_values (self);
      take_attachment (self);
    }
  follow_path (self);
  want_more (self);
}

gboolean
studio_live_attach (StudioLive *self, const ImFeed *feed, GError **error)
{
  g_return_val_if_fail (STUDIO_IS_LIVE (self), FALSE);

  stop (self);
  if (self->capture != NULL && !is_fed_by (feed, self->capture))
    end_recording (self);
  g_clear_pointer (&self->notes, im_diagnostics_free);
  forget_values (self);
  take_feed (self, feed == NULL ? NULL : im_feed_copy (feed));
  compute (self);

  return self->path == NULL || im_attachment_save (self->path, feed, error);
}

static gboolean
ending_cb (gpointer data)
{
  StudioLive *self = data;

  if (!im_growth_is_over (im_capture_get_growth (self->capture)))
    return G_SOURCE_CONTINUE;
  self->ending = 0;
  finish_recording (self);

  return G_SOURCE_REMOVE;
}

gboolean
studio_live_record (StudioLive *self,
                    ImCapture *capture,
                    const ImFeed *feed,
                    GError **error)
{
  g_return_val_if_fail (STUDIO_IS_LIVE (self), FALSE);

  end_recording (self);
  self->capture = capture;
  self->ending = g_timeout_add (ENDING_MS, ending_cb, self);

  return studio_live_attach (self, feed, error);
}

void
studio_live_stop_recording (StudioLive *self)
{
  g_return_if_fail (STUDIO_IS_LIVE (self));

  if (self->capture != NULL)
    finish_recording (self);
}

ImCapture *
studio_live_get_capture (StudioLive *self)
{
  g_return_val_if_fail (STUDIO_IS_LIVE (self), NULL);

  return self->capture;
}

const ImFeed *
studio_live_get_feed (StudioLive *self)
{
  g_return_val_if_fail (STUDIO_IS_LIVE (self), NULL);

  return self->feed;
}

const ImDiagnostics *
studio_live_get_problems (StudioLive *self)
{
  g_return_val_if_fail (STUDIO_IS_LIVE (self), NULL);

  return self->problems;
}

gboolean
studio_live_is_current (StudioLive *self)
{
  g_return_val_if_fail (STUDIO_IS_LIVE (self), FALSE);

  return self->is_current;
}

ImSignal *
studio_live_dup_signal (StudioLive *self, const char *node, const char *port)
{
  g_autofree char *key = NULL;
  ImSignal *signal;

  g_return_val_if_fail (STUDIO_IS_LIVE (self), NULL);

  key = dup_key (node, port);
  signal = g_hash_table_lookup (self->shown, key);

  return signal == NULL ? NULL : im_signal_ref (signal);
}

void
studio_live_set_sees_all (StudioLive *self, gboolean sees_all)
{
  g_return_if_fail (STUDIO_IS_LIVE (self));

  if (self->sees_all == sees_all)
    return;
  self->sees_all = sees_all;
  if (sees_all)
    want_more (self);
}

gboolean
studio_live_is_awaited (StudioLive *self, const char *node, const char *port)
{
  g_autofree char *key = NULL;

  g_return_val_if_fail (STUDIO_IS_LIVE (self), FALSE);

  key = dup_key (node, port);

  return self->running != NULL && !g_hash_table_contains (self->shown, key) &&
         (self->sees_all || studio_wanted_has (self->wanted, key));
}

void
studio_live_want (StudioLive *self, gconstpointer viewer, const GPtrArray *pipes)
{
  gboolean is_more;

  g_return_if_fail (STUDIO_IS_LIVE (self));

  is_more = !self->sees_all && studio_wanted_is_new (self->wanted, pipes, self->shown);
  studio_wanted_set (self->wanted, viewer, pipes);
  if (is_more)
    want_more (self);
}

static void
studio_live_dispose (GObject *object)
{
  StudioLive *self = STUDIO_LIVE (object);

  stop (self);
  end_recording (self);
  g_clear_pointer (&self->notes, im_diagnostics_free);
  g_clear_object (&self->document);
  g_clear_pointer (&self->shown, g_hash_table_unref);
  g_clear_pointer (&self->wanted, studio_wanted_free);
  g_clear_pointer (&self->memory, im_live_memory_unref);
  g_clear_pointer (&self->worker, im_worker_unref);
  g_clear_pointer (&self->monitors, g_ptr_array_unref);
  g_clear_pointer (&self->feed, im_feed_free);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->problems, im_diagnostics_free);

  G_OBJECT_CLASS (studio_live_parent_class)->dispose (object);
}

static void
studio_live_class_init (StudioLiveClass *class)
{
  G_OBJECT_CLASS (class)->dispose = studio_live_dispose;
  for (guint i = 0; i < N_SIGNALS; i++)
    {
      static const char *const names[N_SIGNALS] = { "values", "state", "problems",
                                                    "recorded" };

      signals[i] = g_signal_new (names[i], G_OBJECT_CLASS_TYPE (class), G_SIGNAL_RUN_LAST,
                                 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
    }
}

static void
studio_live_init (StudioLive *self)
{
  self->memory = im_live_memory_new (KNOWN_BYTES);
  self->worker = im_worker_new ();
  self->is_current = TRUE;
  self->sees_all = TRUE;
  self->wanted = studio_wanted_new ();
  self->monitors = g_ptr_array_new_with_free_func (g_object_unref);
  self->shown = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                       (GDestroyNotify) im_signal_unref);
}
