/* SPDX-License-Identifier: MIT
 *
 * `imaginet launch`: a pipeline from one line. It is written twice: what its last layer
 * gives, which its output declares, is known when the first text was elaborated.
 */
#include <string.h>

#include "base/im-file.h"
#include "cli/input/cli-library.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "graph/im-launch.h"
#include "program/im-program.h"

/* The id of the pipeline: the name of the file that it goes to. */
static char *
dup_id (const CliOptions *options)
{
  g_autofree char *name = g_path_get_basename (options->output == NULL ? "Pipeline"
                                                                       : options->output);
  char *dot = strchr (name, '.');

  if (dot != NULL)
    *dot = '\0';
  g_strcanon (name, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_", '_');

  return g_strconcat ("Launch.", *name == '\0' ? "Pipeline" : name, NULL);
}

/* What is declared of the output was only a guess; that of a composite inside was not. */
static void
drop_guesses (const ImDiagnostics *found, ImDiagnostics *kept)
{
  for (guint i = 0; i < im_diagnostics_get_count (found); i++)
    {
      const ImDiagnostic *item = im_diagnostics_get (found, i);

      if (strcmp (item->code, "output-mismatch") != 0 ||
          (item->subject.node != NULL && strchr (item->subject.node, '/') != NULL))
        im_diagnostics_add_copy (kept, item);
    }
}

/* Finds what a pipeline gives. Returns FALSE if there is an error. */
static gboolean
elaborate (ImLaunch *launch,
           const char *id,
           ImUnitLibrary *library,
           ImTensorType *output,
           ImDiagnostics *diagnostics)
{
  g_autoptr (GBytes) bytes = im_launch_write (launch, id, NULL);
  g_autoptr (ImDiagnostics) found = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) kept = im_diagnostics_new ();
  g_autoptr (ImUnitFile) file = im_unit_file_parse (bytes, "<pipeline>", found);
  g_autoptr (ImProgram) program = im_program_elaborate (im_unit_file_get_unit (file, 0),
                                                        library, NULL, 0, found);

  drop_guesses (found, kept);
  im_launch_add_problems (launch, file, kept, diagnostics);
  if (im_diagnostics_count (kept, IM_SEVERITY_ERROR) > 0 ||
      program->outputs[0].tensor < 0)
    return FALSE;

  *output = program->tensors[program->outputs[0].tensor].type;
  output->shape.axes = NULL;
  return TRUE;
}

/* Prints the file, or writes it where it was wanted. */
static CliExit
show (CliContext *context,
      GBytes *bytes,
      const ImTensorType *type,
      const ImDiagnostics *diagnostics)
{
  const char *path = context->options->output;
  ImJson json = { context->out };
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) output = g_string_new (NULL);
  g_autofree char *text = bytes == NULL ? NULL
                                        : g_strndup (g_bytes_get_data (bytes, NULL),
                                                     g_bytes_get_size (bytes));

  if (bytes != NULL && path != NULL &&
      !im_file_write_atomically (path, bytes, NULL, &error))
    return cli_output_failure (context, "cannot-write", "%s", error->message);
  if (context->options->json)
    {
      if (type != NULL)
        im_tensor_type_append_text (type, output);
      im_json_open_object (&json);
      im_json_member_text (&json, "output", type == NULL ? NULL : output->str);
      im_json_member_text (&json, "file", path);
      im_json_member_text (&json, "text", text);
      cli_json_close (&json, diagnostics);
    }
  else if (text != NULL && path == NULL)
    g_string_append (context->out, text);

  return cli_output_diagnostics (context, diagnostics);
}

CliExit
cli_launch_run (CliContext *context)
{
  const CliOptions *options = context->options;
  g_autoptr (ImSource) line = im_source_new_for_string ("<line>", options->arguments[0]);
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) found = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autofree char *id = dup_id (options);
  ImTensorType output;

  cli_library_add_roots (library, options, found);
  cli_library_select_bad_folders (found, diagnostics);
  g_autoptr (ImLaunch) launch = im_launch_parse (line, library, diagnostics);
  if (launch == NULL || !elaborate (launch, id, library, &output, diagnostics))
    {
      show (context, NULL, NULL, diagnostics);
      return CLI_EXIT_PROBLEMS;
    }

  g_autoptr (GBytes) bytes = im_launch_write (launch, id, &output);
  return show (context, bytes, &output, diagnostics);
}
