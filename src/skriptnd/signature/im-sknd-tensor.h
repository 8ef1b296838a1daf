/* The shape of a tensor as SkriptND counts it: the outermost axis first, extents of 64
 * bits.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-arena.h"
#include "tensor/im-shape.h"

G_BEGIN_DECLS

#define IM_SKND_MAX_RANK 1000
#define IM_SKND_ANY_EXTENT \
  (-1) /* `~` of an output of a graph: what is composed says it */

/**
 * ImSkndTensor:
 * @rank: how many axes it has
 * @extents: their sizes, the outermost one first
 */
typedef struct
{
  guint rank;
  const gint64 *extents;
} ImSkndTensor;

/* A shape whose extents live in @arena. */
ImSkndTensor im_sknd_tensor_new (const ImShape *shape, ImArena *arena);
ImSkndTensor im_sknd_tensor_copy (const ImSkndTensor *tensor, ImArena *arena);

/**
 * im_sknd_tensor_get_shape:
 * @tensor: a shape
 * @shape: (out): the same one, the innermost axis first
 *
 * Returns: whether it fits: at most %IM_SHAPE_MAX_RANK axes of at most 2^31 - 1 elements
 */
gboolean im_sknd_tensor_get_shape (const ImSkndTensor *tensor, ImShape *shape);

/* How many elements there are; for shapes that are known to have less than 2^31. */
gsize im_sknd_tensor_count (const ImSkndTensor *tensor);

/* Whether @tensor is what is declared, where %IM_SKND_ANY_EXTENT is any size. */
gboolean im_sknd_tensor_is (const ImSkndTensor *tensor, const ImSkndTensor *declared);

/* `[2, 3, ~]` */
void im_sknd_tensor_append (const ImSkndTensor *tensor, GString *out);

G_END_DECLS
