/* What the names of a function stand for, as far as the text tells before it is run.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tile/im-tile-tree.h"

G_BEGIN_DECLS

typedef enum
{
  IM_TILE_NAME_UNKNOWN,
  IM_TILE_NAME_NUMBER, /* a dim, a counter, a number that is made of them */
  IM_TILE_NAME_INDEX,
  IM_TILE_NAME_NUMBERS, /* a vector of dims or a list of numbers */
  IM_TILE_NAME_INDICES, /* a vector of indices */
  IM_TILE_NAME_TENSOR,
} ImTileNameKind;

/**
 * im_tile_names_new:
 * @file: a file
 *
 * A parameter whose kind is not written is a number if it stands where a size or an index
 * does, also by way of other names and of functions that are called; otherwise it is a
 * tensor.
 *
 * Returns: (transfer full) (element-type ImTileFunction GHashTable): for each function
 * #ImTileNameKind by name
 */
GHashTable *im_tile_names_new (const ImTileFile *file);

/* The kind of a name, or UNKNOWN, as which an index of the compact form counts. */
ImTileNameKind im_tile_names_get (GHashTable *names, const char *name);

/* Whether an expression is made of numbers of dims, counters and whole literals only. */
gboolean im_tile_names_is_size (GHashTable *names, const ImTileExpr *expr);

G_END_DECLS
