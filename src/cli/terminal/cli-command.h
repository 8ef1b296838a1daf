/* The commands of the program: each is a row of one table.
 *
 * A row says what the command is called, what it takes and what computes it. Parsing of
 * the command line, `--help` and the completion of shells come from the rows. A command
 * appends its result to a text that is written when it is done, so that nothing is
 * written behind an error of the options.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "cli/terminal/cli-options.h"

G_BEGIN_DECLS

/**
 * CliExit:
 * @CLI_EXIT_FINE: everything is fine
 * @CLI_EXIT_PROBLEMS: there is an error in what was looked at, or the result could not be
 * written
 * @CLI_EXIT_USAGE: the command line is wrong
 * @CLI_EXIT_NOT_RUN: of compare: nothing differs, but a reference could not run
 * @CLI_EXIT_NO_TWIN: of compare: nothing differs, but a layer has no Python,
 * or no C
 * @CLI_EXIT_SIGNAL: a signal ended it; its number is added, as shells do
 */
typedef enum
{
  CLI_EXIT_FINE = 0,
  CLI_EXIT_PROBLEMS = 1,
  CLI_EXIT_USAGE = 2,
  CLI_EXIT_NOT_RUN = 3,
  CLI_EXIT_NO_TWIN = 4,
  CLI_EXIT_SIGNAL = 128,
} CliExit;

/**
 * CliContext:
 * @command: what runs
 * @options: its options and arguments
 * @out: what goes to standard output
 * @out_has_colour: whether standard output takes colours
 * @err_has_colour: whether standard error does
 * @width: columns of the terminal
 */
typedef struct
{
  const CliCommand *command;
  const CliOptions *options;
  GString *out;
  gboolean out_has_colour;
  gboolean err_has_colour;
  guint width;
} CliContext;

typedef CliExit (*CliRunFunc) (CliContext *context);

/**
 * CliCommand:
 * @name: its name
 * @arguments: its arguments for the first line of the help
 * @needs: the first of them in words
 * @min_arguments: how many it needs
 * @max_arguments: how many it takes
 * @surplus_hint: (nullable): what to say about more
 * @max_frames: how many frames --frames may ask for, 0 for as many as a recording has
 * @options: those it takes, and CLI_N_OPTIONS behind them
 * @summary: one line for the list of commands
 * @append_forms: (nullable): appends what its arguments may be, in front of the
 * description
 * @description: the text below the options in its help
 * @run: computes it
 */
struct _CliCommand
{
  const char *name;
  const char *arguments;
  const char *needs;
  guint min_arguments;
  guint max_arguments;
  const char *surplus_hint;
  gint max_frames;
  const CliOptionId *options;
  const char *summary;
  void (*append_forms) (GString *out);
  const char *description;
  CliRunFunc run;
};

/* All commands, in the order of the help. */
const CliCommand *cli_commands_get (guint *n);

CliExit cli_eval_run (CliContext *context);
CliExit cli_inspect_run (CliContext *context);
CliExit cli_check_run (CliContext *context);
CliExit cli_list_run (CliContext *context);
CliExit cli_diff_run (CliContext *context);
CliExit cli_dump_run (CliContext *context);
CliExit cli_edit_run (CliContext *context);
void cli_edit_append_forms (GString *out);
CliExit cli_convert_run (CliContext *context);
CliExit cli_fmt_run (CliContext *context);
CliExit cli_extract_run (CliContext *context);
CliExit cli_launch_run (CliContext *context);
CliExit cli_plan_run (CliContext *context);
CliExit cli_render_run (CliContext *context);
CliExit cli_export_run (CliContext *context);
CliExit cli_compare_run (CliContext *context);
CliExit cli_budget_run (CliContext *context);
CliExit cli_run_run (CliContext *context);
CliExit cli_probe_run (CliContext *context);
CliExit cli_test_run (CliContext *context);
CliExit cli_try_run (CliContext *context);
CliExit cli_new_run (CliContext *context);
CliExit cli_pack_run (CliContext *context);
CliExit cli_unpack_run (CliContext *context);
CliExit cli_package_run (CliContext *context);
CliExit cli_rename_run (CliContext *context);
CliExit cli_move_run (CliContext *context);
CliExit cli_trust_run (CliContext *context);
CliExit cli_broadcast_run (CliContext *context);
CliExit cli_scratch_run (CliContext *context);
CliExit cli_manual_run (CliContext *context);
CliExit cli_tile_run (CliContext *context);
CliExit cli_sknd_run (CliContext *context);

G_END_DECLS
