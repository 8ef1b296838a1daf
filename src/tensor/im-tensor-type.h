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
 * @sample_rate_hz: of each axis along which samples of a signal stand: how many there are
 * in a second, of an axis of a spectrum those of the signal; 0 if that is not known
 */
struct _ImTensorType
{
  ImDType dtype;
  ImShape shape;
  double rate_hz;
  gint32 shift;
  double scale;
  double offset;
  double sample_rate_hz[IM_SHAPE_MAX_RANK];
};

/**
 * im_tensor_type_parse:
 * @text: such as `float32[3,50]@16000` or `q15[4]@50;shift=3`
 * @type: (out): the type; untouched on failure; it has no labels
 * @error: return location for an [error@Im.ShapeError]
 *
 * Reads a tensor type: element type, shape, in which a size may be `?`, rate in hertz
 * behind `@`, then `;shift=`, `;scale=`, `;offset=` and `;samples=` in any order. Without
 * a rate it is 0, shift 0, scale 1, offset 0. Behind `;samples=` stands the sample rate
 * along each axis, as `float32[10,257]@6.25;samples=[62.5,16000]`, 0 where it is not
 * known.
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
 * out, and so are sample rates.
 */
void im_tensor_type_append_text (const ImTensorType *type, GString *out);

/**
 * im_tensor_type_append_display:
 * @type: a type
 * @rate_is_approximate: whether `~` stands in front of the rate
 * @out: where to append
 *
 * Appends what im_tensor_type_append_text() does, with a rate of six digits, which are
 * enough for a reader.
 */
void im_tensor_type_append_display (const ImTensorType *type,
                                    gboolean rate_is_approximate,
                                    GString *out);

/**
 * im_tensor_type_get_full_scale:
 * @type: a type
 * @full_scale: (out): the magnitude at the end of its range: of Q types 2^shift, of D
 * types that of the end that is farther from 0
 *
 * Returns: FALSE if the elements are not in fixed point, or the shift is not known
 */
gboolean im_tensor_type_get_full_scale (const ImTensorType *type, double *full_scale);

/**
 * im_tensor_type_append_samples:
 * @type: a type
 * @out: where to append
 *
 * Appends the sample rates that are known: `samples at 16000 Hz`, or of several axes
 * `samples at 62.5 Hz on axis 1, 16000 Hz on axis 0`; nothing if there are none.
 */
void im_tensor_type_append_samples (const ImTensorType *type, GString *out);

G_END_DECLS
