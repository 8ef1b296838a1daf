/* Arguments of a function of Tile on the command line, `--input NAME=VALUE`.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "cli/terminal/cli-command.h"
#include "tile/im-tile-elaborate.h"

G_BEGIN_DECLS

/**
 * CliTileInput:
 * @argument: what the function gets
 * @data: (nullable): the elements of a tensor, or NULL if only its type is given
 */
typedef struct
{
  ImTileArgument argument;
  const ImArray *data;
} CliTileInput;

/**
 * cli_tile_input_read:
 * @options: options with NAME=VALUE texts, each a file of NumPy, a type and shape such as
 * `float32[2,3]`, with elements in braces behind it or without, nested lists of numbers
 * such as `[[1,2],[3,4]]`, or one number
 * @function: the function
 * @arena: for the arguments
 * @error: return location for a sentence about what is wrong
 *
 * Lists and, for a tensor, one number are float32.
 *
 * Returns: (nullable): one for each parameter
 */
CliTileInput *cli_tile_input_read (const CliOptions *options,
                                   const ImTileFunction *function,
                                   ImArena *arena,
                                   GError **error);

G_END_DECLS
