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
 * cli_output_stage:
 * @context: the command, with `--stage`
 * @text: what the stage makes
 * @diagnostics: problems
 *
 * Puts out the lines of a stage, with `--json` as a list of them, and its problems.
 *
 * Returns: CLI_EXIT_PROBLEMS if one of them is an error
 */
CliExit cli_output_stage (CliContext *context,
                          const GString *text,
                          const ImDiagnostics *diagnostics);

/**
 * cli_output_problems:
 * @context: the command
 * @diagnostics: problems, with an error among them
 *
 * Tells why a command has no result: with `--json` as an object with nothing but
 * `diagnostics` on standard output, otherwise on standard error.
 *
 * Returns: CLI_EXIT_PROBLEMS
 */
CliExit cli_output_problems (CliContext *context, const ImDiagnostics *diagnostics);

/**
 * cli_output_failure:
 * @context: the command
 * @code: what kind of failure, as of an [struct@Im.Diagnostic]
 * @format: what went wrong
 *
 * Tells why a command has no result: with `--json` as a problem like all others, on
 * standard output, otherwise on standard error.
 *
 * Returns: CLI_EXIT_PROBLEMS
 */
CliExit cli_output_failure (CliContext *context,
                            const char *code,
                            const char *format,
                            ...) G_GNUC_PRINTF (3, 4);

/**
 * cli_output_usage_among:
 * @context: the command, or what is known of it
 * @allowed: (nullable) (array zero-terminated=1): the words that would be allowed, for
 * scripts
 * @format: what is wrong
 *
 * Tells what is wrong with the command line and where help is: with `--json` as a problem
 * like all others, with the code `usage`.
 *
 * Returns: CLI_EXIT_USAGE
 */
CliExit cli_output_usage_among (CliContext *context,
                                const char *const *allowed,
                                const char *format,
                                ...) G_GNUC_PRINTF (3, 4);

#define cli_output_usage(context, ...) cli_output_usage_among (context, NULL, __VA_ARGS__)

G_END_DECLS
