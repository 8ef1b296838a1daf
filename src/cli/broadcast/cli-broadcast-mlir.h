/* Files of MLIR on the command line.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "broadcast/im-broadcast-report.h"
#include "cli/terminal/cli-command.h"

G_BEGIN_DECLS

/* Which rules of MLIR --upstream and --allow-cast choose. */
ImBroadcastRules cli_broadcast_get_mlir_rules (const CliOptions *options);

/* Verifies the file that --mlir names. */
CliExit cli_broadcast_run_mlir (CliContext *context);

G_END_DECLS
