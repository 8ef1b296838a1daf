/* `imaginet sknd eval`: the value of an expression at compile time.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "cli/terminal/cli-command.h"

G_BEGIN_DECLS

/* Prints the value of an expression, or of what standard input holds if it is `-`. */
CliExit cli_sknd_eval (CliContext *context, const char *text);

G_END_DECLS
