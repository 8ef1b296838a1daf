/* SPDX-License-Identifier: MIT
 *
 * `imaginet budget`: what a pipeline takes of boards.
 */
#include <string.h>

#include "cli/input/cli-pipeline.h"
#include "cli/terminal/cli-interrupt.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "cli/terminal/cli-text.h"
#include "verify/im-budget.h"

#define SHOWN_PARTS 5 /* of each kind */

typedef struct
{
  CliContext *context;
  CliPipeline *pipeline;
  const ImBoard **boards;
  guint n_boards;
  GCancellable *cancellable;
  ImBudget *budgets[IM_N_TARGETS]; /* NULL where a core is not asked for, or failed */
  gboolean is_tried[IM_N_TARGETS];
} Session;

/* Returns what is wrong with the name of a board, or NULL. */
static char *
choose_boards (const CliOptions *options, Session *session)
{
  guint n_boards;
  const ImBoard *boards = im_boards_get (&n_boards);
  const ImBoard *board;

  session->boards = g_new0 (const ImBoard *, n_boards);
  if (options->board == NULL)
    {
      for (; session->n_boards < n_boards; session->n_boards++)
        session->boards[session->n_boards] = &boards[session->n_boards];
      return NULL;
    }
  board = im_board_find (options->board);
  if (board != NULL)
    {
      session->boards[session->n_boards++] = board;
      return NULL;
    }

  g_autoptr (GString) names = g_string_new (NULL);
  for (guint i = 0; i < n_boards; i++)
    g_string_append_printf (names, "%s%s", i == 0 ? "" : ", ", boards[i].name);
  return g_strdup_printf ("“%s” is no board; expected one of %s", options->board,
                          names->str);
}

/* Builds and counts for a core, once. */
static void
measure (Session *session, ImTargetId target)
{
  const CliPipeline *pipeline = session->pipeline;
  g_autoptr (GError) error = NULL;
  g_autofree char *line = g_strdup_printf ("%s: building and counting",
                                           im_target_get (target)->title);
  ImBuild build;
  char *problem = im_build_parse (im_target_get (target)->name, &build);

  g_assert (problem == NULL);
  if (session->is_tried[target])
    return;
  session->is_tried[target] = TRUE;
  cli_interrupt_show (line);
  session->budgets[target] = im_budget_measure (pipeline->program, pipeline->library,
                                                &build, session->cancellable,
                                                pipeline->diagnostics, &error);
  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    im_diagnostics_add_for_file (pipeline->diagnostics, IM_SEVERITY_ERROR, "budget",
                                 im_target_get (target)->name, "%s", error->message);
}

static char *
dup_amount (ImBudgetKind kind, double amount, double frames_hz)
{
  if (kind != IM_BUDGET_CPU)
    return g_strdup_printf ("%.0f bytes", amount);
  if (frames_hz > 0)
    return g_strdup_printf ("%.3g million instructions/s", amount * frames_hz / 1e6);

  return g_strdup_printf ("%.0f instructions/frame", amount);
}

static char *
dup_share (double amount, double limit)
{
  return limit > 0 ? g_strdup_printf ("%.*f %%", amount < 0.1 * limit ? 1 : 0,
                                      100 * amount / limit)
                   : g_strdup ("");
}

static char *
dup_limit (ImBudgetKind kind, const ImBudget *budget, const ImBoard *board)
{
  if (kind == IM_BUDGET_CPU)
    return g_strdup_printf ("%g MHz", board->clock_hz / 1e6);

  return g_strdup_printf ("%.0f", im_budget_get_limit (budget, board, kind));
}

/* Where the figures of a kind come from. */
static char *
dup_source (ImBudgetKind kind, const ImBudget *budget)
{
  const ImTarget *target = im_target_get (budget->build.target);
  const char *what = kind == IM_BUDGET_STACK ? "deepest" : "counted";

  if (kind == IM_BUDGET_FLASH || kind == IM_BUDGET_RAM)
    return g_strdup_printf ("linked by %s %s", target->compiler, budget->build.flags);

  return g_strdup_printf ("%s on %u random frames in %s%s", what, budget->n_frames,
                          target->emulator,
                          kind == IM_BUDGET_CPU ? ", a cycle each" : "");
}

