/* Types of MLIR as operands of broadcasting: tensors and vectors of any element type.
 *
 * Source: MLIR, "The Broadcastable Trait", "Examples".
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tensor/im-open-shape.h"
#include "tensor/im-shape-cursor.h"

G_BEGIN_DECLS

/**
 * ImMlirKind:
 * @IM_MLIR_SHAPE: a shape such as `[2,?]`, of a tensor or a vector
 * @IM_MLIR_SCALAR: an element type by itself, such as `i32`
 * @IM_MLIR_TENSOR: `tensor<2x?xf32>`, `tensor<f32>`, `tensor<*xf32>`
 * @IM_MLIR_VECTOR: `vector<2x4xf32>`, all sizes known; that of `vector<[4]xf32>` is
 * IM_SIZE_SCALABLE()
 * @IM_MLIR_OTHER: of a dialect, or one that is no tensor, no vector and no number
 */
typedef enum
{
  IM_MLIR_SHAPE,
  IM_MLIR_SCALAR,
  IM_MLIR_TENSOR,
  IM_MLIR_VECTOR,
  IM_MLIR_OTHER,
} ImMlirKind;

/**
 * ImMlirType:
 * @kind: what it is
 * @shape: its shape; rank 0 of a scalar
 */
typedef struct
{
  ImMlirKind kind;
  ImOpenShape shape;
} ImMlirType;

/* Its word, such as `tensor`. */
const char *im_mlir_kind_get_name (ImMlirKind kind);

/* Whether a text begins like a type of MLIR: `tensor<` with sizes, `vector<`, `i32`. */
gboolean im_mlir_type_is_likely (const char *text);

/**
 * im_mlir_type_take:
 * @cursor: where the type begins
 * @type: (out): the type; untouched on failure
 * @error: return location for an [error@Im.ShapeError]: SYNTAX, RANK or SIZE
 *
 * Reads a type; what element types and encodings hold between brackets, at most 4096
 * characters, is not looked at. The last `>` may be missing in front of `,`, `)` and the
 * end of the text, as it is in some of the examples.
 *
 * Returns: TRUE if @type was set
 */
gboolean im_mlir_type_take (ImShapeCursor *cursor, ImMlirType *type, GError **error);

/**
 * im_mlir_type_parse:
 * @text: a type, or a shape such as `[2,?]` or `*`
 * @type: (out): the type; untouched on failure
 * @error: return location for an [error@Im.ShapeError]: SYNTAX, RANK or SIZE
 *
 * Returns: TRUE if @type was set
 */
gboolean im_mlir_type_parse (const char *text, ImMlirType *type, GError **error);

G_END_DECLS
