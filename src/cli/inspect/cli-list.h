/* What `imaginet list` can list.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "cli/terminal/cli-command.h"
#include "cli/terminal/cli-json.h"

G_BEGIN_DECLS

CliExit cli_list_builtins (CliContext *context);

G_END_DECLS
