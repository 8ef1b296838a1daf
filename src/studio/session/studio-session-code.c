/* SPDX-License-Identifier: MIT
 *
 * Compilers look at code once all else that can be told of it is told: first as the
 * inputs that are tried choose it, then at that of the other implementations. What they
 * say is about the code as it was when they began: when that has changed, nobody wants
 * it.
 */
#include "document/state/im-document-code.h"
#include "emit/im-problems.h"
#include "run/im-code-check.h"
#include "studio/session/studio-session-private.h"
#include "studio/session/studio-session-trial.h"

typedef struct
{
  StudioTrialProgram trial;
  GPtrArray *scripts; /* ImSource: its files of Python */
  GCancellable *cancellable;
  ImDiagnostics *problems; /* that are found so far */
  gboolean is_of_others;
} Check;

static void checked_cb (GObject *source, GAsyncResult *result, gpointer data);

static void
free_check (Check *check)
{
  studio_trial_program_clear (&check->trial);
  g_ptr_array_unref (check->scripts);
  g_object_unref (check->cancellable);
  im_diagnostics_free (check->problems);
  g_free (check);
}

static GPtrArray *
list_scripts (StudioSession *self)
{
  g_autoptr (GPtrArray) names = im_document_list_code (self->document);
  GPtrArray *scripts = g_ptr_array_new_with_free_func ((GDestroyNotify) im_source_unref);

  for (guint i = 0; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      ImSource *source = g_str_has_suffix (name, ".py")
                             ? im_unit_library_load_code (
                                   im_document_get_library (self->document),
                                   im_document_get_path (self->document), name, NULL)
                             : NULL;

      if (source != NULL)
        g_ptr_array_add (scripts, source);
    }

  return scripts;
}

static void
check_tried (Check *check)
{
  GCancellable *cancellable = check->cancellable;
  g_autoptr (ImDiagnostics) told = im_diagnostics_new ();
  g_autoptr (ImPlan) plan = im_problems_plan (check->trial.program, check->trial.library,
                                              told);
  g_autoptr (GError) error = NULL;

  if (plan != NULL &&
      !im_code_check_c (plan, check->trial.library, cancellable, check->problems, &error))
    g_debug ("the C is not looked at: %s", error->message);
  g_clear_error (&error);
  for (guint i = 0; i < check->scripts->len; i++)
    if (!im_code_check_python (g_ptr_array_index (check->scripts, i),
                               check->trial.library, cancellable, check->problems,
                               &error))
      {
        g_debug ("the Python is not looked at: %s", error->message);
        g_clear_error (&error);
      }
}

/* Where there is no compiler, or code is not trusted, nothing is said of it: that is told
 * where code is to be run. */
static void
run_check (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Check *check = data;
  g_autoptr (GError) error = NULL;

  if (!check->is_of_others)
    check_tried (check);
  else if (!im_code_check_others (check->trial.program, check->trial.library, cancellable,
                                  check->problems, &error))
    g_debug ("the C of other implementations is not looked at: %s", error->message);
  g_task_return_boolean (task, TRUE);
}

static void
start (StudioSession *self, Check *check)
{
  g_autoptr (GTask) task = g_task_new (self, check->cancellable, checked_cb, check);

  g_task_set_task_data (task, check, NULL);
  g_task_run_in_thread (task, run_check);
}

/* Tells the problems if there are others than before. */
static void
tell (StudioSession *self, const ImDiagnostics *problems)
{
  guint n_before = self->of_code == NULL ? 0 : im_diagnostics_get_count (self->of_code);

  if (im_diagnostics_get_count (problems) == n_before)
    return;
  g_clear_pointer (&self->of_code, im_diagnostics_free);
  self->of_code = im_diagnostics_new ();
  im_diagnostics_append (self->of_code, problems);
  studio_session_tell_problems (self);
}

static void
checked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  StudioSession *self = STUDIO_SESSION (source);
  Check *check = data;

  if (self->compiling != check->cancellable)
    {
      free_check (check);
      return;
    }
  tell (self, check->problems);
  if (!check->is_of_others)
    {
      check->is_of_others = TRUE;
      start (self, check);
      return;
    }
  g_clear_object (&self->compiling);
  free_check (check);
}

void
studio_session_forget_code (StudioSession *self)
{
  if (self->compiling != NULL)
    g_cancellable_cancel (self->compiling);
  g_clear_object (&self->compiling);
  g_clear_pointer (&self->of_code, im_diagnostics_free);
}

void
studio_session_check_code (StudioSession *self)
{
  g_autoptr (ImDiagnostics) told = im_diagnostics_new ();
  Check *check;

  if (im_document_get_unit (self->document)->operation != NULL)
    return;
  check = g_new0 (Check, 1);
  if (!studio_session_init_trial_program (self, &check->trial, told))
    {
      g_free (check);
      return;
    }
  check->scripts = list_scripts (self);
  check->cancellable = g_cancellable_new ();
  check->problems = im_diagnostics_new ();
  self->compiling = g_object_ref (check->cancellable);
  start (self, check);
}
