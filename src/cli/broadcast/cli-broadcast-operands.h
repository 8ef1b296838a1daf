/* Operands of broadcasting on a command line, compared as its options say.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "broadcast/im-broadcast-parse.h"
#include "cli/broadcast/cli-broadcast-lines.h"

G_BEGIN_DECLS

/**
 * cli_broadcast_check_rules:
 * @options: options of the command
 * @error: return location for an [error@Im.ShapeError]: SYNTAX
 *
 * Returns: whether --rules is not given or names rules
 */
gboolean cli_broadcast_check_rules (const CliOptions *options, GError **error);

/**
 * cli_broadcast_compare:
 * @options: options of the command
 * @request: operands, operation and result
 * @arena: for the report
 * @error: return location for an [error@Im.ShapeError]: SYNTAX, RANK or SIZE
 *
 * Returns: (nullable): the report by the rules that options name or operands have the
 * form of
 */
const ImBroadcastReport *cli_broadcast_compare (const CliOptions *options,
                                                const CliBroadcastRequest *request,
                                                ImArena *arena,
                                                GError **error);

/* The same of the operands that are arguments, with --op and --result. */
const ImBroadcastReport *cli_broadcast_compare_arguments (const CliOptions *options,
                                                          ImArena *arena,
                                                          GError **error);

G_END_DECLS
