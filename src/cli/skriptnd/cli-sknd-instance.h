/* `imaginet sknd dump --stage instance`: an operator for given attributes and shapes.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"
#include "cli/terminal/cli-command.h"

G_BEGIN_DECLS

/**
 * cli_sknd_append_instance:
 * @options: `--operator`, `--attrib` and `--input`
 * @what: a file, `-`, or an operator of the library
 * @diagnostics: what is wrong with the options, or with the call
 * @out: where to append
 *
 * Appends a line for each name that the operator has then, and for each output.
 */
void cli_sknd_append_instance (const CliOptions *options,
                               const char *what,
                               ImDiagnostics *diagnostics,
                               GString *out);

G_END_DECLS
