/* `imaginet sknd eval`: the value of an expression at compile time.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"
#include "cli/terminal/cli-command.h"
#include "skriptnd/im-sknd-value.h"

G_BEGIN_DECLS

/* Prints the value of an expression, or of what standard input holds if it is `-`. */
CliExit cli_sknd_eval (CliContext *context, const char *text);

/**
 * cli_sknd_compute:
 * @source: an expression
 * @scope: the names that it may have
 * @arena: for its value
 * @diagnostics: what is wrong
 * @type: (out): its type
 * @value: (out): its value
 *
 * Returns: whether there is no error
 */
gboolean cli_sknd_compute (ImSource *source,
                           const ImSkndScope *scope,
                           ImArena *arena,
                           ImDiagnostics *diagnostics,
                           ImSkndType *type,
                           ImSkndValue *value);

G_END_DECLS
