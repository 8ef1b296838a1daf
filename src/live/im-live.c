/* SPDX-License-Identifier: MIT
 *
 * What is wanted is looked up by what it follows from. For what is not known the smallest
 * part of the pipeline runs: from pipes that are known, or from the recordings.
 */
#include "live/im-live.h"

#include <math.h>
#include <string.h>

#include "emit/im-problems.h"
#include "live/im-live-private.h"
#include "program/im-program-slice.h"
#include "run/im-host.h"
#include "run/im-run-error.h"
#include "run/im-toolchain.h"

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
  self->is_long = job->is_long;
  if (!job->is_long && im_worker_is_there ())
    self->worker = job->worker == NULL ? im_worker_new () : im_worker_ref (job->worker);
  self->is_checked = job->is_checked;
  self->signals = g_new0 (ImSignal *, job->program->n_tensors + 1);
  if (job->wanted != NULL)
    {
      self->is_wanted = g_new0 (gboolean, job->program->n_tensors + 1);
      for (guint i = 0; i < job->wanted->len; i++)
        self->is_wanted[im_program_find_root (
            job->program, g_array_index (job->wanted, guint, i))] = TRUE;
    }

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
  g_free (self->is_wanted);
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
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return self->n_frames_in;
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

/* Runs a part of the pipeline, or all of it where that is the same. */
static gboolean
run_part (ImLiveRun *run,
          const ImLivePart *part,
          GCancellable *cancellable,
          ImDiagnostics *diagnostics,
          GError **error)
{
  const ImProgram *program = run->values->program;
  g_autoptr (ImProgram) slice = NULL;
  g_autoptr (ImPlan) plan = NULL;
  gboolean is_all = part->inputs == NULL;

  for (guint i = 0; i < program->n_instances; i++)
    is_all = is_all && part->is_inside[i];
  for (guint i = 0; i < program->n_tensors; i++)
    is_all = is_all && (run->is_own[i] || !run->is_traced[i]);
  if (is_all)
    return im_live_run_plan (run, run->whole, cancellable, diagnostics, error);

  slice = im_program_slice_new (program, part->is_inside, part->inputs, run->is_own);
  plan = slice == NULL ? NULL : im_plan_new (slice, IM_LANGUAGE_C, diagnostics);
  if (plan == NULL)
    {
      g_set_error (error, IM_RUN_ERROR, IM_RUN_ERROR_EMIT,
                   "there is no plan of a part of %s", program->unit->id.text);
      return FALSE;
    }

  return im_live_run_plan (run, plan, cancellable, diagnostics, error);
}

/* Whether the inputs of a part are there, all of their values, and equally many. */
static gboolean
begin_part (ImLiveRun *run, const ImLivePart *part)
{
  run->part = part;
  run->part_frames = NULL;
  run->n_part = 0;
  for (guint i = 0; i < part->inputs->len; i++)
    {
      guint tensor = g_array_index (part->inputs, guint, i);
      ImSignal *signal = run->values->signals[tensor];
      guint64 n = signal == NULL ? 0 : im_signal_get_n_values (signal);

      if (i > 0 && n != run->n_part)
        return FALSE;
      run->n_part = n;
      if (run->frames[tensor] != NULL)
        run->part_frames = run->frames[tensor];
    }

  return run->n_part == 0 || part->domain < run->whole->n_sources ||
         (run->part_frames != NULL && run->part_frames->len == run->n_part);
}

static gboolean
run_parts (ImLiveRun *run,
           const GPtrArray *parts,
           GCancellable *cancellable,
           ImDiagnostics *diagnostics,
           GError **error)
{
  for (guint i = 0; i < parts->len; i++)
    {
      run->is_last = i + 1 == parts->len;
      if (begin_part (run, g_ptr_array_index (parts, i)) && run->n_part > 0 &&
          !run_part (run, run->part, cancellable, diagnostics, error))
        return FALSE;
    }

  return TRUE;
}

/* Says of all signals that were computed that they will not grow. */
static void
finish (const ImLiveRun *run, const GError *error)
{
  for (guint i = 0; i < run->values->program->n_tensors; i++)
    if (!run->is_known[i] && run->values->signals[i] != NULL)
      im_signal_finish (run->values->signals[i], error == NULL ? NULL : error->message);
}

static void
copy_notes (const ImDiagnostics *from, ImDiagnostics *to)
{
  for (guint i = 0; i < im_diagnostics_get_count (from); i++)
    im_diagnostics_add_copy (to, im_diagnostics_get (from, i));
}

