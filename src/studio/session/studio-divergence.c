/* SPDX-License-Identifier: MIT */
#include "studio/session/studio-divergence.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "bundle/test/im-divergence-report.h"
#include "run/im-host.h"
#include "studio/common/studio-snapshot.h"

#define MANY_ULP 1e5 /* whose last digits tell nothing */

/* What was found, with the pipeline that it is of. */
typedef struct
{
  ImSnapshot *snapshot;
  ImDivergence *divergence;
  GBytes *report;
  char *recording;
} Found;

struct _StudioDivergence
{
  GObject parent_instance;

  StudioMarks *marks;
  ImDocument *document;
  Found *found; /* or NULL */
  gboolean is_stale;
  gboolean was_stale; /* when what is under way began */
  gboolean is_watched;
  StudioErrorScale scale;
  char *problem;
  char *activity;
  GCancellable *running;
};

typedef struct
{
  StudioDivergence *owner;
  GCancellable *cancellable;
  ImSnapshot *snapshot;
  ImBuild *builds;
  guint n_builds;
  ImFeed *feed;
} Job;

/* What a job says to the thread of the window. */
typedef struct
{
  StudioDivergence *owner;
  GCancellable *cancellable;
  char *text;
} Activity;

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StudioDivergence, studio_divergence, G_TYPE_OBJECT)

static void
free_found (gpointer data)
{
  Found *found = data;

  if (found == NULL)
    return;
  im_divergence_free (found->divergence);
  im_snapshot_free (found->snapshot);
  g_bytes_unref (found->report);
  g_free (found->recording);
  g_free (found);
}

static void
free_job (gpointer data)
{
  Job *job = data;

  g_clear_pointer (&job->snapshot, im_snapshot_free);
  g_clear_pointer (&job->feed, im_feed_free);
  g_free (job->builds);
  g_free (job);
}

static double
get_error (const ImDifference *difference, StudioErrorScale scale)
{
  switch (scale)
    {
    case STUDIO_ERROR_ABSOLUTE:
      return difference->max_absolute;
    case STUDIO_ERROR_RELATIVE:
      return difference->max_relative;
    case STUDIO_ERROR_ULP:
      return (double) difference->max_ulp;
    case STUDIO_ERROR_DECIBELS:
    case STUDIO_N_ERRORS:
      break;
    }

  return im_difference_get_decibels (difference);
}

/* The worst of its outputs: more is worse, but of decibels. Returns FALSE if nothing was
 * compared. */
static gboolean
find_error (const ImCompareLayer *layer, StudioErrorScale scale, double *error)
{
  gboolean is_known = FALSE;

  for (guint i = 0; i < layer->n_outputs; i++)
    {
      const ImCompareFinding *finding = &layer->outputs[i].findings[IM_COMPARE_ORDINARY];
      double next = get_error (&finding->difference, scale);

      if (finding->n_tensors == 0)
        continue;
      if (!is_known)
        *error = next;
      else
        *error = scale == STUDIO_ERROR_DECIBELS ? MIN (*error, next) : MAX (*error, next);
      is_known = TRUE;
    }

  return is_known;
}

static char *
dup_error (double error, StudioErrorScale scale)
{
  if (scale == STUDIO_ERROR_DECIBELS)
    return isinf (error) ? g_strdup (_ ("exact")) : g_strdup_printf ("%.0f dB", error);

  if (scale == STUDIO_ERROR_ULP)
    return g_strdup_printf (error < MANY_ULP ? "%.0f ULP" : "%.2g ULP", error);

  return g_strdup_printf ("%.2g", error);
}

char *
studio_error_dup_text (const ImCompareLayer *layer, StudioErrorScale scale)
{
  double error = 0;

  return find_error (layer, scale, &error) ? dup_error (error, scale) : g_strdup ("–");
}

/* From 0 for what is as good as a float32 to 1 for what has no digit that is right. */
static double
get_strength (const ImCompareLayer *layer)
{
  double decibels = INFINITY;

  find_error (layer, STUDIO_ERROR_DECIBELS, &decibels);

  return CLAMP (1 - decibels / 150, 0, 1);
}

/* The worst of all builds. */
static const ImCompareLayer *
find_worst (const ImDivergence *divergence, guint number)
{
  const ImCompareLayer *worst = NULL;

  for (guint i = 0; i < divergence->n_columns; i++)
    {
      const ImComparison *comparison = divergence->columns[i].comparison;
      const ImCompareLayer *layer;

      if (comparison == NULL || number >= comparison->n_layers)
        continue;
      layer = &comparison->layers[number];
      if (worst == NULL || get_strength (layer) > get_strength (worst))
        worst = layer;
    }

  return worst;
}

