/* `imaginet sknd dump --stage instance`: an operator for given attributes and shapes.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "cli/terminal/cli-command.h"
#include "skriptnd/im-sknd-tree.h"

G_BEGIN_DECLS

/**
 * cli_sknd_append_instance:
 * @options: `--operator`, `--attrib` and `--input`
 * @file: a file without errors
 * @diagnostics: what is wrong with the options, or with the call
 * @out: where to append
 *
 * Appends a line for each name that the operator has then, and for each output.
 */
void cli_sknd_append_instance (const CliOptions *options,
                               const ImSkndFile *file,
                               ImDiagnostics *diagnostics,
                               GString *out);

G_END_DECLS
