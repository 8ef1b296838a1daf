/* Items of packs and characters of strings by their indices, of which negative ones count
 * from the end.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/value/im-sknd-pack.h"

G_BEGIN_DECLS

/**
 * ImSkndSlice:
 * @has_begin: whether it says where it begins
 * @has_end: whether it says where it ends
 * @begin: where it begins
 * @end: what it does not reach
 * @stride: the step
 * @n: how many items there are, or less than 0 for a range that is no index
 */
typedef struct
{
  gboolean has_begin;
  gboolean has_end;
  gint64 begin;
  gint64 end;
  gint64 stride;
  gint64 n;
} ImSkndSlice;

/* The indices of a slice, none of them negative. Returns what is wrong, or NULL. */
char *im_sknd_slice_resolve (const ImSkndSlice *slice, ImSkndRange *range);

/**
 * im_sknd_positions:
 * @arena: for the result
 * @index: an int, or a pack of ints, or of @n bools
 * @n: how many items there are
 * @positions: (out): indices from 0
 *
 * Returns: (nullable): what is wrong: an index that there is not, as it is written
 */
char *im_sknd_positions (ImArena *arena,
                         const ImSkndValue *index,
                         guint n,
                         ImSkndValue *positions);

/* The items of a pack at positions. */
void im_sknd_pick (ImArena *arena,
                   const ImSkndValue *pack,
                   const ImSkndValue *positions,
                   ImSkndValue *result);

/* How many characters a string has. */
guint im_sknd_string_length (const char *string);

/* The characters of a string at positions, as a string. */
void im_sknd_string_pick (ImArena *arena,
                          const char *string,
                          const ImSkndValue *positions,
                          ImSkndValue *result);

G_END_DECLS
