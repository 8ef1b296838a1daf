/* Tensor shapes: an ordered list of axis sizes.
 *
 * Axes are numbered from the right, so axis 0 is the innermost one (step 1); a negative
 * axis counts from the left, -1 is the outermost. A shape prints outermost first,
 * `[128,3]`. Shapes are small values: pass by const pointer, copy with `=`, nothing to
 * free. The layout numbers of an axis satisfy step * size * slot == flat.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

#define IM_SHAPE_MAX_RANK 16

/* A size that is not known yet, which is written `?`. Only shapes of tensors that flow
 * through a pipeline have such sizes; those of data and of memory are known. */
#define IM_SHAPE_UNKNOWN (-1)

/**
 * ImShapeAxis:
 * @name: (nullable): what the axis stands for, such as `channel`
 * @labels: (nullable): names of the indices, separated by commas, such as `x,y,z`
 *
 * What is said about an axis; it never changes what is computed. Strings are borrowed
 * from the arena that the shape came from.
 */
typedef struct
{
  const char *name;
  const char *labels;
} ImShapeAxis;

/**
 * ImShape:
 * @rank: number of axes, 0 for a scalar
 * @size: elements per axis, size[0] innermost, each >= 0 or IM_SHAPE_UNKNOWN
 * @axes: (nullable): @rank descriptions, axes[0] innermost, or NULL if no axis has one
 */
struct _ImShape
{
  guint rank;
  gint32 size[IM_SHAPE_MAX_RANK];
  const ImShapeAxis *axes;
};

#define IM_SHAPE_ERROR (im_shape_error_quark ())

/**
 * ImShapeError:
 * @IM_SHAPE_ERROR_SYNTAX: a text is no shape
 * @IM_SHAPE_ERROR_RANK: more than IM_SHAPE_MAX_RANK axes
 * @IM_SHAPE_ERROR_SIZE: an axis size is negative or too large
 * @IM_SHAPE_ERROR_AXIS: there is no such axis
 * @IM_SHAPE_ERROR_OVERFLOW: the number of elements does not fit in 32 bits
 * @IM_SHAPE_ERROR_BROADCAST: the shapes do not broadcast
 * @IM_SHAPE_ERROR_GROUPS: a broadcast alternates too often to be described by five groups
 * @IM_SHAPE_ERROR_UNKNOWN: the answer depends on a size that is not known yet
 */
typedef enum
{
  IM_SHAPE_ERROR_SYNTAX,
  IM_SHAPE_ERROR_RANK,
  IM_SHAPE_ERROR_SIZE,
  IM_SHAPE_ERROR_AXIS,
  IM_SHAPE_ERROR_OVERFLOW,
  IM_SHAPE_ERROR_BROADCAST,
  IM_SHAPE_ERROR_GROUPS,
  IM_SHAPE_ERROR_UNKNOWN,
} ImShapeError;

GQuark im_shape_error_quark (void);

/**
 * im_shape_parse:
 * @text: sizes outermost first with or without brackets: `[3,16]`, `(3,16)`, `3, 16`,
 * `[]`
 * @length: number of bytes, or -1 if NUL terminated
 * @shape: (out): the shape; untouched on failure
 * @error: return location for an [error@Im.ShapeError]: SYNTAX, RANK or SIZE
 *
 * Reads a shape. Source: specification, ShapeOption.
 *
 * Returns: TRUE if @shape was set
 */
gboolean im_shape_parse (const char *text, gssize length, ImShape *shape, GError **error);

/**
 * im_shape_parse_open:
 * @text: as for im_shape_parse(), where `?` may stand for any size
 * @length: number of bytes, or -1 if NUL terminated
 * @shape: (out): the shape; untouched on failure
 * @error: return location for an [error@Im.ShapeError]: SYNTAX, RANK or SIZE
 *
 * Reads a shape of which some sizes may be IM_SHAPE_UNKNOWN.
 *
 * Returns: TRUE if @shape was set
 */
gboolean im_shape_parse_open (const char *text,
                              gssize length,
                              ImShape *shape,
                              GError **error);

