/* SPDX-License-Identifier: MIT
 *
 * Compilers look at code once all else that can be told of it is told. What they say is
 * about the code as it was when they began: when that has changed, nobody wants it.
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
  ImDiagnostics *problems;
} Check;

static void
free_check (gpointer data)
{
  Check *check = data;

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

/* Where there is no compiler, or code is not trusted, nothing is said of it: that is told
 * where code is to be run. */
static void
run_check (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Check *check = data;
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
  g_task_return_boolean (task, TRUE);
}

static void
checked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  StudioSession *self = STUDIO_SESSION (source);
  Check *check = g_task_get_task_data (G_TASK (result));

  if (self->compiling != check->cancellable)
    return;
  g_clear_object (&self->compiling);
  if (im_diagnostics_get_count (check->problems) == 0)
    return;
  self->of_code = check->problems;
  check->problems = im_diagnostics_new ();
  studio_session_tell_problems (self);
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
  g_autoptr (GTask) task = NULL;
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
  task = g_task_new (self, check->cancellable, checked_cb, NULL);
  g_task_set_task_data (task, check, free_check);
  g_task_run_in_thread (task, run_check);
}