static void
append_parts (const ImBudget *budget, ImBudgetKind kind, GString *out)
{
  const GArray *parts = budget->parts[kind];
  g_autoptr (CliTable) table = cli_table_new (2, 2);

  if (parts->len == 0)
    return;
  g_string_append_printf (out, "\n%s, the largest parts:\n",
                          im_budget_kind_get_name (kind));
  for (guint i = 0; i < MIN (parts->len, SHOWN_PARTS); i++)
    {
      const ImBudgetPart *part = &g_array_index (parts, ImBudgetPart, i);
      g_autofree char *amount = g_strdup_printf ("%.0f", part->amount);

      cli_table_add (table, amount, part->name);
    }
  cli_table_append (table, out, CLI_TEXT_UNLIMITED);
}

/* All about one board. */
static void
show_board (const Session *session, const ImBoard *board, const ImBudget *budget)
{
  GString *out = session->context->out;
  g_autoptr (CliTable) table = cli_table_new (0, 5);

  g_string_append_printf (out, "%s: %s, %s, %g MHz, float unit: %s\n\n", board->title,
                          board->chip, im_target_get (board->target)->title,
                          board->clock_hz / 1e6, board->fpu);
  cli_table_add (table, "", "Takes", "Of", "Share", "Source");
  for (ImBudgetKind kind = 0; kind < IM_N_BUDGETS; kind++)
    {
      double amount = budget->amounts[kind];
      g_autofree char *takes = dup_amount (kind, amount, budget->frames_hz);
      g_autofree char *limit = dup_limit (kind, budget, board);
      g_autofree char *share = dup_share (amount,
                                          im_budget_get_limit (budget, board, kind));
      g_autofree char *source = dup_source (kind, budget);

      cli_table_add (table, im_budget_kind_get_name (kind), takes, limit, share, source);
    }
  cli_table_append (table, out, CLI_TEXT_UNLIMITED);
  for (ImBudgetKind kind = 0; kind < IM_N_BUDGETS; kind++)
    append_parts (budget, kind, out);
  g_string_append_printf (out, "\nFlash, RAM and clock of the board: %s\n",
                          board->source);
}

/* A row for each board. */
static void
show_boards (const Session *session)
{
  g_autoptr (CliTable) table = cli_table_new (0, 7);

  cli_table_add (table, "Board", "Core", "Flash", "RAM", "Stack", "CPU", "");
  for (guint i = 0; i < session->n_boards; i++)
    {
      const ImBoard *board = session->boards[i];
      const ImBudget *budget = session->budgets[board->target];
      char *shares[IM_N_BUDGETS];

      if (budget == NULL)
        continue;
      for (ImBudgetKind kind = 0; kind < IM_N_BUDGETS; kind++)
        shares[kind] = dup_share (budget->amounts[kind],
                                  im_budget_get_limit (budget, board, kind));
      cli_table_add (table, board->name, im_target_get (board->target)->title,
                     shares[IM_BUDGET_FLASH], shares[IM_BUDGET_RAM],
                     shares[IM_BUDGET_STACK], shares[IM_BUDGET_CPU],
                     im_budget_fits (budget, board) ? "fits" : "does not fit");
      for (ImBudgetKind kind = 0; kind < IM_N_BUDGETS; kind++)
        g_free (shares[kind]);
    }
  cli_table_append (table, session->context->out, CLI_TEXT_UNLIMITED);
}

