/* An operation of broadcasting on the command line: --rules, --op, --result and operands
 * as arguments.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "cli/cli-command.h"
#include "tensor/im-broadcast-parse.h"

G_BEGIN_DECLS

/**
 * cli_broadcast_find_rules:
 * @options: options of the command
 * @rules: (out): the rules; untouched on failure
 * @error: return location for a sentence about what is wrong with the options
 *
 * Finds the rules that --rules and --op name, else those that the operands look like.
 *
 * Returns: TRUE if @rules was set
 */
gboolean cli_broadcast_find_rules (const CliOptions *options,
                                   ImBroadcastRules *rules,
                                   GError **error);

/**
 * cli_broadcast_read:
 * @context: the command
 * @arena: for the report
 * @exit: (out): if there is no report how the command ends
 *
 * Compares the operands. What is wrong with them or with the options is told, which ends
 * the command.
 *
 * Returns: (nullable): the report
 */
const ImBroadcastReport *cli_broadcast_read (CliContext *context,
                                             ImArena *arena,
                                             CliExit *exit);

G_END_DECLS
