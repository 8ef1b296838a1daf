/* `imaginet tile unit`: a unit package from a formula.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "cli/terminal/cli-command.h"
#include "tile/im-tile-tree.h"

G_BEGIN_DECLS

/**
 * cli_tile_write_unit:
 * @context: the command, with --unit and --output
 * @file: the formula
 * @diagnostics: what is wrong with it so far
 *
 * Writes the package of a formula, with small sizes where nothing is said of a parameter.
 *
 * Returns: how it ended
 */
CliExit cli_tile_write_unit (CliContext *context,
                             const ImTileFile *file,
                             ImDiagnostics *diagnostics);

G_END_DECLS
