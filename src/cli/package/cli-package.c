/* SPDX-License-Identifier: MIT
 *
 * `imaginet package`: what is in folders of units.
 */
#include <string.h>

#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "cli/terminal/cli-text.h"
#include "diff/im-diff.h"
#include "emit/im-problems.h"
#include "package/im-package-git.h"
#include "package/im-package-survey.h"

typedef struct
{
  CliContext *context;
  const ImPackageSurvey *survey;
  ImDiagnostics *problems;
} View;

static const ImSurveyRoot *
get_root (const View *view, guint number)
{
  return g_ptr_array_index (view->survey->roots, number);
}

/* All that `check` says of the units, and what was said when the folders were read. */
static ImDiagnostics *
collect_problems (const ImPackageSurvey *survey)
{
  const GPtrArray *files = im_unit_library_get_files (survey->library);
  ImDiagnostics *problems = im_diagnostics_new ();

  im_problems_add (problems, survey->problems);
  for (guint i = 0; i < survey->n_unit_files; i++)
    {
      g_autoptr (ImDiagnostics) found = im_diagnostics_new ();

      im_problems_check_file (g_ptr_array_index (files, i), NULL, survey->library, found);
      im_problems_add (problems, found);
    }

  return problems;
}

static const ImUnitFile *
find_unit_file (const View *view, const ImSurveyFile *file)
{
  const GPtrArray *units = view->survey->units;

  for (guint i = 0; i < units->len; i++)
    {
      const ImSurveyUnit *unit = g_ptr_array_index (units, i);

      if (unit->root == file->root && g_strcmp0 (unit->path, file->path) == 0)
        return unit->unit->file;
    }

  return NULL;
}

/* What differs by meaning between the last commit and the file; NULL if nothing is known
 * of that. */
static ImDiff *
compare_with_commit (const View *view, const ImSurveyFile *file)
{
  const ImUnitFile *now = find_unit_file (view, file);
  g_autoptr (ImDiagnostics) said = im_diagnostics_new ();
  g_autoptr (ImUnitFile) then = NULL;
  g_autoptr (GBytes) bytes = NULL;
  ImDiff *difference;

  if (now == NULL || g_strcmp0 (file->state, "changed") != 0 ||
      im_unit_file_get_document (now) == NULL)
    return NULL;
  bytes = im_package_git_read_committed (get_root (view, file->root)->path, file->path);
  then = bytes == NULL ? NULL
                       : im_unit_file_parse (bytes, im_unit_file_get_path (now), said);
  if (then == NULL)
    return NULL;
  difference = im_diff_new ();
  im_diff_add_files (difference, then, view->survey->library, now, view->survey->library);

  return difference;
}

static char *
dup_change (const ImChange *change)
{
  return g_strdup_printf (
      "%s %s %s%s%s%s%s%s%s", change->what, change->name,
      change->field == NULL ? "" : change->field, change->field == NULL ? "" : " ",
      im_change_kind_get_name (change->kind), change->before == NULL ? "" : " from ",
      change->before == NULL ? "" : change->before, change->after == NULL ? "" : " to ",
      change->after == NULL ? "" : change->after);
}

static char *
dup_list (const GPtrArray *ids, const char *title)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < ids->len; i++)
    g_string_append_printf (out, "%s%s", i == 0 ? title : ", ",
                            (const char *) g_ptr_array_index (ids, i));

  return g_string_free (out, FALSE);
}

static void
append_root (const View *view, guint number)
{
  const ImSurveyRoot *root = get_root (view, number);
  const ImPackageNotes *notes = &root->notes;
  GString *out = view->context->out;

  g_string_append_printf (out, "%s%s%s, %s%s%s\n  %s\n", notes->name,
                          notes->version == NULL ? "" : " ",
                          notes->version == NULL ? "" : notes->version,
                          notes->licence != NULL        ? notes->licence
                          : notes->licence_file != NULL ? notes->licence_file
                                                        : "no licence",
                          notes->author == NULL ? "" : ", by ",
                          notes->author == NULL ? "" : notes->author, root->path);
}

