/* When a result is good: what a unit promises, and how far C and Python are apart.
 *
 * Without a promise of the unit every result for every input must be within the tolerance
 * of its type. A unit may state more room for rounding, or the inputs it is made for;
 * what is not judged because of that is counted, so that it is never silent.
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
 * @of_inputs: the part of the largest finite input by which any element may be off
 * besides; 0 unless the unit states it
 * @steps: of integers and fixed point: steps of the type by which a result may be off
 * @absolute: of floats: what a result may be off besides
 * @input_limit: the largest magnitude of inputs that the unit is made for
 *
 * A float result a is good if |a - b| <= relative * |b| + of_largest * max|b| + of_inputs
 * * max|x| + absolute, where b is the reference and x the inputs. The parts of the
 * largest are for sums in which large terms cancel. Unless the unit states it, @absolute
 * is the smallest normal number, because many processors have no denormals.
 */
typedef struct
{
  double relative;
  double of_largest;
  double of_inputs;
  guint64 steps;
  double absolute;
  double input_limit;
} ImTolerance;

/**
 * ImMagnitudes:
 * @is_special: whether something is not finite
 * @largest: the largest magnitude of finite numbers, or 0
 *
 * What is known of the inputs of a computation.
 */
typedef struct
{
  gboolean is_special;
  double largest;
} ImMagnitudes;

/**
 * ImDifference:
 * @n_elements: how many elements were compared
 * @n_different: how many were out of tolerance
 * @n_beyond: how many were not compared, because the inputs are beyond those that the
 * unit is made for
 * @max_absolute: largest |a - b|
 * @max_relative: largest |a - b| / |b| where b is not 0
 * @max_ulp: largest distance in units in the last place
 * @signal: sum of |b|^2 of the finite elements
 * @noise: sum of |a - b|^2 of the same
 * @first_element: the first element out of tolerance
 * @first_value: what it is
 * @first_reference: what it should be
 *
 * What a comparison found so far. All zero is nothing. A value that is not finite is
 * infinitely far from a finite one. What @absolute allows is not in the maxima.
 */
typedef struct
{
  guint64 n_elements;
  guint64 n_different;
  guint64 n_beyond;
  double max_absolute;
  double max_relative;
  guint64 max_ulp;
  double signal;
  double noise;
  gsize first_element;
  double first_value;
  double first_reference;
} ImDifference;

/**
 * im_tolerance_get_default:
 * @dtype: an element type
 *
 * Returns: 1e-5 of the reference and 1e-6 of the largest for float32, as many units in
 *   the last place for the other floats; 0 for all other types; for all inputs
 */
ImTolerance im_tolerance_get_default (ImDType dtype);

/**
 * ImUsualTolerance:
 * @relative: the part of the reference by which float32 may be off; 0 for 1e-5
 * @absolute: what floats may be off besides, in units of the values; 0 for the smallest
 * normal number
 *
 * What somebody chose for results about which their unit promises nothing.
 */
typedef struct
{
  double relative;
  double absolute;
} ImUsualTolerance;

/**
 * im_tolerance_get_usual:
 * @dtype: an element type
 * @usual: (nullable): what was chosen
 *
 * Returns: what im_tolerance_get_default() gives, with what was chosen in its place: of
 *   the largest a tenth of @relative, and of other floats as many units in the last place
 */
ImTolerance im_tolerance_get_usual (ImDType dtype, const ImUsualTolerance *usual);

/**
 * im_tolerance_from_number:
 * @number: the number that a unit states, at least 0
 * @dtype: an element type
 *
 * Returns: of floats @number of the reference and a tenth of it of the largest; of other
 *   types @number of steps, rounded down; for all inputs
 */
ImTolerance im_tolerance_from_number (double number, ImDType dtype);

/**
 * im_tolerance_append_text:
 * @tolerance: how far results may be off
 * @dtype: their element type
 * @out: where to append
 *
 * Appends what counts of it, such as `1e-05 of the value and 1e-06 of the largest`, or `1
 * step`.
 */
void im_tolerance_append_text (const ImTolerance *tolerance, ImDType dtype, GString *out);

/**
 * im_magnitudes_add:
 * @magnitudes: what is known so far, all zero at first
 * @dtype: an element type
 * @elements: @count elements
 * @count: their number
 *
 * Looks at a tensor that goes into a computation. Of integers and fixed point nothing is
 * kept: their results are judged by steps.
 */
void im_magnitudes_add (ImMagnitudes *magnitudes,
                        ImDType dtype,
                        gconstpointer elements,
                        gsize count);

void im_magnitudes_join (ImMagnitudes *magnitudes, const ImMagnitudes *others);

/**
 * im_difference_add:
 * @difference: what was found so far
 * @dtype: an element type
 * @results: @count elements
 * @references: @count elements
 * @count: their number
 * @tolerance: how far they may be apart
 * @inputs: what they were computed from
 *
 * Compares a tensor element by element. Of inputs that are not finite, a result that is
 * not finite is good where the reference is not finite either, whichever it is of NaN and
 * the infinities.
 *
 * Returns: whether no element was out of tolerance
 */
gboolean im_difference_add (ImDifference *difference,
                            ImDType dtype,
                            gconstpointer results,
                            gconstpointer references,
                            gsize count,
                            const ImTolerance *tolerance,
                            const ImMagnitudes *inputs);

/**
 * im_difference_get_decibels:
 * @difference: what was found
 *
 * Returns: the power of the references over that of what results are off, in decibels;
 *   infinite if they are not off at all
 */
double im_difference_get_decibels (const ImDifference *difference);

G_END_DECLS
