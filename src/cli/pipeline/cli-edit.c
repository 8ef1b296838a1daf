/* SPDX-License-Identifier: MIT
 *
 * `imaginet edit`: edits of a pipeline in its file, as the window makes them. All of them
 * are made, or none; what they would break keeps the file from being written.
 */
#include "base/im-file-group.h"
#include "base/im-text.h"
#include "cli/input/cli-input.h"
#include "cli/input/cli-pipeline.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "document/disk/im-document-reading.h"
#include "document/state/im-document.h"
#include "unit/im-unit-file.h"

#define MAX_SCRIPT_BYTES (16 * 1024 * 1024)

static gboolean
read_script (CliContext *context, ImArena *arena, GArray *edits)
{
  const char *path = context->options->script;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = NULL;
  g_autoptr (GArray) read = NULL;

  if (path == NULL)
    return TRUE;
  text = cli_input_read (path, MAX_SCRIPT_BYTES, &error);
  if (text == NULL)
    {
      cli_output_failure (context, "cannot-read", "%s", error->message);
      return FALSE;
    }
  read = im_edit_parse_script (text->str, arena, &error);
  if (read == NULL)
    {
      cli_output_failure (context, "edit", "%s: %s", path, error->message);
      return FALSE;
    }
  g_array_append_vals (edits, read->data, read->len);

  return TRUE;
}

/* The edits behind the file, then those of the script. */
static CliExit
read_edits (CliContext *context, ImArena *arena, GArray *edits)
{
  const CliOptions *options = context->options;

  for (guint i = 1; i < options->n_arguments; i++)
    {
      g_autoptr (GError) error = NULL;
      ImEdit edit;

      if (!im_edit_parse (options->arguments[i], arena, &edit, &error))
        return cli_output_usage (context, "%s", error->message);
      g_array_append_val (edits, edit);
    }
  if (!read_script (context, arena, edits))
    return CLI_EXIT_PROBLEMS;
  if (options->n_arguments < 2 && options->script == NULL)
    return cli_output_usage (context, "expected an edit, such as 'set Rms.axis = 1'");

  return CLI_EXIT_FINE;
}

static gboolean
contains_same (const ImDiagnostics *problems, const ImDiagnostic *problem)
{
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    if (im_diagnostic_is_about_same (im_diagnostics_get (problems, i), problem))
      return TRUE;

  return FALSE;
}

/* What there is to say that was not there before. */
static ImDiagnostics *
list_new_problems (ImDocument *before, ImDocument *document)
{
  const ImDiagnostics *problems = im_document_get_problems (document);
  const ImDiagnostics *old = im_document_get_problems (before);
  ImDiagnostics *found = im_diagnostics_new ();

  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    if (!contains_same (old, im_diagnostics_get (problems, i)))
      im_diagnostics_add_copy (found, im_diagnostics_get (problems, i));

  return found;
}

static gboolean
is_standard_output (const char *path)
{
  return g_strcmp0 (path, "-") == 0;
}

static void
show (CliContext *context,
      ImDocument *document,
      gboolean has_changed,
      gboolean is_written,
      const ImDiagnostics *problems)
{
  const char *output = context->options->output;
  ImJson json = { context->out };
  GBytes *bytes = im_unit_file_get_bytes (im_document_get_file (document));
  g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL),
                                     g_bytes_get_size (bytes));

  if (context->options->json)
    {
      im_json_open_object (&json);
      im_json_member_text (&json, "file",
                           is_written && !is_standard_output (output)
                               ? im_document_get_path (document)
                               : NULL);
      im_json_member_bool (&json, "changed", has_changed);
      im_json_member_text (&json, "text", text);
      cli_json_close (&json, problems);
    }
  else if (is_written && is_standard_output (output))
    g_string_append (context->out, text);
}

/* Opens what the argument names, with the units that it is made of. */
static ImDocument *
open_document (CliContext *context, ImUnitLibrary *library, ImDiagnostics *problems)
{
  const char *path = context->options->arguments[0];
  const ImUnit *unit = cli_pipeline_find (context, path, library, problems);
  g_autoptr (ImDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  if (unit == NULL)
    return NULL;
  document = im_document_open (path, library, &error);
  if (document == NULL)
    im_diagnostics_add_for_file (problems, IM_SEVERITY_ERROR, "cannot-read", path, "%s",
                                 error->message);
  else
    im_document_show_unit (document, unit->id.text);

  return g_steal_pointer (&document);
}

/* What the file of a unit is going to be. */
static void
clear_unit (gpointer data)
{
  ImFileContent *unit = data;

  g_free ((char *) unit->path);
  g_bytes_unref (unit->bytes);
}

/* The unit of EXTRACT is beside the file that is written, and called after its id. The
 * document uses it before it is there. */
static gboolean
extract (CliContext *context,
         ImDocument *document,
         const ImEdit *edit,
         GArray *units,
         GError **error)
{
  const char *output = context->options->output;
  g_autofree char *folder = g_path_get_dirname (
      output != NULL ? output : context->options->arguments[0]);
  g_autofree char *name = g_strconcat (im_text_get_last_part (edit->unit), ".imunit",
                                       NULL);
  g_autoptr (GBytes) bytes = im_document_dup_extracted (document, edit, error);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImUnitLibrary) library = NULL;
  g_autoptr (ImUnitFile) file = NULL;
  ImFileContent unit;

  if (bytes == NULL)
    return FALSE;
  unit.path = g_build_filename (folder, name, NULL);
  unit.bytes = g_bytes_ref (bytes);
  unit.expected = NULL;
  g_array_append_val (units, unit);
  file = im_unit_file_parse (bytes, unit.path, problems);
  if (file == NULL)
    {
      g_set_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT, "%s: %s", edit->unit,
                   im_diagnostics_get (problems, 0)->message);
      return FALSE;
    }
  library = im_unit_library_new_over (im_document_get_library (document), file);
  im_document_set_library (document, library);

  return TRUE;
}

