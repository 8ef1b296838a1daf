/* SPDX-License-Identifier: MIT
 *
 * `imaginet broadcast`: how shapes meet, of one operation or of one on each line.
 */
#include "cli/cli-broadcast.h"

#include <string.h>

#include "base/im-arena.h"
#include "cli/cli-broadcast-operands.h"
#include "cli/cli-command.h"
#include "cli/cli-input.h"
#include "cli/cli-output.h"
#include "scene/im-broadcast-text.h"

#define MAX_BYTES (64u << 20) /* of lines */

static const ImBroadcastReport *
compare_line (const CliOptions *options, char *line, ImArena *arena, GError **error)
{
  g_auto (CliBroadcastRequest) request = { 0 };

  if (options->mlir != NULL)
    return im_broadcast_report_parse_mlir (
        line,
        options->allow_cast ? IM_BROADCAST_RULES_MLIR_CAST : IM_BROADCAST_RULES_MLIR,
        arena, error);

  cli_broadcast_request_split (&request, line, options);
  return cli_broadcast_compare (options, &request, arena, error);
}

static void
print_line (GString *out, guint number, const ImBroadcastReport *report)
{
  if (!report->is_ok)
    {
      g_string_append_printf (out, "%u: error: %s: %s\n", number, report->code,
                              report->message);
      return;
    }

  g_string_append_printf (out, "%u: ok: %s, %s", number, report->code, report->result);
  for (guint i = 0; i < report->n_levels; i++)
    for (guint j = 0; j < report->levels[i].rank; j++)
      if (report->levels[i].columns[j].obligation != NULL)
        g_string_append_printf (out, "; in d%u %s", j,
                                report->levels[i].columns[j].obligation);
  g_string_append_c (out, '\n');
}

/* Returns: whether the operands of the line broadcast. */
static gboolean
run_line (CliContext *context, CliJson *json, char *line, guint number)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;
  const ImBroadcastReport *report = compare_line (context->options, line, arena, &error);

  if (context->options->json && report != NULL)
    cli_broadcast_json (json, number, report);
  else if (context->options->json)
    cli_broadcast_json_failure (json, number, error);
  else if (report != NULL)
    print_line (context->out, number, report);
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
run_lines (CliContext *context, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = cli_input_read (path, MAX_BYTES, &error);
  CliJson json = { context->out };
  gboolean is_ok = TRUE;
  guint number = 0;

  if (text == NULL)
    return cli_output_failure (context, "%s", error->message);
  if (memchr (text->str, '\0', text->len) != NULL)
    return cli_output_failure (context, "%s is no text: it has zero bytes",
                               strcmp (path, "-") == 0 ? "standard input" : path);

  if (context->options->json)
    cli_json_open_rows (&json);
  for (char *p = text->str, *next; p != NULL; p = next)
    {
      next = strchr (p, '\n');
      if (next != NULL)
        *next++ = '\0';
      number++;
      if (!is_comment (g_strstrip (p)))
        is_ok &= run_line (context, &json, p, number);
    }
  if (context->options->json)
    {
      cli_json_close_array (&json);
      g_string_append_c (context->out, '\n');
    }

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
    return cli_output_usage (g_get_prgname (), "%s", error->message);
  if (context->options->json)
    {
      cli_broadcast_json (&(CliJson){ context->out }, 0, report);
      g_string_append_c (context->out, '\n');
    }
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
    return cli_output_usage (g_get_prgname (), "%s", error->message);
  if (options->mlir != NULL && options->n_arguments > 0)
    return cli_output_usage (g_get_prgname (), "--mlir takes no operands, found “%s”",
                             options->arguments[0]);
  if (options->mlir != NULL)
    return run_lines (context, options->mlir);
  if (options->n_arguments == 1 && strcmp (options->arguments[0], "-") == 0)
    return run_lines (context, "-");
  if (options->n_arguments == 0 && options->result == NULL)
    return cli_output_usage (g_get_prgname (), "expected %s", context->command->needs);

  return run_arguments (context);
}
