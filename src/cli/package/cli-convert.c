/* SPDX-License-Identifier: MIT
 *
 * `imaginet convert`: unit files from one dialect to the other, without losing anything
 * in silence.
 */
#include <string.h>

#include "base/im-file.h"
#include "cli/input/cli-input.h"
#include "cli/input/cli-library.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "cli/terminal/cli-text.h"
#include "diff/im-diff.h"
#include "document/change/im-composite-graph.h"
#include "unit/im-unit-convert.h"
#include "unit/im-unit-format.h"

static const char *const names[] = { [IM_UNIT_DIALECT_FUNCTION] = "function",
                                     [IM_UNIT_DIALECT_UNIT] = "unit",
                                     NULL };

static gboolean
find_dialect (const char *name, ImUnitDialect *dialect)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (strcmp (names[i], name) == 0)
      {
        *dialect = (ImUnitDialect) i;
        return TRUE;
      }

  return FALSE;
}

/* What a unit is called by, and how stacks find its sockets, is what a dialect spells. */
static gboolean
is_of_dialect (const ImChange *change)
{
  return change->kind == IM_CHANGE_CHANGED && ((strcmp (change->what, "unit") == 0 &&
                                                g_strcmp0 (change->field, "kind") == 0) ||
                                               g_strcmp0 (change->field, "pipe") == 0);
}

static void
refuse (const char *path, const ImChange *change, ImDiagnostics *problems)
{
  im_diagnostics_add_for_file (problems, IM_SEVERITY_ERROR, "convert-loss", path,
                               "in the other dialect, %s “%s” of %s would not mean "
                               "the same",
                               change->what, change->name, change->unit);
}

static ImProgram *
elaborate (const ImUnit *unit, ImUnitLibrary *library, gboolean *has_errors)
{
  g_autoptr (ImDiagnostics) said = im_diagnostics_new ();
  ImProgram *program;

  im_unit_compile (unit);
  program = im_program_elaborate (unit, library, NULL, 0, said);
  *has_errors = im_diagnostics_count (said, IM_SEVERITY_ERROR) > 0;

  return program;
}

/* Compares what a stack computes with what its nodes compute. */
static void
check_nodes (const char *path,
             const ImUnit *stack,
             const ImUnit *graph,
             ImUnitLibrary *library,
             ImDiagnostics *problems)
{
  gboolean has_errors, has_new_errors;
  g_autoptr (ImProgram) before = elaborate (stack, library, &has_errors);
  g_autoptr (ImProgram) after = elaborate (graph, library, &has_new_errors);
  g_autoptr (ImDiff) difference = im_diff_new ();

  im_diff_add_programs (difference, before, after);
  if (im_diff_get_count (difference) > 0)
    refuse (path, im_diff_get (difference, 0), problems);
  else if (has_new_errors && !has_errors)
    im_diagnostics_add_for_file (problems, IM_SEVERITY_ERROR, "convert-loss", path,
                                 "as a compound, %s would have errors", graph->id.text);
}

/* Compares what was read with what would be written; adds an error for the first thing
 * that does not mean the same. */
static void
check_meaning (const char *path,
               const ImUnitFile *first,
               const ImUnitFile *second,
               ImUnitLibrary *library,
               ImDiagnostics *problems)
{
  g_autoptr (ImDiff) difference = im_diff_new ();

  im_diff_add_files (difference, first, library, second, library);
  for (guint i = 0; i < im_diff_get_count (difference); i++)
    {
      const ImChange *change = im_diff_get (difference, i);
      const ImUnit *before = im_unit_file_find_unit (first, change->unit);
      const ImUnit *after = im_unit_file_find_unit (second, change->unit);

      if (is_of_dialect (change) ||
          (before != NULL && after != NULL && before->kind != after->kind &&
           before->kind == IM_UNIT_COMPOSITE))
        continue;
      refuse (path, change, problems);
      return;
    }
  for (guint i = 0; i < im_unit_file_get_count (first); i++)
    {
      const ImUnit *before = im_unit_file_get_unit (first, i);
      const ImUnit *after = im_unit_file_find_unit (second, before->id.text);

      if (before->kind == IM_UNIT_COMPOSITE && after != NULL &&
          after->kind == IM_UNIT_COMPOUND)
        check_nodes (path, before, after, library, problems);
    }
}