static void
append_files (const View *view, guint number)
{
  g_autoptr (CliTable) table = cli_table_new (2, 3);
  GString *out = view->context->out;

  for (guint i = 0; i < view->survey->files->len; i++)
    {
      const ImSurveyFile *file = g_ptr_array_index (view->survey->files, i);

      if (file->root == number)
        cli_table_add (table, file->path, file->state == NULL ? "" : file->state,
                       file->is_needed || g_strcmp0 (file->state, "removed") == 0
                           ? ""
                           : "not needed by a unit");
    }
  g_string_append (out, "\nFiles\n");
  cli_table_append (table, out, CLI_TEXT_UNLIMITED);
}

static void
append_changes (const View *view)
{
  GString *out = view->context->out;
  gboolean is_first = TRUE;

  for (guint i = 0; i < view->survey->files->len; i++)
    {
      const ImSurveyFile *file = g_ptr_array_index (view->survey->files, i);
      g_autoptr (ImDiff) difference = compare_with_commit (view, file);

      if (difference == NULL)
        continue;
      g_string_append_printf (
          out, "%s  %s%s\n",
          is_first ? "\nChanged by meaning since the last commit\n" : "", file->path,
          im_diff_get_count (difference) == 0 ? ": nothing" : "");
      is_first = FALSE;
      for (guint k = 0; k < im_diff_get_count (difference); k++)
        {
          g_autofree char *change = dup_change (im_diff_get (difference, k));

          g_string_append_printf (out, "    %s\n", change);
        }
    }
}

static void
append_units (const View *view)
{
  GString *out = view->context->out;

  g_string_append (out, "\nUnits\n");
  for (guint i = 0; i < view->survey->units->len; i++)
    {
      const ImSurveyUnit *unit = g_ptr_array_index (view->survey->units, i);
      g_autofree char *uses = dup_list (unit->uses, "\n    uses ");
      g_autofree char *used_by = dup_list (unit->used_by, "\n    used by ");

      g_string_append_printf (out, "  %s, %s%s%s\n", unit->unit->id.text, unit->path,
                              uses, used_by);
    }
}

/* What else a reader should know: ids that hide each other, units that are nowhere,
 * fragments that nobody uses. */
static void
append_findings (const View *view)
{
  GString *out = view->context->out;
  gsize length = out->len;

  g_string_append (out, "\nFindings\n");
  for (guint i = 0; i < view->survey->units->len; i++)
    {
      const ImSurveyUnit *unit = g_ptr_array_index (view->survey->units, i);
      g_autofree char *missing = dup_list (unit->missing, "");
      const char *id = unit->unit->id.text;

      if (unit->shadowed_by != NULL)
        g_string_append_printf (out, "  %s of %s is hidden by the one of %s\n", id,
                                unit->path, unit->shadowed_by);
      if (unit->shadows != NULL)
        g_string_append_printf (out, "  %s of %s hides the one of %s\n", id, unit->path,
                                unit->shadows);
      if (*missing != '\0')
        g_string_append_printf (out, "  %s uses what is in no folder: %s\n", id, missing);
    }
  for (guint i = 0; i < view->survey->unused->len; i++)
    {
      const ImSurveyFragment *fragment = g_ptr_array_index (view->survey->unused, i);

      g_string_append_printf (out, "  fragment %s of %s:%u is not used\n", fragment->name,
                              fragment->path, fragment->line);
    }
  if (out->len == length + strlen ("\nFindings\n"))
    g_string_truncate (out, length);
}

static void
append_text (const View *view)
{
  const ImDiagnostics *problems = view->problems;
  guint n_errors = im_diagnostics_count (problems, IM_SEVERITY_ERROR);
  guint n_warnings = im_diagnostics_count (problems, IM_SEVERITY_WARNING);

  for (guint i = 0; i < view->survey->roots->len; i++)
    {
      append_root (view, i);
      append_files (view, i);
      g_string_append_c (view->context->out, '\n');
    }
  g_string_truncate (view->context->out, view->context->out->len - 1);
  append_units (view);
  append_changes (view);
  append_findings (view);
  g_string_append_printf (view->context->out, "\n%u error%s, %u warning%s\n", n_errors,
                          n_errors == 1 ? "" : "s", n_warnings,
                          n_warnings == 1 ? "" : "s");
}

static void
write_ids (ImJson *json, const char *name, const GPtrArray *ids)
{
  im_json_member_strings (json, name, (const char *const *) ids->pdata, ids->len);
}

