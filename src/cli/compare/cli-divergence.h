/* `imaginet compare` of one pipeline in several builds.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "cli/terminal/cli-command.h"

G_BEGIN_DECLS

/* Compares the first argument in all builds that the options name. */
CliExit cli_divergence_run (CliContext *context);

G_END_DECLS
