/* Functions of Tile as text, and in another spelling than they were written in.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tile/im-tile-tree.h"

G_BEGIN_DECLS

/**
 * im_tile_append_text:
 * @file: a file that was read without an error, maybe converted since
 * @out: where to append
 *
 * Appends the functions in the spelling of the file. Reading the text gives the same
 * trees. Comments stand before the statements that they stood before, or behind the one
 * whose line they shared.
 */
void im_tile_append_text (const ImTileFile *file, GString *out);

/**
 * im_tile_convert:
 * @file: a file that was read without an error
 * @spelling: how it shall be written
 * @diagnostics: gets errors of code `conversion`
 *
 * Makes trees of another spelling that compute the same. Names that are words of it get a
 * `_`. The compact form has no loops and no vectors: loops of constant trip become their
 * statements, and elements of vectors names of their own. Loops whose trip a parameter
 * decides are an error.
 *
 * Returns: whether it could be done; otherwise some functions are converted already
 */
gboolean im_tile_convert (ImTileFile *file,
                          ImTileSpelling spelling,
                          ImDiagnostics *diagnostics);

G_END_DECLS
