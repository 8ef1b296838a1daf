/* SPDX-License-Identifier: MIT */
#include "cli/input/cli-pipeline.h"

#include <string.h>

#include "base/im-text.h"
#include "cli/input/cli-library.h"
#include "cli/terminal/cli-output.h"
#include "cli/terminal/cli-text.h"
#include "emit/im-problems.h"
#include "program/im-section.h"
#include "run/im-package-trust.h"

gboolean
cli_pipeline_is_file (const char *argument)
{
  return strchr (argument, '/') != NULL || g_str_has_suffix (argument, ".imunit") ||
         g_str_has_suffix (argument, ".improj") ||
         g_file_test (argument, G_FILE_TEST_EXISTS);
}

/* Finds a unit by its id, or by the end of one that only it has, such as `Max`. */
static const ImUnit *
find_unit (ImUnitLibrary *library, const char *name, ImDiagnostics *diagnostics)
{
  g_autoptr (GPtrArray) units = im_unit_library_find_all (library, name);
  g_autofree char *ids = im_unit_library_dup_ids (units);

  if (units->len == 1)
    return g_ptr_array_index (units, 0);
  if (units->len == 0)
    {
      g_autofree char *hint = cli_text_dup_hint (
          im_unit_library_nearest (library, name, NULL));

      im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "unknown-unit", name,
                                   "there is no such unit%s", hint);
    }
  else
    im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "ambiguous-unit", name,
                                 "this is the end of %u ids; use one of them in full: %s",
                                 units->len, ids);

  return NULL;
}

/* The unit of a file that --unit names; a full id comes before the end of one. */
static const ImUnit *
find_named (const ImUnitFile *file,
            const char *path,
            const char *name,
            ImDiagnostics *diagnostics)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  g_autofree char *ids = NULL;

  for (guint i = 0; i < im_unit_file_get_count (file); i++)
    {
      const ImUnit *unit = im_unit_file_get_unit (file, i);

      if (strcmp (unit->id.text, name) == 0)
        return unit;
      g_ptr_array_add (all, (gpointer) unit);
      if (im_unit_is_called (unit, name))
        g_ptr_array_add (found, (gpointer) unit);
    }
  if (found->len == 1)
    return g_ptr_array_index (found, 0);

  ids = im_unit_library_dup_ids (found->len > 0 ? found : all);
  if (found->len == 0)
    im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "unknown-unit", path,
                                 "it holds no unit “%s”, but %s", name, ids);
  else
    im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "ambiguous-unit", path,
                                 "“%s” is the end of %u ids: %s", name, found->len, ids);

  return NULL;
}

/* The unit of a file that is meant. */
static const ImUnit *
choose_unit (const CliContext *context,
             const ImUnitFile *file,
             const char *path,
             ImDiagnostics *diagnostics)
{
  const ImUnit *unit = im_unit_file_get_main_unit (file);
  g_autoptr (GPtrArray) choices = NULL;

  if (context->options->unit != NULL)
    return find_named (file, path, context->options->unit, diagnostics);
  if (unit == NULL)
    return NULL;

  choices = im_unit_file_list_pipelines (file);
  if (choices->len > 1)
    {
      g_autofree char *ids = im_unit_library_dup_ids (choices);

      im_diagnostics_add_for_file (
          diagnostics, IM_SEVERITY_HINT, "several-units", path,
          "it holds %u %s, %s; took %s, the %s; --unit ID chooses", choices->len,
          im_unit_is_graph (unit) ? "pipelines" : "units", ids, unit->id.text,
          unit->is_preprocessor ? "first" : "last");
    }

  return unit;
}

/* A file of operators is a folder of them. */
static gboolean
holds_operators (const CliContext *context, const ImUnitFile *file)
{
  return context->options->unit == NULL && file != NULL &&
         im_unit_file_get_unit (file, 0)->operation != NULL;
}

/* Adds what an argument names: of a file one unit, of a folder all. */
static void
add_units (const CliContext *context,
           gboolean takes_folders,
           ImUnitLibrary *library,
           const char *argument,
           const ImUnitFile *file,
           GPtrArray *found,
           ImDiagnostics *diagnostics)
{
  g_autofree char *path = g_canonicalize_filename (argument, NULL);
  g_autofree char *below = g_strconcat (path, "/", NULL);
  const GPtrArray *units = NULL;
  const ImUnit *unit = NULL;

  for (guint i = 0; takes_folders && holds_operators (context, file) &&
                    i < im_unit_file_get_count (file);
       i++)
    g_ptr_array_add (found, (gpointer) im_unit_file_get_unit (file, i));
  if (takes_folders && holds_operators (context, file))
    return;
  if (file != NULL)
    unit = choose_unit (context, file, argument, diagnostics);
  else if (!cli_pipeline_is_file (argument) && context->options->unit != NULL)
    im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "no-file", argument,
                                 "--unit chooses among the units of a file, and this is "
                                 "none");
  else if (!cli_pipeline_is_file (argument))
    unit = find_unit (library, argument, diagnostics);
  if (unit != NULL)
    g_ptr_array_add (found, (gpointer) unit);
  if (!g_file_test (argument, G_FILE_TEST_IS_DIR))
    return;

  units = im_unit_library_get_units (library);
  for (guint i = 0; i < units->len; i++)
    {
      g_autofree char *name = NULL;

      unit = g_ptr_array_index (units, i);
      name = g_canonicalize_filename (im_unit_file_get_path (unit->file), NULL);
      if (g_str_has_prefix (name, below))
        g_ptr_array_add (found, (gpointer) unit);
    }
}