static void
write_roots (const View *view, ImJson *json)
{
  im_json_member_array (json, "roots");
  for (guint i = 0; i < view->survey->roots->len; i++)
    {
      const ImSurveyRoot *root = get_root (view, i);

      im_json_open_object (json);
      im_json_member_string (json, "path", root->path);
      im_json_member_string (json, "name", root->notes.name);
      im_json_member_text (json, "version", root->notes.version);
      im_json_member_text (json, "licence", root->notes.licence);
      im_json_member_text (json, "licence_file", root->notes.licence_file);
      im_json_member_text (json, "author", root->notes.author);
      im_json_member_bool (json, "git", root->has_git);
      im_json_close_object (json);
    }
  im_json_close_array (json);
}

static void
write_changes (ImJson *json, const ImDiff *difference)
{
  im_json_member_array (json, "changes");
  for (guint i = 0; i < im_diff_get_count (difference); i++)
    {
      g_autofree char *change = dup_change (im_diff_get (difference, i));

      im_json_string (json, change);
    }
  im_json_close_array (json);
}

static void
write_files (const View *view, ImJson *json)
{
  im_json_member_array (json, "files");
  for (guint i = 0; i < view->survey->files->len; i++)
    {
      const ImSurveyFile *file = g_ptr_array_index (view->survey->files, i);
      g_autoptr (ImDiff) difference = compare_with_commit (view, file);

      im_json_open_object (json);
      im_json_member_int (json, "root", file->root);
      im_json_member_string (json, "path", file->path);
      im_json_member_int (json, "bytes", (gint64) file->bytes);
      im_json_member_bool (json, "needed", file->is_needed);
      im_json_member_text (json, "state", file->state);
      if (difference != NULL)
        write_changes (json, difference);
      im_json_close_object (json);
    }
  im_json_close_array (json);
}

static void
write_units (const View *view, ImJson *json)
{
  im_json_member_array (json, "units");
  for (guint i = 0; i < view->survey->units->len; i++)
    {
      const ImSurveyUnit *unit = g_ptr_array_index (view->survey->units, i);

      im_json_open_object (json);
      im_json_member_string (json, "id", unit->unit->id.text);
      im_json_member_string (json, "name", unit->unit->display_name);
      im_json_member_string (json, "kind", im_unit_kind_get_name (unit->unit->kind));
      im_json_member_int (json, "root", unit->root);
      im_json_member_text (json, "path", unit->path);
      write_ids (json, "uses", unit->uses);
      write_ids (json, "used_by", unit->used_by);
      write_ids (json, "missing", unit->missing);
      im_json_member_text (json, "hidden_by", unit->shadowed_by);
      im_json_member_text (json, "hides", unit->shadows);
      im_json_close_object (json);
    }
  im_json_close_array (json);
}

static void
write_unused (const View *view, ImJson *json)
{
  im_json_member_array (json, "unused_fragments");
  for (guint i = 0; i < view->survey->unused->len; i++)
    {
      const ImSurveyFragment *fragment = g_ptr_array_index (view->survey->unused, i);

      im_json_open_object (json);
      im_json_member_int (json, "root", fragment->root);
      im_json_member_string (json, "path", fragment->path);
      im_json_member_string (json, "name", fragment->name);
      im_json_member_int (json, "line", fragment->line);
      im_json_close_object (json);
    }
  im_json_close_array (json);
}

static void
write_json (const View *view)
{
  ImJson json = { view->context->out };

  im_json_open_object (&json);
  write_roots (view, &json);
  write_files (view, &json);
  write_units (view, &json);
  write_unused (view, &json);
  cli_json_close (&json, view->problems);
}

CliExit
cli_package_run (CliContext *context)
{
  const CliOptions *options = context->options;
  g_autoptr (ImPackageSurvey) survey = NULL;
  g_autoptr (ImDiagnostics) problems = NULL;
  CliExit status;

  for (guint i = 0; i < options->n_arguments; i++)
    if (!g_file_test (options->arguments[i], G_FILE_TEST_IS_DIR))
      return cli_output_failure (context, "file", "%s: there is no such folder",
                                 options->arguments[i]);
  survey = im_package_survey_new ((const char *const *) options->arguments);
  problems = collect_problems (survey);

  View view = { context, survey, problems };
  if (options->json)
    write_json (&view);
  else
    append_text (&view);
  status = cli_output_diagnostics (context, problems);

  return options->strict && im_diagnostics_count (problems, IM_SEVERITY_WARNING) > 0
             ? CLI_EXIT_PROBLEMS
             : status;
}
