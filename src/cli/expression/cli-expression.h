/* The expression that a command is given: as an argument, or on standard input for `-`.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-source.h"
#include "cli/terminal/cli-command.h"
#include "lang/im-expr.h"

G_BEGIN_DECLS

/**
 * cli_expression_read:
 * @argument: an expression, or `-`
 * @error: return location for an error of reading
 *
 * Reads an expression; line ends at its end are left out.
 *
 * Returns: (nullable): its text, named `<expression>`
 */
ImSource *cli_expression_read (const char *argument, GError **error);

/**
 * cli_expression_report:
 * @context: the command
 * @source: the expression
 * @error: what is wrong with it
 *
 * Tells an error: as an object with `error` on standard output with `--json`, as a
 * diagnostic otherwise.
 *
 * Returns: CLI_EXIT_PROBLEMS
 */
CliExit cli_expression_report (CliContext *context,
                               ImSource *source,
                               const ImExprError *error);

G_END_DECLS