/* Composites have the mark of the worst layer in them. */
static void
mark (GHashTable *table, const ImCompareLayer *layer, StudioErrorScale scale)
{
  g_autofree char *text = studio_error_dup_text (layer, scale);
  g_autofree char *path = g_strdup (layer->path);
  double strength = get_strength (layer);
  gboolean is_bad = im_compare_layer_get_state (layer) == IM_COMPARE_DIFFERENT;

  for (;;)
    {
      const StudioMark *old = g_hash_table_lookup (table, path);
      char *end = strrchr (path, '/');

      if (old == NULL || (!old->is_bad && is_bad) ||
          (old->is_bad == is_bad && old->strength < strength))
        studio_marks_add (table, path, strength, is_bad, text);
      if (end == NULL)
        return;
      *end = '\0';
    }
}

static void
mark_layers (StudioDivergence *self)
{
  GHashTable *table;
  guint n = 0;

  if (self->found == NULL || !self->is_watched)
    {
      studio_marks_clear (self->marks, self);
      return;
    }
  for (guint i = 0; i < self->found->divergence->n_columns; i++)
    if (self->found->divergence->columns[i].comparison != NULL)
      n = MAX (n, self->found->divergence->columns[i].comparison->n_layers);
  table = studio_marks_new_table ();
  for (guint i = 0; i < n; i++)
    {
      const ImCompareLayer *layer = find_worst (self->found->divergence, i);

      if (layer != NULL)
        mark (table, layer, self->scale);
    }
  studio_marks_set (self->marks, self, table);
}

static void
tell (StudioDivergence *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static gboolean
show_activity_cb (gpointer data)
{
  Activity *activity = data;
  StudioDivergence *self = activity->owner;

  if (self->running == activity->cancellable)
    {
      g_free (self->activity);
      self->activity = g_steal_pointer (&activity->text);
      tell (self);
    }
  g_free (activity->text);
  g_object_unref (activity->cancellable);
  g_object_unref (self);
  g_free (activity);

  return G_SOURCE_REMOVE;
}

/* The job whose thread it is; the data of the progress is the name of the build. */
static GPrivate current_job;

static void
progress_cb (const char *text, gpointer build)
{
  const Job *job = g_private_get (&current_job);
  Activity *activity = g_new (Activity, 1);

  activity->owner = g_object_ref (job->owner);
  activity->cancellable = g_object_ref (job->cancellable);
  activity->text = g_strdup_printf ("%s: %s", (const char *) build, text);
  g_idle_add (show_activity_cb, activity);
}

/* The recording as the first input of the pipeline takes it. */
static ImRecording *
load_recording (const Job *job, GError **error)
{
  g_autoptr (GArray) inputs = im_host_list_inputs (job->snapshot->program);
  const ImInput *input = im_inputs_find_data ((const ImInput *) (gpointer) inputs->data,
                                              inputs->len);
  ImRecordingOptions options = job->feed->options;

  if (im_input_is_raw (input))
    options.flags |= IM_RECORDING_RAW_INTEGERS;

  return im_recording_load (job->feed->path, &options, error);
}

/* Names in what was found are those of the program. */
static Found *
take_found (Job *job, ImDivergence *divergence)
{
  GString *page = im_divergence_report_new (divergence, job->snapshot->program,
                                            job->snapshot->library);
  Found *found = g_new0 (Found, 1);

  found->divergence = divergence;
  found->report = g_string_free_to_bytes (page);
  found->recording = job->feed == NULL ? NULL
                                       : g_filename_display_basename (job->feed->path);
  found->snapshot = g_steal_pointer (&job->snapshot);

  return found;
}

static void
run_job (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImRecording) recording = NULL;
  GError *error = NULL;
  const ImCompareOptions how = { .progress = progress_cb, .cancellable = cancellable };

  g_private_set (&current_job, job);
  if (studio_snapshot_plan (job->snapshot, &error) && job->feed != NULL)
    recording = load_recording (job, &error);
  if (error == NULL)
    {
      const ImCompareCase row = { job->snapshot->program, recording, FALSE };
      ImDivergence *divergence = im_divergence_run (
          &row, job->snapshot->library, job->builds, job->n_builds, &how, problems);

      g_task_return_pointer (task, take_found (job, divergence), free_found);
    }
  else
    g_task_return_error (task, error);
  g_private_set (&current_job, NULL);
}

static void
finished_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  StudioDivergence *self = STUDIO_DIVERGENCE (source);
  g_autoptr (GError) error = NULL;
  Found *found = g_task_propagate_pointer (G_TASK (result), &error);

  if (self->running != g_task_get_cancellable (G_TASK (result)))
    {
      free_found (found);
      return;
    }
  g_clear_object (&self->running);
  g_clear_pointer (&self->activity, g_free);
  if (found != NULL)
    {
      free_found (self->found);
      self->found = found;
    }
  else
    {
      self->problem = g_strdup (error->message);
      self->is_stale |= self->was_stale;
    }
  mark_layers (self);
  tell (self);
}

