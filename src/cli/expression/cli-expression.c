/* SPDX-License-Identifier: MIT */
#include "cli/expression/cli-expression.h"

#include <string.h>

#include "cli/input/cli-input.h"
#include "cli/terminal/cli-output.h"

#define NAME "<expression>"

static gboolean
is_line_end (char c)
{
  return c == '\n' || c == '\r';
}

/* The end of the last line is not part of the expression. */
static GString *
read_standard_input (GError **error)
{
  GString *text = cli_input_read_standard (IM_EXPR_MAX_BYTES, error);

  while (text != NULL && text->len > 0 && is_line_end (text->str[text->len - 1]))
    g_string_truncate (text, text->len - 1);

  return text;
}

ImSource *
cli_expression_read (const char *argument, GError **error)
{
  GString *text;
  g_autoptr (GBytes) bytes = NULL;

  if (strcmp (argument, "-") != 0)
    return im_source_new_for_string (NAME, argument);

  text = read_standard_input (error);
  if (text == NULL)
    return NULL;
  bytes = g_string_free_to_bytes (text);

  return im_source_new (NAME, bytes);
}

CliExit
cli_expression_report (CliContext *context, ImSource *source, const ImExprError *error)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();

  im_diagnostics_add (diagnostics, IM_SEVERITY_ERROR,
                      im_expr_error_code_get_name (error->code), source, error->span,
                      "%s", error->message);
  return cli_output_problems (context, diagnostics);
}
