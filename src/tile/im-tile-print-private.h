/* What printing a file shares: where it is, and expressions.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tile/im-tile-names.h"
#include "tile/im-tile-print.h"

G_BEGIN_DECLS

/**
 * ImTilePrinter:
 * @file: what is printed
 * @out: the text
 * @names: what the names of the function stand for
 * @is_contraction: whether a right side is printed, in which brackets hold indices
 * @indent: how many levels are before a line
 * @next_comment: number of the first comment that is not printed yet
 */
typedef struct
{
  const ImTileFile *file;
  GString *out;
  GHashTable *names;
  gboolean is_contraction;
  guint indent;
  guint next_comment;
} ImTilePrinter;

/* An expression, of sizes or indices or of tensors: Python divides them differently. */
void im_tile_append_expr (ImTilePrinter *printer,
                          const ImTileExpr *expr,
                          gboolean is_size);

/* Expressions with commas between. */
void im_tile_append_list (ImTilePrinter *printer,
                          ImTileExpr *const *items,
                          guint n,
                          gboolean is_size);

G_END_DECLS