/* Remembers what was computed, if the recordings are still those that were read. */
static void
remember (const ImLiveRun *run)
{
  ImLiveValues *self = run->values;

  if (run->digests == NULL || !im_live_digests_are_current (run->digests, run->whole,
                                                            self->feed, run->max_frames))
    return;
  if (!run->recording->has_times || run->recording->row_times_s != NULL)
    im_live_memory_keep_recording (self->memory, run->digests->recording, run->recording);
  for (guint i = 0; i < self->program->n_tensors; i++)
    if (run->is_own[i])
      im_live_memory_keep (self->memory, run->digests->tensors[i], self->signals[i],
                           run->behind[run->domains[i]]);
}

/* Runs from the recordings on. What does not fit into its type is known once all of it
 * was read. */
static gboolean
run_from_start (ImLiveRun *run,
                const ImLivePart *part,
                GCancellable *cancellable,
                ImDiagnostics *diagnostics,
                GError **error)
{
  gboolean is_done;

  if (!im_live_run_open (run, cancellable, error))
    return FALSE;
  run->values->is_partial = run->recording->is_partial;
  run->part = NULL;
  run->is_last = TRUE;
  is_done = part == NULL
                ? im_live_run_plan (run, run->whole, cancellable, diagnostics, error)
                : run_part (run, part, cancellable, diagnostics, error);
  run->recording->n_frames = run->n_frames;
  im_host_frames_note_rest (run->source, run->recording->notes);
  if (is_done)
    im_live_run_keep_times (run);
  copy_notes (run->recording->notes, diagnostics);

  return is_done;
}

static gboolean
is_wanted (const ImLiveRun *run, guint tensor)
{
  return run->is_traced[tensor] &&
         (run->values->is_wanted == NULL || run->values->is_wanted[tensor]);
}

/* Takes what is known. Known are only pipes whose values are all there; what is shown of
 * the others is taken, too, and not computed. */
static void
recall (ImLiveRun *run)
{
  ImLiveValues *self = run->values;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  for (guint i = 0; i < self->program->n_tensors; i++)
    run->is_known[i] = run->is_traced[i] &&
                       im_live_memory_recall (self->memory, run->digests->tensors[i],
                                              &self->signals[i], &run->frames[i]);
}

static gboolean
has_all_values (ImSignal *signal)
{
  return signal == NULL ||
         im_signal_count_kept (signal) == im_signal_get_n_values (signal);
}

/* Pipes in front of a layer that is new are remembered: where one edit is, the next one
 * is likely to be. */
static void
keep_fronts (ImLiveRun *run, const ImLivePart *part, const gboolean *is_new)
{
  const ImProgram *program = run->values->program;

  for (guint i = 0; i < program->n_instances; i++)
    {
      const ImInstance *instance = &program->instances[i];
      gboolean is_edited = FALSE;

      for (guint k = 0; part->is_inside[i] && k < program->n_tensors; k++)
        is_edited = is_edited || (program->tensors[k].producer == (gint) i && is_new[k]);
      for (guint k = 0; is_edited && k < instance->unit->n_parameters; k++)
        {
          const ImParameter *parameter = &instance->unit->parameters[k];
          gint tensor = instance->tensors[parameter->slot];
          guint root = tensor < 0 ? 0 : im_program_find_root (program, (guint) tensor);

          if (parameter->kind == IM_PARAMETER_INPUT && tensor >= 0 && !is_new[root] &&
              run->is_traced[root] && !run->is_known[root] &&
              program->tensors[root].producer >= 0 &&
              part->is_inside[program->tensors[root].producer])
            run->is_own[root] = TRUE;
        }
    }
}

/* Forgets what was taken of pipes that nobody wants. */
static void
drop_unwanted (ImLiveRun *run)
{
  ImLiveValues *self = run->values;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  for (guint i = 0; i < self->program->n_tensors; i++)
    if (run->is_known[i] && !is_wanted (run, i))
      g_clear_pointer (&self->signals[i], im_signal_unref);
}

static void
note_all (const ImLiveRun *run, gboolean *is_new)
{
  for (guint i = 0; i < run->values->program->n_tensors; i++)
    is_new[i] = im_live_memory_note (run->values->memory, run->digests->tensors[i]);
}

/* Computes what is not known from what is. Returns FALSE without an error if it has to
 * begin with the recordings. */
static gboolean
compute_behind (ImLiveRun *run,
                const gboolean *is_needed,
                const gboolean *is_new,
                GCancellable *cancellable,
                ImDiagnostics *diagnostics,
                GError **error)
{
  const ImProgram *program = run->values->program;
  g_autofree gboolean *has_all = g_new0 (gboolean, program->n_tensors + 1);
  g_autoptr (GPtrArray) parts = NULL;

  if (run->recording == NULL || run->digests->is_whole)
    return FALSE;
  for (guint i = 0; i < program->n_tensors; i++)
    has_all[i] = run->is_known[i] && has_all_values (run->values->signals[i]);
  parts = im_live_parts_new (run->whole, run->domains, is_needed, has_all);
  for (guint i = 0; parts != NULL && i < parts->len; i++)
    if (!begin_part (run, g_ptr_array_index (parts, i)))
      return FALSE;
  if (parts == NULL)
    return FALSE;
  for (guint i = 0; i < parts->len; i++)
    keep_fronts (run, g_ptr_array_index (parts, i), is_new);
  run->values->is_partial = run->recording->is_partial;

  return run_parts (run, parts, cancellable, diagnostics, error);
}