/* A bundle has the units of its pipeline beside it, a package other packages. */
static void
add_units_beside (ImUnitLibrary *library, const char *path, ImDiagnostics *diagnostics)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *units = g_build_filename (folder, "units", NULL);

  if (g_file_test (units, G_FILE_TEST_IS_DIR))
    im_unit_library_add_root (library, units, diagnostics);
  else
    cli_library_add_beside (library, path);
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
  g_autoptr (GError) error = NULL;

  for (guint i = 0; arguments[i] != NULL; i++)
    if (takes_folders && g_file_test (arguments[i], G_FILE_TEST_IS_DIR))
      im_unit_library_add_root (library, arguments[i], found);
    else if (cli_pipeline_is_file (arguments[i]))
      {
        files[i] = cli_library_add_file (library, arguments[i], diagnostics);
        add_units_beside (library, arguments[i], found);
      }
  cli_library_add_roots (library, context->options, found);
  if (context->options->trust && !im_package_trust_add_all (library, &error))
    im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "trust", "--trust", "%s",
                                 error->message);
  cli_library_select_bad_folders (found, diagnostics);
}

/* A file that is named has its messages; those of a library are not shown. */
static void
report_broken (const ImUnit *unit, ImDiagnostics *diagnostics)
{
  const char *problem = im_unit_file_get_problem (unit->file);

  if (problem != NULL)
    im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "broken-unit",
                                 unit->id.text, "its file has an error: %s", problem);
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

      add_units (context, takes_folders, library, arguments[i], files[i], units,
                 diagnostics);
      for (guint j = n_before; files[i] == NULL && j < units->len; j++)
        report_broken (g_ptr_array_index (units, j), diagnostics);
      if (units->len == n_before && takes_folders && is_folder)
        im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "no-units",
                                     arguments[i], "there is no unit below this folder");
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

ImProgram *
cli_pipeline_take_section (ImProgram *program,
                           ImUnitLibrary *library,
                           const CliOptions *options,
                           ImDiagnostics *diagnostics)
{
  ImProgram *section;

  if (program == NULL || (options->from == NULL && options->to == NULL))
    return program;

  section = im_section_elaborate (program, library, options->from, options->to,
                                  diagnostics);
  im_program_unref (program);

  return section;
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
      cli_output_problems (context, pipeline->diagnostics);
      return FALSE;
    }

  unit = cli_pipeline_find (context, context->options->arguments[0], pipeline->library,
                            pipeline->diagnostics);
  bindings = cli_bindings_get_all (pipeline->bindings, &n_bindings);
  if (unit != NULL &&
      cli_pipeline_check_names (unit, pipeline->bindings, pipeline->diagnostics))
    pipeline->program = im_program_elaborate (unit, pipeline->library, bindings,
                                              n_bindings, pipeline->diagnostics);
  pipeline->program = cli_pipeline_take_section (pipeline->program, pipeline->library,
                                                 context->options, pipeline->diagnostics);

  return TRUE;
}

gboolean
cli_pipeline_has_errors (const CliPipeline *pipeline)
{
  return im_diagnostics_count (pipeline->diagnostics, IM_SEVERITY_ERROR) > 0;
}

/* Sizes that are not known become one problem. */
static void
forget_hints (CliPipeline *pipeline)
{
  if (!cli_pipeline_has_errors (pipeline) && !im_program_is_known (pipeline->program))
    {
      im_diagnostics_free (pipeline->diagnostics);
      pipeline->diagnostics = im_diagnostics_new ();
    }
}

ImPlan *
cli_pipeline_plan (CliPipeline *pipeline)
{
  if (pipeline->program == NULL)
    return NULL;
  forget_hints (pipeline);

  return im_problems_plan (pipeline->program, pipeline->library, pipeline->diagnostics);
}

ImPlan *
cli_pipeline_plan_run (CliPipeline *pipeline)
{
  if (pipeline->program == NULL)
    return NULL;
  forget_hints (pipeline);

  return im_problems_plan_run (pipeline->program, pipeline->library,
                               pipeline->diagnostics);
}

void
cli_pipeline_clear (CliPipeline *pipeline)
{
  im_program_unref (pipeline->program);
  g_clear_pointer (&pipeline->bindings, cli_bindings_free);
  im_unit_library_unref (pipeline->library);
  im_diagnostics_free (pipeline->diagnostics);
}
