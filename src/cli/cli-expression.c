/* SPDX-License-Identifier: MIT */
#include "cli/cli-expression.h"

#include <errno.h>
#include <gio/gio.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli-json-value.h"
#include "cli/cli-output.h"

#define NAME "<expression>"

static gboolean
is_line_end (char c)
{
  return c == '\n' || c == '\r';
}

/* Reads one byte more than an expression can have, so that the parser tells the limit. */
static GString *
read_standard_input (GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char buffer[4096];

  while (text->len <= IM_EXPR_MAX_BYTES)
    {
      gssize n = read (STDIN_FILENO, buffer, sizeof buffer);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        {
          g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno),
                       "cannot read standard input: %s", g_strerror (errno));
          return NULL;
        }
      if (n == 0)
        break;
      g_string_append_len (text, buffer, n);
    }

  while (text->len > 0 && is_line_end (text->str[text->len - 1]))
    g_string_truncate (text, text->len - 1);

  return g_steal_pointer (&text);
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
  CliJson json = { context->out };

  if (context->options->json)
    {
      cli_json_open_object (&json);
      cli_json_name (&json, "error");
      cli_json_error (&json, error);
      cli_json_close_object (&json);
      g_string_append_c (context->out, '\n');
      return CLI_EXIT_PROBLEMS;
    }

  im_diagnostics_add (diagnostics, IM_SEVERITY_ERROR,
                      im_expr_error_code_get_name (error->code), source, error->span,
                      "%s", error->message);
  return cli_output_diagnostics (context, diagnostics);
}
