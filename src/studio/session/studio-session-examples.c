/* SPDX-License-Identifier: MIT */
#include "studio/session/studio-session-examples.h"

#include <glib/gi18n.h>

#include "run/im-toolchain.h"
#include "sandbox/im-trust.h"
#include "studio/session/studio-session-private.h"
#include "unit/im-unit-place.h"
#include "verify/im-example.h"

#define TIME_S 10 /* that an example may take in each language */

typedef struct
{
  StudioExampleState state;
  char *text;
} Verdict;

typedef struct
{
  ImUnitLibrary *library;
  ImProgram *held; /* that of the document, so that its file stays as it is */
  const ImUnit *unit;
  GCancellable *cancellable;
  GArray *verdicts; /* Verdict, of each example */
  ImDiagnostics *problems;
} Job;

static void
clear_verdict (gpointer data)
{
  g_free (((Verdict *) data)->text);
}

static GArray *
new_verdicts (guint n, StudioExampleState state)
{
  GArray *verdicts = g_array_sized_new (FALSE, TRUE, sizeof (Verdict), n);

  g_array_set_clear_func (verdicts, clear_verdict);
  g_array_set_size (verdicts, n);
  for (guint i = 0; i < n; i++)
    g_array_index (verdicts, Verdict, i).state = state;

  return verdicts;
}

static void
free_job (gpointer data)
{
  Job *job = data;

  im_program_unref (job->held);
  im_unit_library_unref (job->library);
  g_object_unref (job->cancellable);
  g_clear_pointer (&job->verdicts, g_array_unref);
  im_diagnostics_free (job->problems);
  g_free (job);
}

static void
append_result (const char *language, const ImExampleResult *result, GString *out)
{
  if (result->state == IM_COMPARE_EQUAL || result->state == IM_COMPARE_NO_C)
    return;
  g_string_append_printf (out, "%s%s: %s", out->len > 0 ? "\n" : "", language,
                          result->message == NULL
                              ? im_compare_state_get_name (result->state)
                              : result->message);
}

static Verdict
judge (const ImExampleReport *report)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (im_example_report_is_fine (report))
    return (Verdict){ STUDIO_EXAMPLE_PASSED,
                      g_strdup (report->c.state == IM_COMPARE_NO_C
                                    ? _ ("Passed in Python; there is no C")
                                    : _ ("Passed in C and Python")) };
  append_result ("C", &report->c, text);
  append_result ("Python", &report->python, text);

  return (Verdict){ STUDIO_EXAMPLE_FAILED, g_strdup (text->str) };
}

/* Where there is nothing to run code with, or it may not be run, the unit is not to
 * blame. */
static gboolean
is_missing_tool (const GError *error)
{
  return error->domain == IM_TRUST_ERROR || (error->domain == IM_TOOLCHAIN_ERROR &&
                                             error->code != IM_TOOLCHAIN_ERROR_COMPILE &&
                                             error->code != IM_TOOLCHAIN_ERROR_RUN);
}

static const char *
find_message (const ImDiagnostics *problems, const GError *error)
{
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    if (im_diagnostics_get (problems, i)->severity == IM_SEVERITY_ERROR)
      return im_diagnostics_get (problems, i)->message;

  return error->message;
}

static void
take (Job *job, ImExampleBatch *batch, guint number)
{
  const ImUnitExample *example = &job->unit->examples[number];
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (ImExampleReport) report = im_example_batch_take (batch, number, problems,
                                                              &error);
  Verdict *verdict = &g_array_index (job->verdicts, Verdict, number);

  if (report != NULL)
    *verdict = judge (report);
  else
    *verdict = (Verdict){ is_missing_tool (error) ? STUDIO_EXAMPLE_NONE
                                                  : STUDIO_EXAMPLE_FAILED,
                          g_strdup (find_message (problems, error)) };
  if (verdict->state == STUDIO_EXAMPLE_FAILED)
    im_diagnostics_add (job->problems, IM_SEVERITY_ERROR, "example",
                        im_unit_file_get_source (job->unit->file),
                        im_unit_place_get_tag (example->element), "example %u: %s",
                        number + 1, verdict->text);
}

static void
run_job (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  guint n = job->unit->n_examples;
  g_autofree ImExampleCase *examples = g_new0 (ImExampleCase, n);
  g_autoptr (ImExampleBatch) batch = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n; i++)
    examples[i] = (ImExampleCase){ job->unit, i + 1 };
  batch = im_example_batch_new (examples, n, job->library, TIME_S, cancellable, &error);
  if (batch != NULL)
    im_example_batch_run (batch);
  for (guint i = 0; batch != NULL && i < n; i++)
    take (job, batch, i);
  g_task_return_boolean (task, batch != NULL);
}

static void
finished_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  StudioSession *self = STUDIO_SESSION (source);
  Job *job = g_task_get_task_data (G_TASK (result));

  if (self->running != job->cancellable)
    return;
  g_clear_object (&self->running);
  g_clear_pointer (&self->examples, g_array_unref);
  self->examples = g_steal_pointer (&job->verdicts);
  if (im_diagnostics_get_count (job->problems) > 0)
    {
      self->of_examples = g_steal_pointer (&job->problems);
      job->problems = im_diagnostics_new ();
      studio_session_tell_problems (self);
    }
  g_signal_emit_by_name (self, "examples");
}

void
studio_session_forget_examples (StudioSession *self)
{
  if (self->running != NULL)
    g_cancellable_cancel (self->running);
  g_clear_object (&self->running);
  g_clear_pointer (&self->of_examples, im_diagnostics_free);
  g_clear_pointer (&self->examples, g_array_unref);
}

void
studio_session_run_examples (StudioSession *self)
{
  const ImUnit *unit;
  g_autoptr (GTask) task = NULL;
  Job *job;

  g_return_if_fail (STUDIO_IS_SESSION (self) && self->document != NULL);

  studio_session_forget_examples (self);
  unit = im_document_get_unit (self->document);
  if (unit->n_examples == 0)
    return;
  job = g_new0 (Job, 1);
  job->unit = unit;
  job->held = im_program_ref ((ImProgram *) im_document_get_program (self->document));
  job->library = im_unit_library_new_over (im_document_get_library (self->document),
                                           im_document_get_file (self->document));
  job->cancellable = g_cancellable_new ();
  job->verdicts = new_verdicts (unit->n_examples, STUDIO_EXAMPLE_NONE);
  job->problems = im_diagnostics_new ();
  self->running = g_object_ref (job->cancellable);
  self->examples = new_verdicts (unit->n_examples, STUDIO_EXAMPLE_RUNNING);
  g_signal_emit_by_name (self, "examples");
  task = g_task_new (self, job->cancellable, finished_cb, NULL);
  g_task_set_task_data (task, job, free_job);
  g_task_run_in_thread (task, run_job);
}

StudioExampleState
studio_session_get_example (StudioSession *self, guint number, const char **text)
{
  const Verdict *verdict;

  g_return_val_if_fail (STUDIO_IS_SESSION (self), STUDIO_EXAMPLE_NONE);

  *text = NULL;
  if (self->examples == NULL || number >= self->examples->len)
    return STUDIO_EXAMPLE_NONE;
  verdict = &g_array_index (self->examples, Verdict, number);
  *text = verdict->text;

  return verdict->state;
}
