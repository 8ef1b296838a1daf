/* Sample rates along the axes of outputs.
 *
 * A window of a stream has the rate of the stream along its axis of time. What becomes of
 * the axis afterwards is what becomes of axes: it keeps its rate where it is kept or
 * moved, and loses it where it is replaced, unless the unit says otherwise with the
 * attribute `sample-rate` of our namespace, as transforms do.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "evaluation/im-unit-evaluation.h"

G_BEGIN_DECLS

/**
 * im_axis_samples_find:
 * @evaluation: a unit with inputs and options
 * @output: an output of it
 * @type: (inout): its type, of which the sample rates are set
 *
 * Nothing is said of a window of one axis whose inputs have several elements, because
 * these may be channels; nor of an axis of one element.
 */
void im_axis_samples_find (ImUnitEvaluation *evaluation,
                           const ImParameter *output,
                           ImTensorType *type);

G_END_DECLS