/* Others may look at it. */
static void
forget_signal (ImLiveValues *self, guint tensor)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  g_clear_pointer (&self->signals[tensor], im_signal_unref);
}

/* What comes in is always remembered; behind it what is wanted. */
static gboolean
compute_from_start (ImLiveRun *run,
                    const gboolean *is_needed,
                    const gboolean *is_new,
                    GCancellable *cancellable,
                    ImDiagnostics *diagnostics,
                    GError **error)
{
  const ImProgram *program = run->values->program;
  gboolean is_whole = run->whole->language != IM_LANGUAGE_C ||
                      (run->digests != NULL && run->digests->is_whole);
  g_autoptr (ImLivePart) part = is_whole
                                    ? NULL
                                    : im_live_part_new_from_start (run->whole, is_needed);

  for (guint i = 0; i < program->n_inputs; i++)
    if (program->inputs[i].tensor >= 0)
      {
        guint tensor = (guint) program->inputs[i].tensor;

        run->is_own[tensor] = TRUE;
        run->is_known[tensor] = FALSE;
        forget_signal (run->values, tensor);
      }
  if (is_new != NULL && part != NULL)
    keep_fronts (run, part, is_new);

  return run_from_start (run, part, cancellable, diagnostics, error);
}

/* Looks up what is wanted, and computes the rest. */
static gboolean
compute (ImLiveRun *run,
         GCancellable *cancellable,
         ImDiagnostics *diagnostics,
         GError **error)
{
  ImLiveValues *self = run->values;
  const ImProgram *program = self->program;
  g_autofree gboolean *is_needed = g_new0 (gboolean, program->n_tensors + 1);
  g_autofree gboolean *is_new = NULL;
  g_autoptr (GError) problem = NULL;
  gboolean is_missing = FALSE, is_done;

  if (run->digests != NULL)
    {
      is_new = g_new0 (gboolean, program->n_tensors + 1);
      note_all (run, is_new);
      run->recording = im_live_memory_recall_recording (self->memory,
                                                        run->digests->recording);
      if (run->recording != NULL)
        recall (run);
    }
  for (guint i = 0; i < program->n_tensors; i++)
    {
      is_needed[i] = run->is_own[i] = is_wanted (run, i) && !run->is_known[i];
      is_missing = is_missing || is_needed[i];
    }
  if (!is_missing && run->recording != NULL)
    is_done = TRUE;
  else
    is_done = run->recording != NULL &&
              compute_behind (run, is_needed, is_new, cancellable, diagnostics, &problem);
  if (is_done)
    {
      self->is_partial = run->recording->is_partial;
      copy_notes (run->recording->notes, diagnostics);
    }
  else if (problem == NULL)
    is_done = compute_from_start (run, is_needed, is_new, cancellable, diagnostics,
                                  &problem);
  finish (run, problem);
  if (is_done)
    remember (run);
  drop_unwanted (run);
  if (is_done)
    im_live_run_count_frames (run, run->recording->n_frames);
  if (problem != NULL)
    g_propagate_error (error, g_steal_pointer (&problem));

  return is_done;
}

static void
find_traced (ImLiveRun *run)
{
  const ImPlan *plan = run->whole;

  for (guint i = 0; i < plan->n_domains; i++)
    for (guint k = 0; k < plan->domains[i].n_calls; k++)
      {
        const ImPlanCall *call = &plan->domains[i].calls[k];

        for (guint j = 0; j < call->n_arguments; j++)
          if (call->arguments[j].buffer >= 0 && call->arguments[j].parameter != NULL &&
              call->arguments[j].parameter->kind == IM_PARAMETER_OUTPUT &&
              plan->buffers[call->arguments[j].buffer].tensor >= 0)
            run->is_traced[plan->buffers[call->arguments[j].buffer].tensor] = TRUE;
      }
  for (guint i = 0; i < plan->program->n_inputs; i++)
    if (plan->program->inputs[i].tensor >= 0)
      run->is_traced[plan->program->inputs[i].tensor] = TRUE;
}