void
studio_divergence_start (StudioDivergence *self,
                         const ImBuild *builds,
                         guint n_builds,
                         gboolean is_exact,
                         const ImFeed *feed)
{
  g_autoptr (GTask) task = NULL;
  Job *job;

  g_return_if_fail (STUDIO_IS_DIVERGENCE (self));
  g_return_if_fail (self->document != NULL);

  studio_divergence_cancel (self);
  g_clear_pointer (&self->problem, g_free);
  self->running = g_cancellable_new ();
  self->activity = g_strdup (_ ("Building…"));
  self->was_stale = self->is_stale;
  self->is_stale = FALSE;
  job = g_new0 (Job, 1);
  job->owner = self;
  job->cancellable = self->running;
  job->snapshot = studio_snapshot_take (self->document);
  job->builds = g_memdup2 (builds, n_builds * sizeof *builds);
  job->n_builds = n_builds;
  for (guint i = 0; i < n_builds; i++)
    job->builds[i].contracts &= !is_exact;
  job->feed = feed == NULL ? NULL : im_feed_copy (feed);
  task = g_task_new (self, self->running, finished_cb, NULL);
  g_task_set_task_data (task, job, free_job);
  g_task_set_return_on_cancel (task, FALSE);
  g_task_run_in_thread (task, run_job);
  tell (self);
}

void
studio_divergence_cancel (StudioDivergence *self)
{
  g_return_if_fail (STUDIO_IS_DIVERGENCE (self));

  if (self->running == NULL)
    return;
  g_cancellable_cancel (self->running);
  g_clear_object (&self->running);
  g_clear_pointer (&self->activity, g_free);
  self->is_stale |= self->was_stale;
  tell (self);
}

void
studio_divergence_follow (StudioDivergence *self, ImDocument *document)
{
  g_return_if_fail (STUDIO_IS_DIVERGENCE (self));

  if (g_set_object (&self->document, document))
    {
      studio_divergence_cancel (self);
      g_clear_pointer (&self->found, free_found);
      g_clear_pointer (&self->problem, g_free);
      mark_layers (self);
    }
  else if (self->is_stale)
    return;
  self->is_stale = TRUE;
  tell (self);
}

const char *
studio_divergence_get_activity (StudioDivergence *self)
{
  return self->activity;
}

const char *
studio_divergence_get_problem (StudioDivergence *self)
{
  return self->problem;
}

const ImDivergence *
studio_divergence_get_found (StudioDivergence *self, gboolean *is_stale)
{
  if (is_stale != NULL)
    *is_stale = self->is_stale;

  return self->found == NULL ? NULL : self->found->divergence;
}

const char *
studio_divergence_get_recording (StudioDivergence *self)
{
  return self->found == NULL ? NULL : self->found->recording;
}

GBytes *
studio_divergence_get_report (StudioDivergence *self)
{
  return self->found == NULL ? NULL : self->found->report;
}

char *
studio_divergence_dup_place (StudioDivergence *self,
                             const char *path,
                             ImLanguage language)
{
  const ImSnapshot *snapshot = self->found == NULL ? NULL : self->found->snapshot;

  return snapshot == NULL ? NULL
                          : im_divergence_dup_code (snapshot->program, snapshot->library,
                                                    path, language);
}

char *
studio_divergence_dup_code (StudioDivergence *self, const char *path, ImLanguage language)
{
  const ImSnapshot *snapshot = self->found == NULL ? NULL : self->found->snapshot;

  return snapshot == NULL ? NULL
                          : im_divergence_dup_code_text (
                                snapshot->program, snapshot->library, path, language);
}

StudioErrorScale
studio_divergence_get_scale (StudioDivergence *self)
{
  return self->scale;
}

void
studio_divergence_set_scale (StudioDivergence *self, StudioErrorScale scale)
{
  g_return_if_fail (STUDIO_IS_DIVERGENCE (self));

  if (self->scale == scale)
    return;
  self->scale = scale;
  mark_layers (self);
  tell (self);
}

void
studio_divergence_set_watched (StudioDivergence *self, gboolean is_watched)
{
  g_return_if_fail (STUDIO_IS_DIVERGENCE (self));

  if (self->is_watched == is_watched)
    return;
  self->is_watched = is_watched;
  mark_layers (self);
}

StudioDivergence *
studio_divergence_new (StudioMarks *marks)
{
  StudioDivergence *self = g_object_new (STUDIO_TYPE_DIVERGENCE, NULL);

  self->marks = g_object_ref (marks);

  return self;
}

static void
studio_divergence_dispose (GObject *object)
{
  StudioDivergence *self = STUDIO_DIVERGENCE (object);

  g_clear_object (&self->running);
  g_clear_pointer (&self->found, free_found);
  g_clear_pointer (&self->problem, g_free);
  g_clear_pointer (&self->activity, g_free);
  g_clear_object (&self->document);
  g_clear_object (&self->marks);
  G_OBJECT_CLASS (studio_divergence_parent_class)->dispose (object);
}

static void
studio_divergence_class_init (StudioDivergenceClass *class)
{
  G_OBJECT_CLASS (class)->dispose = studio_divergence_dispose;
  signals[CHANGED] = g_signal_new ("changed", STUDIO_TYPE_DIVERGENCE, G_SIGNAL_RUN_LAST,
                                   0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
studio_divergence_init (StudioDivergence *self)
{
  self->scale = STUDIO_ERROR_DECIBELS;
}
