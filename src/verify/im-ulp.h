/* Units in the last place, and elements as numbers.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tensor/im-dtype.h"

G_BEGIN_DECLS

/**
 * im_ulp_load:
 * @dtype: an element type
 * @element: an element
 *
 * Returns: its number; of fixed point that of the raw integer
 */
double im_ulp_load (ImDType dtype, gconstpointer element);

/**
 * im_ulp_distance:
 * @dtype: an element type
 * @a: an element
 * @b: an element
 *
 * NaN is equal to NaN, zeros of both signs are equal, and infinities to those of the same
 * sign.
 *
 * Returns: the number of steps from one to the other through all values of the type,
 *   G_MAXUINT64 if one is not finite and the other is something else
 */
guint64 im_ulp_distance (ImDType dtype, gconstpointer a, gconstpointer b);

G_END_DECLS
