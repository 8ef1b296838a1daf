/* IEEE 754 half precision in its 16 bits: 1 sign, 5 exponent and 10 fraction bits.
 *
 * Done in integers, because not every compiler of the targets has a type for it, and
 * because a way through float would round twice.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

/**
 * im_half_to_double:
 * @bits: a number in half precision
 *
 * Returns: the same number; every half is a double
 */
double im_half_to_double (guint16 bits);

/**
 * im_half_from_double:
 * @value: any value
 *
 * Rounds to nearest, halves to even: magnitudes from 65520 on become infinite, and up to
 * 2^-25 zero of the same sign. NaN stays NaN. Source: IEEE 754-2019, 4.3.1.
 *
 * Returns: the nearest number in half precision
 */
guint16 im_half_from_double (double value);

G_END_DECLS
