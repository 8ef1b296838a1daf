/* SPDX-License-Identifier: MIT
 *
 * `imaginet broadcast`: how shapes meet, of one operation or of one on each line.
 */
#include "cli/broadcast/cli-broadcast.h"

#include <string.h>

#include "base/im-arena.h"
#include "cli/broadcast/cli-broadcast-mlir.h"
#include "cli/broadcast/cli-broadcast-operands.h"
#include "cli/input/cli-input.h"
#include "cli/terminal/cli-command.h"
#include "cli/terminal/cli-output.h"
#include "scene/broadcast/im-broadcast-text.h"

#define MAX_BYTES (64u << 20) /* of lines */

static const ImBroadcastReport *
compare_line (const CliOptions *options, char *line, ImArena *arena, GError **error)
{
  g_auto (CliBroadcastRequest) request = { 0 };

  cli_broadcast_request_split (&request, line, options);
  return cli_broadcast_compare (options, &request, arena, error);
}

void
cli_broadcast_append_verdict (const ImBroadcastReport *report, GString *out)
{
  if (!report->is_ok)
    {
      g_string_append_printf (out, "error: %s: %s\n", report->code, report->message);
      return;
    }

  g_string_append_printf (out, "ok: %s, %s", report->code, report->result);
  for (guint i = 0; i < report->n_levels; i++)
    for (guint j = 0; j < report->levels[i].rank; j++)
      if (report->levels[i].columns[j].obligation != NULL)
        g_string_append_printf (out, "; in d%u %s", j,
                                report->levels[i].columns[j].obligation);
  g_string_append_c (out, '\n');
}

/* Returns: whether the operands of the line broadcast. */
static gboolean
run_line (CliContext *context, CliBroadcastRows *rows, char *line, guint number)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;
  const ImBroadcastReport *report = compare_line (context->options, line, arena, &error);

  if (context->options->json && report != NULL)
    cli_broadcast_json_row (rows, number, 0, report);
  else if (context->options->json)
    cli_broadcast_json_failure (rows, number, 0, error);
  else if (report != NULL)
    {
      g_string_append_printf (context->out, "%u: ", number);
      cli_broadcast_append_verdict (report, context->out);
    }
  else
    g_string_append_printf (context->out, "%u: error: %s\n", number, error->message);

  return report != NULL && report->is_ok;
}

static gboolean
is_comment (const char *line)
{
  return *line == '\0' || *line == '#' || g_str_has_prefix (line, "//");
}

static CliExit
run_lines (CliContext *context)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = cli_input_read ("-", MAX_BYTES, &error);
  CliBroadcastRows rows;
  gboolean is_ok = TRUE;
  guint number = 0;

  if (text == NULL)
    return cli_output_failure (context, "cannot-read", "%s", error->message);
  if (memchr (text->str, '\0', text->len) != NULL)
    return cli_output_failure (context, "no-text",
                               "standard input is no text: it has zero bytes");

  if (context->options->json)
    cli_broadcast_rows_open (&rows, context->out, "<standard input>", text);
  for (char *p = text->str, *next; p != NULL; p = next)
    {
      next = strchr (p, '\n');
      if (next != NULL)
        *next++ = '\0';
      number++;
      if (!is_comment (g_strstrip (p)))
        is_ok &= run_line (context, &rows, p, number);
    }
  if (context->options->json)
    cli_broadcast_rows_close (&rows);

  return is_ok ? CLI_EXIT_FINE : CLI_EXIT_PROBLEMS;
}

static CliExit
run_arguments (CliContext *context)
{
  const CliOptions *options = context->options;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;
  const ImBroadcastReport *report = cli_broadcast_compare_arguments (options, arena,
                                                                     &error);

  if (report == NULL)
    return cli_output_usage (context, "%s", error->message);
  if (context->options->json)
    cli_broadcast_json (&(ImJson){ context->out }, report);
  else
    im_broadcast_text_append (report, context->width, context->out);

  return report->is_ok ? CLI_EXIT_FINE : CLI_EXIT_PROBLEMS;
}

CliExit
cli_broadcast_run (CliContext *context)
{
  const CliOptions *options = context->options;
  g_autoptr (GError) error = NULL;

  if (!cli_broadcast_check_rules (options, &error))
    return cli_output_usage (context, "%s", error->message);
  if (options->mlir != NULL && options->n_arguments > 0)
    return cli_output_usage (context, "--mlir takes no operands, found “%s”",
                             options->arguments[0]);
  if (options->mlir != NULL)
    return cli_broadcast_run_mlir (context);
  if (options->verify_diagnostics)
    return cli_output_usage (context, "--verify-diagnostics is of --mlir FILE");
  if (options->ops != NULL && g_strv_length (options->ops) > 1)
    return cli_output_usage (context,
                             "--op is given more than once, found “%s” and “%s”; only "
                             "--mlir takes several",
                             options->ops[0], options->ops[1]);
  if (options->n_arguments == 1 && strcmp (options->arguments[0], "-") == 0)
    return run_lines (context);
  if (options->n_arguments == 0 && options->result == NULL)
    return cli_output_usage (context, "expected %s", context->command->needs);

  return run_arguments (context);
}
