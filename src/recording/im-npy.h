/* The file format of NumPy: version 1.0 as NumPy writes it, byte for byte. Axes are
 * listed outermost first, as in our printed shapes. Fixed-point types are stored as their
 * integers.
 *
 * Source: NumPy manual, "numpy.lib.format".
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tensor/im-dtype.h"
#include "tensor/im-shape.h"

G_BEGIN_DECLS

/**
 * im_npy_append_header:
 * @dtype: the element type
 * @shape: the shape
 * @min_length: how long it is at least, so that there is room for another number of rows
 * @out: where to append
 *
 * Appends what stands in front of the elements.
 */
void im_npy_append_header (ImDType dtype,
                           const ImShape *shape,
                           gsize min_length,
                           GString *out);

G_END_DECLS
