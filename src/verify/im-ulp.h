/* How far two results are apart, and whether that is too far.
 *
 * Distances are absolute, relative to the reference, and in units in the last place: the
 * number of steps from one value to the other through all values of the type. NaN is
 * equal to NaN, zeros of both signs are equal, and infinities to those of the same sign;
 * a value that is not finite is infinitely far from any other.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tensor/im-dtype.h"

G_BEGIN_DECLS

/**
 * ImTolerance:
 * @relative: the part of the reference by which a result may be off
 * @of_largest: the part of the largest finite reference of the tensor by which any
 * element may be off besides
 * @steps: of integers and fixed point: steps of the type by which a result may be off
 *
 * A float result a is good if |a - b| <= relative * |b| + of_largest * max|b|, where b is
 * the reference; the second part is for sums in which large terms cancel. Distances up
 * to the smallest normal number do not count, because many processors have no denormals.
 */
typedef struct
{
  double relative;
  double of_largest;
  guint64 steps;
} ImTolerance;

/**
 * ImDifference:
 * @n_elements: how many elements were compared
 * @n_different: how many were out of tolerance
 * @max_absolute: largest |a - b|
 * @max_relative: largest |a - b| / |b| where b is not 0
 * @max_ulp: largest distance in units in the last place
 * @first_element: the first element out of tolerance
 * @first_value: what it is
 * @first_reference: what it should be
 *
 * What a comparison found so far. All zero is nothing. What wild inputs and
 * denormals excuse is not in the maxima.
 */
typedef struct
{
  guint64 n_elements;
  guint64 n_different;
  double max_absolute;
  double max_relative;
  guint64 max_ulp;
  gsize first_element;
  double first_value;
  double first_reference;
} ImDifference;

/**
 * ImExtremes:
 * @is_wild: whether something of what went in is not finite, or so large that its square
 * is not
 * @largest: of wild and tiny inputs the largest finite magnitude, else 0
 * @underflow: if something of what went in is so small that its square is no normal
 * number, the largest such magnitude, else 0
 *
 * What is known of the inputs of a computation. The reference often computes with more
 * range than C, so what C loses to its range is no mistake. Of wild inputs any result in
 * C that is not finite is good, but a finite one where the reference has none is not. Of
 * wild and tiny inputs results may also be off by what cancellation of the largest one
 * leaves, and by what an underflow costs.
 */
typedef struct
{
  gboolean is_wild;
  double largest;
  double underflow;
} ImExtremes;

/**
 * im_extremes_add:
 * @extremes: what is known so far
 * @dtype: an element type
 * @elements: @count elements
 * @count: their number
 *
 * Looks at a tensor that goes into a computation.
 */
void im_extremes_add (ImExtremes *extremes,
                      ImDType dtype,
                      gconstpointer elements,
                      gsize count);

/**
 * im_tolerance_get_default:
 * @dtype: an element type
 *
 * Returns: 1e-5 of the reference and 1e-6 of the largest for float32, as many units in
 *   the last place for the other floats; 0 for all other types
 */
ImTolerance im_tolerance_get_default (ImDType dtype);

/**
 * im_tolerance_from_number:
 * @number: the number that a unit states, at least 0
 * @dtype: an element type
 *
 * Returns: of floats @number of the reference and a tenth of it of the largest; of other
 *   types @number of steps, rounded down
 */
ImTolerance im_tolerance_from_number (double number, ImDType dtype);

/**
 * im_ulp_distance:
 * @dtype: an element type
 * @a: an element
 * @b: an element
 *
 * Returns: the number of values of the type from one to the other, G_MAXUINT64 if one is
 *   not finite and the other is something else
 */
guint64 im_ulp_distance (ImDType dtype, gconstpointer a, gconstpointer b);

/**
 * im_difference_add:
 * @difference: what was found so far
 * @dtype: an element type
 * @results: @count elements
 * @references: @count elements
 * @count: their number
 * @tolerance: how far they may be apart
 * @extremes: what they were computed from
 *
 * Compares a tensor element by element.
 *
 * Returns: whether all elements are within the tolerance
 */
gboolean im_difference_add (ImDifference *difference,
                            ImDType dtype,
                            gconstpointer results,
                            gconstpointer references,
                            gsize count,
                            const ImTolerance *tolerance,
                            const ImExtremes *extremes);

G_END_DECLS
