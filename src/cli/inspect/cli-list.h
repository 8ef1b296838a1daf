/* What `imaginet list` can list.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-json.h"
#include "cli/terminal/cli-command.h"

G_BEGIN_DECLS

CliExit cli_list_builtins (CliContext *context);

G_END_DECLS
