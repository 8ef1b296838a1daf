/* `imaginet sknd check`: what is wrong with operators and graphs, at their definition and
 * for the shapes that they declare.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "cli/terminal/cli-command.h"

G_BEGIN_DECLS

/* Checks what @path holds; `--graph` names a graph, `--all` takes all, for their shapes.
 */
CliExit cli_sknd_check (CliContext *context, const char *path);

G_END_DECLS
