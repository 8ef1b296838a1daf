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
cli_output_problems (CliContext *context, const ImDiagnostics *diagnostics)
{
  ImJson json = { context->out };

  if (!context->options->json)
    {
      cli_output_print (context, diagnostics);
      return CLI_EXIT_PROBLEMS;
    }

  im_json_open_object (&json);
  cli_json_member_diagnostics (&json, "diagnostics", diagnostics);
  im_json_close_object (&json);

  return CLI_EXIT_PROBLEMS;
}

void
cli_output_copy_diagnostic (const ImDiagnostic *diagnostic, ImDiagnostics *diagnostics)
{
  if (diagnostic->source != NULL)
    im_diagnostics_add (diagnostics, diagnostic->severity, diagnostic->code,
                        diagnostic->source, diagnostic->span, "%s", diagnostic->message);
  else
    im_diagnostics_add_for_file (diagnostics, diagnostic->severity, diagnostic->code,
                                 diagnostic->name, "%s", diagnostic->message);
  if (diagnostic->note != NULL)
    im_diagnostics_note (diagnostics, "%s", diagnostic->note);
}

CliExit
cli_output_failure (CliContext *context, const char *format, ...)
{
  ImJson json = { context->out };
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  if (!context->options->json)
    {
      g_autofree char *shown = im_escape_dup (IM_ESCAPE_TEXT, message);

      fprintf (stderr, "imaginet %s: %s\n", context->command->name, shown);
      return CLI_EXIT_PROBLEMS;
    }

  im_json_open_object (&json);
  im_json_member_object (&json, "error");
  im_json_member_string (&json, "message", message);
  im_json_close_object (&json);
  im_json_close_object (&json);

  return CLI_EXIT_PROBLEMS;
}

CliExit
cli_output_usage (const char *name, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  g_autofree char *shown = im_escape_dup (IM_ESCAPE_TEXT, message);
  fprintf (stderr, "%s: %s\nRun “%s --help” to see how it is used.\n", name, shown, name);

  return CLI_EXIT_USAGE;
}