/* Reads both texts again, and compares them. */
static void
check_texts (const char *path,
             GBytes *before,
             GBytes *after,
             ImUnitLibrary *library,
             ImDiagnostics *problems)
{
  g_autoptr (ImDiagnostics) said = im_diagnostics_new ();
  g_autoptr (ImUnitFile) first = im_unit_file_parse (before, path, said);
  g_autoptr (ImUnitFile) second = im_unit_file_parse (after, path, said);

  if (second == NULL)
    im_diagnostics_add_for_file (problems, IM_SEVERITY_ERROR, "convert-loss", path,
                                 "the result could not be read");
  else
    check_meaning (path, first, second, library, problems);
}

/* Where the layers of stacks are looked for. */
static ImUnitLibrary *
fill_library (const CliContext *context, const char *path, ImDiagnostics *problems)
{
  g_autoptr (ImDiagnostics) found = im_diagnostics_new ();
  ImUnitLibrary *library = im_unit_library_new ();

  if (strcmp (path, "-") != 0)
    cli_library_add_beside (library, path);
  cli_library_add_roots (library, context->options, found);
  cli_library_select_bad_folders (found, problems);

  return library;
}

static GBytes *
convert (GBytes *bytes,
         const char *path,
         ImUnitDialect dialect,
         ImUnitLibrary *library,
         ImDiagnostics *problems)
{
  g_autoptr (GBytes) nodes = dialect == IM_UNIT_DIALECT_UNIT
                                 ? im_composite_graph_convert (bytes, path, library,
                                                               problems)
                                 : g_bytes_ref (bytes);

  return nodes == NULL ? NULL : im_unit_convert (nodes, path, dialect, problems);
}

static CliExit
show (CliContext *context, GBytes *result, const ImDiagnostics *problems)
{
  const CliOptions *options = context->options;
  gsize length;
  const char *data = g_bytes_get_data (result, &length);
  g_autofree char *text = g_strndup (data, length);
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  ImJson json = { context->out };

  if (options->json)
    {
      im_json_open_object (&json);
      im_json_member_text (&json, "file", options->output);
      im_json_member_string (&json, "text", valid);
      cli_json_close (&json, problems);
    }
  else if (options->output == NULL && !options->check)
    g_string_append_len (context->out, data, (gssize) length);

  return cli_output_diagnostics (context, problems);
}

CliExit
cli_convert_run (CliContext *context)
{
  const CliOptions *options = context->options;
  const char *name = options->arguments[0], *path = options->arguments[1];
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImUnitLibrary) library = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GBytes) result = NULL;
  g_autoptr (GError) error = NULL;
  ImUnitDialect dialect;
  GString *text;

  if (!find_dialect (name, &dialect))
    return cli_output_usage_among (
        context, names,
        "expected function, the dialect of the specification, or unit, the newer one, "
        "found “%s”",
        name);
  text = cli_input_read (path, IM_UNIT_FORMAT_MAX_BYTES, &error);
  if (text == NULL)
    return cli_output_failure (context, "file", "%s", error->message);
  bytes = g_string_free_to_bytes (text);
  library = fill_library (context, path, problems);
  path = strcmp (path, "-") == 0 ? "<input>" : path;
  result = convert (bytes, path, dialect, library, problems);
  if (result != NULL)
    check_texts (path, bytes, result, library, problems);
  if (result == NULL || im_diagnostics_count (problems, IM_SEVERITY_ERROR) > 0)
    return cli_output_problems (context, problems);
  if (im_diagnostics_get_count (problems) > 0 && !options->force)
    {
      im_diagnostics_add_for_file (
          problems, IM_SEVERITY_ERROR, "not-converted", path,
          "%u thing%s cannot be said in the other dialect; --force converts the rest and "
          "leaves %s as %s",
          im_diagnostics_get_count (problems),
          im_diagnostics_get_count (problems) == 1 ? "" : "s",
          im_diagnostics_get_count (problems) == 1 ? "it" : "them",
          im_diagnostics_get_count (problems) == 1 ? "it is" : "they are");
      return cli_output_problems (context, problems);
    }
  if (options->output != NULL && !options->check &&
      !im_file_write_atomically (options->output, result, NULL, &error))
    return cli_output_failure (context, "cannot-write", "%s", error->message);

  return show (context, result, problems);
}