/**
 * im_shape_is_known:
 * @shape: a shape
 *
 * Returns: whether no size is IM_SHAPE_UNKNOWN
 */
gboolean im_shape_is_known (const ImShape *shape);

/**
 * im_shape_append_text:
 * @shape: a shape
 * @out: where to append
 *
 * Appends `[128,3]`, outermost axis first; a size that is not known is `?`.
 */
void im_shape_append_text (const ImShape *shape, GString *out);

/**
 * im_shape_equal:
 * @a: a shape
 * @b: a shape
 *
 * Compares rank and sizes; names and labels do not count. An unknown size is like another
 * one only.
 */
gboolean im_shape_equal (const ImShape *a, const ImShape *b);

/**
 * im_shape_may_equal:
 * @a: a shape
 * @b: a shape
 *
 * Returns: whether the shapes have the same sizes for some values of the unknown ones
 */
gboolean im_shape_may_equal (const ImShape *a, const ImShape *b);

/**
 * im_shape_resolve_axis:
 * @shape: a shape
 * @axis: -rank to rank - 1
 * @resolved: (out): 0 to rank - 1; untouched on failure
 * @error: return location for an [error@Im.ShapeError]: AXIS
 *
 * Turns an axis that may count from the left into one that counts from the right.
 *
 * Returns: TRUE if @resolved was set
 */
gboolean im_shape_resolve_axis (const ImShape *shape,
                                gint axis,
                                guint *resolved,
                                GError **error);

/**
 * im_shape_product:
 * @shape: a shape
 * @start: first axis of the range
 * @stop: one behind the last axis, at most rank; an empty range gives 1
 * @product: (out): the product of the sizes; untouched on failure
 * @error: return location for an [error@Im.ShapeError]: OVERFLOW, or UNKNOWN if a size of
 * the range is not known and none of them is 0
 *
 * Multiplies the sizes of a range of axes: [0, rank) is flat, [0, a) is the step of axis
 * a, [a + 1, rank) its slot.
 *
 * Returns: TRUE if @product was set
 */
gboolean im_shape_product (const ImShape *shape,
                           guint start,
                           guint stop,
                           gint32 *product,
                           GError **error);

/**
 * im_shape_replace:
 * @shape: a shape, `[.., n, ..]`
 * @axis: -rank to rank - 1
 * @size: the new size, >= 0 or IM_SHAPE_UNKNOWN
 * @out: (out): `[.., size, ..]`; may be @shape; untouched on failure
 * @error: return location for an [error@Im.ShapeError]: AXIS or SIZE
 *
 * Replaces the size of one axis. Its labels stay only if the size stays.
 *
 * Returns: TRUE if @out was set
 */
gboolean im_shape_replace (const ImShape *shape,
                           gint axis,
                           gint32 size,
                           ImShape *out,
                           GError **error);

/**
 * im_shape_insert:
 * @shape: a shape of rank r
 * @axis: number of the new axis in the result, -(r + 1) to r; -1 makes it the outermost
 * @size: its size, >= 0 or IM_SHAPE_UNKNOWN
 * @out: (out): a shape of rank r + 1 without descriptions; may be @shape; untouched on
 * failure
 * @error: return location for an [error@Im.ShapeError]: AXIS, RANK or SIZE
 *
 * Adds an axis.
 *
 * Returns: TRUE if @out was set
 */
gboolean im_shape_insert (const ImShape *shape,
                          gint axis,
                          gint32 size,
                          ImShape *out,
                          GError **error);

/**
 * im_shape_remove:
 * @shape: a shape of rank r >= 1
 * @axis: -r to r - 1
 * @out: (out): a shape of rank r - 1 without descriptions; may be @shape; untouched on
 * failure
 * @error: return location for an [error@Im.ShapeError]: AXIS
 *
 * Removes an axis.
 *
 * Returns: TRUE if @out was set
 */
gboolean im_shape_remove (const ImShape *shape, gint axis, ImShape *out, GError **error);

G_END_DECLS
