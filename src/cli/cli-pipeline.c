/* SPDX-License-Identifier: MIT */
#include "cli/cli-pipeline.h"

#include <string.h>

#include "base/im-text.h"
#include "cli/cli-library.h"
#include "cli/cli-output.h"
#include "cli/cli-text.h"

gboolean
cli_pipeline_is_file (const char *argument)
{
  return strchr (argument, '/') != NULL || g_str_has_suffix (argument, ".imunit") ||
         g_file_test (argument, G_FILE_TEST_EXISTS);
}

static void
fail_unknown (ImUnitLibrary *library, const char *argument, ImDiagnostics *diagnostics)
{
  g_autofree char *hint = cli_text_dup_hint (im_unit_library_nearest (library, argument));

  im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "unknown-unit", argument,
                               "there is no such unit%s", hint);
}

/* Adds what an argument names: of a file one unit, of a folder all. */
static void
add_units (ImUnitLibrary *library,
           const char *argument,
           const ImUnitFile *file,
           GPtrArray *found)
{
  g_autofree char *path = g_canonicalize_filename (argument, NULL);
  g_autofree char *below = g_strconcat (path, "/", NULL);
  const GPtrArray *units = im_unit_library_get_units (library);
  const ImUnit *unit = NULL;

  if (file != NULL)
    unit = im_unit_file_get_main_unit (file);
  else if (!cli_pipeline_is_file (argument))
    unit = im_unit_library_find (library, argument);
  if (unit != NULL)
    g_ptr_array_add (found, (gpointer) unit);
  if (!g_file_test (argument, G_FILE_TEST_IS_DIR))
    return;

  for (guint i = 0; i < units->len; i++)
    {
      g_autofree char *name = NULL;

      unit = g_ptr_array_index (units, i);
      name = g_canonicalize_filename (im_unit_file_get_path (unit->file), NULL);
      if (g_str_has_prefix (name, below))
        g_ptr_array_add (found, (gpointer) unit);
    }
}

/* A bundle has the units of its pipeline beside it. */
static void
add_units_beside (ImUnitLibrary *library, const char *path, ImDiagnostics *diagnostics)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *units = g_build_filename (folder, "units", NULL);

  if (g_file_test (units, G_FILE_TEST_IS_DIR))
    im_unit_library_add_root (library, units, diagnostics);
}

/* Adds files and folders that are named; those where units are looked for come behind
 * them. Files that cannot be read have been reported. */
static void
fill_library (CliContext *context,
              char **arguments,
              gboolean takes_folders,
              ImUnitLibrary *library,
              const ImUnitFile **files,
              ImDiagnostics *diagnostics)
{
  g_autoptr (ImDiagnostics) found = im_diagnostics_new ();

  for (guint i = 0; arguments[i] != NULL; i++)
    if (takes_folders && g_file_test (arguments[i], G_FILE_TEST_IS_DIR))
      im_unit_library_add_root (library, arguments[i], found);
    else if (cli_pipeline_is_file (arguments[i]))
      {
        files[i] = im_unit_library_add_file (library, arguments[i], diagnostics);
        add_units_beside (library, arguments[i], found);
      }
  cli_library_add_roots (library, context->options, found);
  cli_library_select_bad_folders (found, diagnostics);
}

static GPtrArray *
find (CliContext *context,
      char **arguments,
      gboolean takes_folders,
      ImUnitLibrary *library,
      ImDiagnostics *diagnostics)
{
  g_autofree const ImUnitFile **files = g_new0 (const ImUnitFile *,
                                                g_strv_length (arguments) + 1);
  GPtrArray *units = g_ptr_array_new ();

  fill_library (context, arguments, takes_folders, library, files, diagnostics);
  for (guint i = 0; arguments[i] != NULL; i++)
    {
      gboolean is_folder = g_file_test (arguments[i], G_FILE_TEST_IS_DIR);
      guint n_before = units->len;

      add_units (library, arguments[i], files[i], units);
      if (units->len > n_before)
        continue;
      if (takes_folders && is_folder)
        im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "no-units",
                                     arguments[i], "there is no unit below this folder");
      else if (!cli_pipeline_is_file (arguments[i]))
        fail_unknown (library, arguments[i], diagnostics);
    }

  return units;
}

