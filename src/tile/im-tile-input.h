/* Arguments of a function of Tile as texts, as they are typed.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tile/im-tile-elaborate.h"

G_BEGIN_DECLS

/**
 * ImTileInput:
 * @argument: what the function gets
 * @data: (nullable): the elements of a tensor, or NULL if only its type is given
 */
typedef struct
{
  ImTileArgument argument;
  const ImArray *data;
} ImTileInput;

/**
 * im_tile_input_read:
 * @text: a type and shape such as `float32[2,3]`, with elements in braces behind it or
 * without, nested lists of numbers such as `[[1,2],[3,4]]`, or one number
 * @kind: what the function takes
 * @arena: for the argument
 * @input: (out): the argument; untouched on failure
 * @error: return location for a sentence about what is wrong
 *
 * Lists and, for a tensor, one number are float32.
 *
 * Returns: whether the text can be read
 */
gboolean im_tile_input_read (const char *text,
                             ImTileParameterKind kind,
                             ImArena *arena,
                             ImTileInput *input,
                             GError **error);

/* Appends an argument as im_tile_input_read() takes it, a tensor without its elements. */
void im_tile_argument_append_text (const ImTileArgument *argument, GString *out);

G_END_DECLS
