/* Reading of texts that describe shapes, and messages about them that name the column.
 *
 * Characters that only look like those of a shape (× ？ ［ −) are named, together with
 * what is meant.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tensor/im-shape.h"

G_BEGIN_DECLS

/**
 * ImShapeCursor:
 * @start: of the text
 * @p: what is read next
 * @end: of the text
 * @has_place: whether who reads says where a problem is, so that messages do not
 */
typedef struct
{
  const char *start;
  const char *p;
  const char *end;
  gboolean has_place;
} ImShapeCursor;

/* @length is in bytes, or -1 if @text is NUL terminated. */
ImShapeCursor im_shape_cursor_init (const char *text, gssize length);

gboolean im_shape_cursor_is_at (const ImShapeCursor *cursor, char c);

void im_shape_cursor_skip_blanks (ImShapeCursor *cursor);

/**
 * im_shape_cursor_take:
 * @cursor: a cursor
 * @c: a character
 *
 * Skips blanks, and then @c if it is there.
 *
 * Returns: whether @c was there
 */
gboolean im_shape_cursor_take (ImShapeCursor *cursor, char c);

/* The same of a word that no letter, digit or underscore follows. */
gboolean im_shape_cursor_take_word (ImShapeCursor *cursor, const char *word);

/**
 * im_shape_cursor_take_size:
 * @cursor: a cursor
 * @max_size: the largest size
 * @size: (out): the size, 0 to @max_size; untouched on failure
 * @error: return location for an [error@Im.ShapeError]: SYNTAX or SIZE
 *
 * Skips blanks and reads a size.
 *
 * Returns: TRUE if @size was set
 */
gboolean im_shape_cursor_take_size (ImShapeCursor *cursor,
                                    gint64 max_size,
                                    gint64 *size,
                                    GError **error);

/**
 * im_shape_cursor_take_shape:
 * @cursor: a cursor
 * @max_size: the largest size
 * @is_open: whether a size may be `?`, which is -1
 * @sizes: (out): the sizes, axis 0 first
 * @rank: (out): their number; untouched on failure
 * @error: return location for an [error@Im.ShapeError]: SYNTAX, RANK or SIZE
 *
 * Reads `[2,3]`, `(2,3)`, `2,3` or `[]`.
 *
 * Returns: TRUE if @rank was set
 */
gboolean im_shape_cursor_take_shape (ImShapeCursor *cursor,
                                     gint64 max_size,
                                     gboolean is_open,
                                     gint64 sizes[IM_SHAPE_MAX_RANK],
                                     guint *rank,
                                     GError **error);

/* The same of an axis too many, for which IM_SHAPE_MAX_RANK leaves no room. */
void im_shape_cursor_set_rank_error (const ImShapeCursor *cursor, GError **error);

/**
 * im_shape_cursor_set_error:
 * @cursor: where something else was expected
 * @expected: what, such as `a size or “?”`
 * @error: return location for the SYNTAX error that says this, what is there, and where
 */
void im_shape_cursor_set_error (const ImShapeCursor *cursor,
                                const char *expected,
                                GError **error);

/**
 * im_shape_cursor_check_end:
 * @cursor: a cursor
 * @what: has ended, such as `the shape`
 * @error: return location for an [error@Im.ShapeError]: SYNTAX
 *
 * Returns: whether only blanks follow
 */
gboolean im_shape_cursor_check_end (ImShapeCursor *cursor,
                                    const char *what,
                                    GError **error);

G_END_DECLS