const ImUnit *
cli_pipeline_find (CliContext *context,
                   const char *argument,
                   ImUnitLibrary *library,
                   ImDiagnostics *diagnostics)
{
  char *arguments[] = { (char *) argument, NULL };
  g_autoptr (GPtrArray) units = find (context, arguments, FALSE, library, diagnostics);

  return units->len == 0 ? NULL : g_ptr_array_index (units, 0);
}

GPtrArray *
cli_pipeline_find_all (CliContext *context,
                       char **arguments,
                       ImUnitLibrary *library,
                       ImDiagnostics *diagnostics)
{
  return find (context, arguments, TRUE, library, diagnostics);
}

/* What may be given a value from outside. */
static gboolean
takes_value (const ImParameter *parameter)
{
  return parameter->kind == IM_PARAMETER_INPUT || im_parameter_is_option (parameter);
}

gboolean
cli_pipeline_check_names (const ImUnit *unit,
                          const CliBindings *bindings,
                          ImDiagnostics *diagnostics)
{
  guint n_bindings;
  const ImUnitBinding *all = cli_bindings_get_all (bindings, &n_bindings);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  gboolean is_known = TRUE;

  for (guint i = 0; i < unit->n_parameters; i++)
    if (takes_value (&unit->parameters[i]))
      g_ptr_array_add (names, (gpointer) unit->parameters[i].name.text);
  for (guint i = 0; i < n_bindings; i++)
    if (!g_ptr_array_find_with_equal_func (names, all[i].name, g_str_equal, NULL))
      {
        g_autofree char *hint = cli_text_dup_hint (im_text_nearest (
            all[i].name, (const char *const *) names->pdata, names->len));

        im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "unknown-parameter",
                                     "--with", "%s has no input or option “%s”%s",
                                     unit->id.text, all[i].name, hint);
        is_known = FALSE;
      }

  return is_known;
}

gboolean
cli_pipeline_load (CliPipeline *pipeline, CliContext *context)
{
  const ImUnitBinding *bindings;
  const ImUnit *unit;
  guint n_bindings;

  *pipeline = (CliPipeline){
    .library = im_unit_library_new (),
    .diagnostics = im_diagnostics_new (),
  };
  pipeline->bindings = cli_bindings_parse (context->options->with, pipeline->diagnostics);
  if (pipeline->bindings == NULL)
    {
      cli_output_print (context, pipeline->diagnostics);
      return FALSE;
    }

  unit = cli_pipeline_find (context, context->options->arguments[0], pipeline->library,
                            pipeline->diagnostics);
  bindings = cli_bindings_get_all (pipeline->bindings, &n_bindings);
  if (unit != NULL &&
      cli_pipeline_check_names (unit, pipeline->bindings, pipeline->diagnostics))
    pipeline->program = im_program_elaborate (unit, pipeline->library, bindings,
                                              n_bindings, pipeline->diagnostics);

  return TRUE;
}

gboolean
cli_pipeline_has_errors (const CliPipeline *pipeline)
{
  return im_diagnostics_count (pipeline->diagnostics, IM_SEVERITY_ERROR) > 0;
}

ImPlan *
cli_pipeline_plan (CliPipeline *pipeline)
{
  if (cli_pipeline_has_errors (pipeline))
    return NULL;
  if (!im_program_is_known (pipeline->program))
    {
      im_diagnostics_free (pipeline->diagnostics);
      pipeline->diagnostics = im_diagnostics_new ();
    }

  return im_plan_new (pipeline->program, IM_LANGUAGE_C, pipeline->diagnostics);
}

void
cli_pipeline_clear (CliPipeline *pipeline)
{
  im_program_free (pipeline->program);
  g_clear_pointer (&pipeline->bindings, cli_bindings_free);
  im_unit_library_free (pipeline->library);
  im_diagnostics_free (pipeline->diagnostics);
}
