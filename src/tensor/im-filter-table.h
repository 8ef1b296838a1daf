/* Factors of recursive filters that units keep in flash, so that the target needs no
 * tan() and no double.
 *
 * A filter is a chain of sections of second order. Each has six factors f, for the state
 * variable filter with integrators by the trapezoidal rule, input x, integrators p and q:
 *
 *     d = x - q
 *     band = f0 p + f1 d,  p' = 2 band - p
 *     low = q + f1 p + f2 d,  q' = 2 low - q
 *     output = f3 x + f4 band + f5 low
 *
 * It has any transfer function of second order whose poles are inside of the unit circle.
 * Unlike the factors of a difference equation these are not differences of nearly equal
 * numbers where a frequency is a small part of the sample rate, so single precision is
 * enough for them. Source: Simper 2013, "Solving the continuous SVF equations using
 * trapezoidal integration"; Zavalishin 2018, "The Art of VA Filter Design", chapter 4.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tensor/im-array.h"

G_BEGIN_DECLS

#define IM_FILTER_FACTORS 6 /* of a section */

/**
 * im_filter_table_butterworth:
 * @arena: where the table lives
 * @dtype: element type: a float
 * @order: order of the low-pass filter that the filter is made of, 1 to 64
 * @low_hz: lower end of the pass band, 0 for a low-pass filter
 * @high_hz: upper end of the pass band, half of @rate_hz for a high-pass filter
 * @rate_hz: sample rate, > 0
 * @error: return location for an [error@Im.ArrayError]: VALUE
 *
 * Computes a Butterworth filter by the bilinear transform, with the gain sqrt(1/2) at
 * the ends of the pass band: `[(order + 1) / 2, 6]` factors of a low-pass or high-pass
 * filter, the most damped section first, or `[order, 6]` of a band-pass filter.
 * Source: Oppenheim, Schafer 2010, "Discrete-Time Signal Processing", chapter 7 and
 * appendix B.
 *
 * Returns: (nullable): the table, or NULL
 */
ImArray *im_filter_table_butterworth (ImArena *arena,
                                      ImDType dtype,
                                      gint32 order,
                                      double low_hz,
                                      double high_hz,
                                      double rate_hz,
                                      GError **error);

/**
 * im_filter_table_analog:
 * @arena: where the table lives
 * @dtype: element type: a float
 * @sections: 6 n numbers of any shape: b2, b1, b0, a2, a1, a0 of each section
 * @error: return location for an [error@Im.ArrayError]: SHAPE or VALUE
 *
 * Computes `[n, 6]` factors of the sections (b2 s^2 + b1 s + b0) / (a2 s^2 + a1 s + a0)
 * with s = (z - 1) / (z + 1), the bilinear transform without its constant: the frequency
 * f is at s = i tan(pi f / rate). All must be stable: the a of a section have one sign.
 *
 * Returns: (nullable): the table, or NULL
 */
ImArray *im_filter_table_analog (ImArena *arena,
                                 ImDType dtype,
                                 const ImArray *sections,
                                 GError **error);

/**
 * im_filter_table_digital:
 * @arena: where the table lives
 * @dtype: element type: a float
 * @sections: 6 n numbers of any shape: b0, b1, b2, a0, a1, a2 of each section
 * @error: return location for an [error@Im.ArrayError]: SHAPE or VALUE
 *
 * Computes `[n, 6]` factors of the sections (b0 + b1 / z + b2 / z^2) /
 * (a0 + a1 / z + a2 / z^2). All must be stable.
 *
 * Returns: (nullable): the table, or NULL
 */
ImArray *im_filter_table_digital (ImArena *arena,
                                  ImDType dtype,
                                  const ImArray *sections,
                                  GError **error);

G_END_DECLS
