/* What reaches the terminal: results on standard output, problems on standard error.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"
#include "cli/terminal/cli-command.h"

G_BEGIN_DECLS

/**
 * cli_output_has_colour:
 * @when: (nullable): `always`, `never` or `auto`
 * @descriptor: 1 or 2
 *
 * Decides about colours: `auto` uses them on a terminal, unless NO_COLOR is set and not
 * empty or TERM is `dumb`. Source: no-color.org.
 */
gboolean cli_output_has_colour (const char *when, int descriptor);

/**
 * cli_output_write:
 * @text: the whole result
 * @status: how the command ended
 *
 * Writes to standard output and closes it, so that a full disk is noticed. A reader that
 * has gone away is no problem.
 *
 * Returns: @status, or CLI_EXIT_PROBLEMS if the text could not be written
 */
CliExit cli_output_write (const GString *text, CliExit status);

/**
 * cli_output_flush:
 * @context: a command
 *
 * Writes what the command has put out so far, so that it is seen while the rest is made.
 * What cannot be written stays for cli_output_write(), which tells.
 */
void cli_output_flush (CliContext *context);

/**
 * cli_output_print:
 * @context: the command
 * @diagnostics: problems
 *
 * Prints problems to standard error, also if the result is for scripts.
 */
void cli_output_print (const CliContext *context, const ImDiagnostics *diagnostics);

/**
 * cli_output_diagnostics:
 * @context: the command
 * @diagnostics: problems
 *
 * Prints problems to standard error, unless the result is for scripts.
 *
 * Returns: CLI_EXIT_PROBLEMS if one of them is an error
 */
CliExit cli_output_diagnostics (const CliContext *context,
                                const ImDiagnostics *diagnostics);

/**
 * cli_output_problems:
 * @context: the command
 * @diagnostics: problems, with an error among them
 *
 * Tells why a command has no result: as an object with `diagnostics` on standard output
 * with `--json`, on standard error otherwise.
 *
 * Returns: CLI_EXIT_PROBLEMS
 */
CliExit cli_output_problems (CliContext *context, const ImDiagnostics *diagnostics);

/**
 * cli_output_copy_diagnostic:
 * @diagnostic: a problem
 * @diagnostics: a list that its copy is appended to
 */
void cli_output_copy_diagnostic (const ImDiagnostic *diagnostic,
                                 ImDiagnostics *diagnostics);

/**
 * cli_output_failure:
 * @context: the command
 * @format: what went wrong
 *
 * Tells why a command has no result: as an object with `error` on standard output with
 * `--json`, on standard error otherwise.
 *
 * Returns: CLI_EXIT_PROBLEMS
 */
CliExit cli_output_failure (CliContext *context, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

/**
 * cli_output_usage:
 * @name: the command, or the program
 * @format: what is wrong
 *
 * Prints what is wrong with the command line and where help is.
 *
 * Returns: CLI_EXIT_USAGE
 */
CliExit cli_output_usage (const char *name, const char *format, ...) G_GNUC_PRINTF (2, 3);

G_END_DECLS
