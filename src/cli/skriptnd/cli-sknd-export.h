/* `imaginet sknd export`: a graph as C, with its variables in it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "cli/terminal/cli-command.h"

G_BEGIN_DECLS

/* Writes a header, a source and a manifest into the folder of `--output`. */
CliExit cli_sknd_export (CliContext *context, const char *what);

G_END_DECLS
