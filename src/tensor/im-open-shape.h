/* Shapes of which not all is known: the size of an axis may be open (`?`), or even the
 * number of axes (`*`).
 *
 * Axis 0 is the innermost one, as in ImShape.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tensor/im-shape.h"

G_BEGIN_DECLS

#define IM_SIZE_UNKNOWN ((gint64) -1)

/* A size that is @n times a number which only the machine knows, `[n]` of a scalable
 * vector of MLIR. It is a class of its own: it equals only another one of the same @n. */
#define IM_SIZE_SCALABLE(n)    (-(gint64) (n) -1)
#define IM_SIZE_IS_SCALABLE(s) ((s) < IM_SIZE_UNKNOWN)
#define IM_SIZE_GET_SCALE(s)   (-(s) -1)

/**
 * ImOpenShape:
 * @is_ranked: whether the number of axes is known
 * @rank: number of axes, 0 for a scalar and if it is not known
 * @size: elements per axis, size[0] innermost: >= 0, IM_SIZE_UNKNOWN or
 * IM_SIZE_SCALABLE()
 */
typedef struct
{
  gboolean is_ranked;
  guint rank;
  gint64 size[IM_SHAPE_MAX_RANK];
} ImOpenShape;

/**
 * im_open_shape_parse:
 * @text: `[2,?,4]`, `2,?,4`, `[]`, `*`
 * @length: number of bytes, or -1 if NUL terminated
 * @shape: (out): the shape; untouched on failure
 * @error: return location for an [error@Im.ShapeError] that names the column: SYNTAX,
 * RANK or SIZE
 *
 * Returns: TRUE if @shape was set
 */
gboolean im_open_shape_parse (const char *text,
                              gssize length,
                              ImOpenShape *shape,
                              GError **error);

/**
 * im_open_shape_append_text:
 * @shape: a shape
 * @out: where to append
 *
 * Appends `[2,?,4]`, outermost axis first, or `*`.
 */
void im_open_shape_append_text (const ImOpenShape *shape, GString *out);

/* Appends one size: `4`, `?` or `[4]`. */
void im_open_size_append_text (gint64 size, GString *out);

gboolean im_open_shape_equal (const ImOpenShape *a, const ImOpenShape *b);

/* The open shape whose sizes are all known. */
ImOpenShape im_open_shape_from_shape (const ImShape *shape);

G_END_DECLS
