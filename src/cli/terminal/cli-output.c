/* SPDX-License-Identifier: MIT */
#include "cli/terminal/cli-output.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/im-escape.h"
#include "cli/terminal/cli-json-value.h"

gboolean
cli_output_has_colour (const char *when, int descriptor)
{
  const char *no_colour = g_getenv ("NO_COLOR");

  if (g_strcmp0 (when, "always") == 0)
    return TRUE;
  if (g_strcmp0 (when, "never") == 0)
    return FALSE;

  return (no_colour == NULL || *no_colour == '\0') &&
         g_strcmp0 (g_getenv ("TERM"), "dumb") != 0 && isatty (descriptor);
}

/* Returns 0 or an errno. */
static int
write_all (const char *bytes, gsize length)
{
  while (length > 0)
    {
      gssize written = write (STDOUT_FILENO, bytes, length);

      if (written < 0 && errno == EINTR)
        continue;
      if (written < 0)
        return errno;
      bytes += written;
      length -= (gsize) written;
    }

  return 0;
}

CliExit
cli_output_write (const GString *text, CliExit status)
{
  int code = write_all (text->str, text->len);

  if (text->len == 0)
    return status;
  if (code == 0 && close (STDOUT_FILENO) < 0)
    code = errno;
  if (code == 0 || code == EPIPE)
    return status;

  fprintf (stderr, "imaginet: cannot write to standard output: %s\n", g_strerror (code));
  return CLI_EXIT_PROBLEMS;
}

void
cli_output_flush (CliContext *context)
{
  if (write_all (context->out->str, context->out->len) == 0)
    g_string_truncate (context->out, 0);
}

void
cli_output_print (const CliContext *context, const ImDiagnostics *diagnostics)
{
  g_autoptr (GString) text = g_string_new (NULL);

  im_diagnostics_print (diagnostics, context->err_has_colour, text);
  fputs (text->str, stderr);
}

CliExit
cli_output_diagnostics (const CliContext *context, const ImDiagnostics *diagnostics)
{
  if (!context->options->json)
    cli_output_print (context, diagnostics);

  return im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) > 0 ? CLI_EXIT_PROBLEMS
                                                                   : CLI_EXIT_FINE;
}

CliExit
cli_output_stage (CliContext *context,
                  const GString *text,
                  const ImDiagnostics *diagnostics)
{
  ImJson json = { context->out };
  g_auto (GStrv) lines = g_strsplit (text->str, "\n", -1);
  guint n_lines = g_strv_length (lines);

  if (n_lines > 0 && *lines[n_lines - 1] == '\0')
    n_lines--;
  if (context->options->json)
    {
      im_json_open_object (&json);
      im_json_member_string (&json, "stage", context->options->stage);
      im_json_member_strings (&json, "lines", (const char *const *) lines, n_lines);
      cli_json_close (&json, diagnostics);
    }
  else
    g_string_append (context->out, text->str);

  return cli_output_diagnostics (context, diagnostics);
}

CliExit
cli_output_problems (CliContext *context, const ImDiagnostics *diagnostics)
{
  ImJson json = { context->out };

  if (!context->options->json)
    {
      cli_output_print (context, diagnostics);
      return CLI_EXIT_PROBLEMS;
    }

  im_json_open_object (&json);
  cli_json_close (&json, diagnostics);

  return CLI_EXIT_PROBLEMS;
}

/* A problem of no file is all that there is to say. */
static void
write_problem (CliContext *context, const ImDiagnostic *problem)
{
  ImJson json = { context->out };

  im_json_open_object (&json);
  im_json_member_array (&json, "diagnostics");
  cli_json_diagnostic (&json, problem);
  im_json_close_array (&json);
  im_json_close_object (&json);
}

CliExit
cli_output_failure (CliContext *context, const char *code, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  g_autofree char *shown = im_escape_dup (IM_ESCAPE_TEXT, message);

  if (context->options->json)
    write_problem (context, &(ImDiagnostic){ .severity = IM_SEVERITY_ERROR,
                                             .code = code,
                                             .message = message });
  else
    fprintf (stderr, "%s: %s\n", g_get_prgname (), shown);

  return CLI_EXIT_PROBLEMS;
}

CliExit
cli_output_usage_among (CliContext *context,
                        const char *const *allowed,
                        const char *format,
                        ...)
{
  const char *name = g_get_prgname ();
  g_autofree char *help = g_strdup_printf ("Run “%s --help” to see how it is used.",
                                           name);
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  g_autofree char *shown = im_escape_dup (IM_ESCAPE_TEXT, message);

  if (context->options->json)
    write_problem (context, &(ImDiagnostic){ .severity = IM_SEVERITY_ERROR,
                                             .code = "usage",
                                             .message = message,
                                             .note = help,
                                             .allowed = allowed });
  else
    fprintf (stderr, "%s: %s\n%s\n", name, shown, help);

  return CLI_EXIT_USAGE;
}
