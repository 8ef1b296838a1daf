/* SPDX-License-Identifier: MIT
 *
 * `imaginet inspect`: everything about a unit.
 */
#include "cli/inspect/cli-inspect.h"

#include "cli/input/cli-bindings.h"
#include "cli/input/cli-library.h"
#include "cli/input/cli-pipeline.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "cli/terminal/cli-text.h"
#include "program/im-program.h"
#include "unit/im-unit-operator.h"

const ImLanguage cli_inspect_languages[] = { IM_LANGUAGE_C, IM_LANGUAGE_PYTHON,
                                             IM_LANGUAGE_FACTORY };
const guint cli_inspect_n_languages = G_N_ELEMENTS (cli_inspect_languages);

/* Whether an attribute of an operator has no value but one that is given. */
static gboolean
needs_value (const ImUnit *unit, guint number)
{
  const ImUnitOperatorPart *part = unit->operation == NULL
                                       ? NULL
                                       : &unit->operation->parts[number];

  return part != NULL && part->role == IM_OPERATOR_ATTRIBUTE &&
         part->declaration->value == NULL && !part->declaration->is_optional;
}

static gboolean
needs_inputs (const ImUnit *unit)
{
  for (guint i = 0; i < unit->n_parameters; i++)
    if ((unit->parameters[i].kind == IM_PARAMETER_INPUT &&
         !unit->parameters[i].socket->is_optional) ||
        needs_value (unit, i))
      return TRUE;

  return FALSE;
}

static void
show_text (CliContext *context, const ImUnit *unit, ImUnitEvaluation *evaluation)
{
  if (context->out->len > 0)
    g_string_append_c (context->out, '\n');
  cli_inspect_append_unit (context, unit);
  if (evaluation != NULL)
    cli_inspect_append_evaluation (context, evaluation);
}

/* Outputs of a composite are what its layers give: their rate, too, unless it says one.
 */
static void
adopt_outputs (const CliContext *context,
               ImUnitEvaluation *evaluation,
               const ImUnitBinding *bindings,
               guint n_bindings)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (evaluation);
  ImEnvironment *environment = im_unit_evaluation_get_environment (evaluation);
  g_autoptr (ImDiagnostics) unused = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();

  cli_library_add_roots (library, context->options, unused);
  g_autoptr (ImProgram) program = im_program_elaborate (unit, library, bindings,
                                                        n_bindings, diagnostics);
  if (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) > 0)
    return;
  for (guint i = 0; i < program->n_outputs; i++)
    {
      const ImProgramPort *port = &program->outputs[i];
      ImValue value;

      if (port->tensor < 0)
        continue;
      value = IM_TENSOR (&program->tensors[port->tensor].type);
      im_environment_set (environment, port->parameter->slot,
                          im_value_copy (environment->arena, &value));
    }
}

static CliExit
inspect (CliContext *context,
         ImJson *json,
         const ImUnit *unit,
         const CliBindings *bindings,
         ImDiagnostics *all_problems)
{
  g_autoptr (ImUnitEvaluation) evaluation = NULL;
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  guint n_bindings;
  const ImUnitBinding *all = cli_bindings_get_all (bindings, &n_bindings);

  if (n_bindings > 0 || !needs_inputs (unit))
    {
      evaluation = im_unit_evaluation_new (unit, all, n_bindings);
      im_unit_evaluation_report (evaluation, diagnostics);
      if (unit->kind == IM_UNIT_COMPOSITE)
        adopt_outputs (context, evaluation, all, n_bindings);
    }

  if (context->options->json)
    cli_inspect_write (json, unit, evaluation);
  else
    show_text (context, unit, evaluation);
  im_diagnostics_append (all_problems, diagnostics);

  return cli_output_diagnostics (context, diagnostics);
}

/* @problems are those of the files. */
static CliExit
inspect_all (CliContext *context,
             const ImUnit *const *units,
             guint n_units,
             const CliBindings *bindings,
             ImDiagnostics *problems)
{
  ImJson json = { context->out };
  CliExit status = cli_output_diagnostics (context, problems);

  if (context->options->json)
    {
      im_json_open_object (&json);
      im_json_name (&json, "units");
      im_json_open_rows (&json);
    }
  for (guint i = 0; i < n_units; i++)
    if (inspect (context, &json, units[i], bindings, problems) != CLI_EXIT_FINE)
      status = CLI_EXIT_PROBLEMS;
  if (context->options->json)
    {
      im_json_close_array (&json);
      cli_json_close (&json, problems);
    }

  return status;
}

static CliExit
inspect_file (CliContext *context, const char *path, const CliBindings *bindings)
{
  g_autoptr (ImDiagnostics) found = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) errors = im_diagnostics_new ();
  g_autoptr (ImUnitFile) file = im_unit_file_read (path, found);
  g_autoptr (GPtrArray) units = g_ptr_array_new ();

  cli_library_select_errors (found, NULL, errors);
  if (file == NULL)
    return cli_output_problems (context, errors);

  for (guint i = 0; i < im_unit_file_get_count (file); i++)
    g_ptr_array_add (units, (gpointer) im_unit_file_get_unit (file, i));

  return inspect_all (context, (const ImUnit *const *) units->pdata, units->len, bindings,
                      errors);
}

static CliExit
inspect_id (CliContext *context, const char *id, const CliBindings *bindings)
{
  g_autoptr (ImDiagnostics) found = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) errors = im_diagnostics_new ();
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();

  cli_library_add_roots (library, context->options, found);
  g_autoptr (GPtrArray) units = im_unit_library_find_all (library, id);
  if (units->len > 1)
    {
      g_autofree char *ids = im_unit_library_dup_ids (units);

      return cli_output_failure (context, "ambiguous-unit",
                                 "“%s” is the end of %u ids; use one of them in full: %s",
                                 id, units->len, ids);
    }
  if (units->len == 0)
    {
      const char *nearest = im_unit_library_nearest (library, id, NULL);
      g_autofree char *hint = cli_text_dup_hint (nearest);

      cli_library_select_errors (found, NULL, errors);
      if (!context->options->json)
        cli_output_print (context, errors);
      return cli_output_failure (context, "unknown-unit",
                                 "there is no unit “%s” among %u%s", id,
                                 im_unit_library_get_units (library)->len, hint);
    }

  const ImUnit *unit = g_ptr_array_index (units, 0);
  cli_library_select_errors (found, im_unit_file_get_path (unit->file), errors);

  return inspect_all (context, &unit, 1, bindings, errors);
}

CliExit
cli_inspect_run (CliContext *context)
{
  const char *argument = context->options->arguments[0];
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (CliBindings) bindings = cli_bindings_parse (context->options->with,
                                                         diagnostics);

  if (bindings == NULL)
    {
      cli_output_problems (context, diagnostics);
      return CLI_EXIT_USAGE;
    }
  if (cli_pipeline_is_file (argument))
    return inspect_file (context, argument, bindings);

  return inspect_id (context, argument, bindings);
}
