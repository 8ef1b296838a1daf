/* SPDX-License-Identifier: MIT
 *
 * `imaginet extract`: a pipeline of a project as an .imunit file of its own.
 */
#include "base/im-file.h"
#include "cli/input/cli-pipeline.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "program/im-section.h"

static void
show (CliContext *context, GBytes *bytes, const ImDiagnostics *diagnostics)
{
  ImJson json = { context->out };
  g_autofree char *text = bytes == NULL ? NULL
                                        : g_strndup (g_bytes_get_data (bytes, NULL),
                                                     g_bytes_get_size (bytes));

  if (context->options->json)
    {
      im_json_open_object (&json);
      im_json_member_text (&json, "file", context->options->output);
      im_json_member_text (&json, "text", text);
      cli_json_close (&json, diagnostics);
    }
  else if (text != NULL && context->options->output == NULL)
    g_string_append (context->out, text);
}

CliExit
cli_extract_run (CliContext *context)
{
  const CliOptions *options = context->options;
  g_auto (CliPipeline) pipeline = { 0 };
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;

  if (!cli_pipeline_load (&pipeline, context))
    return CLI_EXIT_USAGE;
  if (pipeline.program == NULL)
    return cli_output_problems (context, pipeline.diagnostics);

  bytes = im_section_extract (pipeline.program,
                              options->from != NULL || options->to != NULL,
                              pipeline.diagnostics);
  if (bytes != NULL && options->output != NULL &&
      !im_file_write_atomically (options->output, bytes, NULL, &error))
    return cli_output_failure (context, "cannot-write", "%s", error->message);
  show (context, bytes, pipeline.diagnostics);

  return cli_output_diagnostics (context, pipeline.diagnostics);
}
