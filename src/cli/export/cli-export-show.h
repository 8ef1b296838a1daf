/* What `imaginet export` tells: memory, sizes for targets, the comparison, the files.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "bundle/im-export.h"
#include "cli/terminal/cli-command.h"

G_BEGIN_DECLS

/**
 * cli_export_show:
 * @context: the command
 * @export: (nullable): what was exported; NULL if there is no C of the pipeline
 * @diagnostics: the problems
 *
 * Appends the result, as text or JSON.
 */
void cli_export_show (CliContext *context,
                      const ImExport *export,
                      const ImDiagnostics *diagnostics);

G_END_DECLS
