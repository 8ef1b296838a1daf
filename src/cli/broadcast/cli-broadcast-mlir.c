/* SPDX-License-Identifier: MIT
 *
 * `imaginet broadcast --mlir FILE`: operations of MLIR that broadcast, and with
 * --verify-diagnostics whether a file says of them what is right.
 */
#include "cli/broadcast/cli-broadcast-mlir.h"

#include <string.h>

#include "broadcast/im-mlir-expect.h"
#include "cli/broadcast/cli-broadcast.h"
#include "cli/input/cli-input.h"
#include "cli/terminal/cli-output.h"

#define MAX_BYTES (64u << 20)

typedef struct
{
  GString *out;
  CliBroadcastRows *rows; /* NULL if text is printed */
  ImMlirExpectations *expectations;
  guint n_judged;
  guint n_no_trait;
  guint n_explicit;
  guint n_problems;
} Verification;

static void
print_row (Verification *verification,
           const ImMlirEntry *entry,
           const ImBroadcastReport *report)
{
  GString *out = verification->out;

  if (entry->kind == IM_MLIR_ENTRY_READ)
    {
      g_string_append_printf (out, "%u:%u: ", entry->line, entry->column);
      cli_broadcast_append_verdict (report, out);
    }
  else if (entry->kind == IM_MLIR_ENTRY_PROBLEM)
    g_string_append_printf (out, "%u:%u: error: %s\n", entry->line, entry->column,
                            entry->error->message);
}

static void
print_json (CliBroadcastRows *rows,
            const ImMlirEntry *entry,
            const ImBroadcastReport *report)
{
  if (entry->kind == IM_MLIR_ENTRY_READ)
    cli_broadcast_json_row (rows, entry->line, entry->column, report);
  else if (entry->kind == IM_MLIR_ENTRY_PROBLEM)
    cli_broadcast_json_failure (rows, entry->line, entry->column, entry->error);
  else
    cli_broadcast_json_skipped (
        rows, entry->line, entry->column,
        entry->kind == IM_MLIR_ENTRY_NO_TRAIT ? "no-trait" : "explicit-dimensions",
        entry->name);
}

static void
print_difference (guint line, const char *message, gpointer data)
{
  Verification *verification = data;

  verification->n_problems++;
  if (verification->rows == NULL)
    {
      g_string_append_printf (verification->out, "%u: error: %s\n", line, message);
      return;
    }

  ImJson *json = &verification->rows->json;
  cli_broadcast_add_problem (verification->rows->diagnostics, verification->rows->source,
                             line, 0, "not-expected", message, NULL);
  im_json_open_object (json);
  im_json_member_int (json, "line", line);
  im_json_member_string (json, "verdict", "error");
  im_json_member_string (json, "code", "not-expected");
  im_json_member_string (json, "error", "not-expected");
  im_json_member_string (json, "message", message);
  im_json_close_object (json);
}

static void
take_entry (const ImMlirEntry *entry, const ImBroadcastReport *report, gpointer data)
{
  Verification *verification = data;

  verification->n_judged += entry->kind == IM_MLIR_ENTRY_READ;
  verification->n_no_trait += entry->kind == IM_MLIR_ENTRY_NO_TRAIT;
  verification->n_explicit += entry->kind == IM_MLIR_ENTRY_EXPLICIT;
  if (verification->expectations != NULL)
    {
      im_mlir_expectations_meet (verification->expectations, entry, report,
                                 print_difference, verification);
      return;
    }

  verification->n_problems += entry->kind == IM_MLIR_ENTRY_PROBLEM ||
                              (report != NULL && !report->is_ok);
  if (verification->rows != NULL)
    print_json (verification->rows, entry, report);
  else
    print_row (verification, entry, report);
}

static void
append_skipped (GString *out, guint n, const char *what, const char *why)
{
  if (n > 0)
    g_string_append_printf (out, "%u %s%s skipped: %s\n", n, what, n == 1 ? "" : "s",
                            why);
}

static void
finish (Verification *verification)
{
  guint n_skipped = 0;

  if (verification->expectations != NULL)
    n_skipped = im_mlir_expectations_finish (verification->expectations, print_difference,
                                             verification);
  if (verification->rows != NULL)
    return;
  if (verification->expectations != NULL)
    g_string_append_printf (
        verification->out, "%u operation%s judged, %u error%s expected: %s\n",
        verification->n_judged, verification->n_judged == 1 ? "" : "s",
        im_mlir_expectations_count (verification->expectations),
        im_mlir_expectations_count (verification->expectations) == 1 ? "" : "s",
        verification->n_problems == 0 ? "all as expected" : "not as expected");
  append_skipped (verification->out, n_skipped, "expected error",
                  "the operation has no trait");
  append_skipped (verification->out, verification->n_no_trait, "operation", "no trait");
  append_skipped (verification->out, verification->n_explicit, "operation",
                  "broadcast_dimensions says which axes are paired");
}

ImBroadcastRules
cli_broadcast_get_mlir_rules (const CliOptions *options)
{
  return options->upstream     ? IM_BROADCAST_RULES_MLIR_UPSTREAM
         : options->allow_cast ? IM_BROADCAST_RULES_MLIR_CAST
                               : IM_BROADCAST_RULES_MLIR;
}

CliExit
cli_broadcast_run_mlir (CliContext *context)
{
  const CliOptions *options = context->options;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = cli_input_read (options->mlir, MAX_BYTES, &error);
  g_autoptr (ImMlirExpectations) expectations = NULL;
  const char *name = strcmp (options->mlir, "-") == 0 ? "<standard input>"
                                                      : options->mlir;
  CliBroadcastRows rows;

  if (text == NULL)
    return cli_output_failure (context, "cannot-read", "%s", error->message);
  if (memchr (text->str, '\0', text->len) != NULL)
    return cli_output_failure (context, "no-text", "%s is no text: it has zero bytes",
                               strcmp (options->mlir, "-") == 0 ? "standard input"
                                                                : options->mlir);
  if (options->verify_diagnostics)
    expectations = im_mlir_expectations_new (text->str, text->len);

  Verification verification = { .out = context->out,
                                .rows = options->json ? &rows : NULL,
                                .expectations = expectations };
  if (options->json)
    cli_broadcast_rows_open (&rows, context->out, name, text);
  im_broadcast_mlir_read (text->str, text->len, cli_broadcast_get_mlir_rules (options),
                          (const char *const *) options->ops, take_entry, &verification);
  finish (&verification);
  if (options->json)
    cli_broadcast_rows_close (&rows);

  return verification.n_problems == 0 ? CLI_EXIT_FINE : CLI_EXIT_PROBLEMS;
}