/* Whether an edit is about another file, and made by itself. */
static gboolean
is_alone (const ImEdit *edit)
{
  return edit->kind == IM_EDIT_EXTRACT || edit->kind == IM_EDIT_CODE;
}

/* Up to the next edit of another file all are made at once. */
static gboolean
apply (CliContext *context,
       ImDocument *document,
       const GArray *edits,
       GArray *units,
       GError **error)
{
  const ImEdit *edit = (const ImEdit *) (gpointer) edits->data;
  gboolean has_changed = FALSE;
  guint n;

  for (guint i = 0; i < edits->len; i += n)
    {
      GError *problem = NULL;

      for (n = 1; i + n < edits->len && !is_alone (&edit[i + n]) &&
                  edit[i].kind != IM_EDIT_CODE;)
        n++;
      if (edit[i].kind == IM_EDIT_EXTRACT &&
          !extract (context, document, &edit[i], units, error))
        return FALSE;
      has_changed |= im_document_apply (document, &edit[i], n, &problem);
      if (problem != NULL)
        {
          g_propagate_error (error, problem);
          return FALSE;
        }
    }

  return has_changed;
}

/* The new units come first: nothing is made of them until the document is written. */
static gboolean
write_units (const GArray *units, GError **error)
{
  g_autofree char *folder = NULL;

  if (units->len == 0)
    return TRUE;
  folder = g_path_get_dirname (g_array_index (units, ImFileContent, 0).path);

  return im_file_write_group (folder, (const ImFileContent *) (gpointer) units->data,
                              units->len, error);
}

static CliExit
write_document (CliContext *context,
                ImDocument *document,
                gboolean has_changed,
                const GArray *units,
                ImDiagnostics *problems)
{
  const CliOptions *options = context->options;
  gboolean is_broken = im_diagnostics_count (problems, IM_SEVERITY_ERROR) > 0;
  gboolean is_written = options->force || !is_broken;
  gboolean has_file = !is_standard_output (options->output) &&
                      (has_changed || options->output != NULL);
  g_autoptr (GError) error = NULL;

  if (is_written && units->len > 0 && is_standard_output (options->output))
    return cli_output_usage (context, "a unit in a file of its own is written beside the "
                                      "pipeline; expected a file behind --output");
  if (is_written && !write_units (units, &error))
    return cli_output_failure (context, "cannot-write", "%s", error->message);
  if (is_written && has_file && !im_document_save (document, options->output, &error))
    return cli_output_failure (context, "cannot-write", "%s", error->message);
  if (!is_written)
    im_diagnostics_add_for_file (problems, IM_SEVERITY_HINT, "not-written",
                                 options->arguments[0],
                                 "it stays as it was, because the edits would break it; "
                                 "--force writes it all the same");
  else if (!has_changed)
    im_diagnostics_add_for_file (problems, IM_SEVERITY_HINT, "same",
                                 options->arguments[0], "the edits change nothing");
  show (context, document, has_changed, is_written, problems);
  cli_output_diagnostics (context, problems);

  return is_written ? CLI_EXIT_FINE : CLI_EXIT_PROBLEMS;
}

void
cli_edit_append_forms (GString *out)
{
  g_string_append (out, "An EDIT is one of\n\n");
  im_edit_append_forms (out);
  g_string_append_c (out, '\n');
}

CliExit
cli_edit_run (CliContext *context)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GArray) edits = g_array_new (FALSE, FALSE, sizeof (ImEdit));
  g_autoptr (GArray) units = g_array_new (FALSE, FALSE, sizeof (ImFileContent));
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) found = NULL;
  g_autoptr (ImDocument) document = NULL;
  g_autoptr (ImDocument) before = NULL;
  g_autoptr (GError) error = NULL;
  gboolean has_changed;
  CliExit status = read_edits (context, arena, edits);

  if (status != CLI_EXIT_FINE)
    return status;
  g_array_set_clear_func (units, clear_unit);
  document = open_document (context, library, problems);
  if (document == NULL)
    return cli_output_problems (context, problems);
  before = open_document (context, library, problems);
  if (before == NULL)
    return cli_output_problems (context, problems);
  has_changed = apply (context, document, edits, units, &error);
  if (error != NULL)
    return cli_output_failure (context, "edit", "%s", error->message);
  found = list_new_problems (before, document);

  return write_document (context, document, has_changed, units, found);
}
