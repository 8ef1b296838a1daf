/* Types of TML: a scalar, or a tensor whose elements are of such a type again.
 *
 * `tensor<tensor<int,3>,2>` has two elements that are tensors of three numbers each; it
 * is another type than `tensor<int,2,3>`. Types are immutable values in an arena. Source:
 * TML documentation, "Broadcasting".
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-arena.h"
#include "tensor/im-open-shape.h"

G_BEGIN_DECLS

#define IM_NESTED_TYPE_MAX_LEVELS 16 /* tensors in tensors */

/**
 * ImScalarType:
 * @IM_SCALAR_BOOL: false, true
 * @IM_SCALAR_UINT: whole numbers >= 0
 * @IM_SCALAR_INT: whole numbers
 * @IM_SCALAR_REAL: numbers of double precision
 * @IM_SCALAR_CHAR: one character; a scalar, indexing it is ignored
 * @IM_SCALAR_STR: a text; indexing it gives a char
 *
 * UINT, INT and REAL are numeric and ordered: each can be assigned to the next ones.
 */
typedef enum
{
  IM_SCALAR_BOOL,
  IM_SCALAR_UINT,
  IM_SCALAR_INT,
  IM_SCALAR_REAL,
  IM_SCALAR_CHAR,
  IM_SCALAR_STR,
} ImScalarType;

/* The word for it, such as `int`. */
const char *im_scalar_type_get_name (ImScalarType scalar);

/**
 * im_scalar_type_parse:
 * @name: a word
 * @scalar: (out): its type; untouched on failure
 *
 * Returns: whether @name is the word for a scalar type
 */
gboolean im_scalar_type_parse (const char *name, ImScalarType *scalar);

/**
 * ImNestedType:
 * @base: (nullable): type of the elements, NULL of a scalar
 * @shape: of a tensor: rank >= 1, all sizes known and >= 1; of a scalar of rank 0
 * @scalar: the root: type of the scalars at the deepest level
 */
typedef struct _ImNestedType ImNestedType;

struct _ImNestedType
{
  const ImNestedType *base;
  ImOpenShape shape;
  ImScalarType scalar;
};

/**
 * im_nested_type_parse:
 * @text: `int`, `tensor<real, 2, 3>`, `tensor<tensor<int,3>,2>`; blanks do not count;
 * sizes are 1 to G_MAXINT32, and at most IM_NESTED_TYPE_MAX_LEVELS tensors are nested
 * @arena: for the type
 * @error: return location for an [error@Im.ShapeError] that names the column: SYNTAX,
 * RANK or SIZE
 *
 * Returns: (nullable): the type
 */
const ImNestedType *im_nested_type_parse (const char *text,
                                          ImArena *arena,
                                          GError **error);

/**
 * im_nested_type_parse_prefix:
 * @text: a text, NUL terminated
 * @offset: (inout): where a type starts; on success where it ends, on failure what is
 * wrong
 * @arena: for the type
 * @error: return location for an [error@Im.ShapeError] that names the column in the line:
 * SYNTAX, RANK or SIZE
 *
 * Reads a type that other text may follow.
 *
 * Returns: (nullable): the type
 */
const ImNestedType *im_nested_type_parse_prefix (const char *text,
                                                 gsize *offset,
                                                 ImArena *arena,
                                                 GError **error);

/**
 * im_nested_type_append_text:
 * @type: a type
 * @out: where to append
 *
 * Appends `tensor<tensor<int, 3>, 2>`, as the documentation writes it.
 */
void im_nested_type_append_text (const ImNestedType *type, GString *out);

/**
 * im_nested_type_new_tensor:
 * @base: type of the elements
 * @shape: of the tensor, rank >= 1, all sizes known
 * @arena: for the type; @base must live as long
 *
 * Returns: the type
 */
const ImNestedType *im_nested_type_new_tensor (const ImNestedType *base,
                                               const ImOpenShape *shape,
                                               ImArena *arena);

/* The type of a scalar; it is static. */
const ImNestedType *im_nested_type_for_scalar (ImScalarType scalar);

/**
 * im_nested_type_with_scalar:
 * @type: a type
 * @scalar: another root
 * @arena: for the type
 *
 * Returns: a new type of the same structure whose root is @scalar
 */
const ImNestedType *im_nested_type_with_scalar (const ImNestedType *type,
                                                ImScalarType scalar,
                                                ImArena *arena);

/**
 * im_nested_type_count:
 * @type: a type
 *
 * Returns: the number of its scalars at all levels, or -1 if it is past 2^63 - 1
 */
gint64 im_nested_type_count (const ImNestedType *type);

gboolean im_nested_type_equal (const ImNestedType *a, const ImNestedType *b);

G_END_DECLS
