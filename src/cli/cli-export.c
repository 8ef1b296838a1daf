/* SPDX-License-Identifier: MIT
 *
 * `imaginet export`: a pipeline as C in a folder, with what builds it.
 */
#include "cli/cli-bindings.h"
#include "cli/cli-json-value.h"
#include "cli/cli-output.h"
#include "cli/cli-pipeline.h"
#include "emit/im-emit-bundle.h"

static gboolean
has_errors (const ImDiagnostics *diagnostics)
{
  return im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) > 0;
}

static void
write_plan (CliJson *json, const ImPlan *plan, const ImEmission *emission)
{
  cli_json_member_string (json, "pipeline", plan->program->unit->id.text);
  cli_json_member_string (json, "name", emission->name);
  cli_json_member_string (json, "prefix", emission->prefix);
  cli_json_member_int (json, "arena_bytes", (gint64) plan->arena_bytes);
  cli_json_member_int (json, "bound_bytes", (gint64) plan->bound_bytes);
  cli_json_member_int (json, "state_bytes", (gint64) plan->state_bytes);
  cli_json_member_int (json, "constant_bytes", (gint64) plan->constant_bytes);
}

static void
print_plan (CliContext *context, const ImPlan *plan, const ImArtifacts *artifacts)
{
  g_string_append_printf (
      context->out,
      "%s: %" G_GUINT64_FORMAT " bytes of RAM (%" G_GUINT64_FORMAT
      " arena, %" G_GUINT64_FORMAT " state), %" G_GUINT64_FORMAT " bytes of constants\n",
      plan->program->unit->id.text, plan->arena_bytes + plan->state_bytes,
      plan->arena_bytes, plan->state_bytes, plan->constant_bytes);
  for (guint i = 0; i < im_artifacts_get_count (artifacts); i++)
    g_string_append_printf (context->out, "  %s\n", im_artifacts_get_path (artifacts, i));
}

static void
show (CliContext *context,
      const ImPlan *plan,
      const ImEmission *emission,
      const ImArtifacts *artifacts,
      const ImDiagnostics *diagnostics)
{
  CliJson json = { context->out };
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();

  if (!context->options->json)
    {
      if (emission != NULL)
        print_plan (context, plan, artifacts);
      return;
    }

  for (guint i = 0; artifacts != NULL && i < im_artifacts_get_count (artifacts); i++)
    g_ptr_array_add (paths, (gpointer) im_artifacts_get_path (artifacts, i));
  cli_json_open_object (&json);
  if (emission != NULL)
    {
      write_plan (&json, plan, emission);
      cli_json_member_strings (&json, "files", (const char *const *) paths->pdata,
                               paths->len);
    }
  cli_json_member_diagnostics (&json, "diagnostics", diagnostics);
  cli_json_close_object (&json);
  g_string_append_c (context->out, '\n');
}

static CliExit
export_unit (CliContext *context,
             const ImUnit *unit,
             ImUnitLibrary *library,
             const CliBindings *bindings,
             ImDiagnostics *diagnostics)
{
  const CliOptions *options = context->options;
  ImEmitOptions choice = { .prefix = options->prefix, .name = options->name };
  g_autoptr (ImArtifacts) artifacts = im_artifacts_new ();
  g_autoptr (GError) error = NULL;
  guint n_bindings;
  const ImUnitBinding *all = cli_bindings_get_all (bindings, &n_bindings);
  g_autoptr (ImProgram) program = im_program_elaborate (unit, library, all, n_bindings,
                                                        diagnostics);
  g_autoptr (ImPlan) plan = NULL;
  g_autoptr (ImEmission) emission = NULL;

  if (!has_errors (diagnostics))
    plan = im_plan_new (program, IM_LANGUAGE_C, diagnostics);
  if (plan != NULL)
    emission = im_emit_bundle (plan, library, &choice, artifacts, diagnostics);
  if (emission != NULL && !im_artifacts_write (artifacts, options->output, &error))
    return cli_output_failure (context, "%s", error->message);

  show (context, plan, emission, artifacts, diagnostics);
  return cli_output_diagnostics (context, diagnostics);
}

CliExit
cli_export_run (CliContext *context)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (CliBindings) bindings = NULL;
  const ImUnit *unit;

  if (context->options->output == NULL)
    return cli_output_usage ("imaginet export", "expected --output with a folder");
  bindings = cli_bindings_parse (context->options->with, diagnostics);
  if (bindings == NULL)
    {
      cli_output_print (context, diagnostics);
      return CLI_EXIT_USAGE;
    }
  unit = cli_pipeline_find (context, context->options->arguments[0], library,
                            diagnostics);
  if (unit == NULL || has_errors (diagnostics))
    {
      show (context, NULL, NULL, NULL, diagnostics);
      cli_output_diagnostics (context, diagnostics);
      return CLI_EXIT_PROBLEMS;
    }

  return export_unit (context, unit, library, bindings, diagnostics);
}