static void
write_kind (ImJson *json, const ImBudget *budget, const ImBoard *board, ImBudgetKind kind)
{
  static const char *const names[] = { "flash_bytes", "ram_bytes", "stack_bytes",
                                       "instructions_per_frame" };
  double limit = im_budget_get_limit (budget, board, kind);
  g_autofree char *source = dup_source (kind, budget);

  im_json_member_object (json, names[kind]);
  im_json_member_double (json, "takes", budget->amounts[kind]);
  im_json_name (json, "of");
  if (limit > 0)
    im_json_double (json, limit);
  else
    im_json_null (json);
  im_json_member_string (json, "source", source);
  im_json_member_array (json, "parts");
  for (guint i = 0; i < budget->parts[kind]->len; i++)
    {
      const ImBudgetPart *part = &g_array_index (budget->parts[kind], ImBudgetPart, i);

      im_json_open_object (json);
      im_json_member_string (json, "name", part->name);
      im_json_member_double (json, "takes", part->amount);
      im_json_close_object (json);
    }
  im_json_close_array (json);
  im_json_close_object (json);
}

static void
show_json (const Session *session)
{
  ImJson json = { session->context->out };

  im_json_open_object (&json);
  im_json_member_array (&json, "boards");
  for (guint i = 0; i < session->n_boards; i++)
    {
      const ImBoard *board = session->boards[i];
      const ImBudget *budget = session->budgets[board->target];

      if (budget == NULL)
        continue;
      im_json_open_object (&json);
      im_json_member_string (&json, "board", board->name);
      im_json_member_string (&json, "target", im_target_get (board->target)->name);
      im_json_member_double (&json, "clock_hz", board->clock_hz);
      im_json_member_string (&json, "source", board->source);
      im_json_member_double (&json, "frames_hz", budget->frames_hz);
      im_json_member_bool (&json, "fits", im_budget_fits (budget, board));
      for (ImBudgetKind kind = 0; kind < IM_N_BUDGETS; kind++)
        write_kind (&json, budget, board, kind);
      im_json_close_object (&json);
    }
  im_json_close_array (&json);
  cli_json_close (&json, session->pipeline->diagnostics);
}

static CliExit
choose_exit (const Session *session)
{
  gboolean fits = !cli_pipeline_has_errors (session->pipeline);

  for (guint i = 0; session->context->options->board != NULL && i < session->n_boards;
       i++)
    {
      const ImBudget *budget = session->budgets[session->boards[i]->target];

      fits = fits && budget != NULL && im_budget_fits (budget, session->boards[i]);
    }

  return fits ? CLI_EXIT_FINE : CLI_EXIT_PROBLEMS;
}

static CliExit
show (Session *session)
{
  CliContext *context = session->context;
  const ImBudget *budget;

  if (session->pipeline->program == NULL || cli_pipeline_has_errors (session->pipeline))
    return cli_output_problems (context, session->pipeline->diagnostics);
  session->cancellable = cli_interrupt_watch ();
  for (guint i = 0; i < session->n_boards; i++)
    measure (session, session->boards[i]->target);
  cli_interrupt_show (NULL);
  if (g_cancellable_is_cancelled (session->cancellable))
    return cli_interrupt_finish (context);
  budget = session->budgets[session->boards[0]->target];
  if (context->options->json)
    show_json (session);
  else if (context->options->board == NULL)
    show_boards (session);
  else if (budget != NULL)
    show_board (session, session->boards[0], budget);
  cli_output_flush (context);
  cli_output_diagnostics (context, session->pipeline->diagnostics);

  return choose_exit (session);
}

CliExit
cli_budget_run (CliContext *context)
{
  g_auto (CliPipeline) pipeline = { 0 };
  Session session = { .context = context, .pipeline = &pipeline };
  g_autofree char *problem = choose_boards (context->options, &session);
  CliExit status = CLI_EXIT_USAGE;

  if (problem != NULL)
    status = cli_output_usage (context, "--board: %s", problem);
  else if (cli_pipeline_load (&pipeline, context))
    status = show (&session);
  for (ImTargetId id = 0; id < IM_N_TARGETS; id++)
    im_budget_free (session.budgets[id]);
  g_free (session.boards);

  return status;
}
