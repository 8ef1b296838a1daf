/* What is known of a tensor before any data: element type, shape, rate, and fixed-point
 * scaling.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tensor/im-dtype.h"
#include "tensor/im-shape.h"

G_BEGIN_DECLS

/* Numbers that depend on the size of an axis that is not known yet. */
#define IM_RATE_UNKNOWN  (-1.0)
#define IM_SHIFT_UNKNOWN G_MININT32

/**
 * ImTensorType:
 * @dtype: element type
 * @shape: axis sizes, labels included; some may be IM_SHAPE_UNKNOWN
 * @rate_hz: tensors per second, 0 if there is none, or IM_RATE_UNKNOWN
 * @shift: of Q types: binary digits by which the range is larger than [-1, 1), or
 * IM_SHIFT_UNKNOWN
 * @scale: of D types: real = (stored - offset) * scale
 * @offset: of D types
 */
struct _ImTensorType
{
  ImDType dtype;
  ImShape shape;
  double rate_hz;
  gint32 shift;
  double scale;
  double offset;
};

/**
 * im_tensor_type_parse:
 * @text: such as `float32[3,50]@16000` or `q15[4]@50;shift=3`
 * @type: (out): the type; untouched on failure; it has no labels
 * @error: return location for an [error@Im.ShapeError]
 *
 * Reads a tensor type: element type, shape, in which a size may be `?`, rate in hertz
 * behind `@`, then `;shift=`,
 * `;scale=` and `;offset=` in any order. Without a rate it is 0, shift 0, scale 1, offset
 * 0.
 *
 * Returns: TRUE if @type was set
 */
gboolean im_tensor_type_parse (const char *text, ImTensorType *type, GError **error);

/**
 * im_tensor_type_append_text:
 * @type: a type
 * @out: where to append
 *
 * Appends the text that im_tensor_type_parse() reads; parts with their defaults are left
 * out.
 */
void im_tensor_type_append_text (const ImTensorType *type, GString *out);

G_END_DECLS
