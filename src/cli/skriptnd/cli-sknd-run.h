/* `imaginet sknd run`, and `dump --stage kernels`: an operator as a formula.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"
#include "cli/terminal/cli-command.h"

G_BEGIN_DECLS

/* Prints what an operator of a file, or of the library, makes of its inputs; without
 * elements of these only types and shapes. */
CliExit cli_sknd_compute_outputs (CliContext *context, const char *what);

/* Appends the buffers and kernels of an operator, and the loops of each kernel, or the C
 * that is made of them. */
void cli_sknd_append_kernels (const CliOptions *options,
                              const char *what,
                              gboolean is_c,
                              ImDiagnostics *diagnostics,
                              GString *out);

G_END_DECLS
