/* SPDX-License-Identifier: MIT
 *
 * Compilers look at code once all else that can be told of it is told. What they say is
 * about the code as it was when they began: when that has changed, nobody wants it.
 */
#include "document/state/im-document-code.h"
#include "emit/im-problems.h"
#include "program/im-program.h"
#include "run/im-code-check.h"
#include "studio/session/studio-session-private.h"

typedef struct
{
  ImUnitLibrary *library;
  ImProgram *held;    /* that of the document, so that its file stays as it is */
  ImProgram *program; /* the unit with the inputs that are tried */
  GPtrArray *scripts; /* ImSource: its files of Python */
  GCancellable *cancellable;
  ImDiagnostics *problems;
} Check;

static void
free_check (gpointer data)
{
  Check *check = data;

  im_program_unref (check->program);
  im_program_unref (check->held);
  im_unit_library_unref (check->library);
  g_ptr_array_unref (check->scripts);
  g_object_unref (check->cancellable);
  im_diagnostics_free (check->problems);
  g_free (check);
}

/* What is tried, as it is given to a program. */
static ImProgram *
elaborate (StudioSession *self, ImUnitLibrary *library)
{
  const ImUnit *unit = im_document_get_unit (self->document);
  g_autoptr (GArray) bindings = g_array_new (FALSE, FALSE, sizeof (ImUnitBinding));
  g_autoptr (ImDiagnostics) told = im_diagnostics_new ();

  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];
      ImUnitBinding binding = { .name = parameter->name.text };

      if ((parameter->kind == IM_PARAMETER_INPUT || im_parameter_is_option (parameter)) &&
          im_unit_evaluation_is_given (self->trial, parameter) &&
          im_unit_evaluation_get_value (self->trial, parameter, &binding.value, NULL))
        g_array_append_val (bindings, binding);
    }

  return im_program_elaborate (unit, library, (const ImUnitBinding *) bindings->data,
                               bindings->len, told);
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
  g_autoptr (ImPlan) plan = im_problems_plan (check->program, check->library, told);
  g_autoptr (GError) error = NULL;

  if (plan != NULL &&
      !im_code_check_c (plan, check->library, cancellable, check->problems, &error))
    g_debug ("the C is not looked at: %s", error->message);
  g_clear_error (&error);
  for (guint i = 0; i < check->scripts->len; i++)
    if (!im_code_check_python (g_ptr_array_index (check->scripts, i), check->library,
                               cancellable, check->problems, &error))
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
  const ImUnit *unit = im_document_get_unit (self->document);
  g_autoptr (GTask) task = NULL;
  Check *check;

  if (self->trial == NULL || im_unit_is_graph (unit) || unit->operation != NULL ||
      im_unit_evaluation_get_unit (self->trial) != unit)
    return;
  check = g_new0 (Check, 1);
  check->held = im_program_ref ((ImProgram *) im_document_get_program (self->document));
  check->library = im_unit_library_new_over (im_document_get_library (self->document),
                                             im_document_get_file (self->document));
  check->program = elaborate (self, check->library);
  check->scripts = list_scripts (self);
  check->cancellable = g_cancellable_new ();
  check->problems = im_diagnostics_new ();
  self->compiling = g_object_ref (check->cancellable);
  task = g_task_new (self, check->cancellable, checked_cb, NULL);
  g_task_set_task_data (task, check, free_check);
  g_task_run_in_thread (task, run_check);
}
