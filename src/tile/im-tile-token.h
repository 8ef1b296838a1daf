/* Tokens of the three spellings of Tile.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tile/im-tile-tree.h"

G_BEGIN_DECLS

typedef enum
{
  IM_TILE_TOKEN_END,
  IM_TILE_TOKEN_NAME,
  IM_TILE_TOKEN_NUMBER,
  IM_TILE_TOKEN_SIGN,
  IM_TILE_TOKEN_LINE,   /* Python: a line of statements ends */
  IM_TILE_TOKEN_INDENT, /* Python: a block begins */
  IM_TILE_TOKEN_DEDENT, /* Python: a block ends */
} ImTileTokenKind;

/**
 * ImTileToken:
 * @kind: what it is
 * @span: its bytes
 * @text: they, NUL terminated; of LINE, INDENT, DEDENT and END words for messages
 */
typedef struct
{
  ImTileTokenKind kind;
  ImSpan span;
  const char *text;
} ImTileToken;

/**
 * im_tile_tokenize:
 * @source: a text
 * @spelling: how it is written
 * @arena: for the texts
 * @comments: (element-type ImSpan): gets the places of comments
 * @diagnostics: gets an error of code `syntax` for what is no token
 *
 * Returns: (transfer full) (nullable) (element-type ImTileToken): the tokens with END
 * last, or NULL after an error
 */
GArray *im_tile_tokenize (ImSource *source,
                          ImTileSpelling spelling,
                          ImArena *arena,
                          GArray *comments,
                          ImDiagnostics *diagnostics);

G_END_DECLS