static void
set_up (ImLiveRun *run, const ImPlan *whole)
{
  ImLiveValues *self = run->values;
  guint n = self->program->n_tensors + 1;

  for (guint i = 0; i < self->program->n_tensors; i++)
    forget_signal (self, i);
  run->whole = whole;
  run->max_frames = count_frames (self);
  run->domains = im_live_domains_new (whole);
  run->times = im_live_times_new (whole);
  run->sources = g_new0 (guint, whole->n_domains + 1);
  run->behind = g_new0 (GArray *, whole->n_domains + 1);
  run->leads = g_new (gint, whole->n_domains + 1);
  for (guint i = 0; i < whole->n_domains; i++)
    {
      run->sources[i] = im_plan_find_source (whole, i);
      run->leads[i] = -1;
    }
  run->is_traced = g_new0 (gboolean, n);
  run->is_known = g_new0 (gboolean, n);
  run->is_own = g_new0 (gboolean, n);
  run->frames = g_new0 (GArray *, n);
  find_traced (run);
  if (self->memory != NULL && whole->language == IM_LANGUAGE_C)
    run->digests = im_live_digests_new (whole, self->library, self->feed, run->max_frames,
                                        self->is_long);
}

static void
clear (ImLiveRun *run)
{
  for (guint i = 0; i < run->values->program->n_tensors; i++)
    g_clear_pointer (&run->frames[i], g_array_unref);
  for (guint i = 0; i < run->whole->n_domains; i++)
    g_clear_pointer (&run->behind[i], g_array_unref);
  im_host_frames_free (run->source);
  im_live_recording_unref (run->recording);
  im_live_digests_free (run->digests);
  g_free (run->domains);
  g_free (run->times);
  g_free (run->sources);
  g_free (run->behind);
  g_free (run->leads);
  g_free (run->is_traced);
  g_free (run->is_known);
  g_free (run->is_own);
  g_free (run->frames);
}

static gboolean
compute_once (ImLiveValues *self,
              const ImPlan *plan,
              GCancellable *cancellable,
              ImDiagnostics *diagnostics,
              GError **error)
{
  ImLiveRun run = { .values = self };
  gboolean is_done;

  set_up (&run, plan);
  is_done = compute (&run, cancellable, diagnostics, error);
  clear (&run);

  return is_done;
}

/* Where it is only the worker that does not take the code the compiler of the system may,
 * or says better what is wrong. */
static gboolean
compute_plan (ImLiveValues *self,
              const ImPlan *plan,
              GCancellable *cancellable,
              ImDiagnostics *diagnostics,
              GError **error)
{
  g_autoptr (ImDiagnostics) notes = im_diagnostics_new ();
  g_autoptr (GError) problem = NULL;
  gboolean is_done = compute_once (self, plan, cancellable, notes, &problem);

  if (self->worker != NULL &&
      g_error_matches (problem, IM_TOOLCHAIN_ERROR, IM_TOOLCHAIN_ERROR_COMPILE))
    {
      g_clear_pointer (&self->worker, im_worker_unref);
      return compute_once (self, plan, cancellable, diagnostics, error);
    }
  copy_notes (notes, diagnostics);
  if (problem != NULL)
    g_propagate_error (error, g_steal_pointer (&problem));

  return is_done;
}

/* What is checked elsewhere is planned only; where it cannot be planned, or there is no C
 * of it, it is looked at more closely: it may run in Python. */
static gboolean
compute_unchecked (ImLiveValues *self,
                   GCancellable *cancellable,
                   ImDiagnostics *diagnostics,
                   GError **error)
{
  g_autoptr (ImDiagnostics) found = im_diagnostics_new ();
  g_autoptr (ImPlan) plan = im_plan_new (self->program, IM_LANGUAGE_C, found);
  gboolean is_done = plan != NULL && compute_plan (self, plan, cancellable, found, error);

  copy_notes (found, diagnostics);

  return is_done;
}

gboolean
im_live_values_compute (ImLiveValues *self,
                        GCancellable *cancellable,
                        ImDiagnostics *diagnostics,
                        GError **error)
{
  g_autoptr (ImPlan) plan = NULL;
  g_autoptr (GError) problem = NULL;

  if (self->is_checked)
    {
      g_autoptr (ImDiagnostics) found = im_diagnostics_new ();
      gboolean is_done = compute_unchecked (self, cancellable, found, &problem);

      if (is_done || (problem != NULL &&
                      !g_error_matches (problem, IM_RUN_ERROR, IM_RUN_ERROR_EMIT)))
        {
          copy_notes (found, diagnostics);
          if (problem != NULL)
            g_propagate_error (error, g_steal_pointer (&problem));
          return is_done;
        }
      g_clear_error (&problem);
    }
  plan = im_problems_plan_run (self->program, self->library, diagnostics);
  if (plan == NULL)
    {
      g_set_error (error, IM_RUN_ERROR, IM_RUN_ERROR_EMIT,
                   "there is nothing of %s that could run", self->program->unit->id.text);
      return FALSE;
    }

  return compute_plan (self, plan, cancellable, diagnostics, error);
}
