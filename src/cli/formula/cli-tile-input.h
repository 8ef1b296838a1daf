/* Arguments of a function of Tile on the command line, `--input NAME=VALUE`.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "cli/terminal/cli-command.h"
#include "tile/im-tile-input.h"

G_BEGIN_DECLS

/**
 * cli_tile_input_read:
 * @options: options with NAME=VALUE texts, each a file of NumPy, or what
 * im_tile_input_read() reads
 * @function: the function
 * @arena: for the arguments
 * @error: return location for a sentence about what is wrong
 *
 * Reads a value for each parameter.
 *
 * Returns: (nullable): one for each parameter
 */
ImTileInput *cli_tile_input_read (const CliOptions *options,
                                  const ImTileFunction *function,
                                  ImArena *arena,
                                  GError **error);

G_END_DECLS
