/* What the parts of a conversion share.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tile/im-tile-names.h"
#include "tile/im-tile-print.h"

G_BEGIN_DECLS

/**
 * ImTileConversion:
 * @file: what is converted
 * @spelling: how it shall be written
 * @diagnostics: why it cannot be
 * @function: the function that is converted
 * @names: what its names stand for
 * @has_failed: whether there was an error
 */
typedef struct
{
  ImTileFile *file;
  ImTileSpelling spelling;
  ImDiagnostics *diagnostics;
  ImTileFunction *function;
  GHashTable *names;
  gboolean has_failed;
} ImTileConversion;

/* An error; only the first one is told. */
void im_tile_conversion_fail (ImTileConversion *conversion,
                              ImSpan span,
                              const char *format,
                              ...) G_GNUC_PRINTF (3, 4);

/* Copies of a statement and of an expression without its operands. */
ImTileStatement *im_tile_conversion_copy (ImTileConversion *conversion,
                                          const ImTileStatement *statement);
ImTileExpr *im_tile_conversion_copy_expr (ImTileConversion *conversion,
                                          const ImTileExpr *expr);

/* A new list of statements that the file keeps. */
GPtrArray *im_tile_conversion_body (ImTileConversion *conversion);

/**
 * im_tile_flatten:
 * @conversion: a conversion to the compact form
 *
 * Gives the function the body that the compact form can write: what is bound first, each
 * output before its contraction and what constrains that behind it, the results last;
 * loops as their statements, elements of vectors as names.
 */
void im_tile_flatten (ImTileConversion *conversion);

G_END_DECLS
